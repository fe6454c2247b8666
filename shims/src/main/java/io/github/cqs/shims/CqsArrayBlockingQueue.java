package io.github.cqs.shims;

import io.github.cqs.internal.Distance;
import io.github.cqs.internal.DontInline;
import io.github.cqs.internal.ReservedStack;
import io.github.cqs.internal.Scarcity;
import io.github.cqs.internal.Tuning;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamException;
import java.io.Serializable;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
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
     * A putter is always served: settle moves its element into the ring, in the order of the list, and so the room that one taker makes is
     * filled without waiting for anybody to wake. A taker of a fair queue is served, too: it is given the first element. That would be
     * wrong in an unfair queue that serves as a pool: elements would belong to threads that sleep, while those that run find none. There
     * the first taker of the list is only called, one at a time, to compete with those that run. But a taker that spins is awake: one of
     * them may wait ahead of the list, as the spinner, and is served. Lest the list starve, a newcomer becomes the spinner so often only
     * before the list has its turn; a called taker that finds nothing becomes the spinner at once.
     *
     * Invariants, whenever the lock is free:
     *   I1 if a putter is listed, the queue is full, or in an unfair queue a called one is on its way (called > 0);
     *   I2 if the spinner waits, or in a fair queue any taker, the queue is empty;
     *   I3 if a taker is listed in an unfair queue that is not empty, a called one is on its way (called > 0).
     * The elements are FIFO, as nothing overtakes: by I2 a taker is given an element only from the head of the ring, and a putter's
     * element is in the queue from the time on at which it is in the ring. By I1 a newcomer cannot put ahead of a putter in the list of a fair queue. What waits is in FIFO order as it entered the list, which it does under the lock.
     *
     * Nobody is forgotten: each change of the ring and each departure from a list ends with settle, under the same hold of the lock, and
     * settle establishes I1 to I3. Who is called comes to the lock in any case, and passes the call on by settling: having taken one of
     * several elements or put into one of several places, having found nothing left, or interrupted.
     *
     * The races, one by one.
     *  - parking against being served or called: the thread writes "parks" and then looks at its state; settle writes the state and then
     *    looks at "parks"; both are volatile, so one of them sees the other. A thread that has seen its state change before may be unparked
     *    once more; all waiting is a loop.
     *  - interrupt or timeout against being served: the thread locks and looks. Served, it returns what it has, keeping its interrupt
     *    status; else nobody can serve it any more once it has left the list. Leaving takes constant time.
     *  - the thread is not in the ring nor in a list while it is called: its place is counted in "called".
     *  - who is to be unparked is noted under the lock and taken by the next to unlock, which is the thread that noted it, unless its stack
     *    overflows. A served node is never used again, so that the chain of them stays as it is; of a called one only the thread is kept,
     *    which may have come and gone meanwhile.
     *  - the owner of the spinner's node reads without the lock whether it still is the spinner: others only ever take it away, to serve it
     *    or to list it, and then it looks again under the lock, or parks in the list.
     *  - clear, drainTo and the removal of several elements settle once at the end, also if the application's code throws; the iterators see
     *    positions only, which no hand-over changes.
     *  - code of the application that runs under the lock (equals, forEach, a collection that is filled) may come back: holds are counted, and
     *    if it waits, it gives up all of them for the time.
     *
     * The lock is unfair for unfair queues: who finds it held spins a little, at growing intervals, and then waits in its line. In a fair
     * queue newcomers do so only while nobody is in that line.
     *
     * Spinning, of platform threads only, with more than one processor, and only where no virtual thread has waited: who spins for what a virtual
     * thread brings keeps its carrier from the processor. For the lock as said; the spinner; and else who is first in a list. Its time doubles up to the cost of parking and waking, as long as all the wait was so short, and falls when that did not help.
     *
     * Elements have positions: head is the position of the first one, counted from the creation of the queue, and position p lives in
     * items[(takeIndex + p - head) mod capacity]. Taking an element advances head and leaves all positions alone; only the removal of an
     * interior element moves those behind it down by one, and then tells the iterators, which remember positions. Iterators are known to
     * the queue through weak references, and leave when they are exhausted.
     *
     * A stack overflow in the lock is thrown where lock() returns, before "try". So what runs no code of the application keeps stack in
     * reserve as a whole: the lock is private, and nobody else could release it. All memory that a wait takes is taken before it is
     * listed.
     */

    private static final long serialVersionUID = 1L;

    /** How often newcomers may spin ahead of the listed takers of an unfair queue, before one of these is called. */
    private static final int MOST_ADVANCES = 256;

    /** At one of so many elements looks are timed, a power of two: a clock costs as much as the look. */
    private static final int EVERY = 16;

    /** About what it costs to park and be woken; longer spinning would cost more than it can save. */
    private static final int LONGEST_SPIN = (int) Math.min(1 << 29, 5 * Tuning.SPIN_NANOS);

    private static final int SHORTEST_SPIN = Math.min(LONGEST_SPIN, 250);

    @SuppressWarnings("NullAway.Init") // null only while an object is being deserialised
    private transient @Nullable Object[] items;

    @SuppressWarnings("NullAway.Init")
    private transient ReentrantLockSync lock;

    private transient boolean fair;

    /** Whether the next to unlock has threads to wake. */
    private transient boolean wakes;

    /** Who waits for an element, and who for room; null until somebody has. */
    private transient @Nullable Waiters notEmpty;

    private transient @Nullable Waiters notFull;

    /** Whether a virtual thread has waited here, be it for the lock; written without it, and only ever set. */
    private transient boolean meetsVirtual;

    /** How {@link Distance far} away the lock's other users are. Written under the lock. */
    private transient int lookNanos;

    private transient int takeIndex;
    private transient int count;
    private transient long head;
    private transient @Nullable Iterators<E> iterators;

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
    private E at(int offset) {
        Object e = items[index(offset)];
        assert e != null : "an element is missing";
        return (E) e;
    }

    private void append(E e) {
        items[index(count)] = e;
        count++;
        Waiters takers = notEmpty;
        if (takers != null && takers.size != 0) {
            settle();
        }
    }

    private E removeFirst() {
        E e = at(0);
        dropFirst();
        roomMade();
        return e;
    }

    private void dropFirst() {
        items[takeIndex] = null;
        takeIndex = index(1);
        head++;
        count--;
    }

    private void removeAt(int offset) {
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
    private void roomMade() {
        Waiters putters = notFull;
        if (putters != null && putters.size != 0) {
            settle();
        }
    }

    // The lock

    private void lock() {
        if (!tryLock()) {
            awaitLock();
        }
    }

    /** Not compiled into callers, as all that is slow. */
    @DontInline
    private void awaitLock() {
        if (!spinForLock()) {
            lock.lock();
        }
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
    }

    private boolean spinForLock() {
        if (!maySpin(Thread.currentThread())) {
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

    private void unlock() {
        if (wakes) {
            unlockAndWake();
        } else {
            lock.unlock(true);
        }
    }

    @DontInline
    private void unlockAndWake() {
        wakes = false;
        Node withElement = null;
        Node withRoom = null;
        Thread calledTaker = null;
        Thread calledPutter = null;
        Waiters takers = notEmpty;
        if (takers != null) {
            withElement = takers.served;
            takers.served = null;
            calledTaker = takers.toWake;
            takers.toWake = null;
        }
        Waiters putters = notFull;
        if (putters != null) {
            withRoom = putters.served;
            putters.served = null;
            calledPutter = putters.toWake;
            putters.toWake = null;
        }
        lock.unlock(false);
        unpark(withElement);
        unpark(withRoom);
        LockSupport.unpark(calledTaker);
        LockSupport.unpark(calledPutter);
        lock.giveWay();
    }

    private static void unpark(@Nullable Node served) {
        for (Node node = served; node != null; node = node.nextServed) {
            LockSupport.unpark(node.thread);
        }
    }

    // Bringing together

    /** One thread's wait. All of it under the lock, but for the volatile fields and, once served, the item. */
    private static final class Node {
        static final int WAITING = 0;
        static final int CALLED = 1;
        static final int SERVED = 2;

        final Thread thread = Thread.currentThread();

        /** What the thread wants to put, or was given. */
        @Nullable
        Object item;

        volatile int state;

        /** Written by the waiting thread alone. */
        volatile boolean parks;

        /** Whether the thread spins before it parks. */
        boolean spins;

        /** Of a putter: whether an unfair queue calls it instead of serving it. */
        boolean competes;

        boolean listed;

        boolean wasCalled;

        @Nullable
        Node prev;

        @Nullable
        Node next;

        @Nullable
        Node nextServed;

        Node(@Nullable Object item) {
            this.item = item;
        }
    }

    /** The threads that wait for an element, or those that wait for room; what they are parked on. All of it under the lock. */
    private static final class Waiters {
        @Nullable
        Node first;

        @Nullable
        Node last;

        /** The taker of an unfair queue that waits ahead of the list. */
        @Nullable
        Node spinner;

        /** Those in the list and the spinner. */
        int size;

        /** How many were called and have not come yet. */
        int called;

        int advances;

        /** How long the next one spins; a guess, as it is written without the lock. */
        int spinNanos = (int) Tuning.SPIN_NANOS;

        /** For the next to unlock: those that have parked and are served, and the one that was called. */
        @Nullable
        Node served;

        @Nullable
        Thread toWake;

        void addLast(Node node) {
            node.listed = true;
            size++;
            Node l = last;
            node.prev = l;
            last = node;
            if (l == null) {
                first = node;
            } else {
                l.next = node;
            }
        }

        void addFirst(Node node) {
            node.listed = true;
            size++;
            Node f = first;
            node.next = f;
            first = node;
            if (f == null) {
                last = node;
            } else {
                f.prev = node;
            }
        }

        void lead(Node node) {
            assert spinner == null;
            spinner = node;
            size++;
        }

        /** Does nothing to who was called or served. */
        void remove(Node node) {
            if (node == spinner) {
                spinner = null;
                size--;
            } else if (node.listed) {
                unlink(node);
                size--;
            }
        }

        private void unlink(Node node) {
            Node p = node.prev;
            Node n = node.next;
            if (p == null) {
                first = n;
            } else {
                p.next = n;
            }
            if (n == null) {
                last = p;
            } else {
                n.prev = p;
            }
            node.prev = null;
            node.next = null;
            node.listed = false;
        }

        /** Makes the spinner one of the list: behind all others, unless its turn had come before. */
        void retire(Node node) {
            remove(node);
            node.spins = false;
            if (node.wasCalled) {
                addFirst(node);
            } else {
                addLast(node);
            }
        }

        /** Answers whether the thread must be woken. */
        boolean serve(Node node) {
            remove(node);
            node.state = Node.SERVED;
            if (!node.parks) {
                return false;
            }
            node.nextServed = served;
            served = node;
            return true;
        }

        /** Answers whether the thread must be woken. */
        boolean call(Node node) {
            remove(node);
            called++;
            advances = MOST_ADVANCES;
            node.state = Node.CALLED;
            if (!node.parks) {
                return false;
            }
            toWake = node.thread;
            return true;
        }

        /** Learns from a wait that began with spinning: its time, and whether the thread had to park. */
        void waited(long nanos, boolean parked) {
            int spin = spinNanos;
            if (nanos >= 2L * LONGEST_SPIN) {
                spinNanos = Math.max(spin / 2, SHORTEST_SPIN);
            } else if (parked && spin == LONGEST_SPIN) {
                spinNanos = SHORTEST_SPIN;
            } else {
                spinNanos = Math.min(2 * Math.max(spin, SHORTEST_SPIN / 2), LONGEST_SPIN);
            }
        }

        /** Learns from a wait that was given up when the thread had parked: nothing was there to spin for. */
        void gaveUp() {
            spinNanos /= 2;
        }
    }

    /** Establishes the invariants; to be called under the lock after each change. */
    private void settle() {
        Waiters takers = notEmpty;
        Waiters putters = notFull;
        for (; ; ) {
            Node node;
            if (count > 0 && takers != null && (node = fair ? takers.first : takers.spinner) != null) {
                node.item = at(0);
                dropFirst();
                wakes |= takers.serve(node);
            } else if (count < items.length
                    && putters != null
                    && (node = putters.first) != null
                    && (fair || !node.competes || items.length - count > putters.size)) {
                putItemOf(node);
                wakes |= putters.serve(node);
            } else {
                break;
            }
        }
        if (count < items.length && putters != null && putters.first != null && putters.called == 0) {
            wakes |= putters.call(putters.first);
        }
        if (count > 0 && takers != null && takers.first != null && takers.called == 0) {
            wakes |= takers.call(takers.first);
        }
    }

    private void putItemOf(Node node) {
        items[index(count)] = node.item;
        count++;
        node.item = null;
    }

    // Waiting

    /** Puts the current thread on the list; answers null if there is no memory for that. */
    @DontInline
    private @Nullable Node joinTakers() {
        Waiters w = notEmpty;
        Node node;
        try {
            if (w == null) {
                lock.prepareLine(); // all memory is taken before anybody waits: coming back from a wait may not fail
                w = new Waiters();
                notEmpty = w;
            }
            node = new Node(null);
        } catch (OutOfMemoryError exhausted) {
            return null;
        }
        boolean spins = maySpin(node.thread);
        if (fair || w.spinNanos == 0) {
            node.spins = spins && w.first == null;
            w.addLast(node);
        } else if (spins && w.spinner == null && (w.first == null || w.advances > 0)) {
            w.advances--;
            node.spins = true;
            w.lead(node);
        } else {
            w.addLast(node);
        }
        return node;
    }

    /** As {@link #joinTakers}. */
    @DontInline
    private @Nullable Node joinPutters(E e) {
        Waiters w = notFull;
        Node node;
        try {
            if (w == null) {
                lock.prepareLine();
                w = new Waiters();
                notFull = w;
            }
            node = new Node(e);
        } catch (OutOfMemoryError exhausted) {
            return null;
        }
        boolean spins = maySpin(node.thread);
        node.competes = competes(node.thread);
        node.spins = spins && w.first == null;
        w.addLast(node);
        return node;
    }

    /** Whether an unfair queue calls a putter instead of serving it. */
    boolean competes(Thread putter) {
        return Tuning.isVirtual(putter);
    }

    private boolean maySpin(Thread thread) {
        if (Tuning.SPIN_NANOS > 0 && !meetsVirtual && Tuning.isVirtual(thread)) {
            meetsVirtual = true;
        }
        return Tuning.SPIN_NANOS > 0 && !meetsVirtual;
    }

    @SuppressWarnings("unchecked")
    private @Nullable E awaitElement(@Nullable Node joined, boolean timed, long start, long deadline)
            throws InterruptedException {
        Object got = joined != null ? joined : joinLater(null, timed, deadline);
        if (!(got instanceof Node node)) {
            return (E) got;
        }
        Waiters takers = notEmpty;
        assert takers != null;
        return await(takers, node, timed, start, deadline) ? (E) node.item : null;
    }

    private boolean awaitRoom(E e, @Nullable Node joined, boolean timed, long start, long deadline)
            throws InterruptedException {
        Object got = joined != null ? joined : joinLater(e, timed, deadline);
        if (!(got instanceof Node node)) {
            return got != null;
        }
        Waiters putters = notFull;
        assert putters != null;
        return await(putters, node, timed, start, deadline);
    }

    /**
     * Of a thread that found no memory to wait with, and tries again until there is some, or no need to wait: answers its node on the list; the
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
                Node node = item == null ? joinTakers() : joinPutters(item);
                if (node != null) {
                    return node;
                }
            } finally {
                unlock();
            }
        }
    }

    private static final int CHANGED = 0;
    private static final int INTERRUPTED = 1;
    private static final int LATE = 2;
    private static final int NOTHING = 3;

    /** Waits from {@code start} on until the node is served; false if time ran out. */
    @DontInline
    private boolean await(Waiters waiters, Node node, boolean timed, long start, long deadline)
            throws InterruptedException {
        int outer = lock.isHeldByCurrentThread() ? lock.releaseAll() : 0;
        boolean keepsInterrupt = false;
        boolean learns = node.spins;
        long begin = timed || !learns ? start : System.nanoTime();
        try {
            for (long now = begin; ; now = node.spins ? System.nanoTime() : 0L) {
                int why = sleep(waiters, node, timed, now, deadline);
                if (node.state != Node.SERVED) {
                    keepsInterrupt |= why == INTERRUPTED;
                    lock();
                    try {
                        if (!look(waiters, node, why)) {
                            if (why != CHANGED && learns && node.parks) {
                                waiters.gaveUp();
                            }
                            if (why == INTERRUPTED) {
                                keepsInterrupt = false;
                                throw new InterruptedException();
                            }
                            if (why == LATE) {
                                return false;
                            }
                            continue;
                        }
                    } finally {
                        unlock();
                    }
                } else if (why == INTERRUPTED) {
                    keepsInterrupt = true;
                }
                if (learns) {
                    waiters.waited(System.nanoTime() - begin, node.parks);
                }
                return true;
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

    /** Spins and parks until there is something to do, and tells what. */
    private static int sleep(Waiters waiters, Node node, boolean timed, long start, long deadline) {
        if (node.spins) {
            int why = spin(waiters, node, timed, start, deadline);
            if (why != NOTHING) {
                return why;
            }
        }
        if (node == waiters.spinner) { // to be listed before it may park
            return CHANGED;
        }
        node.parks = true;
        while (node.state == Node.WAITING) {
            if (Thread.interrupted()) {
                return INTERRUPTED;
            }
            if (timed) {
                long remaining = deadline - System.nanoTime();
                if (remaining <= 0) {
                    return LATE;
                }
                LockSupport.parkNanos(waiters, remaining);
            } else {
                LockSupport.park(waiters);
            }
        }
        return CHANGED;
    }

    /** Answers why it ended: NOTHING if its time is over and the thread's is not. */
    private static int spin(Waiters waiters, Node node, boolean timed, long start, long deadline) {
        long end = start + waiters.spinNanos;
        boolean last = timed && deadline - end <= 0;
        if (last) {
            end = deadline;
        }
        for (; ; ) {
            if (node.state != Node.WAITING) {
                return CHANGED;
            }
            if (System.nanoTime() - end >= 0) {
                return !last ? NOTHING : Thread.interrupted() ? INTERRUPTED : LATE;
            }
            Thread.onSpinWait();
        }
    }

    /** What a thread that was not served finds under the lock: true if it is now; else it has left, or has a place again. */
    private boolean look(Waiters waiters, Node node, int why) {
        if (node.state == Node.SERVED) {
            return true;
        }
        boolean called = node.state == Node.CALLED;
        if (called) {
            waiters.called--;
        }
        boolean takes = waiters == notEmpty;
        boolean served = (takes ? count > 0 : count < items.length) && (called || why != INTERRUPTED);
        if (served) {
            waiters.remove(node);
            if (takes) {
                node.item = at(0);
                dropFirst();
            } else {
                putItemOf(node);
            }
            node.state = Node.SERVED;
        } else if (why != CHANGED) {
            waiters.remove(node);
        } else if (called) {
            waitAgain(waiters, node);
        } else if (node == waiters.spinner) {
            waiters.retire(node);
        }
        settle();
        return served;
    }

    /** Who was called in vain comes before all others. */
    private void waitAgain(Waiters waiters, Node node) {
        node.wasCalled = true;
        node.parks = false;
        node.state = Node.WAITING;
        if (maySpin(node.thread)) {
            Node spinner = waiters.spinner;
            if (spinner != null) {
                waiters.retire(spinner);
            }
            node.spins = true;
            waiters.lead(node);
        } else {
            waiters.addFirst(node);
        }
    }

    // Queue

    @Override
    @ReservedStack
    public boolean offer(E e) {
        Objects.requireNonNull(e);
        lock();
        try {
            if (count == items.length) {
                return false;
            }
            append(e);
            return true;
        } finally {
            unlock();
        }
    }

    @Override
    @ReservedStack
    public void put(E e) throws InterruptedException {
        Objects.requireNonNull(e);
        Node node;
        lockInterruptibly();
        try {
            if (count < items.length) {
                append(e);
                return;
            }
            node = joinPutters(e);
        } finally {
            unlock();
        }
        awaitRoom(e, node, false, 0L, 0L);
    }

    @Override
    @ReservedStack
    public boolean offer(E e, long timeout, TimeUnit unit) throws InterruptedException {
        Objects.requireNonNull(e);
        long nanos = unit.toNanos(timeout);
        Node node;
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
            node = joinPutters(e);
        } finally {
            unlock();
        }
        return awaitRoom(e, node, true, start, start + nanos);
    }

    @Override
    @ReservedStack
    public @Nullable E poll() {
        lock();
        try {
            return count == 0 ? null : removeFirst();
        } finally {
            unlock();
        }
    }

    @Override
    @ReservedStack
    public E take() throws InterruptedException {
        Node node;
        lockInterruptibly();
        try {
            if (count > 0) {
                return removeFirst();
            }
            node = joinTakers();
        } finally {
            unlock();
        }
        E e = awaitElement(node, false, 0L, 0L);
        assert e != null : "served without an element";
        return e;
    }

    @Override
    @ReservedStack
    public @Nullable E poll(long timeout, TimeUnit unit) throws InterruptedException {
        long nanos = unit.toNanos(timeout);
        Node node;
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
            node = joinTakers();
        } finally {
            unlock();
        }
        return awaitElement(node, true, start, start + nanos);
    }

    @Override
    @ReservedStack
    public @Nullable E peek() {
        lock();
        try {
            return count == 0 ? null : at(0);
        } finally {
            unlock();
        }
    }

    @Override
    @ReservedStack
    public int size() {
        lock();
        try {
            return count;
        } finally {
            unlock();
        }
    }

    @Override
    @ReservedStack
    public int remainingCapacity() {
        lock();
        try {
            return items.length - count;
        } finally {
            unlock();
        }
    }

    // Collection

    @Override
    public boolean remove(@Nullable Object o) {
        if (o == null) {
            return false;
        }
        lock();
        try {
            int offset = offsetOf(o);
            if (offset < 0) {
                return false;
            }
            removeAt(offset);
            return true;
        } finally {
            unlock();
        }
    }

    @Override
    public boolean contains(@Nullable Object o) {
        if (o == null) {
            return false;
        }
        lock();
        try {
            return offsetOf(o) >= 0;
        } finally {
            unlock();
        }
    }

    private int offsetOf(Object o) {
        for (int i = 0; i < count; i++) {
            if (o.equals(at(i))) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public Object[] toArray() {
        lock();
        try {
            return copyTo(new Object[count]);
        } finally {
            unlock();
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T[] toArray(T[] a) {
        lock();
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
            unlock();
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
        lock();
        try {
            while (count > 0) {
                dropFirst();
            }
            roomMade();
        } finally {
            unlock();
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
        lock();
        try {
            int n = Math.min(maxElements, count);
            int moved = 0;
            try {
                while (moved < n) {
                    c.add(at(0));
                    dropFirst();
                    moved++;
                }
                return n;
            } finally {
                roomMade();
            }
        } finally {
            unlock();
        }
    }

    @Override
    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        lock();
        try {
            // what the action adds is not visited, and nothing is passed over when it takes elements
            long end = head + count;
            for (long next = head; next < end && next - head < count; next = Math.max(next + 1, head)) {
                action.accept(at((int) (next - head)));
            }
        } finally {
            unlock();
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

    /** Asks about all elements before it removes any, so that a question that throws leaves the queue as it was. */
    private boolean removeMatching(
            @Nullable Predicate<? super E> filter, @Nullable Collection<?> collection, boolean ifContained) {
        lock();
        try {
            int n = count;
            boolean[] doomed = new boolean[n];
            int removed = 0;
            for (int i = 0; i < n; i++) {
                E e = at(i);
                doomed[i] =
                        collection != null ? collection.contains(e) == ifContained : filter != null && filter.test(e);
                if (doomed[i]) {
                    removed++;
                }
            }
            if (removed == 0) {
                return false;
            }
            for (int i = n - 1; i >= 0; i--) {
                if (doomed[i]) {
                    tellIterators(head + i);
                }
            }
            int kept = 0;
            for (int i = 0; i < n; i++) {
                if (!doomed[i]) {
                    items[index(kept++)] = at(i);
                }
            }
            for (int i = kept; i < n; i++) {
                items[index(i)] = null;
            }
            count = kept;
            roomMade();
            return true;
        } finally {
            unlock();
        }
    }

    // Iteration

    @Override
    public Iterator<E> iterator() {
        return new Itr();
    }

    /** The queue's way to an iterator that may be garbage; knows its place in {@link #iterators}. */
    private static final class Handle<E> extends WeakReference<CqsArrayBlockingQueue<E>.Itr> {
        int place;

        Handle(CqsArrayBlockingQueue<E>.Itr iterator, int place) {
            super(iterator);
            this.place = place;
        }
    }

    /** The iterators that are not exhausted, null behind the last. An object of its own, so that an idle queue stays small. */
    private static final class Iterators<E> {
        @SuppressWarnings("unchecked")
        private @Nullable Handle<E>[] handles = (Handle<E>[]) new Handle<?>[4];

        private int count;

        Handle<E> add(CqsArrayBlockingQueue<E>.Itr iterator) {
            if (count == handles.length) {
                for (int i = count - 1; i >= 0; i--) {
                    Handle<E> handle = at(i);
                    if (handle.get() == null) {
                        remove(handle);
                    }
                }
                if (count > handles.length / 2) {
                    handles = Arrays.copyOf(handles, handles.length * 2);
                }
            }
            Handle<E> handle = new Handle<>(iterator, count);
            handles[count++] = handle;
            return handle;
        }

        void remove(Handle<E> handle) {
            assert at(handle.place) == handle;
            Handle<E> last = at(--count);
            handles[handle.place] = last;
            last.place = handle.place;
            handles[count] = null;
            handle.clear();
        }

        Handle<E> at(int place) {
            Handle<E> handle = handles[place];
            assert handle != null : "an iterator is missing";
            return handle;
        }
    }

    private Handle<E> register(Itr iterator) {
        Iterators<E> all = iterators;
        if (all == null) {
            all = new Iterators<>();
            iterators = all;
        }
        return all.add(iterator);
    }

    private void unregister(Handle<E> handle) {
        Iterators<E> all = iterators;
        assert all != null;
        all.remove(handle);
        if (all.count == 0) {
            iterators = null;
        }
    }

    private void tellIterators(long position) {
        Iterators<E> all = iterators;
        for (int i = 0; all != null && i < all.count; i++) {
            Itr iterator = all.at(i).get();
            if (iterator != null) {
                iterator.onRemoval(position);
            }
        }
    }

    /** Holds its next element ready, so that {@code next} can answer whatever {@code hasNext} has promised. */
    private final class Itr implements Iterator<E> {
        private static final long NONE = -1;
        private static final long GONE = -2;

        private @Nullable E nextItem;

        /** The position of {@link #nextItem}, or of the element after it once it was removed. */
        private long nextPosition;

        private boolean nextRemoved;

        /** The position of the element that was returned last, NONE, or GONE if it has left the queue. */
        private long lastPosition = NONE;

        private @Nullable E lastItem;

        /** Null when exhausted: nobody moves our positions then. */
        private @Nullable Handle<E> handle;

        Itr() {
            lock();
            try {
                if (count > 0) {
                    nextPosition = head;
                    nextItem = at(0);
                    handle = register(this);
                }
            } finally {
                unlock();
            }
        }

        /** An interior element was removed; those behind it moved down by one. */
        void onRemoval(long position) {
            if (position < nextPosition) {
                nextPosition--;
            } else if (position == nextPosition) {
                nextRemoved = true;
            }
            if (position < lastPosition) {
                lastPosition--;
            } else if (position == lastPosition) {
                lastPosition = GONE;
            }
        }

        private void detach() {
            Handle<E> h = handle;
            if (h != null) {
                handle = null;
                unregister(h);
            }
        }

        @Override
        public boolean hasNext() {
            if (nextItem != null) {
                return true;
            }
            if (handle != null) {
                lock();
                try {
                    detach();
                } finally {
                    unlock();
                }
            }
            return false;
        }

        @Override
        public E next() {
            E e = nextItem;
            if (e == null) {
                throw new NoSuchElementException();
            }
            lock();
            try {
                advance();
            } finally {
                unlock();
            }
            return e;
        }

        private void advance() {
            lastItem = nextItem;
            if (nextRemoved || nextPosition < head) {
                lastPosition = GONE;
                nextRemoved = false;
            } else {
                lastPosition = nextPosition++;
            }
            if (nextPosition < head) {
                nextPosition = head;
            }
            int offset = (int) (nextPosition - head);
            nextItem = offset < count ? at(offset) : null;
        }

        @Override
        public void forEachRemaining(Consumer<? super E> action) {
            Objects.requireNonNull(action);
            lock();
            try {
                int left = count + 1; // as many as there may be: the action may add others without end
                for (E e = nextItem; e != null && left > 0; e = nextItem) {
                    left--;
                    advance();
                    action.accept(e);
                }
            } finally {
                nextItem = null; // the iteration is over, also when the action has thrown
                lastPosition = NONE;
                lastItem = null;
                detach();
                unlock();
            }
        }

        @Override
        public void remove() {
            lock();
            try {
                long position = lastPosition;
                if (position == NONE) {
                    throw new IllegalStateException();
                }
                E item = lastItem;
                lastPosition = NONE;
                lastItem = null;
                long offset = position - head;
                if (offset >= 0 && offset < count && at((int) offset) == item) {
                    removeAt((int) offset);
                }
            } finally {
                unlock();
            }
        }
    }

    // Serialization

    /** An exact shim is written as the JDK class; a subclass of the application as itself, with the state where the JDK class has it. */
    protected Object writeReplace() throws ObjectStreamException {
        lock();
        try {
            if (JdkIdentity.isExact(this, CqsArrayBlockingQueue.class)) {
                ArrayBlockingQueue<E> plain = new ArrayBlockingQueue<>(items.length, fair);
                for (int i = 0; i < count; i++) {
                    plain.add(at(i));
                }
                return plain;
            }
            JdkArrayBlockingQueueState.fill(this, items.length, copyTo(new Object[count]));
            return this;
        } finally {
            unlock();
        }
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
        out.defaultWriteObject();
        out.writeBoolean(fair);
        JdkArrayBlockingQueueState.fill(
                this, 1, new Object[0]); // the superclass is written; do not hold its copy any longer
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
}
