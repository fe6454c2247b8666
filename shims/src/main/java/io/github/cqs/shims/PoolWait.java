package io.github.cqs.shims;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.locks.LockSupport;

/**
 * A wait of a {@link ForkJoinPool}'s thread that the pool is told of, so that it may have another thread run the tasks on which the wait depends. The JDK's
 * classes do so in {@code Condition.await} and {@code awaitUninterruptibly}, and in what is made of these: blocking queues and barriers, without a timeout.
 * Of tasks that wait for each other there more may wait than the pool has threads.
 */
final class PoolWait implements ForkJoinPool.ManagedBlocker {
    /** What a thread parks for. */
    interface Cause {
        /** Whether there is nothing to wait for, which is so before the thread is unparked. */
        boolean isOver();
    }

    private final Object blocker;
    private final Cause cause;

    private PoolWait(Object blocker, Cause cause) {
        this.blocker = blocker;
        this.cause = cause;
    }

    /** Whether the current thread is a pool's. To be called once before anybody waits: later there may be no memory to load what it uses. */
    static boolean isOfPool() {
        return Thread.currentThread() instanceof ForkJoinWorkerThread;
    }

    /** {@link LockSupport#park(Object)} of a pool's thread, unless {@code cause} is over. */
    static void park(Object blocker, Cause cause) {
        PoolWait wait;
        try {
            wait = new PoolWait(blocker, cause);
        } catch (OutOfMemoryError exhausted) {
            LockSupport.park(blocker);
            return;
        }
        try {
            block(wait);
        } catch (InterruptedException impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** {@link ForkJoinPool#managedBlock}; if the pool can have no other thread, or fails at it, the wait goes without. */
    static void block(ForkJoinPool.ManagedBlocker wait) throws InterruptedException {
        try {
            ForkJoinPool.managedBlock(wait);
        } catch (RuntimeException | OutOfMemoryError alone) {
            if (!wait.isReleasable()) {
                wait.block();
            }
        }
    }

    @Override
    public boolean isReleasable() {
        return cause.isOver();
    }

    /** The pool may have run code of the application's since it asked {@link #isReleasable}, which may have parked and taken the permit. */
    @Override
    public boolean block() {
        if (!cause.isOver()) {
            LockSupport.park(blocker);
        }
        return true;
    }
}
