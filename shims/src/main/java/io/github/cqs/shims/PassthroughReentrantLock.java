package io.github.cqs.shims;

import java.util.concurrent.locks.ReentrantLock;

/** A {@link ReentrantLock} that changes nothing: what {@code mode=passthrough} swaps in to charge the swapping alone. */
@SuppressWarnings("serial")
public class PassthroughReentrantLock extends ReentrantLock {
    public PassthroughReentrantLock() {}

    public PassthroughReentrantLock(boolean fair) {
        super(fair);
    }

    /** Private, so that an application's subclass keeps its own serial form. */
    private Object writeReplace() {
        return new ReentrantLock(isFair());
    }
}
