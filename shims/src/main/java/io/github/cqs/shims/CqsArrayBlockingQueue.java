package io.github.cqs.shims;

import io.github.cqs.internal.ReservedStack;
import io.github.cqs.internal.Tuning;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
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
public class CqsArrayBlockingQueue<E> extends ArrayBlockingQueue<E> {
    /*
     * Overview.
     *
     * A ring of elements under one lock with two conditions, all of it on the CQS: a signalled thread moves to the lock's line without being
     * woken, and wakes when the lock is free, so every wake-up happens outside the lock.
     *
     * Elements have positions: head is the position of the first one, counted from the creation of the queue, and position p lives in
     * items[(takeIndex + p - head) mod capacity]. Taking an element advances head and leaves all positions alone; only the removal of an
     * interior element moves those behind it down by one, and then tells the iterators, which remember positions. Iterators are known to
     * the queue through weak references, and leave when they are exhausted.
     *
     * A stack overflow in the lock is thrown where lock() returns, before "try". So what runs no code of the application keeps stack in
     * reserve as a whole: the lock is private, and nobody else could release it.
     */

    private static final long serialVersionUID = 1L;

    private static final int LOCK_PAUSES = Integer.getInteger("x.lock", 64);
    private static final int HAND_OVER = Integer.getInteger("x.hand", 4);
    private static final int ADVANCES = Integer.getInteger("x.adv", 256);
    private static final int FAIR_SPINNERS = Integer.getInteger("x.fair", 1);
    private static final int AWAY = Integer.getInteger("x.away", 64);

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
        lock = ReentrantLockSync.create(false);
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
        if (!lock.tryLock() && !spinForLock()) {
            lock.lock();
        }
    }

    private void lockInterruptibly() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (!lock.tryLock() && !spinForLock()) {
            lock.lockInterruptibly();
        }
    }

    private boolean spinForLock() {
        if (Tuning.SPIN_NANOS == 0 || Tuning.isVirtual(Thread.currentThread())) {
            return false;
        }
        for (int pauses = 1; pauses <= LOCK_PAUSES; pauses *= 2) {
            for (int i = 0; i < pauses; i++) {
                Thread.onSpinWait();
            }
            if (lock.tryLock()) {
                return true;
            }
        }
        return false;
    }

    private void unlock() {
        if (wakes) {
            unlockAndWake();
        } else {
            lock.unlock();
        }
    }

    private void unlockAndWake() {
        wakes = false;
        Waiters takers = notEmpty;
        Waiters putters = notFull;
        Node gotElements = null;
        Thread taker = null;
        if (takers != null) {
            gotElements = takers.served;
            takers.served = null;
            taker = takers.called;
            takers.called = null;
        }
        Node gotRoom = null;
        Thread putter = null;
        if (putters != null) {
            gotRoom = putters.served;
            putters.served = null;
            putter = putters.called;
            putters.called = null;
        }
        lock.unlock();
        unpark(gotElements);
        unpark(gotRoom);
        LockSupport.unpark(taker);
        LockSupport.unpark(putter);
    }

    private static void unpark(@Nullable Node served) {
        for (Node node = served; node != null; node = node.served) {
            LockSupport.unpark(node.thread);
        }
    }

    // Waiting

    /** One thread's wait. All under the lock but for the fields that are volatile. */
    private static final class Node {
        static final int WAITING = 0;
        static final int CALLED = 1;
        static final int SERVED = 2;

        final Thread thread = Thread.currentThread();

        /** What the thread wants to put, or was given. */
        @Nullable
        Object item;

        volatile int state;

        /** Written by the waiting thread, before it looks at its state and parks. */
        volatile boolean parks;

        boolean spins;
        boolean listed;

        @Nullable
        Node prev;

        @Nullable
        Node next;

        @Nullable
        Node served;

        Node(@Nullable Object item) {
            this.item = item;
        }
    }

    /** Those who wait for the same. */
    private static final class Waiters {
        @Nullable
        Node first;

        @Nullable
        Node last;

        /** A thread that spins ahead of the list. */
        @Nullable
        Node spinner;

        /** How many nodes there are: those of the list and the spinner. */
        int size;

        /** How many threads were called from the list and have not come yet. */
        int awake;

        /** How often a newcomer may still spin ahead of the list. */
        int advances;

        /** How long the next one may spin. A guess: written without the lock. */
        int spinNanos = (int) Tuning.SPIN_NANOS;

        /** Threads to be woken by who unlocks next. */
        @Nullable
        Node served;

        @Nullable
        Thread called;

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

        void remove(Node node) {
            if (node == spinner) {
                spinner = null;
                size--;
            } else if (node.listed) {
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
                size--;
            }
        }

        void serve(Node node) {
            remove(node);
            node.state = Node.SERVED;
            if (node.parks) {
                node.served = served;
                served = node;
            }
        }
    }

    /** Brings elements, room, and those who wait together. */
    @SuppressWarnings("unchecked")
    private void settle() {
        Waiters takers = notEmpty;
        Waiters putters = notFull;
        for (; ; ) {
            Node node;
            if (count > 0 && takers != null && (node = toServe(takers)) != null) {
                node.item = at(0);
                dropFirst();
                takers.serve(node);
                wakes |= node.parks;
            } else if (count < items.length && putters != null && (node = toServe(putters)) != null) {
                items[index(count)] = node.item;
                count++;
                node.item = null;
                putters.serve(node);
                wakes |= node.parks;
            } else {
                break;
            }
        }
        if (!fair) {
            if (takers != null) {
                call(takers, count);
            }
            if (putters != null) {
                call(putters, items.length - count);
            }
        }
    }

    /** Who is to be given what it waits for, instead of being called to fetch it. */
    private @Nullable Node toServe(Waiters waiters) {
        return fair ? waiters.first : handsOver() ? waiters.spinner : null;
    }

    private boolean handsOver() {
        return items.length <= HAND_OVER;
    }

    private void call(Waiters waiters, int available) {
        Node node = waiters.first;
        if (available > 0 && node != null && waiters.awake == 0 && waiters.spinner == null) {
            waiters.remove(node);
            waiters.awake++;
            waiters.advances = ADVANCES;
            node.state = Node.CALLED;
            if (node.parks) {
                waiters.called = node.thread;
                wakes = true;
            }
        }
    }

    private Node join(Waiters waiters, @Nullable Object item) {
        Node node = new Node(item);
        boolean maySpin = Tuning.SPIN_NANOS > 0 && !Tuning.isVirtual(node.thread);
        if (fair) {
            node.spins = maySpin && waiters.size < FAIR_SPINNERS;
            waiters.addLast(node);
        } else if (maySpin && waiters.spinner == null && (waiters.first == null || waiters.advances > 0)) {
            waiters.advances--;
            lead(waiters, node);
        } else {
            waiters.addLast(node);
        }
        return node;
    }

    private static void lead(Waiters waiters, Node node) {
        node.spins = true;
        waiters.spinner = node;
        waiters.size++;
    }

    private Waiters takers() {
        Waiters w = notEmpty;
        if (w == null) {
            w = new Waiters();
            notEmpty = w;
        }
        return w;
    }

    private Waiters putters() {
        Waiters w = notFull;
        if (w == null) {
            w = new Waiters();
            notFull = w;
        }
        return w;
    }

    @SuppressWarnings("unchecked")
    private @Nullable E awaitElement(Node node, boolean timed, long deadline) throws InterruptedException {
        Waiters takers = notEmpty;
        assert takers != null;
        return await(takers, node, timed, deadline) ? (E) node.item : null;
    }

    private boolean awaitRoom(Node node, boolean timed, long deadline) throws InterruptedException {
        Waiters putters = notFull;
        assert putters != null;
        return await(putters, node, timed, deadline);
    }

    /** Waits until the node is served; false if time ran out. */
    private boolean await(Waiters waiters, Node node, boolean timed, long deadline) throws InterruptedException {
        int outer = lock.isHeldByCurrentThread() ? lock.releaseAll() : 0;
        boolean interrupted = false;
        try {
            for (; ; ) {
                boolean late = false;
                if (node.spins) {
                    spin(waiters, node, timed, deadline);
                }
                if (node == waiters.spinner) {
                    late = timed && deadline - System.nanoTime() <= 0;
                } else { // only we take ourselves from there, but for being served
                    node.parks = true;
                    while (node.state == Node.WAITING) {
                        if (Thread.interrupted()) {
                            interrupted = true;
                            break;
                        }
                        if (timed) {
                            long remaining = deadline - System.nanoTime();
                            if (remaining <= 0) {
                                late = true;
                                break;
                            }
                            LockSupport.parkNanos(waiters, remaining);
                        } else {
                            LockSupport.park(waiters);
                        }
                    }
                }
                if (node.state == Node.SERVED) {
                    return true;
                }
                lock();
                try {
                    if (node.state == Node.SERVED) {
                        return true;
                    }
                    boolean called = node.state == Node.CALLED;
                    if (called) {
                        waiters.awake--;
                    }
                    if ((called || !interrupted) && fetch(waiters, node)) {
                        return true;
                    }
                    if (interrupted || late) {
                        waiters.remove(node);
                        settle();
                        if (interrupted) {
                            interrupted = false;
                            throw new InterruptedException();
                        }
                        return false;
                    }
                    waitOn(waiters, node, called);
                } finally {
                    unlock();
                }
            }
        } finally {
            if (outer > 0) {
                lock.lockAgain(outer);
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Serves oneself, if possible. */
    @SuppressWarnings("unchecked")
    private boolean fetch(Waiters waiters, Node node) {
        if (waiters == notEmpty ? count == 0 : count == items.length) {
            return false;
        }
        waiters.remove(node);
        node.state = Node.SERVED;
        if (waiters == notEmpty) {
            node.item = at(0);
            dropFirst();
        } else {
            items[index(count)] = node.item;
            count++;
        }
        settle();
        return true;
    }

    /** Takes a place for another wait: who was called comes before all others, who has spun in vain behind them. */
    private void waitOn(Waiters waiters, Node node, boolean called) {
        Node spinner = waiters.spinner;
        if (called) {
            node.parks = false;
            node.state = Node.WAITING;
            if (Tuning.SPIN_NANOS == 0 || Tuning.isVirtual(node.thread)) {
                waiters.addFirst(node);
            } else {
                if (spinner != null) {
                    waiters.remove(spinner);
                    spinner.spins = false;
                    waiters.addLast(spinner);
                }
                lead(waiters, node);
            }
        } else if (node == spinner) {
            waiters.remove(node);
            node.spins = false;
            waiters.addLast(node);
        }
        settle();
    }

    private void spin(Waiters waiters, Node node, boolean timed, long deadline) {
        int nanos = waiters.spinNanos;
        long end = System.nanoTime() + nanos;
        if (timed && deadline - end < 0) {
            end = deadline;
        }
        boolean looks = !fair && !handsOver();
        int pauses = looks ? Math.min(items.length, AWAY) : 1;
        do {
            for (int i = 0; i < pauses; i++) {
                Thread.onSpinWait();
            }
            if (node.state != Node.WAITING
                    || (looks
                            && (waiters == notEmpty
                                    ? (int) COUNT.getOpaque(this) != 0
                                    : (int) COUNT.getOpaque(this) != items.length))) {
                waiters.spinNanos = (int) Math.min(2L * nanos, Tuning.SPIN_NANOS);
                return;
            }
        } while (System.nanoTime() - end < 0);
        waiters.spinNanos = Math.max(nanos / 2, (int) Tuning.SPIN_NANOS / 32);
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
        Node node = null;
        lockInterruptibly();
        try {
            if (count < items.length) {
                append(e);
            } else {
                node = join(putters(), e);
            }
        } finally {
            unlock();
        }
        if (node != null) {
            awaitRoom(node, false, 0L);
        }
    }

    @Override
    @ReservedStack
    public boolean offer(E e, long timeout, TimeUnit unit) throws InterruptedException {
        Objects.requireNonNull(e);
        long nanos = unit.toNanos(timeout);
        Node node;
        long deadline;
        lockInterruptibly();
        try {
            if (count < items.length) {
                append(e);
                return true;
            }
            if (nanos <= 0) {
                return false;
            }
            deadline = System.nanoTime() + nanos;
            node = join(putters(), e);
        } finally {
            unlock();
        }
        return awaitRoom(node, true, deadline);
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
            node = join(takers(), null);
        } finally {
            unlock();
        }
        E e = awaitElement(node, false, 0L);
        assert e != null : "served without an element";
        return e;
    }

    @Override
    @ReservedStack
    public @Nullable E poll(long timeout, TimeUnit unit) throws InterruptedException {
        long nanos = unit.toNanos(timeout);
        Node node;
        long deadline;
        lockInterruptibly();
        try {
            if (count > 0) {
                return removeFirst();
            }
            if (nanos <= 0) {
                return null;
            }
            deadline = System.nanoTime() + nanos;
            node = join(takers(), null);
        } finally {
            unlock();
        }
        return awaitElement(node, true, deadline);
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
            for (int i = 0; i < count; i++) {
                action.accept(at(i));
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
                for (E e = nextItem; e != null; e = nextItem) {
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

    // VarHandle mechanics
    private static final VarHandle COUNT;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(CqsArrayBlockingQueue.class, "count", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
