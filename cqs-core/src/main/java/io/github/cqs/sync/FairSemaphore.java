package io.github.cqs.sync;

import io.github.cqs.CancellableQueueSynchronizer;
import io.github.cqs.CancellationMode;
import io.github.cqs.ResumeMode;
import io.github.cqs.internal.Tuning;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;

/**
 * A semaphore that hands permits over in the order of arrival: {@link #acquire} and {@link #release} are one fetch-and-add each when nobody
 * waits, and one more on the queue when somebody does.
 *
 * <p>{@link #tryAcquire()} succeeds whenever a permit is free, and no permit is ever on its way to a waiter in a place where
 * {@code tryAcquire} cannot see it: the queue works in {@link ResumeMode#SYNC}. Interrupted and timed-out waiters leave in constant time.
 *
 * <p><b>Progress.</b> {@code tryAcquire()} is lock-free. {@code release} waits at most a bounded number of turns for an acquirer that is about
 * to enqueue, and for the cancellation of the waiter that it meets.
 *
 * <p><b>Memory consistency effects:</b> what happens before {@code release} <i>happens-before</i> what follows a successful acquire of that
 * permit.
 *
 * <p>CQS paper (PLDI 2023), section 4.3, with the synchronous resumption of its full version.
 */
public final class FairSemaphore {
    private final Queue queue;

    /**
     * A semaphore with {@code permits} free permits.
     *
     * @throws IllegalArgumentException if {@code permits} is negative
     */
    public FairSemaphore(int permits) {
        this(permits, Tuning.SEGMENT_SIZE, ResumeMode.SYNC, CancellationMode.SMART);
    }

    FairSemaphore(int permits, int segmentSize, ResumeMode resumeMode, CancellationMode cancellationMode) {
        if (permits < 0) {
            throw new IllegalArgumentException("permits must not be negative: " + permits);
        }
        queue = new Queue(permits, segmentSize, resumeMode, cancellationMode);
    }

    /**
     * Takes a permit, waiting for one if none is free.
     *
     * @throws InterruptedException if interrupted while waiting, or before it would have to wait; no permit was taken then
     */
    public void acquire() throws InterruptedException {
        while (!queue.take()) {
            if (queue.suspendForPermit()) {
                return;
            }
        }
    }

    /** Takes a permit, waiting for one if none is free; interrupts are kept as status. */
    public void acquireUninterruptibly() {
        while (!queue.take()) {
            if (queue.suspendForPermitUninterruptibly()) {
                return;
            }
        }
    }

    /** Takes a permit if one is free; never blocks. */
    public boolean tryAcquire() {
        for (; ; ) {
            long s = queue.state;
            if (s <= 0) {
                return false;
            }
            if (Queue.STATE.compareAndSet(queue, s, s - 1)) {
                return true;
            }
        }
    }

    /**
     * Takes a permit, waiting at most the given time; with a time that is not positive it does not wait.
     *
     * @return whether a permit was taken
     * @throws InterruptedException if interrupted while waiting; no permit was taken then
     */
    public boolean tryAcquire(long timeout, TimeUnit unit) throws InterruptedException {
        long nanos = unit.toNanos(timeout);
        if (nanos <= 0) {
            return tryAcquire();
        }
        long deadline = System.nanoTime() + nanos;
        while (!queue.take()) {
            Boolean got = queue.suspendForPermitUntil(deadline);
            if (got != null) {
                return got;
            }
        }
        return true;
    }

    /** Frees a permit, handing it to the first waiter if there is one. Never blocks but as the class description says. */
    public void release() {
        queue.release();
    }

    /** The number of free permits. */
    public int availablePermits() {
        return (int) Math.max(0, queue.state);
    }

    /** The number of threads that wait. */
    public int queueLength() {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(0, -queue.state));
    }

    void checkInvariantsAtQuiescence() {
        queue.check();
    }

    /** state > 0: so many permits are free. state <= 0: none is, and -state threads wait. */
    private static final class Queue extends CancellableQueueSynchronizer<Boolean> {
        private final boolean smart;
        private volatile long state;

        Queue(int permits, int segmentSize, ResumeMode resumeMode, CancellationMode cancellationMode) {
            super(resumeMode, cancellationMode, segmentSize);
            this.smart = cancellationMode == CancellationMode.SMART;
            this.state = permits;
        }

        boolean take() {
            return (long) STATE.getAndAdd(this, -1L) > 0;
        }

        boolean suspendForPermit() throws InterruptedException {
            return suspend() != null;
        }

        boolean suspendForPermitUninterruptibly() {
            return suspendUninterruptibly() != null;
        }

        @org.jspecify.annotations.Nullable
        Boolean suspendForPermitUntil(long deadline) throws InterruptedException {
            return suspendUntil(deadline, Boolean.FALSE);
        }

        /** A resume that fails (broken cell, or a waiter cancelled in SIMPLE mode) has balanced that waiter's decrement. */
        void release() {
            while ((long) STATE.getAndAdd(this, 1L) < 0) {
                if (resume(Boolean.TRUE)) {
                    return;
                }
            }
        }

        /** The increment takes the waiter off the count, or, if a release already did, gives that release's permit back. */
        @Override
        protected boolean onCancellation() {
            return (long) STATE.getAndAdd(this, 1L) < 0;
        }

        void check() {
            checkInvariants();
            if (smart && state < 0) {
                throw new IllegalStateException("threads are counted as waiting: " + -state + ", " + toStringDebug());
            }
        }

        // VarHandle mechanics
        static final VarHandle STATE;

        static {
            try {
                STATE = MethodHandles.lookup().findVarHandle(Queue.class, "state", long.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }
}
