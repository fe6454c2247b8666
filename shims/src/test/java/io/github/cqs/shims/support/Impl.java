package io.github.cqs.shims.support;

import io.github.cqs.shims.CqsArrayBlockingQueue;
import io.github.cqs.shims.CqsCountDownLatch;
import io.github.cqs.shims.CqsCyclicBarrier;
import io.github.cqs.shims.CqsReentrantLock;
import io.github.cqs.shims.CqsSemaphore;
import java.util.Collection;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/** Makes the JDK's synchronizers, or the shims that take their place. */
public enum Impl {
    JDK {
        @Override
        public ReentrantLock lock() {
            return new ReentrantLock();
        }

        @Override
        public ReentrantLock lock(boolean fair) {
            return new ReentrantLock(fair);
        }

        @Override
        public LockProbe lockProbe(boolean fair) {
            return new LockProbe.Jdk(fair);
        }

        @Override
        public Semaphore semaphore(int permits) {
            return new Semaphore(permits);
        }

        @Override
        public Semaphore semaphore(int permits, boolean fair) {
            return new Semaphore(permits, fair);
        }

        @Override
        public SemaphoreProbe semaphoreProbe(int permits, boolean fair) {
            return new SemaphoreProbe.Jdk(permits, fair);
        }

        @Override
        public CountDownLatch latch(int count) {
            return new CountDownLatch(count);
        }

        @Override
        public LatchProbe latchProbe(int count) {
            return new LatchProbe.Jdk(count);
        }

        @Override
        public CyclicBarrier barrier(int parties) {
            return new CyclicBarrier(parties);
        }

        @Override
        public CyclicBarrier barrier(int parties, Runnable action) {
            return new CyclicBarrier(parties, action);
        }

        @Override
        public BarrierProbe barrierProbe(int parties, Runnable action) {
            return new BarrierProbe.Jdk(parties, action);
        }

        @Override
        public <E> ArrayBlockingQueue<E> queue(int capacity) {
            return new ArrayBlockingQueue<>(capacity);
        }

        @Override
        public <E> ArrayBlockingQueue<E> queue(int capacity, boolean fair) {
            return new ArrayBlockingQueue<>(capacity, fair);
        }

        @Override
        public <E> ArrayBlockingQueue<E> queue(int capacity, boolean fair, Collection<? extends E> elements) {
            return new ArrayBlockingQueue<>(capacity, fair, elements);
        }

        @Override
        public <E> QueueProbe<E> queueProbe(int capacity, boolean fair) {
            return new QueueProbe.Jdk<>(capacity, fair);
        }
    },

    SHIM {
        @Override
        public ReentrantLock lock() {
            return new CqsReentrantLock();
        }

        @Override
        public ReentrantLock lock(boolean fair) {
            return new CqsReentrantLock(fair);
        }

        @Override
        public LockProbe lockProbe(boolean fair) {
            return new LockProbe.Shim(fair);
        }

        @Override
        public Semaphore semaphore(int permits) {
            return new CqsSemaphore(permits);
        }

        @Override
        public Semaphore semaphore(int permits, boolean fair) {
            return new CqsSemaphore(permits, fair);
        }

        @Override
        public SemaphoreProbe semaphoreProbe(int permits, boolean fair) {
            return new SemaphoreProbe.Shim(permits, fair);
        }

        @Override
        public CountDownLatch latch(int count) {
            return new CqsCountDownLatch(count);
        }

        @Override
        public LatchProbe latchProbe(int count) {
            return new LatchProbe.Shim(count);
        }

        @Override
        public CyclicBarrier barrier(int parties) {
            return new CqsCyclicBarrier(parties);
        }

        @Override
        public CyclicBarrier barrier(int parties, Runnable action) {
            return new CqsCyclicBarrier(parties, action);
        }

        @Override
        public BarrierProbe barrierProbe(int parties, Runnable action) {
            return new BarrierProbe.Shim(parties, action);
        }

        @Override
        public <E> ArrayBlockingQueue<E> queue(int capacity) {
            return new CqsArrayBlockingQueue<>(capacity);
        }

        @Override
        public <E> ArrayBlockingQueue<E> queue(int capacity, boolean fair) {
            return new CqsArrayBlockingQueue<>(capacity, fair);
        }

        @Override
        public <E> ArrayBlockingQueue<E> queue(int capacity, boolean fair, Collection<? extends E> elements) {
            return new CqsArrayBlockingQueue<>(capacity, fair, elements);
        }

        @Override
        public <E> QueueProbe<E> queueProbe(int capacity, boolean fair) {
            return new QueueProbe.Shim<>(capacity, fair);
        }
    };

    public abstract ReentrantLock lock();

    public abstract ReentrantLock lock(boolean fair);

    public abstract LockProbe lockProbe(boolean fair);

    public abstract Semaphore semaphore(int permits);

    public abstract Semaphore semaphore(int permits, boolean fair);

    public abstract SemaphoreProbe semaphoreProbe(int permits, boolean fair);

    public abstract CountDownLatch latch(int count);

    public abstract LatchProbe latchProbe(int count);

    public abstract CyclicBarrier barrier(int parties);

    public abstract CyclicBarrier barrier(int parties, Runnable action);

    public abstract BarrierProbe barrierProbe(int parties, Runnable action);

    public abstract <E> ArrayBlockingQueue<E> queue(int capacity);

    public abstract <E> ArrayBlockingQueue<E> queue(int capacity, boolean fair);

    public abstract <E> ArrayBlockingQueue<E> queue(int capacity, boolean fair, Collection<? extends E> elements);

    public abstract <E> QueueProbe<E> queueProbe(int capacity, boolean fair);
}
