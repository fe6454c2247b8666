package io.github.cqs.shims.support.jdk;

import java.util.concurrent.locks.ReentrantLock;

/** An application's class over the JDK class. */
public final class AppLock extends ReentrantLock {
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
