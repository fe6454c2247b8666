package io.github.cqs.internal;

import io.github.cqs.testing.Scenarios;
import io.github.cqs.testing.Scenarios.Bounds;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("lincheck")
class HeirQueueLincheckTest {
    /** A linearizable semaphore; the parameter is the thread. */
    public abstract static class SemaphoreOperations {
        private final int permits;
        private final BargingSemaphore semaphore;
        private final int[] holds = new int[4];

        SemaphoreOperations(int permits, boolean fair, int segmentSize) {
            this.permits = permits;
            semaphore = new BargingSemaphore(permits, fair, segmentSize);
        }

        @Operation
        public void acquire(int thread) {
            semaphore.acquire(1);
            holds[thread] = 1;
        }

        @Operation
        public void acquireAll(int thread) {
            semaphore.acquire(permits);
            holds[thread] = permits;
        }

        @Operation
        public boolean tryAcquire(int thread) {
            boolean acquired = semaphore.tryAcquire(1);
            holds[thread] = acquired ? 1 : 0;
            return acquired;
        }

        /** Joins the line and leaves it at once, unless it is first. */
        @Operation
        public void acquireWithElapsedTimeout(int thread) throws InterruptedException {
            holds[thread] = semaphore.tryAcquire(1, -1, TimeUnit.NANOSECONDS) ? 1 : 0;
        }

        @Operation
        public void acquireInterrupted(int thread) {
            Thread.currentThread().interrupt();
            try {
                semaphore.acquireInterruptibly(1);
                holds[thread] = 1;
                if (!Thread.interrupted()) {
                    throw new IllegalStateException("the interrupt is lost");
                }
            } catch (InterruptedException e) {
                holds[thread] = 0;
            }
        }

        @Operation
        public void release(int thread) {
            int n = holds[thread];
            if (n > 0) {
                holds[thread] = 0;
                semaphore.release(n);
            }
        }

        @Validate
        public void check() {
            semaphore.checkIdle(permits);
        }
    }

    /**
     * Only tryAcquire tells; what fails because its time is up may take part or not. Hence a specification that lets each thread choose is
     * not deterministic, and tryAcquire occurs in scenarios without elapsed timeouts only.
     */
    public abstract static class SemaphoreSpecification {
        private final int permits;
        private int free;
        private final int[] holds = new int[4];

        SemaphoreSpecification(int permits) {
            this.permits = permits;
            free = permits;
        }

        private void take(int thread, int n) {
            if (free < n) {
                throw new IllegalStateException("would wait");
            }
            free -= n;
            holds[thread] = n;
        }

        public void acquire(int thread) {
            take(thread, 1);
        }

        public void acquireAll(int thread) {
            take(thread, permits);
        }

        public boolean tryAcquire(int thread) {
            holds[thread] = 0;
            if (free == 0) {
                return false;
            }
            take(thread, 1);
            return true;
        }

        public void release(int thread) {
            free += holds[thread];
            holds[thread] = 0;
        }
    }

    public static class Specification1 extends SemaphoreSpecification {
        public Specification1() {
            super(1);
        }
    }

    public static class Specification2 extends SemaphoreSpecification {
        public Specification2() {
            super(2);
        }
    }

    /** Only the invariants at the end, and that nobody hangs. */
    public static class NoSpecification {
        public void acquire(int thread) {}

        public void acquireAll(int thread) {}

        public void acquireWithElapsedTimeout(int thread) {}

        public void acquireInterrupted(int thread) {}

        public void release(int thread) {}
    }

    public static class UnfairBinary1 extends SemaphoreOperations {
        public UnfairBinary1() {
            super(1, false, 1);
        }
    }

    public static class FairBinary2 extends SemaphoreOperations {
        public FairBinary2() {
            super(1, true, 2);
        }
    }

    public static class UnfairCounting2 extends SemaphoreOperations {
        public UnfairCounting2() {
            super(2, false, 2);
        }
    }

    public static class FairCounting1 extends SemaphoreOperations {
        public FairCounting1() {
            super(2, true, 1);
        }
    }

    private static final String[] WAITING = {"acquire release", "tryAcquire release", "acquireAll release"};
    private static final String[] LEAVING = {
        "acquire release", "acquireAll release", "acquireWithElapsedTimeout release", "acquireInterrupted release"
    };

    @Nested
    @ParameterizedClass
    @ValueSource(classes = {UnfairBinary1.class, FairBinary2.class, UnfairCounting2.class, FairCounting1.class})
    class Semaphores {
        @Parameter
        Class<?> operations;

        private Class<?> specification() {
            return operations == UnfairBinary1.class || operations == FairBinary2.class
                    ? Specification1.class
                    : Specification2.class;
        }

        @Test
        void modelChecking() {
            Scenarios.modelCheckExactly(operations, specification(), 300, "acquireAll release", "acquireAll release");
            Scenarios.modelCheck(operations, specification(), new Bounds(1, 3, 1, 50), WAITING);
        }

        @Test
        void modelCheckingWithCancellation() {
            Scenarios.modelCheckExactly(
                    operations,
                    NoSpecification.class,
                    60,
                    "acquireAll release",
                    "acquireWithElapsedTimeout release",
                    "acquireInterrupted release");
            Scenarios.modelCheck(operations, NoSpecification.class, new Bounds(1, 3, 1, 50), LEAVING);
        }

        @Test
        void stress() {
            Scenarios.stress(operations, specification(), new Bounds(2, 3, 2, 150), WAITING);
            Scenarios.stress(operations, NoSpecification.class, new Bounds(2, 3, 3, 150), LEAVING);
        }

        @Test
        @Tag("large")
        void modelCheckingLarge() {
            Scenarios.modelCheck(operations, specification(), new Bounds(8, 3, 2, 1000), WAITING);
            Scenarios.modelCheck(operations, NoSpecification.class, new Bounds(12, 3, 2, 1000), LEAVING);
            Scenarios.modelCheck(operations, NoSpecification.class, new Bounds(5, 4, 1, 1500), LEAVING);
        }

        @Test
        @Tag("large")
        void stressLarge() {
            Scenarios.stress(operations, specification(), new Bounds(10, 3, 2, 3000), WAITING);
            Scenarios.stress(operations, NoSpecification.class, new Bounds(10, 4, 3, 3000), LEAVING);
        }
    }

    /** A lock with a condition; the parameter is the thread. */
    public abstract static class LockOperations {
        private final ConditionLock lock;
        private final AtomicInteger inside = new AtomicInteger();
        private boolean locks;

        /** Guarded by the lock. */
        private boolean signalled;

        LockOperations(boolean fair, int segmentSize) {
            lock = new ConditionLock(fair, segmentSize);
        }

        private void enter() {
            if (inside.getAndIncrement() != 0) {
                throw new IllegalStateException("two threads are inside");
            }
        }

        private void exit() {
            inside.decrementAndGet();
        }

        @Operation
        public void pass(int thread) {
            lock.lock();
            enter();
            locks = !locks;
            exit();
            lock.unlock();
        }

        @Operation
        public void passIfInTime(int thread) throws InterruptedException {
            if (lock.tryLock(0)) {
                enter();
                exit();
                lock.unlock();
            }
        }

        @Operation
        public void await(int thread) {
            lock.lock();
            enter();
            while (!signalled) {
                exit();
                lock.await();
                enter();
            }
            exit();
            lock.unlock();
        }

        @Operation
        public void signal(int thread) {
            lock.lock();
            enter();
            signalled = true;
            while (lock.signal()) {
                locks = !locks;
            }
            exit();
            lock.unlock();
        }

        @Validate
        public void check() {
            lock.checkIdle();
        }
    }

    public static class LockSpecification {
        public void pass(int thread) {}

        public void passIfInTime(int thread) {}

        public void await(int thread) {}

        public void signal(int thread) {}
    }

    public static class UnfairLock1 extends LockOperations {
        public UnfairLock1() {
            super(false, 1);
        }
    }

    public static class FairLock2 extends LockOperations {
        public FairLock2() {
            super(true, 2);
        }
    }

    @Nested
    @ParameterizedClass
    @ValueSource(classes = {UnfairLock1.class, FairLock2.class})
    class LocksWithACondition {
        @Parameter
        Class<?> operations;

        @Test
        void modelChecking() {
            Scenarios.modelCheckExactly(operations, LockSpecification.class, 60, "await", "signal", "pass");
            Scenarios.modelCheckExactly(operations, LockSpecification.class, 40, "await", "signal", "passIfInTime");
            Scenarios.modelCheckExactly(operations, LockSpecification.class, 25, "await", "await", "signal");
        }

        @Test
        void stress() {
            Scenarios.stressExactly(
                    operations,
                    LockSpecification.class,
                    1500,
                    "await pass",
                    "await passIfInTime",
                    "pass signal",
                    "pass pass");
        }

        @Test
        @Tag("large")
        void modelCheckingLarge() {
            Scenarios.modelCheckExactly(
                    operations, LockSpecification.class, 10_000, "await pass", "passIfInTime signal", "await", "pass");
        }

        @Test
        @Tag("large")
        void stressLarge() {
            Scenarios.stressExactly(
                    operations,
                    LockSpecification.class,
                    30_000,
                    "await pass pass",
                    "await passIfInTime passIfInTime",
                    "pass passIfInTime signal",
                    "passIfInTime pass pass");
        }
    }
}
