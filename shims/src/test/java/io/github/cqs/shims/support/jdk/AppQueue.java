package io.github.cqs.shims.support.jdk;

import java.util.concurrent.ArrayBlockingQueue;

/** An application's class over the JDK class. */
public final class AppQueue<E> extends ArrayBlockingQueue<E> {
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
