package io.github.cqs.sync;

import io.github.cqs.CancellableQueueSynchronizer;
import io.github.cqs.CancellationMode;
import io.github.cqs.ResumeMode;
import io.github.cqs.internal.LatchQueue;
import io.github.cqs.internal.Tuning;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;

/**
 * Lets threads wait until a number of operations was completed. {@link #countDown} is one fetch-and-add; opening the latch costs constant time
 * for each thread that still waits, and nothing for those that gave up.
 *
 * <p><b>Progress.</b> {@code countDown} is lock-free, and wait-free but for the call that opens the latch.
 *
 * <p><b>Memory consistency effects:</b> what happens before {@code countDown} <i>happens-before</i> what follows the return from
 * {@code await}.
 *
 * <p>CQS paper (PLDI 2023), section 4.2 ({@link CancellableQueueSynchronizer} with {@link ResumeMode#ASYNC} and {@link CancellationMode#SMART}).
 */
public final class Latch {
    private final LatchQueue queue;
    private volatile long count;

    /**
     * A latch that opens after {@code count} calls of {@link #countDown}; with 0 it is open.
     *
     * @throws IllegalArgumentException if {@code count} is negative
     */
    public Latch(int count) {
        this(count, Tuning.SEGMENT_SIZE);
    }

    Latch(int count, int segmentSize) {
        if (count < 0) {
            throw new IllegalArgumentException("count must not be negative: " + count);
        }
        this.queue = new LatchQueue(segmentSize, this);
        this.count = count;
        VarHandle.storeStoreFence(); // as for a final field: the latch may be published by a race
    }

    /** Completes one operation; the last one releases all waiting threads. More calls than announced have no effect. Never blocks. */
    public void countDown() {
        if ((long) COUNT.getAndAdd(this, -1L) == 1) {
            queue.open();
        }
    }

    /**
     * Waits until the latch is open.
     *
     * @throws InterruptedException if interrupted while waiting, or before it would have to wait
     */
    public void await() throws InterruptedException {
        if (count > 0) {
            queue.awaitOpen();
        }
    }

    /**
     * Waits until the latch is open, at most the given time.
     *
     * @return whether it is open
     * @throws InterruptedException if interrupted while waiting, or before it would have to wait
     */
    public boolean await(long timeout, TimeUnit unit) throws InterruptedException {
        return count <= 0 || queue.awaitOpen(System.nanoTime() + Math.max(0, unit.toNanos(timeout)));
    }

    /** How many calls of {@link #countDown} are still to come. */
    public int count() {
        return (int) Math.max(0, count);
    }

    void checkInvariantsAtQuiescence() {
        queue.check();
    }

    // VarHandle mechanics
    private static final VarHandle COUNT;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(Latch.class, "count", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
