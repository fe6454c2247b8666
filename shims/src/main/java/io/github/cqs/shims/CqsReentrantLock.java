package io.github.cqs.shims;

import java.util.concurrent.locks.ReentrantLock;

/** A {@link ReentrantLock} whose waiters queue in a {@code CancellableQueueSynchronizer}. */
@SuppressWarnings("serial")
public class CqsReentrantLock extends ReentrantLock {
    public CqsReentrantLock() {}

    public CqsReentrantLock(boolean fair) {
        super(fair);
    }

    /** Answers {@link ReentrantLock#isFair}, which is final there. */
    public final boolean cqsIsFair() {
        return isFair();
    }

    /** Answers {@link ReentrantLock#hasQueuedThreads}, which is final there. */
    public final boolean cqsHasQueuedThreads() {
        return hasQueuedThreads();
    }

    /** Answers {@link ReentrantLock#hasQueuedThread}, which is final there. */
    public final boolean cqsHasQueuedThread(Thread thread) {
        return hasQueuedThread(thread);
    }

    /** Answers {@link ReentrantLock#getQueueLength}, which is final there. */
    public final int cqsGetQueueLength() {
        return getQueueLength();
    }
}
