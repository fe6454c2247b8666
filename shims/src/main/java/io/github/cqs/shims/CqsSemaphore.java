package io.github.cqs.shims;

import java.util.concurrent.Semaphore;

/** A {@link Semaphore} whose waiters queue in a {@code CancellableQueueSynchronizer}. */
@SuppressWarnings("serial")
public class CqsSemaphore extends Semaphore {
    public CqsSemaphore(int permits) {
        super(permits);
    }

    public CqsSemaphore(int permits, boolean fair) {
        super(permits, fair);
    }

    /** Answers {@link Semaphore#hasQueuedThreads}, which is final there. */
    public final boolean cqsHasQueuedThreads() {
        return hasQueuedThreads();
    }

    /** Answers {@link Semaphore#getQueueLength}, which is final there. */
    public final int cqsGetQueueLength() {
        return getQueueLength();
    }
}
