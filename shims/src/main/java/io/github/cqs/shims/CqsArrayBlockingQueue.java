package io.github.cqs.shims;

import io.github.cqs.ces.HandOff;
import io.github.cqs.internal.Distance;
import io.github.cqs.internal.DontInline;
import io.github.cqs.internal.ReservedStack;
import io.github.cqs.internal.Scarcity;
import io.github.cqs.internal.Trials;
import io.github.cqs.internal.Tuning;
import io.github.cqs.shims.QueueIterators.Handle;
import io.github.cqs.shims.QueueWaiters.Waiter;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamException;
import java.io.Serializable;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An {@link ArrayBlockingQueue} whose waiters queue in a {@code CancellableQueueSynchronizer}.
 *
 * <p><b>Preserved:</b> FIFO order, capacity, fairness, interruption, timeouts, weakly consistent iterators through wrap-around and interior
 * removal, bulk operations that are atomic in the JDK class, serial form, memory consistency effects.
 */
public class CqsArrayBlockingQueue<E> extends ArrayBlockingQueue<E> implements BlockingQueue<E>, Serializable {
    /*
     * Overview.
     *
     * A ring of elements under one short lock, and two lists of waiting threads beside it. Whoever changes the ring brings elements, room and
     * waiting threads together before it unlocks (settle), so that most who wait are served where they are, without the lock; they are
     * unparked after unlocking. The lock's own waiters queue in the CQS.
     *
     *               settle: element or room               thread
     *    WAITING ------------------------------> SERVED ----------> returns, without the lock
     *     |   ^
     *     |   | nothing left: waits again, before all others
     *     v   |             thread, under the lock: an element is left
     *    CALLED --------------------------------> SERVED
     *
     *                 settle: the first element or room            settle: the last, or thread, under the lock, some time later
     *    WAITING, gathers ------------------------------> NOTICED ----------------------------------------------------------> SERVED
     *       ^                                                |
     *       |     thread, under the lock: nothing left       |
     *       +------------------------------------------------+
     *
     * A putter is served: settle moves its element into the ring, in the order of the list, and so the room that one taker makes is
     * filled without waiting for anybody to wake. (Not by clear, after which an unfair queue is to be empty: one is called.) But a queue whose sleeping putters are served stays full, and each taker wakes
     * one of them and may lose its processor to it. Called one at a time, they come so late that elements are taken meanwhile without waking anybody. So a large unfair queue calls them, and a
     * small one tries out which lets more elements through (Trials); those who are awake are served in any case, and virtual threads are called unless there is room for all. A taker of a fair queue is served, too: it is given the first element. That would be
     * wrong in an unfair queue that serves as a pool: elements would belong to threads that sleep, while those that run find none. There
     * the first taker of the list is only called, one at a time, to compete with those that run. But a taker that spins is awake: one of
     * them may wait ahead of the list, as the spinner, and is served. Lest the list starve, a newcomer becomes the spinner so often only
     * before the list has its turn; a called taker that finds nothing becomes the spinner at once.
     *
     * Two running threads of which one serves the other with each element alternate, and each element has to wait for lock, fields and both threads to get from one processor
     * to the other. So in an unfair queue who spins may gather: the spinner is served once the queue is full, the first of the putters once it is empty, and until then the other thread
     * goes on. Who gathers is told of the first element, or of room (NOTICED), and comes to the lock by itself some microseconds later (cqs.queue.gather), to take what there is. It delays
     * elements, and is in vain where none come meanwhile: so each queue tries out whether more pass through it (Trials). A queue of one element has nothing to gather.
     *
     * Invariants, whenever the lock is free:
     *   I1 if a putter is listed, the queue is full, or in an unfair queue a called one is on its way (called > 0), or the first of the list is NOTICED and the queue not empty;
     *   I2 if the spinner waits, the queue is empty, or it is NOTICED, and the queue not full; if any taker of a fair queue does, the queue is empty;
     *   I3 if a taker is listed in an unfair queue that is not empty, a called one is on its way (called > 0) or the spinner is NOTICED.
     * The elements are FIFO, as nothing overtakes: by I2 a taker is given an element only from the head of the ring, and a putter's
     * element is in the queue from the time on at which it is in the ring. By I1 a newcomer cannot put ahead of a putter in the list of a fair queue. What waits is in FIFO order as it entered the list, which it does under the lock.
     *
     * Nobody is forgotten: each change of the ring and each departure from a list ends with settle, under the same hold of the lock, and
     * settle establishes I1 to I3. Who is called comes to the lock in any case, and passes the call on by settling: having taken one of
     * several elements or put into one of several places, having found nothing left, or interrupted. So does who is NOTICED, which is only a thread that
     * does not park: the spinner, which is listed under the lock before it parks, and is not NOTICED any longer then (retire), or the first putter.
     *
     * The races, one by one.
     *  - parking against being served or called: the thread writes "parks" and then looks at its state; settle writes the state and then
     *    looks at "parks"; both are volatile, so one of them sees the other. A thread that has seen its state change before may be unparked
     *    once more; all waiting is a loop.
     *  - the first putter parks while it is NOTICED: settle writes the state and then looks at "parks", and if it is set, serves and wakes it; else the thread, having set it, sees the state.
     *  - interrupt or timeout against being served: the thread locks and looks. Served, it returns what it has, keeping its interrupt
     *    status; else nobody can serve it any more once it has left the list. Leaving takes constant time.
     *  - the thread is not in the ring nor in a list while it is called: its place is counted in "called".
     *  - who is to be unparked is noted under the lock and taken by the next to unlock, which is the thread that noted it, unless its stack
     *    overflows. A served waiter is never used again, so that the chain of them stays as it is; of a called one only the thread is kept,
     *    which may have come and gone meanwhile.
     *  - the owner of the spinner's waiter reads without the lock whether it still is the spinner: others only ever take it away, to serve it
     *    or to list it, and then it looks again under the lock, or parks in the list.
     *  - clear, drainTo and the removal of several elements settle once at the end, also if the application's code throws; the iterators see
     *    positions only, which no hand-over changes.
     *  - code of the application that runs under the lock (equals, forEach, a collection that is filled) may come back: holds are counted, and
     *    if it waits, it gives up all of them for the time.
     *
     * The lock is unfair for unfair queues: who finds it held spins a little, at growing intervals, and then waits in its line. In a fair
     * queue newcomers do so only while nobody is in that line. Where all processors are busy anyway, and the lock is long on its way between them, that is in vain, and it is best to leave
     * the lock to whoever runs. So an unfair queue tries out whether more passes through it with such spins (Trials).
     *
     * Spinning, of platform threads only, with more than one processor, and only where no virtual thread has waited: who spins for what a virtual
     * thread brings keeps its carrier from the processor. For the lock as said; the spinner; and else who is first in a list. Its time doubles up to the cost of parking and waking, as long as all the wait was so short, and falls when that did not help. Where it has fallen to nothing takers are listed at once. Where one that spins
     * has lost its processor for a time slice others may want it, and it is tried out whether more passes with spins or without (Trials).
     *
     * Where more threads run than there are processors, who spins keeps the processor from the thread that it waits for, and who parks is woken for the first element and waits again after it. So where elements come soon one
     * after the other (QueueWaiters.isDense), who spins gives the processor away once, after cqs.queue.yield, and is served as one that spins: several elements, or places, are there when it is back, and nobody had to wake it. If others have had
     * the processor it does not spin any longer. Once, since a kernel lets whoever yields wait for the time slices of others, and not where elements are rare, each of which would be that late. One that
     * gathers comes to the lock later then, as if it had been preempted.
     *
     * Elements have positions: head is the position of the first one, counted from the creation of the queue, and position p lives in
     * items[(takeIndex + p - head) mod capacity]. Taking an element advances head and leaves all positions alone; only the removal of an
     * interior element moves those behind it down by one, and then tells the iterators, which remember positions. Iterators are known to
     * the queue through weak references, and leave when they are exhausted.
     *
     * A stack overflow in the lock is thrown where cqsLock() returns, before "try". So what runs no code of the application keeps stack in
     * reserve as a whole: the lock is private, and nobody else could release it. What does run such code, which is to find the end of its
     * stack where it is, undoes a lock that overflowed (cqsLockForCode), and keeps a reserve for each change of the ring and for unlocking. All memory that a wait takes is taken before it is
     * listed.
     */

    private static final long serialVersionUID = 1L;

    /** At one of so many elements looks are timed, a power of two: a clock costs as much as the look. */
    private static final int EVERY = 16;

    /** By what factor gathering has to be better: it delays elements. */
    private static final double GATHER_GAIN = 1.25;

    /** By what factor spinning for an element or for room has to be better; it is left only where it is clearly worse. */
    private static final double SPIN_GAIN = 0.9;

    /** By what factor spinning for the lock has to be better: it takes a processor. */
    private static final double LOCK_GAIN = 1.1;

    /** By what factor serving putters that sleep has to be better than calling them. */
    private static final double SERVE_GAIN = 1.0;

    @SuppressWarnings("NullAway.Init") // null only while an object is being deserialised
    private transient @Nullable Object[] items;

    @SuppressWarnings("NullAway.Init")
    private transient ReentrantLockSync lock;

    private transient boolean fair;

    /** Whether the next to unlock has threads to wake. */
    private transient boolean wakes;

    /** Who waits for an element, and who for room; null until somebody has. */
    private transient @Nullable QueueWaiters notEmpty;

    private transient @Nullable QueueWaiters notFull;

    /** Whether a virtual thread has waited here, be it for the lock; written without it, and only ever set. */
    private transient boolean meetsVirtual;

    /** Null unless somebody has waited where gathering may pay. */
    private transient @Nullable Trials gatherTrials;

    /** Null unless somebody has lost the processor while it spun. */
    private transient @Nullable Trials spinTrials;

    /** Null unless a platform thread has waited for room of an unfair queue. */
    private transient @Nullable Trials serveTrials;

    /** Null unless somebody has found the lock of an unfair queue held. */
    private transient @Nullable Trials lockTrials;

    /** How {@link Distance far} away the lock's other users are. Written under the lock. */
    private transient int lookNanos;

    private transient int takeIndex;
    transient int count;
    transient long head;
    private transient @Nullable QueueIterators<E> iterators;

    /** As {@link ArrayBlockingQueue#ArrayBlockingQueue(int)}. */
    public CqsArrayBlockingQueue(int capacity) {
        this(capacity, false);
    }

    /** As {@link ArrayBlockingQueue#ArrayBlockingQueue(int, boolean)}. */
    public CqsArrayBlockingQueue(int capacity, boolean fair) {
        super(Math.min(capacity, 1), fair); // in a subclass of the application: the JDK's array stays unused
        if (capacity <= 0) { // with the agent, the JDK's constructor leaves an exact shim before its own check
            throw new IllegalArgumentException();
        }
        init(capacity, fair);
    }

    /** As {@link ArrayBlockingQueue#ArrayBlockingQueue(int, boolean, Collection)}. */
    public CqsArrayBlockingQueue(int capacity, boolean fair, Collection<? extends E> c) {
        this(capacity, fair);
        for (E e : c) {
            Objects.requireNonNull(e);
            if (count == capacity) {
                throw new IllegalArgumentException();
            }
            items[count++] = e;
        }
        VarHandle.storeStoreFence();
    }

    private void init(int capacity, boolean fair) {
        items = new Object[capacity];
        lock = ReentrantLockSync.create(fair);
        this.fair = fair;
        VarHandle.storeStoreFence(); // as for final fields: the queue may be published by a race
    }

    // The ring; all of this under the lock

    private int index(int offset) {
        int i = takeIndex + offset;
        return i < 0 || i >= items.length ? i - items.length : i;
    }

    /** The element that has {@code offset} others before it. */
    @SuppressWarnings("unchecked")
    final E cqsAt(int offset) {
        Object e = items[index(offset)];
        assert e != null : "an element is missing";
        return (E) e;
    }

    private void append(E e) {
        items[index(count)] = e;
        count++;
        QueueWaiters takers = notEmpty;
        if (takers != null && takers.size != 0) {
            settle();
        }
    }

    private E removeFirst() {
        E e = cqsAt(0);
        dropFirst();
        roomMade();
        return e;
    }

    @ReservedStack
    private void dropFirst() {
        items[takeIndex] = null;
        takeIndex = index(1);
        head++;
        count--;
    }

    @ReservedStack
    final void cqsRemoveAt(int offset) {
        if (offset == 0) {
            dropFirst();
        } else {
            for (int i = offset; i < count - 1; i++) {
                items[index(i)] = items[index(i + 1)];
            }
            items[index(count - 1)] = null;
            count--;
            tellIterators(head + offset);
        }
        roomMade();
    }

    /** To be called after elements were removed. */
    @ReservedStack
    private void roomMade() {
        QueueWaiters putters = notFull;
        if (putters != null && putters.size != 0) {
            settle();
        }
    }

    /** As {@link #roomMade}, after what was to be removed is: an unfair queue stays without it until a putter comes to the lock, or somebody else. */
    private void removedMany() {
        QueueWaiters putters = notFull;
        if (fair) {
            roomMade();
        } else if (putters != null) {
            wakes |= callFirst(putters, null);
        }
    }

    // The lock

    final void cqsLock() {
        if (!tryLock()) {
            awaitLock();
        }
    }

    /** As {@link #cqsLock}, for what then runs code of the application, with no stack in reserve: what is thrown here leaves the lock as it was, and there is stack for {@link #cqsUnlockAfterCode}. */
    final void cqsLockForCode() {
        cqsUnlockAfterCode(Integer.MAX_VALUE);
        int holds = lock.getHoldCount();
        try {
            cqsLock();
        } catch (Error overflow) {
            cqsUnlockAfterCode(holds);
            throw overflow;
        }
    }

    /** Unlocks once if the lock is held more than {@code holds} times. Not compiled into callers, so that who could call it can do so again. */
    @DontInline
    @ReservedStack
    final void cqsUnlockAfterCode(int holds) {
        if (lock.getHoldCount() > holds) {
            cqsUnlock();
        }
    }

    /** Of who is on a list, and may have no stack to wait for the lock, which nobody has for long. */
    private void lockToLeave() {
        try {
            cqsLock();
        } catch (Error refused) {
            if (!lock.isHeldByCurrentThread()) {
                lock.takeWithoutWaiting();
            }
        }
    }

    /** Not compiled into callers, as all that is slow. */
    @DontInline
    private void awaitLock() {
        if (!spinForLock()) {
            lock.lock();
        }
        learnSpins();
    }

    private void lockInterruptibly() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (!tryLock()) {
            awaitLockInterruptibly();
        }
    }

    @DontInline
    private void awaitLockInterruptibly() throws InterruptedException {
        if (!spinForLock()) {
            lock.lockInterruptibly();
        }
        learnSpins();
    }

    /** Of a thread that has found the lock held, and has it now. */
    private void learnSpins() {
        if (fair || meetsVirtual) {
            return;
        }
        Trials t = lockTrials;
        if (t == null) {
            t = newTrials(true, LOCK_GAIN, 0);
            if (t == null) {
                return;
            }
            lockTrials = t;
        }
        t.next(head);
    }

    private boolean spinForLock() {
        Trials t = lockTrials;
        if (!maySpin(Thread.currentThread()) || (t != null && !t.isOn())) {
            return false;
        }
        boolean timed = (head & (EVERY - 1)) == 0;
        int most = isFar() ? Tuning.QUEUE_PAUSES_FAR : Tuning.QUEUE_PAUSES;
        for (int pauses = firstPauses(); pauses <= most; pauses *= 2) {
            for (int i = 0; i < pauses; i++) {
                Thread.onSpinWait();
            }
            long start = timed ? System.nanoTime() : 0L;
            if (tryLock()) {
                if (timed) {
                    learnLook(System.nanoTime() - start);
                }
                return true;
            }
        }
        return false;
    }

    /**
     * Two threads that meet at each operation alternate, which is fast where a cache line is soon on the other processor. Where it takes long each operation would take as long as
     * it takes lock, fields and elements to get there: there who finds the lock held lets the other one do some operations in a row, and looks once.
     */
    int firstPauses() {
        return isFar() ? Math.max(1, Tuning.QUEUE_PAUSES_FAR) : 1;
    }

    private boolean isFar() {
        return lookNanos >= Tuning.QUEUE_FAR;
    }

    void learnLook(long nanos) {
        lookNanos = Distance.learn(lookNanos, nanos);
    }

    private boolean tryLock() {
        return (!fair || lock.isLineEmpty()) && lock.tryLock();
    }

    final void cqsUnlock() {
        if (wakes) {
            unlockAndWake();
        } else {
            lock.unlock(true);
        }
    }

    @DontInline
    private void unlockAndWake() {
        wakes = false;
        Waiter withElement = null;
        Waiter withRoom = null;
        Thread calledTaker = null;
        Thread calledPutter = null;
        QueueWaiters takers = notEmpty;
        if (takers != null) {
            withElement = takers.served;
            takers.served = null;
            calledTaker = takers.toWake;
            takers.toWake = null;
        }
        QueueWaiters putters = notFull;
        if (putters != null) {
            withRoom = putters.served;
            putters.served = null;
            calledPutter = putters.toWake;
            putters.toWake = null;
        }
        lock.unlock(false);
        unpark(withElement);
        unpark(withRoom);
        if (calledTaker != null) {
            HandOff.wake(calledTaker);
        }
        if (calledPutter != null) {
            HandOff.wake(calledPutter);
        }
        lock.giveWay();
    }

    private static void unpark(@Nullable Waiter served) {
        for (Waiter waiter = served; waiter != null; waiter = waiter.nextServed) {
            HandOff.wake(waiter.thread);
        }
    }

    // Bringing together

    /** Establishes the invariants; to be called under the lock after each change. */
    @ReservedStack
    private void settle() {
        QueueWaiters takers = notEmpty;
        QueueWaiters putters = notFull;
        for (; ; ) {
            Waiter waiter;
            if (count > 0
                    && takers != null
                    && (waiter = fair ? takers.first : takers.spinner) != null
                    && (count == items.length || !takers.notice(waiter))) {
                waiter.item = cqsAt(0);
                dropFirst();
                wakes |= takers.serve(waiter);
            } else if (count < items.length
                    && putters != null
                    && (waiter = putters.first) != null
                    && !competesNow(waiter, putters)
                    && (count == 0 || !putters.notice(waiter))) {
                putItemOf(waiter);
                wakes |= putters.serve(waiter);
            } else {
                break;
            }
        }
        if (count < items.length && putters != null) {
            wakes |= callFirst(putters, putters.first);
        }
        if (count > 0 && takers != null) {
            wakes |= callFirst(takers, takers.spinner);
        }
    }

    /** Whether a putter is not to be served: it competes, and has gone to sleep. A virtual one is if there is room for all. */
    private boolean competesNow(Waiter putter, QueueWaiters putters) {
        return putter.competes
                && putter.parks
                && !(Tuning.isVirtual(putter.thread) && items.length - count > putters.size);
    }

    /** Calls one unless somebody is on its way who will look and pass the call on. */
    private static boolean callFirst(QueueWaiters waiters, @Nullable Waiter leading) {
        Waiter first = waiters.first;
        return first != null
                && waiters.called == 0
                && (leading == null || leading.state != Waiter.NOTICED)
                && waiters.call(first);
    }

    private void putItemOf(Waiter waiter) {
        items[index(count)] = waiter.item;
        count++;
        waiter.item = null;
    }

    // Waiting

    /** Puts the current thread on the list; answers null if there is no memory for that. */
    @DontInline
    private @Nullable Waiter joinTakers() {
        QueueWaiters w = notEmpty;
        Waiter waiter;
        try {
            if (w == null) {
                w = newWaiters();
                notEmpty = w;
            }
            waiter = new Waiter(null);
        } catch (OutOfMemoryError exhausted) {
            return null;
        }
        boolean spins = spins(waiter.thread) && triesSpins(w);
        if (fair || !leads(w)) {
            waiter.spins = spins && w.first == null;
            waiter.yields = waiter.spins && yields(w);
            w.addLast(waiter);
        } else if (spins && w.spinner == null && (w.first == null || w.advances > 0)) {
            w.advances = Math.max(0, w.advances - 1);
            waiter.spins = true;
            waiter.gathers = gathers();
            waiter.yields = yields(w);
            w.lead(waiter);
        } else {
            w.addLast(waiter);
        }
        return waiter;
    }

    /** As {@link #joinTakers}. */
    @DontInline
    private @Nullable Waiter joinPutters(E e) {
        QueueWaiters w = notFull;
        Waiter waiter;
        try {
            if (w == null) {
                w = newWaiters();
                notFull = w;
            }
            waiter = new Waiter(e);
        } catch (OutOfMemoryError exhausted) {
            return null;
        }
        waiter.competes = !fair && competes(waiter.thread);
        waiter.spins = spins(waiter.thread) && w.first == null && triesSpins(w);
        waiter.gathers = waiter.spins && gathers();
        waiter.yields = waiter.spins && yields(w);
        w.addLast(waiter);
        return waiter;
    }

    private QueueWaiters newWaiters() {
        lock.prepareLine(); // all memory is taken before anybody waits: coming back from a wait may not fail
        if (gatherTrials == null && !fair && items.length > 1 && Tuning.QUEUE_GATHER > 0) {
            gatherTrials = new Trials(false, GATHER_GAIN, 0);
        }
        return new QueueWaiters();
    }

    /** Null if there is no memory for what is only to be guessed better. */
    private static @Nullable Trials newTrials(boolean on, double gain, long shortest) {
        try {
            return new Trials(on, gain, shortest);
        } catch (OutOfMemoryError exhausted) {
            return null;
        }
    }

    /** Whether one that may spin does. Where spinning has cost a processor for a time slice, others may want it, and it is tried out in which way more passes. */
    boolean triesSpins(QueueWaiters waiters) {
        Trials t = spinTrials;
        if (t == null) {
            if (!waiters.lost) {
                return true;
            }
            t = newTrials(true, SPIN_GAIN, Trials.TIME_SLICES);
            if (t == null) {
                return true;
            }
            spinTrials = t;
        }
        return t.next(head);
    }

    /** What has been found out about that, or is being tried. */
    boolean spinsPay() {
        Trials t = spinTrials;
        return t == null || t.isOn();
    }

    // What tests decide in another way

    /** Whether a thread may spin before it parks. */
    boolean spins(Thread thread) {
        return maySpin(thread);
    }

    /** Whether a taker of an unfair queue that spins may do so ahead of the list. */
    boolean leads(QueueWaiters takers) {
        return takers.spinNanos > 0;
    }

    /** Whether one that spins at an unfair queue gathers; to be asked once for each. */
    boolean gathers() {
        Trials t = gatherTrials;
        return t != null && t.next(head);
    }

    /** Whether one that spins gives the processor away before it parks; to be asked once for each. */
    boolean yields(QueueWaiters waiters) {
        return Tuning.QUEUE_YIELD > 0 && waiters.isDense(head);
    }

    /** Whether an unfair queue calls a putter instead of serving it. */
    boolean competes(Thread putter) {
        return Tuning.isVirtual(putter) || items.length >= Tuning.QUEUE_CALL || !serves();
    }

    /** Whether sleeping putters of an unfair queue are served, which is tried out. */
    private boolean serves() {
        Trials t = serveTrials;
        if (t == null) {
            t = newTrials(true, SERVE_GAIN, Trials.TIME_SLICES);
            if (t == null) {
                return true;
            }
            serveTrials = t;
        }
        return t.next(head);
    }

    private boolean maySpin(Thread thread) {
        if (Tuning.SPIN_NANOS > 0 && !meetsVirtual && Tuning.isVirtual(thread)) {
            meetsVirtual = true;
        }
        return Tuning.SPIN_NANOS > 0 && !meetsVirtual;
    }

    @SuppressWarnings("unchecked")
    private @Nullable E awaitElement(@Nullable Waiter joined, boolean timed, long start, long deadline)
            throws InterruptedException {
        Object got = joined != null ? joined : joinLater(null, timed, deadline);
        if (!(got instanceof Waiter waiter)) {
            return (E) got;
        }
        QueueWaiters takers = notEmpty;
        assert takers != null;
        return orThrow(await(takers, waiter, timed, start, deadline)) ? (E) waiter.item : null;
    }

    private boolean awaitRoom(E e, @Nullable Waiter joined, boolean timed, long start, long deadline)
            throws InterruptedException {
        Object got = joined != null ? joined : joinLater(e, timed, deadline);
        if (!(got instanceof Waiter waiter)) {
            return got != null;
        }
        QueueWaiters putters = notFull;
        assert putters != null;
        return orThrow(await(putters, waiter, timed, start, deadline));
    }

    /** What every outcome has to go through, as those of {@link io.github.cqs.internal.HeirQueue#orThrow}; answers whether the waiter was served. */
    private static boolean orThrow(int outcome) throws InterruptedException {
        if (outcome == QueueWaiters.INTERRUPTED) {
            throw new InterruptedException();
        }
        return outcome == QueueWaiters.CHANGED;
    }

    /**
     * Of a thread that found no memory to wait with, and tries again until there is some, or no need to wait: answers its waiter on the list; the
     * element that it was given, or has put; or null if time ran out.
     *
     * @param item what it wants to put, null if it wants to take
     */
    private @Nullable Object joinLater(@Nullable E item, boolean timed, long deadline) throws InterruptedException {
        for (int failures = 0; ; failures++) {
            Scarcity.pause(failures);
            lockInterruptibly();
            try {
                if (item == null && count > 0) {
                    return removeFirst();
                }
                if (item != null && count < items.length) {
                    append(item);
                    return item;
                }
                if (timed && deadline - System.nanoTime() <= 0) {
                    return null;
                }
                Waiter waiter = item == null ? joinTakers() : joinPutters(item);
                if (waiter != null) {
                    return waiter;
                }
            } finally {
                cqsUnlock();
            }
        }
    }

    /** Waits from {@code start} on; answers {@code CHANGED} if the waiter was served, {@code LATE} if time ran out, and {@code INTERRUPTED}, the status being cleared, if that came first. */
    @DontInline
    private int await(QueueWaiters waiters, Waiter waiter, boolean timed, long start, long deadline) {
        int outer = lock.isHeldByCurrentThread() ? lock.releaseAll() : 0;
        boolean keepsInterrupt = false;
        boolean learns = waiter.spins;
        long begin = timed || !learns ? start : System.nanoTime();
        try {
            for (long now = begin; ; now = waiter.spins ? System.nanoTime() : 0L) {
                int why = waiters.sleep(waiter, timed, now, deadline);
                if (waiter.state == Waiter.NOTICED) {
                    gather(waiter);
                }
                if (waiter.state != Waiter.SERVED) {
                    keepsInterrupt |= why == QueueWaiters.INTERRUPTED;
                    lockToLeave();
                    try {
                        if (!look(waiters, waiter, why)) {
                            if (why != QueueWaiters.CHANGED && learns && waiter.parks) {
                                waiters.gaveUp();
                            }
                            if (why == QueueWaiters.INTERRUPTED) {
                                keepsInterrupt = false;
                            }
                            if (why == QueueWaiters.INTERRUPTED || why == QueueWaiters.LATE) {
                                return why;
                            }
                            Error refused = waiter.refused;
                            if (refused != null) {
                                throw refused;
                            }
                            continue;
                        }
                    } finally {
                        cqsUnlock();
                    }
                } else if (why == QueueWaiters.INTERRUPTED) {
                    keepsInterrupt = true;
                }
                if (learns) {
                    waiters.waited(System.nanoTime() - begin, waiter.parks);
                }
                return QueueWaiters.CHANGED;
            }
        } finally {
            if (outer > 0) {
                lock.lockAgain(outer);
            }
            if (keepsInterrupt) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Of one that was noticed: lets more come, for some time. */
    private static void gather(Waiter waiter) {
        long end = System.nanoTime() + Tuning.QUEUE_GATHER;
        while (waiter.state == Waiter.NOTICED && System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    /** What a thread that was not served finds under the lock: true if it is now; else it has left, or has a place again. */
    private boolean look(QueueWaiters waiters, Waiter waiter, int why) {
        if (waiter.state == Waiter.SERVED) {
            return true;
        }
        boolean called = waiter.state == Waiter.CALLED;
        if (called) {
            waiters.called--;
        }
        boolean takes = waiters == notEmpty;
        boolean noticed = waiter.state == Waiter.NOTICED;
        if (noticed) {
            waiter.state = Waiter.WAITING;
            waiter.gathers = false;
        }
        boolean served = (takes ? count > 0 : count < items.length) && (called || why != QueueWaiters.INTERRUPTED);
        if (served) {
            waiters.remove(waiter);
            if (takes) {
                waiter.item = cqsAt(0);
                dropFirst();
            } else {
                putItemOf(waiter);
            }
            waiter.state = Waiter.SERVED;
        } else if (why != QueueWaiters.CHANGED) {
            waiters.remove(waiter);
        } else if (called) {
            waitAgain(waiters, waiter);
        } else if (waiter == waiters.spinner && !noticed) {
            waiters.retire(waiter);
        }
        settle();
        return served;
    }

    /** Who was called in vain comes before all others. */
    private void waitAgain(QueueWaiters waiters, Waiter waiter) {
        waiter.wasCalled = true;
        waiter.parks = false;
        waiter.state = Waiter.WAITING;
        waiter.spins = maySpin(waiter.thread) && spinsPay();
        if (waiter.spins && waiters == notEmpty) {
            Waiter spinner = waiters.spinner;
            if (spinner != null) {
                waiters.retire(spinner);
            }
            waiters.lead(waiter);
        } else {
            waiters.addFirst(waiter);
        }
    }

    // Queue

    @Override
    @ReservedStack
    public boolean offer(E e) {
        Objects.requireNonNull(e);
        cqsLock();
        try {
            if (count == items.length) {
                return false;
            }
            append(e);
            return true;
        } finally {
            cqsUnlock();
        }
    }

    @Override
    @ReservedStack
    public void put(E e) throws InterruptedException {
        Objects.requireNonNull(e);
        Waiter waiter;
        lockInterruptibly();
        try {
            if (count < items.length) {
                append(e);
                return;
            }
            waiter = joinPutters(e);
        } finally {
            cqsUnlock();
        }
        awaitRoom(e, waiter, false, 0L, 0L);
    }

    @Override
    @ReservedStack
    public boolean offer(E e, long timeout, TimeUnit unit) throws InterruptedException {
        Objects.requireNonNull(e);
        long nanos = unit.toNanos(timeout);
        Waiter waiter;
        long start;
        lockInterruptibly();
        try {
            if (count < items.length) {
                append(e);
                return true;
            }
            if (Tuning.isOver(nanos)) {
                return false;
            }
            start = System.nanoTime();
            waiter = joinPutters(e);
        } finally {
            cqsUnlock();
        }
        return awaitRoom(e, waiter, true, start, start + nanos);
    }

    @Override
    @ReservedStack
    public @Nullable E poll() {
        cqsLock();
        try {
            return count == 0 ? null : removeFirst();
        } finally {
            cqsUnlock();
        }
    }

    @Override
    @ReservedStack
    public E take() throws InterruptedException {
        Waiter waiter;
        lockInterruptibly();
        try {
            if (count > 0) {
                return removeFirst();
            }
            waiter = joinTakers();
        } finally {
            cqsUnlock();
        }
        E e = awaitElement(waiter, false, 0L, 0L);
        assert e != null : "served without an element";
        return e;
    }

    @Override
    @ReservedStack
    public @Nullable E poll(long timeout, TimeUnit unit) throws InterruptedException {
        long nanos = unit.toNanos(timeout);
        Waiter waiter;
        long start;
        lockInterruptibly();
        try {
            if (count > 0) {
                return removeFirst();
            }
            if (Tuning.isOver(nanos)) {
                return null;
            }
            start = System.nanoTime();
            waiter = joinTakers();
        } finally {
            cqsUnlock();
        }
        return awaitElement(waiter, true, start, start + nanos);
    }

    @Override
    @ReservedStack
    public @Nullable E peek() {
        cqsLock();
        try {
            return count == 0 ? null : cqsAt(0);
        } finally {
            cqsUnlock();
        }
    }

    @Override
    @ReservedStack
    public int size() {
        cqsLock();
        try {
            return count;
        } finally {
            cqsUnlock();
        }
    }

    @Override
    @ReservedStack
    public int remainingCapacity() {
        cqsLock();
        try {
            return items.length - count;
        } finally {
            cqsUnlock();
        }
    }

    // Collection

    @Override
    public boolean remove(@Nullable Object o) {
        if (o == null) {
            return false;
        }
        cqsLockForCode();
        try {
            long offset = positionOf(o) - head;
            if (offset < 0 || offset >= count) { // its equals may have taken it from the queue
                return false;
            }
            cqsRemoveAt((int) offset);
            return true;
        } finally {
            cqsUnlockAfterCode(0);
        }
    }

    @Override
    public boolean contains(@Nullable Object o) {
        if (o == null) {
            return false;
        }
        cqsLockForCode();
        try {
            return positionOf(o) >= 0;
        } finally {
            cqsUnlockAfterCode(0);
        }
    }

    private long positionOf(Object o) {
        for (long next = head; next - head < count; next = Math.max(next + 1, head)) {
            if (o.equals(cqsAt((int) (next - head)))) {
                return next;
            }
        }
        return -1;
    }

    @Override
    @ReservedStack
    public Object[] toArray() {
        cqsLock();
        try {
            return copyTo(new Object[count]);
        } finally {
            cqsUnlock();
        }
    }

    @Override
    @ReservedStack
    @SuppressWarnings("unchecked")
    public <T> T[] toArray(T[] a) {
        cqsLock();
        try {
            if (a.length < count) {
                return (T[]) copyTo((Object[]) Array.newInstance(a.getClass().getComponentType(), count));
            }
            copyTo(a);
            if (a.length > count) {
                ((@Nullable Object[]) a)[count] = null;
            }
            return a;
        } finally {
            cqsUnlock();
        }
    }

    private Object[] copyTo(Object[] target) {
        int front = Math.min(count, items.length - takeIndex);
        System.arraycopy(items, takeIndex, target, 0, front);
        System.arraycopy(items, 0, target, front, count - front);
        return target;
    }

    @Override
    @ReservedStack
    public void clear() {
        cqsLock();
        try {
            while (count > 0) {
                dropFirst();
            }
            removedMany();
        } finally {
            cqsUnlock();
        }
    }

    @Override
    public int drainTo(Collection<? super E> c) {
        return drainTo(c, Integer.MAX_VALUE);
    }

    @Override
    public int drainTo(Collection<? super E> c, int maxElements) {
        Objects.requireNonNull(c);
        if (c == this) {
            throw new IllegalArgumentException();
        }
        if (maxElements <= 0) {
            return 0;
        }
        cqsLockForCode();
        try {
            int n = Math.min(maxElements, count);
            int moved = 0;
            try {
                while (moved < n && count > 0) {
                    long position = head;
                    c.add(cqsAt(0));
                    if (position == head) { // the collection may have taken it
                        dropFirst();
                    }
                    moved++;
                }
                return moved;
            } finally {
                roomMade();
            }
        } finally {
            cqsUnlockAfterCode(0);
        }
    }

    @Override
    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        cqsLockForCode();
        try {
            // what the action adds is not visited, and nothing is passed over when it takes elements
            long end = head + count;
            for (long next = head; next < end && next - head < count; next = Math.max(next + 1, head)) {
                action.accept(cqsAt((int) (next - head)));
            }
        } finally {
            cqsUnlockAfterCode(0);
        }
    }

    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        return removeMatching(filter, null, false);
    }

    @Override
    public boolean removeAll(Collection<?> c) {
        Objects.requireNonNull(c);
        return removeMatching(null, c, true);
    }

    @Override
    public boolean retainAll(Collection<?> c) {
        Objects.requireNonNull(c);
        return removeMatching(null, c, false);
    }

    /** Asks about all elements before it removes any, so that a question that throws leaves the queue as it was, but for what it has done to it. */
    private boolean removeMatching(
            @Nullable Predicate<? super E> filter, @Nullable Collection<?> collection, boolean ifContained) {
        cqsLockForCode();
        try {
            int n = count;
            Object[] asked = copyTo(new Object[n]);
            boolean[] doomed = new boolean[n];
            boolean any = false;
            for (int i = 0; i < n; i++) {
                @SuppressWarnings("unchecked")
                E e = (E) asked[i];
                doomed[i] =
                        collection != null ? collection.contains(e) == ifContained : filter != null && filter.test(e);
                any |= doomed[i];
            }
            return any && removeDoomed(asked, doomed);
        } finally {
            cqsUnlockAfterCode(0);
        }
    }

    /** What is there of those that were asked about is in their order, before what came after them. */
    @ReservedStack
    private boolean removeDoomed(Object[] asked, boolean[] doomed) {
        int n = count;
        boolean[] leaves = new boolean[n];
        boolean any = false;
        int next = 0;
        for (int i = 0; i < n && next < asked.length; i++) {
            E e = cqsAt(i);
            while (next < asked.length && asked[next] != e) {
                next++;
            }
            leaves[i] = next < asked.length && doomed[next];
            any |= leaves[i];
            next++;
        }
        int first = 0;
        while (first < n && leaves[first]) {
            dropFirst(); // so what stays keeps its position, of which an iterator that has ended is not told any more
            first++;
        }
        int left = count;
        for (int i = left - 1; i >= 0; i--) {
            if (leaves[first + i]) {
                tellIterators(head + i);
            }
        }
        int kept = 0;
        for (int i = 0; i < left; i++) {
            if (!leaves[first + i]) {
                items[index(kept++)] = cqsAt(i);
            }
        }
        for (int i = kept; i < left; i++) {
            items[index(i)] = null;
        }
        count = kept;
        removedMany();
        return any;
    }

    // Iteration

    @Override
    public Iterator<E> iterator() {
        return new QueueIterator<>(this);
    }

    final Handle<E> cqsRegister(QueueIterator<E> iterator) {
        QueueIterators<E> all = iterators;
        if (all == null) {
            all = new QueueIterators<>();
            iterators = all;
        }
        return all.add(iterator);
    }

    final void cqsUnregister(Handle<E> handle) {
        QueueIterators<E> all = iterators;
        assert all != null;
        all.remove(handle);
        if (all.count == 0) {
            iterators = null;
        }
    }

    private void tellIterators(long position) {
        QueueIterators<E> all = iterators;
        if (all != null) {
            all.onRemoval(position);
        }
    }

    // Serialization

    /**
     * An exact shim is written as the JDK class; a subclass of the application as itself, with the state where the JDK class has it. The array there is the same one, so that nothing is kept that
     * has left the queue, and who writes a queue that nobody changes changes nothing, either, for others who write it.
     */
    @ReservedStack
    protected Object writeReplace() throws ObjectStreamException {
        cqsLock();
        try {
            if (JdkIdentity.isExact(this, CqsArrayBlockingQueue.class)) {
                ArrayBlockingQueue<E> plain = new ArrayBlockingQueue<>(items.length, fair);
                for (int i = 0; i < count; i++) {
                    plain.add(cqsAt(i));
                }
                return plain;
            }
            JdkArrayBlockingQueueState.share(this, items, takeIndex, index(count), count);
            return this;
        } finally {
            cqsUnlock();
        }
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
        out.defaultWriteObject();
        out.writeBoolean(fair);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        restore(in.readBoolean());
    }

    @SuppressWarnings("UnusedMethod") // called by serialization
    private void readObjectNoData() throws ObjectStreamException {
        restore(JdkArrayBlockingQueueState.isFair(this));
    }

    private void restore(boolean fair) throws InvalidObjectException {
        Object[] elements = super.toArray();
        int capacity = elements.length + super.remainingCapacity();
        if (capacity < 1) {
            throw new InvalidObjectException("capacity " + capacity);
        }
        init(capacity, fair);
        System.arraycopy(elements, 0, items, 0, elements.length);
        count = elements.length;
        super.clear();
    }

    static {
        JdkArrayBlockingQueueState.link();
        PoolWait.isOfPool();
    }
}
