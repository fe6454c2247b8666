package io.github.cqs.internal;

import io.github.cqs.CancellableQueueSynchronizer;
import io.github.cqs.CancellationMode;
import io.github.cqs.ResumeMode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;

/** Threads that wait for one event which happens once. */
public final class LatchQueue extends CancellableQueueSynchronizer<Boolean> {
    /*
     * Overview.
     *
     * One word counts the waiters and has a bit for "open". A waiter adds itself, and suspends unless the bit was set; open() sets the bit,
     * which freezes the count, and resumes as many. A waiter that leaves takes itself off the count before the bit is set, so that no resume
     * is spent on it; afterwards one is on its way, and is refused.
     *
     * CQS paper (PLDI 2023), listing 8.
     */

    private static final long OPEN = 1L << 62;

    private final Object blocker;
    private volatile long waiters;

    /** A closed queue whose memory grows in blocks of {@code segmentSize} waiters, which park on {@code blocker}. */
    public LatchQueue(int segmentSize, Object blocker) {
        super(ResumeMode.ASYNC, CancellationMode.SMART, segmentSize);
        this.blocker = blocker;
    }

    @Override
    protected Object blocker() {
        return blocker;
    }

    /** Waits until {@link #open}. */
    public void awaitOpen() throws InterruptedException {
        if (register()) {
            suspend();
        }
    }

    /** Waits until {@link #open} or until the time {@code deadline} of {@link System#nanoTime}; answers whether it is open. */
    public boolean awaitOpen(long deadline) throws InterruptedException {
        if (!register()) {
            return true;
        }
        Boolean open = suspendUntil(deadline, Boolean.FALSE);
        return open != null && open;
    }

    /** Waits until {@link #open}; interrupts are kept as status. */
    public void awaitOpenUninterruptibly() {
        if (register()) {
            suspendUninterruptibly();
        }
    }

    private boolean register() {
        return (long) WAITERS.getAndAdd(this, 1L) < OPEN;
    }

    /** Releases all threads, also those that come later. Only the first call has an effect. */
    @ReservedStack
    public void open() {
        for (; ; ) {
            long w = waiters;
            if (w >= OPEN) {
                return;
            }
            if (WAITERS.compareAndSet(this, w, w + OPEN)) {
                for (long n = w; n > 0; n--) {
                    resume(Boolean.TRUE);
                }
                return;
            }
        }
    }

    @Override
    protected boolean onCancellation() {
        return (long) WAITERS.getAndAdd(this, -1L) < OPEN;
    }

    /** The threads that wait; a snapshot. */
    public List<Thread> threads() {
        return new ArrayList<>(queuedThreads());
    }

    /** Fails on a violated invariant; to be called at quiescence. */
    public void check() {
        checkInvariants();
        long w = waiters;
        if (w > 0 && w < OPEN) {
            throw new IllegalStateException("threads are counted as waiting: " + w + ", " + toStringDebug());
        }
    }

    // VarHandle mechanics
    private static final VarHandle WAITERS;

    static {
        try {
            WAITERS = MethodHandles.lookup().findVarHandle(LatchQueue.class, "waiters", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
