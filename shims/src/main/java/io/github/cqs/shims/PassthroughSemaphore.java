package io.github.cqs.shims;

import java.util.concurrent.Semaphore;

/** A {@link Semaphore} that changes nothing: what {@code mode=passthrough} swaps in to charge the swapping alone. */
@SuppressWarnings("serial")
public class PassthroughSemaphore extends Semaphore {
    public PassthroughSemaphore(int permits) {
        super(permits);
    }

    public PassthroughSemaphore(int permits, boolean fair) {
        super(permits, fair);
    }

    /** Private, so that an application's subclass keeps its own serial form. */
    private Object writeReplace() {
        return new Semaphore(availablePermits(), isFair());
    }
}
