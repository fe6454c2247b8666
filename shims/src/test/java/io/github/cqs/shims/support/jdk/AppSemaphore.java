package io.github.cqs.shims.support.jdk;

import java.util.concurrent.Semaphore;

/** An application's class over the JDK class. */
public final class AppSemaphore extends Semaphore {
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
