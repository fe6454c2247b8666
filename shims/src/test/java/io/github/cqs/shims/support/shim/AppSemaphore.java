package io.github.cqs.shims.support.shim;

import io.github.cqs.shims.CqsSemaphore;

/** An application's class over the shim, as the same class looks in a JVM with the agent. */
public final class AppSemaphore extends CqsSemaphore {
    private static final long serialVersionUID = 42L;

    private final String tag;

    public AppSemaphore(int permits, boolean fair, String tag) {
        super(permits, fair);
        this.tag = tag;
    }

    public String tag() {
        return tag;
    }

    public void lose(int permits) {
        reducePermits(permits);
    }
}
