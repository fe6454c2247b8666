package io.github.cqs.shims;

import io.github.cqs.internal.ReservedStack;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamException;
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

    @SuppressWarnings("NullAway.Init") // null only while an object is being deserialised
    private transient @Nullable Object[] items;

    @SuppressWarnings("NullAway.Init")
    private transient ReentrantLockSync lock;

    @SuppressWarnings("NullAway.Init")
    private transient CqsCondition notEmpty;

    @SuppressWarnings("NullAway.Init")
    private transient CqsCondition notFull;

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
        notEmpty = lock.newCondition();
        notFull = lock.newCondition();
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
        notEmpty.signal();
    }

    private E removeFirst() {
        E e = at(0);
        dropFirst();
        notFull.signal();
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
        notFull.signal();
    }

    private void signalNotFull(int freed) {
        for (int i = freed; i > 0 && notFull.hasWaiters(); i--) {
            notFull.signal();
        }
    }

    // Queue

    @Override
    @ReservedStack
    public boolean offer(E e) {
        Objects.requireNonNull(e);
        lock.lock();
        try {
            if (count == items.length) {
                return false;
            }
            append(e);
            return true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    @ReservedStack
    public void put(E e) throws InterruptedException {
        Objects.requireNonNull(e);
        lock.lockInterruptibly();
        try {
            while (count == items.length) {
                notFull.await();
            }
            append(e);
        } finally {
            lock.unlock();
        }
    }

    @Override
    @ReservedStack
    public boolean offer(E e, long timeout, TimeUnit unit) throws InterruptedException {
        Objects.requireNonNull(e);
        long nanos = unit.toNanos(timeout);
        lock.lockInterruptibly();
        try {
            while (count == items.length) {
                if (nanos <= 0) {
                    return false;
                }
                nanos = notFull.awaitNanos(nanos);
            }
            append(e);
            return true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    @ReservedStack
    public @Nullable E poll() {
        lock.lock();
        try {
            return count == 0 ? null : removeFirst();
        } finally {
            lock.unlock();
        }
    }

    @Override
    @ReservedStack
    public E take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (count == 0) {
                notEmpty.await();
            }
            return removeFirst();
        } finally {
            lock.unlock();
        }
    }

    @Override
    @ReservedStack
    public @Nullable E poll(long timeout, TimeUnit unit) throws InterruptedException {
        long nanos = unit.toNanos(timeout);
        lock.lockInterruptibly();
        try {
            while (count == 0) {
                if (nanos <= 0) {
                    return null;
                }
                nanos = notEmpty.awaitNanos(nanos);
            }
            return removeFirst();
        } finally {
            lock.unlock();
        }
    }

    @Override
    @ReservedStack
    public @Nullable E peek() {
        lock.lock();
        try {
            return count == 0 ? null : at(0);
        } finally {
            lock.unlock();
        }
    }

    @Override
    @ReservedStack
    public int size() {
        lock.lock();
        try {
            return count;
        } finally {
            lock.unlock();
        }
    }

    @Override
    @ReservedStack
    public int remainingCapacity() {
        lock.lock();
        try {
            return items.length - count;
        } finally {
            lock.unlock();
        }
    }

    // Collection

    @Override
    public boolean remove(@Nullable Object o) {
        if (o == null) {
            return false;
        }
        lock.lock();
        try {
            int offset = offsetOf(o);
            if (offset < 0) {
                return false;
            }
            removeAt(offset);
            return true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean contains(@Nullable Object o) {
        if (o == null) {
            return false;
        }
        lock.lock();
        try {
            return offsetOf(o) >= 0;
        } finally {
            lock.unlock();
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
        lock.lock();
        try {
            return copyTo(new Object[count]);
        } finally {
            lock.unlock();
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T[] toArray(T[] a) {
        lock.lock();
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
            lock.unlock();
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
        lock.lock();
        try {
            int n = count;
            while (count > 0) {
                dropFirst();
            }
            signalNotFull(n);
        } finally {
            lock.unlock();
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
        lock.lock();
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
                signalNotFull(moved);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        lock.lock();
        try {
            for (int i = 0; i < count; i++) {
                action.accept(at(i));
            }
        } finally {
            lock.unlock();
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
        lock.lock();
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
            signalNotFull(removed);
            return true;
        } finally {
            lock.unlock();
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
            lock.lock();
            try {
                if (count > 0) {
                    nextPosition = head;
                    nextItem = at(0);
                    handle = register(this);
                }
            } finally {
                lock.unlock();
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
                lock.lock();
                try {
                    detach();
                } finally {
                    lock.unlock();
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
            lock.lock();
            try {
                advance();
            } finally {
                lock.unlock();
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
            lock.lock();
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
                lock.unlock();
            }
        }

        @Override
        public void remove() {
            lock.lock();
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
                lock.unlock();
            }
        }
    }

    // Serialization

    /** An exact shim is written as the JDK class; a subclass of the application as itself, with the state where the JDK class has it. */
    protected Object writeReplace() throws ObjectStreamException {
        lock.lock();
        try {
            if (JdkIdentity.isExact(this, CqsArrayBlockingQueue.class)) {
                ArrayBlockingQueue<E> plain = new ArrayBlockingQueue<>(items.length, lock.isFair());
                for (int i = 0; i < count; i++) {
                    plain.add(at(i));
                }
                return plain;
            }
            JdkArrayBlockingQueueState.fill(this, items.length, copyTo(new Object[count]));
            return this;
        } finally {
            lock.unlock();
        }
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
        out.defaultWriteObject();
        out.writeBoolean(lock.isFair());
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
