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
     * Wake tree. Who opens for many does not resume them alone: it resumes a few, and each waiter that leaves, by whatever way, resumes as many more. One turn is taken for each resume:
     *
     *              open(): + waiters          open(), and each of these waiters, leaving: - 1 up to fan-out times, until there is none
     *    turns  ---------------------->  -------------------------------------------------------------------------------------->  0 or less: all are resumed
     *
     * A waiter that was counted leaves after the bit was set, and the bit says in the same write that this is a tree, so it knows. If it
     * leaves before the addition (its time was up), it finds no turn, and turns goes below 0 for a while: open() makes its resume too. So as many are made as
     * turns were asked for, up to the number of waiters. Nobody is forgotten: were I < waiters resumes made and no thread on its way, their I
     * receivers, one each, would have left and have asked for a turn each, and so has open(), which makes I + 1. (Who took itself off the count just before the bit was set asks as well.)
     *
     * A virtual thread stops after the first few, as it would fill its own run queue with threads for others to steal. A platform thread goes on to the end, which is fastest as long as
     * it has a processor; if it loses that, to those whom it woke or to another program, these go on without it, by one each.
     *
     * A resumed waiter that gets no carrier keeps those behind it waiting. The JDK's latch and barrier are no better: there each waiter wakes
     * one more.
     *
     * CQS paper (PLDI 2023), listing 8.
     */

    private static final long OPEN = 1L << 62;

    /** Beside OPEN: the waiters resume each other. */
    private static final long TREE = 1L << 61;

    private final Object blocker;
    private volatile long waiters;

    @SuppressWarnings("UnusedVariable") // written through the VarHandle
    private volatile long turns;

    /** A hint: whoever leaves asks for one at least. Written before TREE is set. */
    private int fanOut;

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
    @ReservedStack
    public void awaitOpen() throws InterruptedException {
        if (register()) {
            try {
                suspend();
            } finally {
                pass();
            }
        }
    }

    /** Waits until {@link #open} or until the time {@code deadline} of {@link System#nanoTime}; answers whether it is open. */
    @ReservedStack
    public boolean awaitOpen(long deadline) throws InterruptedException {
        if (!register()) {
            return true;
        }
        try {
            Boolean open = suspendUntil(deadline, Boolean.FALSE);
            return open != null && open;
        } finally {
            pass();
        }
    }

    /** Waits until {@link #open}; interrupts are kept as status. */
    @ReservedStack
    public void awaitOpenUninterruptibly() {
        if (register()) {
            try {
                suspendUninterruptibly();
            } finally {
                pass();
            }
        }
    }

    private boolean register() {
        return (long) WAITERS.getAndAdd(this, 1L) < OPEN;
    }

    /** Releases all threads, also those that come later. Only the first call has an effect. */
    @ReservedStack
    public void open() {
        if (Tuning.isVirtual(Thread.currentThread())) {
            open(Tuning.WAKE_DIRECT, Tuning.WAKE_FAN_OUT, false);
        } else {
            open(1, 1, true);
        }
    }

    /**
     * Releases all threads; if there are more than {@code mostDirect}, with their help: each resumes {@code fanOut} more, and so does the current thread, or if {@code all} it goes on until
     * none is left.
     */
    @ReservedStack
    final void open(long mostDirect, int fanOut, boolean all) {
        resumeThose(freeze(mostDirect, fanOut), all);
    }

    /** Sets the bit; answers how many are to be resumed, 0 if it was set already. */
    final long freeze(long mostDirect, int fanOut) {
        for (; ; ) {
            long w = waiters;
            if (w >= OPEN) {
                return 0;
            }
            boolean tree = w > mostDirect;
            if (tree) {
                this.fanOut = fanOut;
            }
            if (WAITERS.compareAndSet(this, w, w + (tree ? OPEN + TREE : OPEN))) {
                return w;
            }
        }
    }

    /** Resumes {@code w} threads, as it was said to {@link #freeze}. */
    @ReservedStack
    final void resumeThose(long w, boolean all) {
        if (w == 0 || (waiters & TREE) == 0) {
            resumeAll(w);
            return;
        }
        resumeAll(Math.min(w, -(long) TURNS.getAndAdd(this, w)));
        resumeTurns(all ? w : fanOut);
    }

    /** Of a thread that was counted as a waiter and leaves: resumes those whose turn it is, if this is a tree. */
    @ReservedStack
    private void pass() {
        if ((waiters & TREE) != 0) {
            resumeTurns(fanOut);
        }
    }

    /** Resumes as many of those whose turn has not come yet, {@code most} at most. */
    private void resumeTurns(long most) {
        for (long i = most; i > 0 && (long) TURNS.getAndAdd(this, -1L) > 0; i--) {
            resume(Boolean.TRUE);
        }
    }

    private void resumeAll(long n) {
        for (long i = n; i > 0; i--) {
            resume(Boolean.TRUE);
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
    private static final VarHandle TURNS;

    static {
        try {
            MethodHandles.Lookup l = MethodHandles.lookup();
            WAITERS = l.findVarHandle(LatchQueue.class, "waiters", long.class);
            TURNS = l.findVarHandle(LatchQueue.class, "turns", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        new LatchQueue(1, LatchQueue.class).link();
    }

    /** Runs each kind of operation once: later there may be no memory for that (see {@link Segment}). */
    private void link() {
        register();
        open();
    }
}
