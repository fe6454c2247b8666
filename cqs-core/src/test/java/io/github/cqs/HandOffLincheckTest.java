package io.github.cqs;

import io.github.cqs.testing.Scenarios;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Values reach the takers in the order in which they were given, each once. */
@ParameterizedClass
@ValueSource(
        classes = {
            HandOffLincheckTest.Async1.class,
            HandOffLincheckTest.Sync1.class,
            HandOffLincheckTest.Async2.class,
            HandOffLincheckTest.Sync2.class
        })
@Tag("lincheck")
class HandOffLincheckTest {
    @Parameter
    Class<?> operations;

    /** Operations on the bare queue; the parameter is the thread, and part of the value. */
    public abstract static class Operations {
        private final TestQueue<Integer> queue;
        private final AtomicInteger announced = new AtomicInteger();
        private final boolean async;
        private final int[] given = new int[4];

        Operations(ResumeMode resumeMode, int segmentSize) {
            async = resumeMode == ResumeMode.ASYNC;
            queue = new TestQueue<>(resumeMode, CancellationMode.SIMPLE, segmentSize);
        }

        @Operation
        public void give(int thread) {
            Integer value = 10 * thread + given[thread]++;
            do {
                awaitTaker();
            } while (!queue.resume(value));
        }

        /** A resume that may fail is for a suspend that is on its way; otherwise both sides could start over for ever. */
        private void awaitTaker() {
            while (!async) {
                int n = announced.get();
                if (n > 0 && announced.compareAndSet(n, n - 1)) {
                    return;
                }
                Thread.onSpinWait();
            }
        }

        @Operation
        public int take(int thread) {
            for (; ; ) {
                announced.incrementAndGet();
                Integer value = queue.suspendUninterruptibly();
                if (value != null) {
                    return value;
                }
            }
        }

        @Validate
        public void check() {
            queue.checkInvariants();
            if (!queue.queuedThreads().isEmpty()) {
                throw new IllegalStateException(queue.toStringDebug());
            }
        }
    }

    /** A FIFO queue; an order in which nothing is there to take is no linearization. */
    public static class Specification {
        private final Deque<Integer> values = new ArrayDeque<>();
        private final int[] given = new int[4];

        public void give(int thread) {
            values.addLast(10 * thread + given[thread]++);
        }

        public int take(int thread) {
            return values.removeFirst();
        }
    }

    public static class Async1 extends Operations {
        public Async1() {
            super(ResumeMode.ASYNC, 1);
        }
    }

    public static class Sync1 extends Operations {
        public Sync1() {
            super(ResumeMode.SYNC, 1);
        }
    }

    public static class Async2 extends Operations {
        public Async2() {
            super(ResumeMode.ASYNC, 2);
        }
    }

    public static class Sync2 extends Operations {
        public Sync2() {
            super(ResumeMode.SYNC, 2);
        }
    }

    @Test
    void modelChecking() {
        Scenarios.modelCheckExactly(operations, Specification.class, 40, "give give give", "take take take");
        Scenarios.modelCheckExactly(operations, Specification.class, 40, "give give", "take", "take");
        Scenarios.modelCheckExactly(operations, Specification.class, 30, "take take", "give", "give");
    }

    @Test
    void stress() {
        Scenarios.stressExactly(operations, Specification.class, 300, "give give give give", "take take", "take take");
    }

    @Test
    @Tag("large")
    void modelCheckingLarge() {
        Scenarios.modelCheckExactly(operations, Specification.class, 5_000, "give give", "give", "take take", "take");
        Scenarios.modelCheckExactly(operations, Specification.class, 5_000, "give give give", "take take", "take");
    }

    @Test
    @Tag("large")
    void stressLarge() {
        Scenarios.stressExactly(
                operations,
                Specification.class,
                20_000,
                "give give give",
                "give give give",
                "take take take take take take");
    }
}
