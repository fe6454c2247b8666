package io.github.cqs.shims;

import static io.github.cqs.shims.Exploration.require;
import static io.github.cqs.shims.Exploration.requirePlausible;
import static io.github.cqs.shims.Exploration.variants;
import static io.github.cqs.shims.Exploration.wouldWait;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.github.cqs.shims.Exploration.NoSpecification;
import io.github.cqs.shims.support.Internals;
import io.github.cqs.shims.support.Scenarios;
import io.github.cqs.shims.support.Scenarios.Bounds;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.stream.Stream;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Locks with their conditions, and interrupts wherever they may strike, as in {@link ShimLincheckTest}. */
@Tag("lincheck")
class LockLincheckTest {
    static Stream<Class<?>> locks() {
        return variants(UnfairLock.class, FairLock.class);
    }

    // Lock

    public abstract static class LockOperations {
        private final CqsReentrantLock lock;
        private final ReentrantLockSync sync;
        private final Condition condition;
        private final AtomicInteger inside = new AtomicInteger();
        private boolean signalled;

        LockOperations(boolean fair) {
            lock = new CqsReentrantLock(fair);
            sync = (ReentrantLockSync) Internals.value(lock, "core");
            condition = lock.newCondition();
        }

        final void expectMany() {
            ((CqsCondition) condition).deferred().expectMany();
        }

        private void enter() {
            require(inside.getAndIncrement() == 0, "two threads are inside");
            require(lock.isHeldByCurrentThread() && lock.isLocked(), "not held inside");
        }

        private void exit() {
            inside.decrementAndGet();
        }

        @Operation
        public void lock(int thread) {
            lock.lock();
        }

        @Operation
        public void lockInterruptibly(int thread) throws InterruptedException {
            lock.lockInterruptibly();
        }

        @Operation
        public boolean tryLock(int thread) {
            return lock.tryLock();
        }

        @Operation
        public int unlock(int thread) {
            int holds = lock.getHoldCount();
            if (holds > 0) {
                lock.unlock();
            }
            return holds;
        }

        @Operation
        public boolean isLocked(int thread) {
            return lock.isLocked();
        }

        @Operation
        public boolean unlockByStranger(int thread) {
            if (lock.isHeldByCurrentThread()) {
                return true;
            }
            try {
                lock.unlock();
                return false;
            } catch (IllegalMonitorStateException e) {
                return true;
            }
        }

        @Operation
        public void pass(int thread) {
            lock.lock();
            enter();
            exit();
            lock.unlock();
        }

        /** What the line of an unfair lock does now and then. */
        @Operation
        public void ask(int thread) {
            sync.askNext();
        }

        @Operation
        public void passReentrantly(int thread) {
            lock.lock();
            enter();
            require(lock.tryLock() && lock.getHoldCount() == 2, "reentry");
            lock.unlock();
            exit();
            lock.unlock();
        }

        @Operation
        public void passSoon(int thread) throws InterruptedException {
            passWithin(2_000);
        }

        @Operation
        public void passInTime(int thread) throws InterruptedException {
            passWithin(0);
        }

        private void passWithin(long nanos) throws InterruptedException {
            if (lock.tryLock(nanos, NANOSECONDS)) {
                enter();
                exit();
                lock.unlock();
            }
        }

        @Operation
        public void lockInterrupted(int thread) {
            Thread.currentThread().interrupt();
            try {
                lock.lockInterruptibly();
                throw new IllegalStateException("the interrupt is lost");
            } catch (InterruptedException e) {
                require(!lock.isHeldByCurrentThread(), "held in spite of an interrupt");
            }
        }

        @Operation
        public void inspect(int thread) {
            requirePlausible(lock.getQueuedThreads(), lock.cqsGetQueueLength());
            require(!lock.cqsHasQueuedThread(Thread.currentThread()), "waits for the lock while it looks");
            require(lock.getHoldCount() == 0 && lock.getOwner() != Thread.currentThread(), "holds the lock");
        }

        @Operation
        public void awaitInterruptibly(int thread) throws InterruptedException {
            lock.lock();
            enter();
            while (!signalled) {
                exit();
                condition.await();
                enter();
            }
            exit();
            lock.unlock();
        }

        @Operation
        @SuppressWarnings("JavaUtilDate") // the interface's
        public void awaitPast(int thread) throws InterruptedException {
            lock.lock();
            enter();
            exit();
            boolean inTime = condition.awaitUntil(new Date(0)) | condition.await(-1, NANOSECONDS);
            enter();
            require(!inTime || signalled, "nobody has signalled");
            exit();
            lock.unlock();
        }

        @Operation
        public void await(int thread) {
            lock.lock();
            lock.lock();
            enter();
            while (!signalled) {
                exit();
                condition.awaitUninterruptibly();
                enter();
                require(lock.getHoldCount() == 2, "holds after await");
            }
            exit();
            lock.unlock();
            lock.unlock();
        }

        @Operation
        public void awaitInTime(int thread) throws InterruptedException {
            await(0);
        }

        @Operation
        public void awaitSoon(int thread) throws InterruptedException {
            await(2_000L);
        }

        private void await(long nanos) throws InterruptedException {
            lock.lock();
            enter();
            if (!signalled) {
                exit();
                condition.awaitNanos(nanos);
                enter();
            }
            exit();
            lock.unlock();
        }

        /** A signal that went to somebody who had given up would leave the other waiter without. */
        @Operation
        public void signal(int thread) {
            lock.lock();
            enter();
            signalled = true;
            while (lock.hasWaiters(condition)) {
                condition.signal();
            }
            exit();
            lock.unlock();
        }

        @Operation
        public void signalAll(int thread) {
            lock.lock();
            enter();
            signalled = true;
            condition.signalAll();
            exit();
            lock.unlock();
        }

        @Validate
        public void check() {
            require(!lock.isLocked() && lock.getOwner() == null, "still locked");
            require(lock.cqsGetQueueLength() == 0 && lock.getQueuedThreads().isEmpty(), "still queued");
            Internals.checkQueue(lock, "core->line");
        }
    }

    public static class UnfairLock extends LockOperations {
        public UnfairLock() {
            super(false);
        }
    }

    public static class FairLock extends LockOperations {
        public FairLock() {
            super(true);
        }
    }

    /** Of whose condition so many have been signalled that there are few in the line at a time. */
    public static class CrowdedLock extends LockOperations {
        public CrowdedLock() {
            super(false);
            expectMany();
        }
    }

    /** The JDK class would ask who calls; here the parameter does. */
    public static class LockSpecification {
        private int owner = -1;
        private int holds;

        public void lock(int thread) {
            if (!tryLock(thread)) {
                throw wouldWait();
            }
        }

        public void lockInterruptibly(int thread) {
            lock(thread);
        }

        public boolean tryLock(int thread) {
            if (holds > 0 && owner != thread) {
                return false;
            }
            owner = thread;
            holds++;
            return true;
        }

        public int unlock(int thread) {
            return holds > 0 && owner == thread ? holds-- : 0;
        }

        public boolean isLocked(int thread) {
            return holds > 0;
        }

        public boolean unlockByStranger(int thread) {
            return true;
        }

        public void ask(int thread) {
            // changes nothing that anybody else could see
        }
    }

    @Nested
    @ParameterizedClass
    @MethodSource("io.github.cqs.shims.LockLincheckTest#locks")
    class Locks {
        private static final String[][] CONDITIONS = {
            {"await", "signal", "passReentrantly"},
            {"await", "signal", "awaitInTime"},
            {"await", "await", "signalAll"},
            {"awaitInterruptibly", "signal", "awaitPast"},
        };
        private static final String[][] LOOKING = {
            {"pass passInTime", "pass pass", "inspect inspect"},
            {"pass lockInterrupted", "passInTime", "inspect pass"},
        };
        private static final String[][] ASKED = {
            {"pass pass", "pass", "ask ask"},
            {"ask passInTime", "passReentrantly", "pass ask"},
            {"await", "signal", "ask ask"},
        };
        /** An attempt that failed while the lock is free would be a wake-up lost. */
        private static final String[][] TAKEN_WHEN_ASKED = {
            {"tryLock unlock", "ask"}, {"tryLock unlock", "ask", "isLocked"},
        };

        private static final String[] WAITING = {
            "lock unlock",
            "lock tryLock unlock unlock",
            "tryLock unlock",
            "lockInterruptibly lock unlock unlock",
            "isLocked",
            "unlockByStranger",
            "ask"
        };

        @Parameter
        Class<?> operations;

        @Test
        void modelChecking() {
            Scenarios.modelCheck(operations, LockSpecification.class, new Bounds(2, 3, 1, 30), WAITING);
            Scenarios.modelCheckExactly(operations, NoSpecification.class, 30, CONDITIONS);
            Scenarios.modelCheckExactly(operations, NoSpecification.class, 15, LOOKING);
            Scenarios.modelCheckExactly(operations, NoSpecification.class, 30, ASKED);
            Scenarios.modelCheckExactly(operations, LockSpecification.class, 30, TAKEN_WHEN_ASKED);
        }

        @Test
        void stress() {
            Scenarios.stress(operations, LockSpecification.class, new Bounds(3, 3, 2, 300), WAITING);
            Scenarios.stressExactly(operations, NoSpecification.class, 600, new String[] {
                "await pass", "awaitSoon passSoon", "pass signal", "passSoon pass"
            });
            Scenarios.stressExactly(operations, NoSpecification.class, 100, LOOKING);
            Scenarios.stressExactly(operations, NoSpecification.class, 100, ASKED);
        }

        @Test
        @Tag("large")
        void large() {
            Scenarios.modelCheck(operations, LockSpecification.class, new Bounds(20, 3, 2, 500), WAITING);
            Scenarios.modelCheckExactly(operations, NoSpecification.class, 3_000, new String[] {
                "await pass", "awaitInTime signal", "await", "passReentrantly"
            });
            Scenarios.modelCheckExactly(operations, NoSpecification.class, 3_000, CONDITIONS);
            Scenarios.modelCheckExactly(operations, NoSpecification.class, 3_000, LOOKING);
            Scenarios.modelCheckExactly(operations, NoSpecification.class, 3_000, ASKED);
            Scenarios.stressExactly(operations, NoSpecification.class, 50_000, LOOKING);
            Scenarios.stressExactly(operations, NoSpecification.class, 50_000, ASKED);
            Scenarios.stressExactly(operations, NoSpecification.class, 50_000, new String[] {
                "await pass", "awaitSoon passSoon", "pass signal", "awaitSoon pass"
            });
        }
    }

    @Nested
    class CrowdedLocks {
        private static final String[][] CROWDED = {
            {"await", "await", "signalAll"},
            {"await", "awaitInterruptibly inspect", "signal"},
            {"await", "awaitInTime", "signalAll pass"},
            {"await", "await", "signal inspect"},
        };

        @Test
        void modelChecking() {
            Scenarios.modelCheckExactly(CrowdedLock.class, NoSpecification.class, 40, CROWDED);
        }

        @Test
        void stress() {
            Scenarios.stressExactly(CrowdedLock.class, NoSpecification.class, 150, CROWDED);
            Scenarios.stressExactly(CrowdedLock.class, NoSpecification.class, 150, new String[] {
                "await pass", "await passSoon", "awaitSoon signalAll", "signal inspect"
            });
        }

        @Test
        @Tag("large")
        void large() {
            Scenarios.modelCheckExactly(CrowdedLock.class, NoSpecification.class, 5_000, CROWDED);
            Scenarios.stressExactly(CrowdedLock.class, NoSpecification.class, 50_000, CROWDED);
        }
    }

    // Interrupts, wherever they may strike

    /** A wait that may be interrupted. */
    private interface Interruptible {
        void run() throws Exception;
    }

    /** Runs {@code waiter}, which is interrupted at any point, beside {@code others}; answers whether it was given up. */
    private static boolean interruptedBeside(Interruptible waiter, Runnable... others) {
        boolean[] gaveUp = new boolean[1];
        Throwable[] failure = new Throwable[1];
        Thread interrupted = new Thread(() -> {
            try {
                waiter.run();
            } catch (InterruptedException e) {
                gaveUp[0] = true;
                if (Thread.currentThread().isInterrupted()) {
                    failure[0] = new IllegalStateException("the status is still set");
                }
            } catch (Exception e) {
                failure[0] = e;
            }
        });
        List<Thread> threads = new ArrayList<>();
        threads.add(interrupted);
        for (Runnable other : others) {
            threads.add(new Thread(other));
        }
        threads.forEach(Thread::start);
        interrupted.interrupt();
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        require(failure[0] == null, "failed: " + failure[0]);
        return gaveUp[0];
    }

    @Nested
    @ParameterizedClass
    @MethodSource("io.github.cqs.shims.Exploration#fairness")
    class Interrupts {
        @Parameter
        boolean fair;

        private void lock(int invocations) {
            Lincheck.runConcurrentTest(invocations, () -> {
                CqsReentrantLock lock = new CqsReentrantLock(fair);
                int[] inside = new int[1];
                Runnable pass = () -> {
                    lock.lock();
                    inside[0]++;
                    lock.unlock();
                };
                boolean gaveUp = interruptedBeside(
                        () -> {
                            lock.lockInterruptibly();
                            inside[0]++;
                            lock.unlock();
                        },
                        pass,
                        pass);
                require(inside[0] == (gaveUp ? 2 : 3), "inside " + inside[0]);
                require(!lock.isLocked() && lock.cqsGetQueueLength() == 0, "not idle");
            });
        }

        private void semaphore(int invocations) {
            Lincheck.runConcurrentTest(invocations, () -> {
                CqsSemaphore semaphore = new CqsSemaphore(0, fair);
                interruptedBeside(
                        () -> {
                            semaphore.acquire(2);
                            semaphore.release(2);
                        },
                        () -> {
                            semaphore.acquireUninterruptibly();
                            semaphore.release();
                        },
                        () -> semaphore.release(2));
                require(semaphore.availablePermits() == 2, "permits " + semaphore.availablePermits());
                require(semaphore.cqsGetQueueLength() == 0, "queue length");
            });
        }

        /** One signal for two waiters, of whom one may give up: whoever stays has it. */
        private void condition(int invocations) {
            Lincheck.runConcurrentTest(invocations, () -> {
                CqsReentrantLock lock = new CqsReentrantLock(fair);
                Condition condition = lock.newCondition();
                int[] stock = new int[1];
                boolean gaveUp = interruptedBeside(
                        () -> {
                            lock.lock();
                            try {
                                while (stock[0] == 0) {
                                    condition.await();
                                }
                                stock[0]--;
                            } finally {
                                lock.unlock();
                            }
                        },
                        () -> {
                            lock.lock();
                            while (stock[0] == 0) {
                                condition.awaitUninterruptibly();
                            }
                            stock[0]--;
                            lock.unlock();
                        },
                        () -> {
                            for (int i = 0; i < 2; i++) {
                                lock.lock();
                                stock[0]++;
                                condition.signal();
                                lock.unlock();
                            }
                        });
                require(stock[0] == (gaveUp ? 1 : 0), "stock " + stock[0]);
                require(!lock.isLocked() && lock.cqsGetQueueLength() == 0, "not idle");
            });
        }

        private void queue(int invocations) {
            Lincheck.runConcurrentTest(invocations, () -> {
                CqsArrayBlockingQueue<Integer> queue = new CqsArrayBlockingQueue<>(1, fair);
                int[] got = new int[2];
                boolean gaveUp = interruptedBeside(
                        () -> got[0] = queue.take(),
                        () -> {
                            try {
                                got[1] = queue.take();
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        },
                        () -> queue.offer(1),
                        () -> {
                            try {
                                queue.put(2);
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        });
                Integer left = queue.poll();
                require(got[1] != 0 && gaveUp == (got[0] == 0), "taken " + got[0] + ", " + got[1]);
                require((left == null ? 0 : left) + got[0] + got[1] >= 2, "an element is lost");
            });
        }

        private void latch(int invocations) {
            Lincheck.runConcurrentTest(invocations, () -> {
                CqsCountDownLatch latch = new CqsCountDownLatch(1);
                interruptedBeside(
                        latch::await,
                        () -> {
                            try {
                                latch.await();
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        },
                        latch::countDown);
                require(latch.getCount() == 0, "count");
                Internals.checkQueue(latch, "queue");
            });
        }

        /** Both pass, or one is interrupted and the other finds the barrier broken. */
        private void barrier(int invocations) {
            Lincheck.runConcurrentTest(invocations, () -> {
                CqsCyclicBarrier barrier = new CqsCyclicBarrier(2);
                boolean[] broken = new boolean[1];
                boolean gaveUp = interruptedBeside(barrier::await, () -> {
                    try {
                        barrier.await();
                    } catch (BrokenBarrierException e) {
                        broken[0] = true;
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                });
                require(gaveUp == broken[0] && gaveUp == barrier.isBroken(), "passed in part");
                require(barrier.getNumberWaiting() == 0, "still waiting");
            });
        }

        private void explore(int invocations) {
            lock(invocations);
            semaphore(invocations);
            condition(invocations);
            queue(invocations);
            latch(invocations);
            barrier(invocations);
        }

        @Test
        void small() {
            condition(5);
            if (fair) {
                queue(3);
                barrier(5);
            } else {
                lock(5);
                semaphore(5);
                latch(5);
            }
        }

        @Test
        @Tag("large")
        void large() {
            explore(1_000);
        }
    }
}
