package io.github.cqs.bench.counts.subject;

import io.github.cqs.bench.abort.Waiters;
import io.github.cqs.bench.counts.Workload;
import io.github.cqs.shims.CqsArrayBlockingQueue;
import io.github.cqs.shims.CqsCountDownLatch;
import io.github.cqs.shims.CqsCyclicBarrier;
import io.github.cqs.shims.CqsReentrantLock;
import io.github.cqs.shims.CqsSemaphore;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;

/** Makes workloads. Here the JDK's five classes are their counted copies. */
public final class Workloads {
    /** Of the semaphore that is shared. */
    private static final int PERMITS = 4;

    private static final int CAPACITY = 16;

    private Workloads() {}

    public static Workload make(String type, boolean fair, boolean ours, int threads) {
        return switch (type) {
            case "lock" -> lock(fair, ours);
            case "semaphore" -> semaphore(fair, ours);
            case "countdown" -> {
                CountDownLatch latch = latch(Integer.MAX_VALUE, ours);
                yield worker -> latch.countDown();
            }
            case "open" -> new Opening(ours, threads);
            case "barrier" -> {
                CyclicBarrier barrier = ours ? new CqsCyclicBarrier(threads) : new CyclicBarrier(threads);
                yield worker -> barrier.await();
            }
            case "queue" -> queue(fair, ours, threads);
            default -> new Abort(Integer.parseInt(type.substring("abort".length())), fair, ours);
        };
    }

    @SuppressWarnings("LockNotBeforeTry") // nothing is held in between
    private static Workload lock(boolean fair, boolean ours) {
        ReentrantLock lock = ours ? new CqsReentrantLock(fair) : new ReentrantLock(fair);
        return worker -> {
            lock.lock();
            lock.unlock();
        };
    }

    private static Workload semaphore(boolean fair, boolean ours) {
        Semaphore semaphore = ours ? new CqsSemaphore(PERMITS, fair) : new Semaphore(PERMITS, fair);
        return worker -> {
            semaphore.acquire();
            semaphore.release();
        };
    }

    private static CountDownLatch latch(int count, boolean ours) {
        return ours ? new CqsCountDownLatch(count) : new CountDownLatch(count);
    }

    /** A worker alone puts and takes; otherwise every other one does either. */
    private static Workload queue(boolean fair, boolean ours, int threads) {
        ArrayBlockingQueue<Object> queue =
                ours ? new CqsArrayBlockingQueue<>(CAPACITY, fair) : new ArrayBlockingQueue<>(CAPACITY, fair);
        Object element = "element";
        return worker -> {
            if (threads == 1 || worker % 2 == 0) {
                queue.put(element);
            }
            if (threads == 1 || worker % 2 == 1) {
                queue.take();
            }
        };
    }

    /** Latches, one after another: all workers but the first wait, and when all of them are parked it opens. */
    private static final class Opening implements Workload {
        private static final int MOST = 1000;

        private final int threads;
        private final CountDownLatch[] latches = new CountDownLatch[MOST];
        private final AtomicInteger[] arrivals = new AtomicInteger[MOST];
        private final AtomicReferenceArray<Thread> waiters;
        private final int[] turns;

        Opening(boolean ours, int threads) {
            this.threads = threads;
            waiters = new AtomicReferenceArray<>(threads);
            turns = new int[threads];
            for (int i = 0; i < MOST; i++) {
                latches[i] = latch(1, ours);
                arrivals[i] = new AtomicInteger();
            }
        }

        @Override
        public void operation(int worker) throws InterruptedException {
            int turn = turns[worker]++;
            if (worker == 0) {
                awaitWaiters(arrivals[turn]);
                latches[turn].countDown();
            } else {
                waiters.set(worker, Thread.currentThread());
                arrivals[turn].incrementAndGet();
                latches[turn].await();
            }
        }

        /** Who has arrived for this latch parks next, and only there. */
        private void awaitWaiters(AtomicInteger arrived) throws InterruptedException {
            while (arrived.get() < threads - 1) {
                Thread.sleep(0, 100_000);
            }
            for (int i = 1; i < threads; i++) {
                while (waiters.get(i).getState() != Thread.State.WAITING) {
                    Thread.sleep(0, 100_000);
                }
            }
        }
    }

    /** Waits that are given up, behind others. */
    private static final class Abort implements Workload {
        private final Semaphore semaphore;
        private final int queued;
        private final Waiters waiters = new Waiters();

        Abort(int queued, boolean fair, boolean ours) {
            this.queued = queued;
            semaphore = ours ? new CqsSemaphore(0, fair) : new Semaphore(0, fair);
        }

        @Override
        public void open() throws InterruptedException {
            waiters.start(queued, semaphore::acquireUninterruptibly);
        }

        @Override
        public void operation(int worker) throws InterruptedException {
            if (semaphore.tryAcquire(1, TimeUnit.NANOSECONDS)) {
                throw new IllegalStateException("there is no permit");
            }
        }

        @Override
        public void close() throws InterruptedException {
            semaphore.release(queued);
            waiters.join();
        }
    }
}
