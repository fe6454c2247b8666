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
     * Wake tree. A virtual thread that opens for many does not resume them all, which would fill its own run queue with threads for others to
     * steal: it resumes a few, and each waiter that leaves, by whatever way, resumes as many more. turns = waiters at the opening - resumes
     * that were asked for, so what was there before the subtraction tells how many of them are still to be made:
     *
     *              open(): + waiters, - fan-out          each of these waiters, leaving: - fan-out
     *    turns  ------------------------------------>  ------------------------------------------->  0 or less: all are resumed
     *
     * A waiter that was counted leaves after the bit was set, and the bit says in the same write that this is a tree, so it knows. If it
     * leaves before the addition (its time was up), turns goes below 0 for a while and open() makes its resumes too. So as many are made as
     * were asked for, up to the number of waiters. Nobody is forgotten: were I < waiters resumes made and no thread on its way, their I
     * receivers, one each, would have left and have asked for fan-out * (I + 1) > I.
     *
     * Help. A platform thread resumes all, but it may lose its processor after the first: to those whom it woke, or to another program. So what is left to be resumed is counted in turns as well, and each waiter that
     * leaves takes one more off, and resumes it:
     *
     *              open(): + waiters           opener, until there is none: - 1, each waiter that leaves: - 1 if there is one
     *    turns  -------------------->  ----------------------------------------------------------------------------------->  0 or less: all are resumed
     *
     * Whoever finds a positive number before its subtraction makes one resume: as many as were added, since nobody subtracts before they are, and the opener goes on until there is none left.
     *
     * A resumed waiter that gets no carrier keeps those behind it waiting. The JDK's latch and barrier are no better: there each waiter wakes
     * one more.
     *
     * CQS paper (PLDI 2023), listing 8.
     */

    private static final long OPEN = 1L << 62;

    /** Beside OPEN: the waiters resume each other. */
    private static final long TREE = 1L << 61;

    /** Beside OPEN: the waiters help the one that resumes them. */
    private static final long HELP = 1L << 60;

    private final Object blocker;
    private volatile long waiters;

    private volatile long turns;

    /** Written before TREE is set. */
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
            open(Tuning.WAKE_DIRECT, Tuning.WAKE_FAN_OUT);
        } else {
            openWithHelp();
        }
    }

    /** Releases all threads, with the help of those that are released. */
    @ReservedStack
    final void openWithHelp() {
        for (; ; ) {
            long w = waiters;
            if (w >= OPEN) {
                return;
            }
            boolean several = w > 1;
            if (WAITERS.compareAndSet(this, w, w + (several ? OPEN + HELP : OPEN))) {
                if (several) {
                    TURNS.getAndAdd(this, w);
                    while (help()) {
                        /* One was resumed. */
                    }
                } else {
                    resumeAll(w);
                }
                return;
            }
        }
    }

    /** Resumes one of those that are left, if there is one; answers whether there was. */
    private boolean help() {
        if (turns <= 0 || (long) TURNS.getAndAdd(this, -1L) <= 0) {
            return false;
        }
        resume(Boolean.TRUE);
        return true;
    }

    /** Releases all threads, by a tree if there are more than {@code mostDirect}, which each resume {@code fanOut} more. */
    @ReservedStack
    final void open(long mostDirect, int fanOut) {
        for (; ; ) {
            long w = waiters;
            if (w >= OPEN) {
                return;
            }
            boolean tree = w > mostDirect;
            if (tree) {
                this.fanOut = fanOut;
            }
            if (WAITERS.compareAndSet(this, w, w + (tree ? OPEN + TREE : OPEN))) {
                if (tree) {
                    long askedFor = fanOut - (long) TURNS.getAndAdd(this, w - fanOut);
                    resumeAll(Math.min(w, askedFor));
                } else {
                    resumeAll(w);
                }
                return;
            }
        }
    }

    /** Of a thread that was counted as a waiter and leaves: resumes those whose turn it is, if this is a tree, or one of those that are left. */
    @ReservedStack
    private void pass() {
        long w = waiters;
        if ((w & TREE) != 0) {
            int n = fanOut;
            resumeAll(Math.min(n, (long) TURNS.getAndAdd(this, (long) -n)));
        } else if ((w & HELP) != 0) {
            help();
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
