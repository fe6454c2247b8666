package io.github.cqs;

import io.github.cqs.testing.Scenarios;
import io.github.cqs.testing.Scenarios.Bounds;
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
class QueueLincheckTest {
    /** A semaphore in any mode; asynchronous ones lack a tryAcquire that is linearizable. */
    static final class ModeSemaphore extends CancellableQueueSynchronizer<Boolean> {
        private static final Boolean TIMEOUT = false;
        private final AtomicInteger state;

        ModeSemaphore(ResumeMode resumeMode, CancellationMode cancellationMode, int segmentSize, int permits) {
            super(resumeMode, cancellationMode, segmentSize);
            state = new AtomicInteger(permits);
        }

        void acquire() {
            while (state.getAndDecrement() <= 0) {
                if (suspendUninterruptibly() != null) {
                    return;
                }
            }
        }

        void acquireInterruptibly() throws InterruptedException {
            while (state.getAndDecrement() <= 0) {
                if (suspend() != null) {
                    return;
                }
            }
        }

        int permits() {
            return state.get();
        }

        /** Enqueues even though its time is up. */
        boolean acquireWithElapsedTimeout() throws InterruptedException {
            while (state.getAndDecrement() <= 0) {
                Boolean got = suspendNanos(0, TIMEOUT);
                if (got != null) {
                    return got;
                }
            }
            return true;
        }

        void release() {
            while (state.getAndIncrement() < 0) {
                if (resume(true)) {
                    return;
                }
            }
        }

        @Override
        protected boolean onCancellation() {
            return state.getAndIncrement() < 0;
        }
    }

    /** Operations of a binary semaphore; the parameter is the thread. */
    public abstract static class Operations {
        private final ModeSemaphore semaphore;
        private final boolean smart;
        private final AtomicInteger holders = new AtomicInteger();
        private final boolean[] holds = new boolean[4];

        Operations(ResumeMode resumeMode, CancellationMode cancellationMode, int segmentSize) {
            semaphore = new ModeSemaphore(resumeMode, cancellationMode, segmentSize, 1);
            smart = cancellationMode == CancellationMode.SMART;
        }

        @Operation
        public void acquire(int thread) {
            semaphore.acquire();
            entered(thread);
        }

        @Operation
        public void tryAcquire(int thread) throws InterruptedException {
            if (semaphore.acquireWithElapsedTimeout()) {
                entered(thread);
            }
        }

        @Operation
        public void release(int thread) {
            if (holds[thread]) {
                holds[thread] = false;
                holders.decrementAndGet();
                semaphore.release();
            }
        }

        private void entered(int thread) {
            if (holders.incrementAndGet() != 1) {
                throw new IllegalStateException("two threads hold one permit");
            }
            holds[thread] = true;
        }

        @Validate
        public void check() {
            semaphore.checkInvariants();
            if (smart && semaphore.state.get() != 1) {
                throw new IllegalStateException("permits: " + semaphore.state.get() + ' ' + semaphore.toStringDebug());
            }
        }
    }

    /** What is checked is in the operations: mutual exclusion, no hang, and the permit is there at the end. */
    public static class Specification {
        public void acquire(int thread) {}

        public void tryAcquire(int thread) {}

        public void release(int thread) {}
    }

    public static class AsyncSimple1 extends Operations {
        public AsyncSimple1() {
            super(ResumeMode.ASYNC, CancellationMode.SIMPLE, 1);
        }
    }

    public static class AsyncSmart1 extends Operations {
        public AsyncSmart1() {
            super(ResumeMode.ASYNC, CancellationMode.SMART, 1);
        }
    }

    public static class SyncSimple1 extends Operations {
        public SyncSimple1() {
            super(ResumeMode.SYNC, CancellationMode.SIMPLE, 1);
        }
    }

    public static class SyncSmart1 extends Operations {
        public SyncSmart1() {
            super(ResumeMode.SYNC, CancellationMode.SMART, 1);
        }
    }

    public static class AsyncSimple2 extends Operations {
        public AsyncSimple2() {
            super(ResumeMode.ASYNC, CancellationMode.SIMPLE, 2);
        }
    }

    public static class AsyncSmart2 extends Operations {
        public AsyncSmart2() {
            super(ResumeMode.ASYNC, CancellationMode.SMART, 2);
        }
    }

    public static class SyncSimple2 extends Operations {
        public SyncSimple2() {
            super(ResumeMode.SYNC, CancellationMode.SIMPLE, 2);
        }
    }

    public static class SyncSmart2 extends Operations {
        public SyncSmart2() {
            super(ResumeMode.SYNC, CancellationMode.SMART, 2);
        }
    }

    private static final String[] ROUNDS = {
        "acquire release", "tryAcquire release", "tryAcquire release tryAcquire release"
    };

    @Nested
    @ParameterizedClass
    @ValueSource(
            classes = {
                AsyncSimple1.class,
                AsyncSmart1.class,
                SyncSimple1.class,
                SyncSmart1.class,
                AsyncSimple2.class,
                AsyncSmart2.class,
                SyncSimple2.class,
                SyncSmart2.class
            })
    class InEveryMode {
        @Parameter
        Class<?> operations;

        @Test
        void modelChecking() {
            Scenarios.modelCheckExactly(
                    operations,
                    Specification.class,
                    250,
                    "acquire release",
                    "tryAcquire release",
                    "tryAcquire release");
            Scenarios.modelCheck(operations, Specification.class, new Bounds(2, 3, 1, 80), ROUNDS);
        }

        @Test
        void stress() {
            Scenarios.stress(operations, Specification.class, new Bounds(3, 3, 2, 300), ROUNDS);
        }

        @Test
        @Tag("large")
        void modelCheckingLarge() {
            Scenarios.modelCheck(operations, Specification.class, new Bounds(10, 3, 2, 1500), ROUNDS);
        }

        @Test
        @Tag("large")
        void stressLarge() {
            Scenarios.stress(operations, Specification.class, new Bounds(10, 4, 3, 3000), ROUNDS);
        }
    }
}
