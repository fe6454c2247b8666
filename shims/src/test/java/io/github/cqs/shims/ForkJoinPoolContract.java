package io.github.cqs.shims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cqs.shims.support.Await;
import io.github.cqs.shims.support.Contract;
import io.github.cqs.shims.support.Impl;
import io.github.cqs.shims.support.ThreadKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks of a {@link ForkJoinPool} wait without a timeout for other tasks of it, more of them than it has threads. */
abstract class ForkJoinPoolContract extends Contract {
    private static final int THREADS = 2;
    private static final int WAITING = 3;

    private final ForkJoinPool pool = new ForkJoinPool(THREADS);
    private final List<ForkJoinTask<?>> tasks = new ArrayList<>();

    ForkJoinPoolContract(Impl impl) {
        super(impl, ThreadKind.PLATFORM);
    }

    @AfterEach
    void end() {
        pool.shutdownNow();
    }

    private interface Body {
        void run() throws Exception;
    }

    private void submit(int times, Body body) {
        for (int i = 0; i < times; i++) {
            tasks.add(pool.submit(() -> {
                body.run();
                return null;
            }));
        }
    }

    private void awaitAll() throws Exception {
        for (ForkJoinTask<?> task : tasks) {
            Await.until("a task is done", task::isDone);
            task.get();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void conditions(boolean interruptible) throws Exception {
        ReentrantLock lock = impl.lock();
        Condition condition = lock.newCondition();
        boolean[] signalled = {false};
        submit(WAITING, () -> {
            lock.lock();
            try {
                while (!signalled[0]) {
                    if (interruptible) {
                        condition.await();
                    } else {
                        condition.awaitUninterruptibly();
                    }
                }
            } finally {
                lock.unlock();
            }
        });
        submit(1, () -> {
            lock.lock();
            try {
                signalled[0] = true;
                condition.signalAll();
            } finally {
                lock.unlock();
            }
        });
        awaitAll();
        assertThat(lock.isLocked()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void takers(boolean fair) throws Exception {
        ArrayBlockingQueue<Integer> queue = impl.queue(WAITING, fair);
        submit(WAITING, queue::take);
        submit(1, () -> {
            for (int i = 0; i < WAITING; i++) {
                queue.put(i);
            }
        });
        awaitAll();
        assertThat(queue).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void putters(boolean fair) throws Exception {
        ArrayBlockingQueue<Integer> queue = impl.queue(1, fair);
        queue.add(0);
        submit(WAITING, () -> queue.put(1));
        submit(1, () -> {
            for (int i = 0; i < WAITING; i++) {
                queue.take();
            }
        });
        awaitAll();
        assertThat(queue).containsExactly(1);
    }

    /** While the pool makes another thread in its place, a thread that is about to wait runs code of the application's, which parks and so takes the wake-up. */
    private final class Replacing implements ForkJoinPool.ForkJoinWorkerThreadFactory {
        private final AtomicInteger parks = new AtomicInteger();
        private volatile boolean goesOn;

        @Override
        public ForkJoinWorkerThread newThread(ForkJoinPool pool) {
            if (Thread.currentThread() instanceof ForkJoinWorkerThread) {
                while (!goesOn) {
                    parks.getAndIncrement();
                    LockSupport.park(this);
                }
            }
            return ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
        }

        /** A pool's only thread runs {@code waiting}, and {@code wake} wakes it while it is here. */
        void test(Body waiting, Body wake) throws Exception {
            ForkJoinPool single = new ForkJoinPool(1, this, null, false);
            try {
                AtomicReference<Thread> thread = new AtomicReference<>();
                ForkJoinTask<?> task = single.submit(() -> {
                    thread.set(Thread.currentThread());
                    waiting.run();
                    return null;
                });
                awaitParks(1, thread);
                wake.run();
                awaitParks(2, thread);
                goesOn = true;
                LockSupport.unpark(thread.get());
                Await.until("it is done", task::isDone, thread.get());
                task.get();
            } finally {
                single.shutdownNow();
            }
        }

        private void awaitParks(int n, AtomicReference<Thread> thread) {
            Await.until("the pool makes another thread, park " + n, () -> parks.get() == n);
            Await.parked(thread.get());
        }
    }

    @Test
    void whoIsSignalledWhileThePoolMakesAnotherThread() throws Exception {
        ReentrantLock lock = impl.lock();
        Condition condition = lock.newCondition();
        new Replacing()
                .test(
                        () -> {
                            lock.lock();
                            condition.await();
                            lock.unlock();
                        },
                        () -> {
                            lock.lock();
                            condition.signal();
                            lock.unlock();
                        });
        assertThat(lock.isLocked()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoGetsAnElementWhileThePoolMakesAnotherThread(boolean fair) throws Exception {
        ArrayBlockingQueue<Integer> queue = impl.queue(1, fair);
        new Replacing().test(queue::take, () -> queue.put(1));
        assertThat(queue).isEmpty();
    }

    @Test
    void parties() throws Exception {
        CyclicBarrier barrier = impl.barrier(WAITING + 1);
        submit(WAITING + 1, barrier::await);
        awaitAll();
        assertThat(barrier.isBroken()).isFalse();
    }

    @Test
    void interruptedWaits() {
        ArrayBlockingQueue<Integer> queue = impl.queue(1);
        CyclicBarrier barrier = impl.barrier(2);
        ReentrantLock lock = impl.lock();
        Condition condition = lock.newCondition();
        for (Body wait : new Body[] {
            queue::take,
            barrier::await,
            () -> {
                lock.lock();
                try {
                    condition.await();
                } finally {
                    lock.unlock();
                }
            }
        }) {
            AtomicReference<Thread> thread = new AtomicReference<>();
            ForkJoinTask<?> task = pool.submit(() -> {
                thread.set(Thread.currentThread());
                wait.run();
                return null;
            });
            Await.until("it waits", () -> thread.get() != null && Await.isParked(thread.get()));
            thread.get().interrupt();
            Await.until("it has ended", task::isDone);
            assertThatThrownBy(task::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasRootCauseInstanceOf(InterruptedException.class);
        }
        assertThat(barrier.isBroken()).isTrue();
        assertThat(lock.isLocked()).isFalse();
    }
}
