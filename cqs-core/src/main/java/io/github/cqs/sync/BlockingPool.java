package io.github.cqs.sync;

import io.github.cqs.CancellableQueueSynchronizer;
import io.github.cqs.CancellationMode;
import io.github.cqs.ResumeMode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A bag of shared elements, such as connections: {@link #take} gets any of them, waiting in FIFO order while there is none, and {@link #put}
 * hands one to the first waiter or keeps it.
 *
 * <p><b>It is a bag.</b> No order of the elements is promised; {@link BlockingQueuePool} tends to give the one that was put first,
 * {@link BlockingStackPool} the one that was put last. An element that was meant for a waiter which gives up comes back to the pool a
 * moment after its {@code put} has returned; a {@code tryTake} in between may not see it. An element is never lost and never given to two.
 *
 * <p><b>Cost.</b> One fetch-and-add on the size; then one operation on the queue of waiters or on the store. Waiters leave in constant time.
 *
 * <p><b>Progress.</b> {@code put} and {@code tryTake} never wait for another thread. They start over when they meet each other half-way in the
 * store, which is paid for by the other one's starting over.
 *
 * <p><b>Memory consistency effects:</b> what happens before {@code put} <i>happens-before</i> what follows the {@code take} of that element.
 *
 * <p>CQS paper (PLDI 2023), section 4.4.
 *
 * @param <E> the elements, not null
 */
public abstract sealed class BlockingPool<E> permits BlockingQueuePool, BlockingStackPool {
    /*
     * Overview.
     *
     * size > 0: so many elements are in the store, or on their way there. size <= 0: none is, and -size threads wait.
     *
     * Who changes size from above 0 owns one element of the store, who raises it from 0 or above owes one to it. Either may come to the
     * store before the other: a retrieval that finds nothing leaves a mark that the next insertion must fail on. Both then start over, so
     * that size counts neither of them any more.
     *
     * A waiter that gives up raises size. If that takes it off the waiters, it is gone. Otherwise a put has counted it as served already:
     * the value is refused, and size, raised once by the put and once by the waiter, owes it to the store.
     */

    private final Waiters<E> waiters;

    BlockingPool(int segmentSize) {
        waiters = new Waiters<>(this, segmentSize);
    }

    /** Adds an element; false if a retrieval has been here first: both start over. */
    abstract boolean tryInsert(E element);

    /** Removes an element; null if its insertion has not come yet and will fail: both start over. */
    abstract @Nullable E tryRetrieve();

    /**
     * Takes an element, waiting for one if there is none.
     *
     * @throws InterruptedException if interrupted while waiting; no element was taken then
     */
    public E take() throws InterruptedException {
        for (; ; ) {
            E element = waiters.takesStored() ? tryRetrieve() : waiters.await();
            if (element != null) {
                return element;
            }
        }
    }

    /**
     * Takes an element, waiting at most the given time; with a time that is not positive it does not wait.
     *
     * @return the element, or null if time ran out
     * @throws InterruptedException if interrupted while waiting; no element was taken then
     */
    public @Nullable E take(long timeout, TimeUnit unit) throws InterruptedException {
        long nanos = unit.toNanos(timeout);
        if (nanos <= 0) {
            return tryTake();
        }
        long deadline = System.nanoTime() + nanos;
        for (; ; ) {
            if (!waiters.takesStored()) {
                return waiters.awaitUntil(deadline);
            }
            E element = tryRetrieve();
            if (element != null) {
                return element;
            }
        }
    }

    /** Takes an element if there is one that no other thread has been promised; null otherwise. */
    public @Nullable E tryTake() {
        while (waiters.takesIfStored()) {
            E element = tryRetrieve();
            if (element != null) {
                return element;
            }
        }
        return null;
    }

    /**
     * Hands an element to the first waiter, or keeps it if nobody waits.
     *
     * @throws NullPointerException if it is null
     */
    public void put(E element) {
        Objects.requireNonNull(element, "element");
        while (!waiters.give(element)) {
            if (tryInsert(element)) {
                return;
            }
        }
    }

    /** The number of elements that can be taken without waiting. */
    public int size() {
        return (int) Math.max(0, Math.min(Integer.MAX_VALUE, waiters.size));
    }

    /** The number of threads that wait. */
    public int queueLength() {
        return (int) Math.max(0, Math.min(Integer.MAX_VALUE, -waiters.size));
    }

    void checkInvariantsAtQuiescence() {
        waiters.check();
    }

    private static final class Waiters<E> extends CancellableQueueSynchronizer<E> {
        private final BlockingPool<E> pool;
        private volatile long size;

        Waiters(BlockingPool<E> pool, int segmentSize) {
            super(ResumeMode.ASYNC, CancellationMode.SMART, segmentSize);
            this.pool = pool;
        }

        /** Takes one off the size; false if the thread is counted as a waiter now. */
        boolean takesStored() {
            return (long) SIZE.getAndAdd(this, -1L) > 0;
        }

        boolean takesIfStored() {
            for (; ; ) {
                long s = size;
                if (s <= 0) {
                    return false;
                }
                if (SIZE.compareAndSet(this, s, s - 1)) {
                    return true;
                }
            }
        }

        @Nullable
        E await() throws InterruptedException {
            return suspend();
        }

        @Nullable
        E awaitUntil(long deadline) throws InterruptedException {
            return suspendUntil(deadline, null);
        }

        /** Hands over to a waiter; false if there is none, and the element is owed to the store. */
        boolean give(E element) {
            return (long) SIZE.getAndAdd(this, 1L) < 0 && resume(element);
        }

        @Override
        protected boolean onCancellation() {
            return (long) SIZE.getAndAdd(this, 1L) < 0;
        }

        @Override
        protected void completeRefusedResume(E element) {
            if (!pool.tryInsert(element)) {
                pool.put(element);
            }
        }

        @Override
        protected Object blocker() {
            return pool;
        }

        void check() {
            checkInvariants();
            if (size < 0) {
                throw new IllegalStateException("threads are counted as waiting: " + -size + ", " + toStringDebug());
            }
        }

        // VarHandle mechanics
        private static final VarHandle SIZE;

        static {
            try {
                SIZE = MethodHandles.lookup().findVarHandle(Waiters.class, "size", long.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }
}
