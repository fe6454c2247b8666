package io.github.cqs.shims.support.shim;

import io.github.cqs.shims.CqsArrayBlockingQueue;

/** An application's class over the shim, as the same class looks in a JVM with the agent. */
public final class AppQueue<E> extends CqsArrayBlockingQueue<E> {
    private static final long serialVersionUID = 42L;

    private final String tag;

    public AppQueue(int capacity, boolean fair, String tag) {
        super(capacity, fair);
        this.tag = tag;
    }

    public String tag() {
        return tag;
    }
}
