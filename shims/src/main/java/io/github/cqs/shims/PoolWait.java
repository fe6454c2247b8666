package io.github.cqs.shims;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;

/**
 * A wait of a {@link ForkJoinPool}'s thread that the pool is told of, so that it may have another thread run the tasks on which the wait depends. The JDK's
 * classes do so in {@code Condition.await} and {@code awaitUninterruptibly}, and in what is made of these: blocking queues and barriers, without a timeout.
 * Of tasks that wait for each other there more may wait than the pool has threads.
 */
abstract class PoolWait implements ForkJoinPool.ManagedBlocker {
    /** Whether the current thread is a pool's. */
    static boolean isOfPool() {
        return Thread.currentThread() instanceof ForkJoinWorkerThread;
    }

    /** Whether there is nothing to wait for. */
    abstract boolean isOver();

    /** Waits, or for a while. */
    abstract void await() throws InterruptedException;

    /** {@link #await}, of which the pool is told before; if it can have no other thread, or fails at it, it goes without. */
    final void awaitInPool() throws InterruptedException {
        try {
            ForkJoinPool.managedBlock(this);
        } catch (RuntimeException | OutOfMemoryError alone) {
            await();
        }
    }

    @Override
    public boolean isReleasable() {
        return isOver();
    }

    @Override
    public boolean block() throws InterruptedException {
        await();
        return true;
    }
}
