package io.github.cqs.shims.support.shim;

import io.github.cqs.shims.CqsReentrantLock;

/** An application's class over the shim, as the same class looks in a JVM with the agent. */
public final class AppLock extends CqsReentrantLock {
    private static final long serialVersionUID = 42L;

    private final String tag;

    public AppLock(boolean fair, String tag) {
        super(fair);
        this.tag = tag;
    }

    public String tag() {
        return tag;
    }
}
