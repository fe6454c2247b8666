package io.github.cqs.sync;

import io.github.cqs.testing.Scenarios;
import io.github.cqs.testing.Scenarios.Bounds;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The specification is a bag: it says how many elements there are; which one a thread gets is free. That no two threads have the same element,
 * and that all are there in the end, is checked beside it.
 */
@ParameterizedClass
@ValueSource(
        classes = {
            BlockingPoolLincheckTest.Queue1.class,
            BlockingPoolLincheckTest.Queue2.class,
            BlockingPoolLincheckTest.Stack1.class,
            BlockingPoolLincheckTest.Stack2.class
        })
@Tag("lincheck")
class BlockingPoolLincheckTest {
    private static final int ELEMENTS = 2;

    @Parameter
    Class<?> operations;

    public abstract static class Operations {
        private final BlockingPool<Integer> pool;
        private final AtomicIntegerArray given = new AtomicIntegerArray(ELEMENTS);
        private final @Nullable Integer[] held = new Integer[4];

        Operations(BlockingPool<Integer> pool) {
            this.pool = pool;
            for (int i = 0; i < ELEMENTS; i++) {
                pool.put(i);
            }
        }

        @Operation
        public void take(int thread) throws InterruptedException {
            hold(thread, pool.take());
        }

        @Operation
        public boolean tryTake(int thread) {
            return hold(thread, pool.tryTake());
        }

        private boolean takeInterrupted(int thread) {
            Thread.currentThread().interrupt();
            try {
                Integer element = pool.take();
                Thread.interrupted();
                return hold(thread, element);
            } catch (InterruptedException e) {
                return hold(thread, null);
            }
        }

        /** As {@link #tryTake} without a result. */
        @Operation
        public void look(int thread) {
            tryTake(thread);
        }

        /** Takes an element, or joins the queue and leaves it at once. */
        @Operation
        public void giveUp(int thread) {
            takeInterrupted(thread);
        }

        @Operation
        public void put(int thread) {
            Integer element = held[thread];
            if (element != null) {
                held[thread] = null;
                given.decrementAndGet(element);
                pool.put(element);
            }
        }

        private boolean hold(int thread, @Nullable Integer element) {
            if (element != null && given.incrementAndGet(element) != 1) {
                throw new IllegalStateException("given twice: " + element);
            }
            held[thread] = element;
            return element != null;
        }

        /** Runs after rounds that end with put. */
        @Validate
        public void check() {
            pool.checkInvariantsAtQuiescence();
            if (pool.size() != ELEMENTS) {
                throw new IllegalStateException("size " + pool.size());
            }
        }
    }

    public static class Queue1 extends Operations {
        public Queue1() {
            super(new BlockingQueuePool<>(1));
        }
    }

    public static class Queue2 extends Operations {
        public Queue2() {
            super(new BlockingQueuePool<>(2));
        }
    }

    public static class Stack1 extends Operations {
        public Stack1() {
            super(new BlockingStackPool<>(1));
        }
    }

    public static class Stack2 extends Operations {
        public Stack2() {
            super(new BlockingStackPool<>(2));
        }
    }

    /** An order in which a take would wait is no linearization. */
    public static class Bag {
        private int size = ELEMENTS;
        private final boolean[] holds = new boolean[4];

        public void take(int thread) {
            if (!tryTake(thread)) {
                throw new IllegalStateException("would wait");
            }
        }

        public boolean tryTake(int thread) {
            if (size == 0) {
                return holds[thread] = false;
            }
            size--;
            return holds[thread] = true;
        }

        public void put(int thread) {
            if (holds[thread]) {
                holds[thread] = false;
                size++;
            }
        }
    }

    /** For what depends on when an element that somebody gave up comes back. */
    public static class AnyOutcome {
        public void take(int thread) {}

        public void look(int thread) {}

        public void giveUp(int thread) {}

        public void put(int thread) {}
    }

    @Test
    void modelChecking() {
        Scenarios.modelCheckExactly(operations, Bag.class, 60, "take put", "take put", "tryTake put");
        Scenarios.modelCheckExactly(operations, Bag.class, 60, "take put tryTake put", "tryTake put");
    }

    @Test
    void modelCheckingWithCancellation() {
        Scenarios.modelCheckExactly(operations, AnyOutcome.class, 60, "take put", "take put", "giveUp put");
        Scenarios.modelCheckExactly(operations, AnyOutcome.class, 40, "giveUp put", "giveUp put look put", "take put");
    }

    @Test
    void stress() {
        Scenarios.stress(operations, Bag.class, new Bounds(2, 3, 2, 200), "take put", "tryTake put");
    }

    @Test
    @Tag("large")
    void modelCheckingLarge() {
        Scenarios.modelCheck(operations, Bag.class, new Bounds(10, 3, 2, 2000), "take put", "tryTake put");
        Scenarios.modelCheckExactly(
                operations, AnyOutcome.class, 3000, "take put", "giveUp put", "giveUp put look put");
    }
}
