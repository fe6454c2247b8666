package io.github.cqs.internal;

import io.github.cqs.testing.Scenarios;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Nobody hangs, however the waiters of a wake tree come and leave; the parameter is the thread. */
@ParameterizedClass
@ValueSource(
        classes = {
            LatchQueueLincheckTest.Chain1.class,
            LatchQueueLincheckTest.Tree2.class,
            LatchQueueLincheckTest.Direct1.class,
            LatchQueueLincheckTest.Help1.class,
            LatchQueueLincheckTest.Help2.class
        })
@Tag("lincheck")
class LatchQueueLincheckTest {
    @Parameter
    Class<?> operations;

    public abstract static class Operations {
        private final LatchQueue queue;
        private final long mostDirect;
        private final int fanOut;
        private final boolean all;

        Operations(int segmentSize, long mostDirect, int fanOut, boolean all) {
            queue = new LatchQueue(segmentSize, this);
            this.mostDirect = mostDirect;
            this.fanOut = fanOut;
            this.all = all;
        }

        @Operation
        public void await(int thread) {
            queue.awaitOpenUninterruptibly();
        }

        @Operation
        public void awaitWithElapsedTimeout(int thread) throws InterruptedException {
            queue.awaitOpen(System.nanoTime() - 1);
        }

        @Operation
        public void awaitInterrupted(int thread) {
            Thread.currentThread().interrupt();
            try {
                queue.awaitOpen();
                if (!Thread.interrupted()) {
                    throw new IllegalStateException("the interrupt is lost");
                }
            } catch (InterruptedException left) {
                // as it should be, unless it was open
            }
        }

        @Operation
        public void open(int thread) {
            queue.open(mostDirect, fanOut, all);
        }

        @Validate
        public void check() {
            queue.check();
        }
    }

    public static class Chain1 extends Operations {
        public Chain1() {
            super(1, 0, 1, false);
        }
    }

    public static class Tree2 extends Operations {
        public Tree2() {
            super(2, 1, 2, false);
        }
    }

    public static class Direct1 extends Operations {
        public Direct1() {
            super(1, Long.MAX_VALUE, 1, false);
        }
    }

    public static class Help1 extends Operations {
        public Help1() {
            super(1, 0, 1, true);
        }
    }

    public static class Help2 extends Operations {
        public Help2() {
            super(2, 1, 1, true);
        }
    }

    public static class Specification {
        public void await(int thread) {}

        public void awaitWithElapsedTimeout(int thread) {}

        public void awaitInterrupted(int thread) {}

        public void open(int thread) {}
    }

    private static void modelCheck(Class<?> operations, int invocations) {
        Scenarios.modelCheckExactly(operations, Specification.class, invocations, "await", "await", "open");
        Scenarios.modelCheckExactly(
                operations, Specification.class, invocations, "await", "awaitWithElapsedTimeout", "open");
        Scenarios.modelCheckExactly(
                operations, Specification.class, invocations, "awaitInterrupted await", "await", "open");
    }

    private static void stress(Class<?> operations, int invocations) {
        Scenarios.stressExactly(
                operations, Specification.class, invocations, "await", "awaitInterrupted await", "await", "open await");
        Scenarios.stressExactly(
                operations, Specification.class, invocations, "await", "awaitWithElapsedTimeout", "await", "open");
    }

    @Test
    void modelChecking() {
        modelCheck(operations, 100);
    }

    @Test
    void stress() {
        stress(operations, 400);
    }

    @Test
    @Tag("large")
    void modelCheckingLarge() {
        modelCheck(operations, 10_000);
    }

    @Test
    @Tag("large")
    void stressLarge() {
        stress(operations, 30_000);
    }
}
