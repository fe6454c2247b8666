package io.github.cqs;

import io.github.cqs.ces.HandOff;
import io.github.cqs.internal.CellState;
import io.github.cqs.internal.Scarcity;
import io.github.cqs.internal.Segment;
import io.github.cqs.internal.Tuning;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A FIFO queue of waiting threads with values handed to them: the base class of fair, abortable synchronization primitives.
 *
 * <p>{@link #suspend} joins the queue and waits; {@link #resume} hands a value to the first waiter. The primitive decides with a counter of
 * its own <em>whether</em> to suspend or to resume, usually with one fetch-and-add, and may call {@code resume} before the
 * {@code suspend} that it answers has come, as long as that is sure to come. A mutex with interruptible waiting:
 *
 * <pre>{@code
 * final class TinyMutex extends CancellableQueueSynchronizer<Boolean> {
 *     private final AtomicInteger free = new AtomicInteger(1);              // 1: free, 0: held, -n: held and n wait
 *
 *     TinyMutex() { super(ResumeMode.ASYNC, CancellationMode.SMART); }
 *
 *     void lock() throws InterruptedException { if (free.getAndDecrement() <= 0) suspend(); }
 *
 *     void unlock() { if (free.getAndIncrement() < 0) resume(true); }
 *
 *     protected boolean onCancellation() { return free.getAndIncrement() < 0; }   // false: an unlock is on its way to us
 * }
 * }</pre>
 *
 * <p><b>Blocking.</b> The {@code suspend} methods block until resumed, interrupted or timed out, as each says. {@code resume} never blocks
 * in mode {@link ResumeMode#ASYNC}; in mode {@link ResumeMode#SYNC} it waits a bounded number of turns for its suspend, and while one
 * {@link #onCancellation} of another thread runs.
 *
 * <p><b>Cancellation.</b> Interrupt and timeout end a wait. A thread whose resume has already been decided is no longer cancelled: it returns
 * its value and keeps its interrupt status. {@link CancellationMode} tells what becomes of the cell, and at what cost. So does an error of
 * {@code LockSupport.park}, as a virtual thread has whose stack is too deep to leave its carrier: it is thrown when the cancellation has been
 * carried out.
 *
 * <p><b>Progress and cost.</b> One fetch-and-add and one compare-and-set for each operation without cancellation; cancellation and skipping
 * cancelled waiters take constant time each. Nothing is kept for waiters that have gone. In ASYNC mode {@code resume} is lock-free.
 *
 * <p><b>Memory consistency effects:</b> what happens in a thread before {@code resume} <i>happens-before</i> what follows in the thread that
 * returns from the {@code suspend} which takes that value.
 *
 * <p>From N. Koval, D. Khalanskiy, D. Alistarh, "CQS: A Formally-Verified Framework for Fair and Abortable Synchronization", PLDI 2023.
 *
 * @param <T> the values handed over
 */
public abstract class CancellableQueueSynchronizer<T> {
    /*
     * Overview.
     *
     * Think of an infinite array of cells and two counters. suspend() takes the next cell with one fetch-and-add and leaves its thread
     * there; resume(v) takes the next cell the same way and hands v to whatever it finds. A cell is touched by one suspend and at most one
     * resume, in either order, plus the cancellation of that waiter:
     *
     *              suspend              resume            waiter
     *    EMPTY --------------> thread ----------> value ----------> RESUMED
     *      |                     | interrupt or timeout
     *      | resume is first     v                 true
     *      v                 CANCELLING --------------> CANCELLED
     *    value                   |    onCancellation()
     *      |  \ spin bound       |                 false
     *      |   \ (SYNC only)     +--------------------> REFUSED
     *      v    v
     *    TAKEN  BROKEN
     *
     * SIMPLE cancellation goes straight from the thread to CANCELLED, and the meeting resume fails. SMART lets resume skip CANCELLED cells;
     * at REFUSED the value returns to the primitive. A resume that meets CANCELLING leaves its value for the canceller (ASYNC) or spins
     * until it decides (SYNC).
     *
     * Departures from the paper. (1) The waiter is the Thread itself and the value travels through the cell: the resume replaces the thread
     * by the value and unparks it, the waiter reads the cell. So a wait allocates nothing, and "unpark(value) fails" of the paper is the
     * failed CAS on the cell. A value that could be mistaken for a thread or a state is boxed. (2) The paper's THREAD_CANCELLED, a thread
     * marked as cancelled, is the state CANCELLING, which the waiter writes with the CAS that competes with resume; hence exactly one of
     * them wins. (3) Waiting is a loop around park: a permit may be stray (an application's own unpark, a cell resumed while its waiter
     * was still running), so only the cell's content counts.
     *
     * The races, one by one.
     *  - suspend against resume on an EMPTY cell: both CAS from null; the loser finds the other's work.
     *  - cancellation against resume: both CAS from the thread; if resume wins, the canceller takes the value and the operation stands.
     *    An error of park is one more reason to cancel, and is forgotten if resume wins. Left there, the thread would be given a value that nobody takes.
     *  - resume against onCancellation: resume swaps CANCELLING for its value (ASYNC), the canceller's getAndSet finds it and completes
     *    that resume in its own name: it resumes the next waiter after CANCELLED, or hands the value back after REFUSED.
     *  - a segment whose cells were all cancelled may be gone when a resume looks for it. It finds a later one; under SMART it moves the
     *    resume index there in one step, under SIMPLE it fails, as at every cancelled cell. A suspend always finds its own segment, since
     *    its own cell is not cancelled.
     *  - the segment pointer is read before the ticket is taken: the pointer then never lies behind the ticket's segment.
     *
     * Memory order. Cell transitions are volatile-mode CASes: the CAS that installs the thread publishes it, the CAS that replaces it
     * publishes the value. The waiter's last write, RESUMED, is a release write that only drops a reference.
     */

    private final ResumeMode resumeMode;
    private final boolean smart;
    private final int segmentShift;

    private volatile Segment suspendSegment;
    private volatile Segment resumeSegment;
    private volatile long suspendIndex;
    private volatile long resumeIndex;

    /** A queue with the default segment size. */
    protected CancellableQueueSynchronizer(ResumeMode resumeMode, CancellationMode cancellationMode) {
        this(resumeMode, cancellationMode, Tuning.SEGMENT_SIZE);
    }

    /**
     * A queue whose memory grows in blocks of {@code segmentSize} waiters.
     *
     * @throws IllegalArgumentException if {@code segmentSize} is not a power of two between 1 and 16384
     */
    protected CancellableQueueSynchronizer(ResumeMode resumeMode, CancellationMode cancellationMode, int segmentSize) {
        if (segmentSize <= 0 || segmentSize > 1 << 14 || Integer.bitCount(segmentSize) != 1) {
            throw new IllegalArgumentException("segmentSize must be a power of two up to 16384, not " + segmentSize);
        }
        this.resumeMode = resumeMode;
        this.smart = cancellationMode == CancellationMode.SMART;
        this.segmentShift = Integer.numberOfTrailingZeros(segmentSize);
        Segment first = new Segment(0, segmentSize, null, 2);
        this.suspendSegment = first;
        this.resumeSegment = first;
    }

    // Suspending

    /**
     * Joins the queue and waits for a value.
     *
     * @return the value, or {@code null} if the cell was broken by a SYNC resume that did not want to wait (never in ASYNC mode)
     * @throws InterruptedException if the current thread is interrupted before a value was handed to it, at entry included; its
     *     cancellation has been carried out then, and its interrupt status is cleared
     */
    protected final @Nullable T suspend() throws InterruptedException {
        return orThrow(suspend(true, false, 0L, null, interrupted()));
    }

    /**
     * Joins the queue and waits for a value, however often the thread is interrupted; the interrupt status is kept.
     *
     * @return the value, or {@code null} if the cell was broken (SYNC mode only)
     */
    protected final @Nullable T suspendUninterruptibly() {
        return suspend(false, false, 0L, null, null);
    }

    /**
     * Joins the queue and waits for a value, at most {@code nanos} nanoseconds. With {@code nanos <= 0} the thread joins the queue and leaves
     * it at once, unless a value is there already.
     *
     * @return the value; {@code ifTimedOut} if time ran out, the cancellation being carried out; or {@code null} if the cell was broken
     *     (SYNC mode only)
     * @throws InterruptedException as {@link #suspend}
     */
    protected final @Nullable T suspendNanos(long nanos, @Nullable T ifTimedOut) throws InterruptedException {
        return suspendUntil(System.nanoTime() + Math.max(0, nanos), ifTimedOut);
    }

    /** As {@link #suspendNanos}, up to the time {@code deadline} of {@link System#nanoTime}. */
    protected final @Nullable T suspendUntil(long deadline, @Nullable T ifTimedOut) throws InterruptedException {
        return orThrow(suspend(true, true, deadline, ifTimedOut, interrupted()));
    }

    /** What a wait answers that was interrupted, in place of an exception. */
    private static final Object INTERRUPTED = new Object();

    @SuppressWarnings("unchecked") // goes no further than to orThrow
    private T interrupted() {
        return (T) INTERRUPTED;
    }

    private @Nullable T orThrow(@Nullable T got) throws InterruptedException {
        if (got == INTERRUPTED) {
            throw new InterruptedException();
        }
        return got;
    }

    /**
     * As {@link #suspendUninterruptibly}, or {@link #suspend()} if {@code interruptible}, or {@link #suspendUntil} if {@code timed} as well, without an exception: an interrupt makes it
     * answer {@code ifInterrupted}. For a primitive that has something else to do then, or throws where that costs less: an exception is slower with each method that it leaves. The
     * others are made of this one and not this one of them, as a virtual thread that waits keeps its frames.
     */
    protected final @Nullable T suspend(
            boolean interruptible, boolean timed, long deadline, @Nullable T ifTimedOut, @Nullable T ifInterrupted) {
        Segment start = suspendSegment;
        long ticket = (long) SUSPEND_INDEX.getAndAdd(this, 1L);
        Segment s = findForSuspend(start, ticket >>> segmentShift);
        int i = (int) ticket & s.size() - 1;
        assert s.id == ticket >>> segmentShift : "a segment with an unused cell was removed";
        Thread current = Thread.currentThread();
        if (s.casCell(i, null, current)) {
            return await(s, i, current, interruptible, timed, deadline, ifTimedOut, ifInterrupted);
        }
        return takeEarlyValue(s, i);
    }

    /** A resume was here first: its value is ours unless it gave up. */
    private @Nullable T takeEarlyValue(Segment s, int i) {
        Object value = s.getCell(i);
        if (value == CellState.BROKEN || !s.casCell(i, value, CellState.TAKEN)) {
            return null;
        }
        return unboxed(value);
    }

    private @Nullable T await(
            Segment s,
            int i,
            Thread current,
            boolean interruptible,
            boolean timed,
            long deadline,
            @Nullable T ifTimedOut,
            @Nullable T ifInterrupted) {
        boolean interrupted = false;
        boolean parked = false;
        try {
            long spin = spinNanos();
            if (spin > 0 && timed) {
                spin = Math.min(spin, deadline - System.nanoTime());
            }
            if (spin > 0) {
                spin(s, i, current, spin);
            }
            for (; ; ) {
                Object cell = s.getCell(i);
                if (cell != current) {
                    s.setReleaseCell(i, CellState.RESUMED);
                    return unboxed(cell);
                }
                if (Thread.interrupted()) {
                    if (interruptible && cancel(s, i, current)) {
                        return ifInterrupted;
                    }
                    interrupted = true;
                    continue;
                }
                long remaining = timed ? deadline - System.nanoTime() : 0L;
                if (timed && remaining <= 0) {
                    if (cancel(s, i, current)) {
                        if (!parked) {
                            HandOff.timedOutUnparked(blocker());
                        }
                        return ifTimedOut;
                    }
                    continue;
                }
                try { // in here: a virtual thread that waits keeps its frames
                    if (timed) {
                        HandOff.parkNanos(blocker(), remaining);
                        parked = true;
                    } else {
                        HandOff.park(blocker());
                    }
                } catch (Error | RuntimeException refused) {
                    if (cancel(s, i, current)) {
                        throw refused;
                    }
                }
            }
        } finally {
            if (interrupted) {
                current.interrupt();
            }
        }
    }

    private static void spin(Segment s, int i, Thread current, long nanos) {
        long end = System.nanoTime() + nanos;
        do {
            for (int turn = 0; turn < 16; turn++) {
                if (s.getCell(i) != current) {
                    return;
                }
                Thread.onSpinWait();
            }
        } while (System.nanoTime() - end < 0);
    }

    /** Answers false if a resume was faster; the value is in the cell then. */
    private boolean cancel(Segment s, int i, Thread current) {
        if (!smart) {
            if (!s.casCell(i, current, CellState.CANCELLED)) {
                return false;
            }
            s.onCancelledCell();
            return true;
        }
        if (!s.casCell(i, current, CellState.CANCELLING)) {
            return false;
        }
        if (onCancellation()) {
            Object met = s.getAndSetCell(i, CellState.CANCELLED);
            if (met == CellState.CANCELLING) {
                s.onCancelledCell();
            } else {
                resume(unboxed(met));
            }
        } else {
            Object met = s.getAndSetCell(i, CellState.REFUSED);
            if (met != CellState.CANCELLING) {
                completeRefusedResume(unboxed(met));
            }
        }
        return true;
    }

    // Suspending for another thread

    /** The place of a thread that was queued by another one with {@link #suspendFor}. */
    protected static class Ticket {
        private @Nullable Segment segment;
        private int index;

        /** A ticket without a place. */
        protected Ticket() {}
    }

    /**
     * Queues {@code waiter}, which waits elsewhere, without waking it; it must come to {@link #awaitUninterruptibly} with the same
     * ticket, whose publication to it is the caller's business.
     *
     * @return false if a value was already there: the waiter is to be woken by the caller
     */
    protected final boolean suspendFor(Thread waiter, Ticket ticket) {
        Segment start = suspendSegment;
        long index = (long) SUSPEND_INDEX.getAndAdd(this, 1L);
        Segment s = findForSuspend(start, index >>> segmentShift);
        int i = (int) index & s.size() - 1;
        ticket.segment = s;
        ticket.index = i;
        return s.casCell(i, null, waiter);
    }

    /** The second half of {@link #suspendFor}, called by the waiter itself; interrupts are kept as status. */
    protected final @Nullable T awaitUninterruptibly(Ticket ticket) {
        Segment s = ticket.segment;
        if (s == null) {
            throw new IllegalStateException("the ticket has no place");
        }
        ticket.segment = null;
        Thread current = Thread.currentThread();
        return s.getCell(ticket.index) == current
                ? await(s, ticket.index, current, false, false, 0L, null, null)
                : takeEarlyValue(s, ticket.index);
    }

    // Resuming

    /**
     * Hands {@code value} to the first waiter, which may still be on its way.
     *
     * @return true if a waiter has the value or will have it, or the primitive has taken it back through {@link #completeRefusedResume};
     *     false if the waiter was cancelled (SIMPLE mode only) or did not come in time (SYNC mode only): the caller then starts its
     *     operation over
     * @throws NullPointerException if {@code value} is null
     */
    protected final boolean resume(T value) {
        Object content = boxed(value);
        for (; ; ) {
            Segment start = resumeSegment;
            long ticket = (long) RESUME_INDEX.getAndAdd(this, 1L);
            Segment s = findForResume(start, ticket >>> segmentShift);
            s.cleanPrev();
            if (s.id == ticket >>> segmentShift) {
                int outcome = resumeCell(s, (int) ticket & s.size() - 1, value, content);
                if (outcome != SKIPPED) {
                    return outcome == DONE;
                }
            } else if (smart) {
                // All cells up to s are cancelled. If another resume moves the index meanwhile, it does as well as this
                // one.
                moveResumeIndex(ticket + 1, s.id << segmentShift);
            } else {
                return false;
            }
        }
    }

    private void moveResumeIndex(long from, long to) {
        RESUME_INDEX.compareAndSet(this, from, to);
    }

    private static final int DONE = 0;
    private static final int FAILED = 1;
    private static final int SKIPPED = 2;

    private int resumeCell(Segment s, int i, T value, Object content) {
        boolean async = resumeMode == ResumeMode.ASYNC;
        for (int turns = 0; ; turns++) {
            Object cell = s.getCell(i);
            if (cell == null) {
                beforeResume(null);
                if (s.casCell(i, null, content)) {
                    return async || isTaken(s, i, content) ? DONE : FAILED;
                }
            } else if (cell instanceof Thread waiter) {
                beforeResume(waiter);
                if (s.casCell(i, waiter, content)) {
                    unpark(waiter);
                    return DONE;
                }
                beforeResume(null); // it has given up
            } else if (cell == CellState.CANCELLING) {
                if (async) {
                    beforeResume(null);
                    if (s.casCell(i, cell, content)) {
                        return DONE;
                    }
                } else {
                    backOff(turns);
                }
            } else if (cell == CellState.CANCELLED) {
                return smart ? SKIPPED : FAILED;
            } else {
                assert cell == CellState.REFUSED : cell;
                completeRefusedResume(value);
                return DONE;
            }
        }
    }

    /** Waits a bounded time for the suspend, then breaks the cell. */
    private boolean isTaken(Segment s, int i, Object content) {
        for (int spins = Tuning.SYNC_SPINS; spins > 0; spins--) {
            if (s.getCell(i) == CellState.TAKEN) {
                return true;
            }
            Thread.onSpinWait();
        }
        return !s.casCell(i, content, CellState.BROKEN);
    }

    private static void backOff(int turns) {
        if ((turns & 63) == 63) {
            Scarcity.tryYield(); // the canceller may need this core
        } else {
            Thread.onSpinWait();
        }
    }

    // For the primitive to define

    /**
     * Called in SMART mode by a waiter that leaves, to take itself out of the primitive's count of waiters. Must not throw.
     *
     * @return true if no resume is on its way for this waiter, so that its cell can be skipped; false if the count says that one is: it
     *     will be refused
     */
    protected boolean onCancellation() {
        return true;
    }

    /**
     * Called in SMART mode with the value of a resume that {@link #onCancellation} has announced to be refused. A primitive whose count already
     * has the value back, as a semaphore's, does nothing. Must not throw.
     *
     * <p>It may call {@link #resume}, which nests once for each refused waiter that such a resume meets in turn. Each of them must have joined
     * and left meanwhile, so the nesting stays as shallow as such threads are few.
     */
    protected void completeRefusedResume(T value) {}

    /** What waiting threads are parked on, for thread dumps; this queue unless overridden. */
    protected Object blocker() {
        return this;
    }

    /** How long a thread looks for its value before it parks; 0 unless overridden. Useless where the resumer may need this thread's core. */
    protected long spinNanos() {
        return 0;
    }

    /** Wakes a thread that was handed a value. */
    protected void unpark(Thread waiter) {
        HandOff.wake(waiter);
    }

    /**
     * Called by {@code resume} before it tries to hand its value to {@code waiter}; may be called several times for one resume, with
     * {@code null} where it is about to leave the value for a thread that it does not know, and where {@code waiter} has given up.
     */
    protected void beforeResume(@Nullable Thread waiter) {}

    // Inspection

    /** The threads that wait now, first one first, in a list of the caller's. A snapshot that is exact only while nobody joins or leaves. */
    protected final List<Thread> queuedThreads() {
        List<Thread> threads = new ArrayList<>();
        long end = suspendIndex; // who leaves and comes back meanwhile must not be seen twice
        for (Segment s = resumeSegment; s != null; s = s.next()) {
            for (int i = 0; i < s.size() && (s.id << segmentShift) + i < end; i++) {
                Object cell = s.getCell(i);
                if (cell instanceof Thread waiter) {
                    threads.add(waiter);
                }
            }
        }
        return threads;
    }

    /** Whether {@code thread} waits here now. */
    protected final boolean isQueued(Thread thread) {
        for (Segment s = resumeSegment; s != null; s = s.next()) {
            for (int i = 0; i < s.size(); i++) {
                if (s.getCell(i) == thread) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Fails on a violated invariant of the queue; to be called when no operation runs.
     *
     * @throws IllegalStateException if there is one
     */
    protected final void checkInvariants() {
        Segment first = resumeSegment;
        if (smart && first.id > resumeIndex >>> segmentShift) {
            throw new IllegalStateException("the resume pointer is ahead of its index: " + toStringDebug());
        }
        for (Segment s = first; s != null; s = s.next()) {
            s.checkInvariants();
            if (s != first && s != suspendSegment && s.isRemoved()) {
                throw new IllegalStateException("a removed segment is still linked: " + toStringDebug());
            }
        }
    }

    /** Indices and cells, for debugging. */
    protected final String toStringDebug() {
        StringBuilder out = new StringBuilder();
        out.append("suspendIndex=").append(suspendIndex).append(" resumeIndex=").append(resumeIndex);
        for (Segment s = resumeSegment; s != null; s = s.next()) {
            out.append(' ').append(s);
        }
        return out.toString();
    }

    // The infinite array. The VarHandles are named where they are used, so that they are constants to the compiler.

    private Segment findForSuspend(Segment start, long id) {
        for (; ; ) {
            Segment to = start.find(id);
            for (; ; ) {
                Segment cur = suspendSegment;
                if (cur.id >= to.id) {
                    return to;
                }
                if (!to.tryIncPointers()) {
                    break;
                }
                if (SUSPEND_SEGMENT.compareAndSet(this, cur, to)) {
                    cur.decPointers();
                    return to;
                }
                to.decPointers();
            }
        }
    }

    private Segment findForResume(Segment start, long id) {
        for (; ; ) {
            Segment to = start.find(id);
            for (; ; ) {
                Segment cur = resumeSegment;
                if (cur.id >= to.id) {
                    return to;
                }
                if (!to.tryIncPointers()) {
                    break;
                }
                if (RESUME_SEGMENT.compareAndSet(this, cur, to)) {
                    cur.decPointers();
                    return to;
                }
                to.decPointers();
            }
        }
    }

    // Values

    /** A value that would otherwise be mistaken for a thread or a state of the cell. */
    private static final class Boxed {
        final Object value;

        Boxed(Object value) {
            this.value = value;
        }
    }

    private static Object boxed(Object value) {
        if (value == null) {
            throw new NullPointerException("value");
        }
        return value instanceof Thread || value instanceof CellState || value instanceof Boxed
                ? new Boxed(value)
                : value;
    }

    @SuppressWarnings("unchecked")
    private T unboxed(@Nullable Object content) {
        assert content != null : "an empty cell has no value";
        assert !(content instanceof CellState) && !(content instanceof Thread) : content;
        return (T) (content instanceof Boxed boxed ? boxed.value : content);
    }

    // VarHandle mechanics
    private static final VarHandle SUSPEND_SEGMENT;
    private static final VarHandle RESUME_SEGMENT;
    private static final VarHandle SUSPEND_INDEX;
    private static final VarHandle RESUME_INDEX;

    static {
        try {
            MethodHandles.Lookup l = MethodHandles.lookup();
            Class<?> c = CancellableQueueSynchronizer.class;
            SUSPEND_SEGMENT = l.findVarHandle(c, "suspendSegment", Segment.class);
            RESUME_SEGMENT = l.findVarHandle(c, "resumeSegment", Segment.class);
            SUSPEND_INDEX = l.findVarHandle(c, "suspendIndex", long.class);
            RESUME_INDEX = l.findVarHandle(c, "resumeIndex", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        link(new CancellableQueueSynchronizer<Boolean>(ResumeMode.ASYNC, CancellationMode.SMART, 1) {});
    }

    /**
     * Runs each kind of operation once, where it is written, and loads what a wait needs: later there may be no memory for that (see
     * {@link Segment}).
     */
    private static void link(CancellableQueueSynchronizer<?> unused) {
        unused.findForSuspend(unused.suspendSegment, 1);
        unused.moveResumeIndex((long) SUSPEND_INDEX.getAndAdd(unused, 0L), 0);
        unused.unboxed(boxed(CellState.class));
        HandOff.released(HandOff.LOCK);
    }
}
