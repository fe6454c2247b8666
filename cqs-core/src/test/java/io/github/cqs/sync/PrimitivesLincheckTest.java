package io.github.cqs.sync;

import io.github.cqs.CancellationMode;
import io.github.cqs.ResumeMode;
import io.github.cqs.testing.Scenarios;
import io.github.cqs.testing.Scenarios.Bounds;
import java.util.concurrent.TimeUnit;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("lincheck")
class PrimitivesLincheckTest {
    /** A semaphore; the parameter is the thread. */
    public abstract static class SemaphoreOperations {
        private final int permits;
        private final FairSemaphore semaphore;
        private final boolean[] holds = new boolean[4];

        SemaphoreOperations(int permits, int segmentSize) {
            this.permits = permits;
            semaphore = new FairSemaphore(permits, segmentSize, ResumeMode.SYNC, CancellationMode.SMART);
        }

        @Operation
        public void acquire(int thread) {
            semaphore.acquireUninterruptibly();
            holds[thread] = true;
        }

        @Operation
        public boolean tryAcquire(int thread) {
            return holds[thread] = semaphore.tryAcquire();
        }

        /** Takes a permit, or joins the queue and leaves it at once. */
        @Operation
        public boolean acquireInterrupted(int thread) {
            Thread.currentThread().interrupt();
            try {
                semaphore.acquire();
                Thread.interrupted();
                return holds[thread] = true;
            } catch (InterruptedException e) {
                return holds[thread] = false;
            }
        }

        @Operation
        public void release(int thread) {
            if (holds[thread]) {
                holds[thread] = false;
                semaphore.release();
            }
        }

        @Validate
        public void check() {
            semaphore.checkInvariantsAtQuiescence();
            if (semaphore.availablePermits() != permits) {
                throw new IllegalStateException("permits: " + semaphore.availablePermits());
            }
        }
    }

    /** An order in which an acquire would wait is no linearization. */
    public abstract static class SemaphoreSpecification {
        private int free;
        private final boolean[] holds = new boolean[4];

        SemaphoreSpecification(int permits) {
            free = permits;
        }

        public void acquire(int thread) {
            if (!tryAcquire(thread)) {
                throw new IllegalStateException("would wait");
            }
        }

        public boolean tryAcquire(int thread) {
            if (free == 0) {
                return holds[thread] = false;
            }
            free--;
            return holds[thread] = true;
        }

        public boolean acquireInterrupted(int thread) {
            return tryAcquire(thread);
        }

        public void release(int thread) {
            if (holds[thread]) {
                holds[thread] = false;
                free++;
            }
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

    public static class Binary1 extends SemaphoreOperations {
        public Binary1() {
            super(1, 1);
        }
    }

    public static class Binary2 extends SemaphoreOperations {
        public Binary2() {
            super(1, 2);
        }
    }

    public static class Counting1 extends SemaphoreOperations {
        public Counting1() {
            super(2, 1);
        }
    }

    public static class Counting2 extends SemaphoreOperations {
        public Counting2() {
            super(2, 2);
        }
    }

    private static final String[] ROUNDS = {"acquire release", "tryAcquire release", "acquireInterrupted release"};

    @Nested
    @ParameterizedClass
    @ValueSource(classes = {Binary1.class, Binary2.class, Counting1.class, Counting2.class})
    class Semaphores {
        @Parameter
        Class<?> operations;

        private Class<?> specification() {
            return operations == Binary1.class || operations == Binary2.class
                    ? Specification1.class
                    : Specification2.class;
        }

        @Test
        void modelChecking() {
            Scenarios.modelCheckExactly(
                    operations,
                    specification(),
                    80,
                    "acquire release",
                    "acquireInterrupted release",
                    "tryAcquire release");
            Scenarios.modelCheckExactly(
                    operations,
                    specification(),
                    500,
                    "acquire release tryAcquire release",
                    "acquireInterrupted release");
            Scenarios.modelCheck(operations, specification(), new Bounds(1, 3, 1, 80), ROUNDS);
        }

        @Test
        void stress() {
            Scenarios.stress(operations, specification(), new Bounds(3, 3, 2, 300), ROUNDS);
        }

        @Test
        @Tag("large")
        void modelCheckingLarge() {
            Scenarios.modelCheck(operations, specification(), new Bounds(12, 3, 2, 1500), ROUNDS);
        }

        @Test
        @Tag("large")
        void stressLarge() {
            Scenarios.stress(operations, specification(), new Bounds(10, 3, 3, 3000), ROUNDS);
        }
    }

    /** A mutex that guards a counter of plain reads and writes. */
    public static class MutexOperations {
        private final FairMutex mutex = new FairMutex();
        private int count;

        @Operation
        public int increment(int thread) {
            mutex.lock();
            try {
                return ++count;
            } finally {
                mutex.unlock();
            }
        }

        @Operation
        public void leave(int thread) {
            Thread.currentThread().interrupt();
            try {
                mutex.lockInterruptibly();
                Thread.interrupted();
                mutex.unlock();
            } catch (InterruptedException e) {
                // left without the mutex
            }
        }

        @Validate
        public void check() {
            if (mutex.isLocked() || mutex.queueLength() != 0) {
                throw new IllegalStateException("locked at the end");
            }
        }
    }

    public static class Counter {
        private int count;

        public int increment(int thread) {
            return ++count;
        }

        public void leave(int thread) {}
    }

    @Nested
    class Mutex {
        @Test
        void modelChecking() {
            Scenarios.modelCheckExactly(
                    MutexOperations.class, Counter.class, 150, "increment increment", "leave increment", "increment");
        }

        @Test
        void stress() {
            Scenarios.stress(
                    MutexOperations.class, Counter.class, new Bounds(4, 3, 3, 1000), "increment", "leave increment");
        }

        @Test
        @Tag("large")
        void modelCheckingLarge() {
            Scenarios.modelCheck(
                    MutexOperations.class, Counter.class, new Bounds(10, 3, 2, 2000), "increment", "leave increment");
        }
    }

    /** A latch for two operations. */
    public abstract static class LatchOperations {
        private final Latch latch;

        LatchOperations(int segmentSize) {
            latch = new Latch(2, segmentSize);
        }

        @Operation
        public void countDown(int thread) {
            latch.countDown();
        }

        @Operation
        public void await(int thread) throws InterruptedException {
            latch.await();
        }

        @Operation
        public boolean awaitWithElapsedTimeout(int thread) throws InterruptedException {
            return latch.await(0, TimeUnit.NANOSECONDS);
        }

        @Validate
        public void check() {
            latch.checkInvariantsAtQuiescence();
        }
    }

    public static class Latch1 extends LatchOperations {
        public Latch1() {
            super(1);
        }
    }

    public static class Latch2 extends LatchOperations {
        public Latch2() {
            super(2);
        }
    }

    public static class LatchSpecification {
        private int count = 2;

        public void countDown(int thread) {
            count--;
        }

        public void await(int thread) {
            if (count > 0) {
                throw new IllegalStateException("would wait");
            }
        }

        public boolean awaitWithElapsedTimeout(int thread) {
            return count <= 0;
        }
    }

    @Nested
    @ParameterizedClass
    @ValueSource(classes = {Latch1.class, Latch2.class})
    class Latches {
        @Parameter
        Class<?> operations;

        @Test
        void modelChecking() {
            Scenarios.modelCheckExactly(
                    operations,
                    LatchSpecification.class,
                    300,
                    "awaitWithElapsedTimeout await",
                    "countDown awaitWithElapsedTimeout",
                    "awaitWithElapsedTimeout countDown");
        }

        @Test
        void stress() {
            Scenarios.stressExactly(
                    operations,
                    LatchSpecification.class,
                    500,
                    "awaitWithElapsedTimeout await",
                    "countDown awaitWithElapsedTimeout await",
                    "awaitWithElapsedTimeout countDown",
                    "await countDown");
        }

        @Test
        @Tag("large")
        void modelCheckingLarge() {
            Scenarios.modelCheckExactly(
                    operations,
                    LatchSpecification.class,
                    10_000,
                    "awaitWithElapsedTimeout await",
                    "countDown awaitWithElapsedTimeout",
                    "awaitWithElapsedTimeout awaitWithElapsedTimeout countDown",
                    "await");
        }
    }

    /** A barrier of two, where each phase is seen by both. */
    public static class BarrierOperations {
        private final Barrier barrier = new Barrier(2, 1);
        private final int[] phase = new int[2];

        @Operation
        public void arrive(int thread) {
            phase[thread]++;
            barrier.arrive();
            int other = phase[1 - thread];
            if (other != phase[thread] && other != phase[thread] + 1) {
                throw new IllegalStateException(phase[thread] + " against " + other);
            }
        }
    }

    public static class BarrierSpecification {
        public void arrive(int thread) {}
    }

    @Nested
    class Barriers {
        @Test
        void modelChecking() {
            Scenarios.modelCheckExactly(
                    BarrierOperations.class,
                    BarrierSpecification.class,
                    200,
                    "arrive arrive arrive",
                    "arrive arrive arrive");
        }

        @Test
        void stress() {
            Scenarios.stressExactly(
                    BarrierOperations.class,
                    BarrierSpecification.class,
                    400,
                    "arrive arrive arrive",
                    "arrive arrive arrive");
        }
    }
}
