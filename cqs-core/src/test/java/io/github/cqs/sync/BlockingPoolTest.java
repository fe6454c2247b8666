package io.github.cqs.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("pools")
class BlockingPoolTest {
    private static final int OPERATIONS = 20_000;

    @Parameter
    Kind kind;

    enum Kind {
        QUEUE,
        STACK;

        <E> BlockingPool<E> make(int segmentSize) {
            return this == QUEUE ? new BlockingQueuePool<>(segmentSize) : new BlockingStackPool<>(segmentSize);
        }
    }

    static Stream<Kind> pools() {
        return Stream.of(Kind.values());
    }

    @Test
    void whatWasPutIsTaken() throws InterruptedException {
        BlockingPool<String> pool = kind.make(2);
        for (String element : List.of("a", "b", "c")) {
            pool.put(element);
        }
        assertThat(pool.size()).isEqualTo(3);
        List<String> taken = new ArrayList<>(List.of(pool.take(), pool.take()));
        taken.add(pool.tryTake());
        assertThat(taken)
                .containsExactlyElementsOf(kind == Kind.QUEUE ? List.of("a", "b", "c") : List.of("c", "b", "a"));
        assertThat(pool.tryTake()).isNull();
        assertThat(pool.size()).isZero();
    }

    @Test
    void nullIsRejected() {
        assertThatThrownBy(() -> kind.make(1).put(null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void waitersAreServedInOrder() throws Exception {
        BlockingPool<String> pool = kind.make(2);
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            List<Future<String>> waiters = new ArrayList<>();
            for (int i = 1; i <= 3; i++) {
                waiters.add(threads.submit(() -> pool.take()));
                int queued = i;
                Awaitility.await().until(() -> pool.queueLength() == queued);
            }
            for (String element : List.of("a", "b", "c")) {
                pool.put(element);
            }
            assertThat(waiters.get(0).get(10, TimeUnit.SECONDS)).isEqualTo("a");
            assertThat(waiters.get(1).get(10, TimeUnit.SECONDS)).isEqualTo("b");
            assertThat(waiters.get(2).get(10, TimeUnit.SECONDS)).isEqualTo("c");
            assertThat(pool.size()).isZero();
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void anElapsedTimeoutTakesOnlyWhatIsThere() throws InterruptedException {
        BlockingPool<String> pool = kind.make(1);
        assertThat(pool.take(0, TimeUnit.SECONDS)).isNull();
        assertThat(pool.take(-1, TimeUnit.SECONDS)).isNull();
        assertThat(pool.take(1, TimeUnit.NANOSECONDS)).isNull();
        pool.put("a");
        assertThat(pool.take(0, TimeUnit.SECONDS)).isEqualTo("a");
        assertThat(pool.queueLength()).isZero();
    }

    @Test
    void anInterruptedWaiterLeavesAndTheNextIsServed() throws Exception {
        BlockingPool<String> pool = kind.make(1);
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            Future<String> first = threads.submit(() -> pool.take());
            Awaitility.await().until(() -> pool.queueLength() == 1);
            Future<String> second = threads.submit(() -> pool.take());
            Awaitility.await().until(() -> pool.queueLength() == 2);
            first.cancel(true);
            Awaitility.await().until(() -> pool.queueLength() == 1);
            pool.put("a");
            assertThat(second.get(10, TimeUnit.SECONDS)).isEqualTo("a");
        } finally {
            threads.shutdownNow();
        }
    }

    /** Few elements, many hands: each element is held by one thread at a time, and all are there in the end. */
    @Test
    void elementsAreConservedWhileWaitersGiveUp() throws Exception {
        int elements = 2;
        BlockingPool<AtomicBoolean> pool = kind.make(2);
        for (int i = 0; i < elements; i++) {
            pool.put(new AtomicBoolean());
        }
        ExecutorService threads = Executors.newFixedThreadPool(6);
        List<Future<?>> done = new ArrayList<>();
        for (int t = 0; t < 6; t++) {
            SplittableRandom random = new SplittableRandom(t);
            done.add(threads.submit(() -> {
                for (int i = 0; i < OPERATIONS; i++) {
                    AtomicBoolean held = switch (random.nextInt(3)) {
                        case 0 -> pool.take();
                        case 1 -> pool.take(random.nextInt(20_000), TimeUnit.NANOSECONDS);
                        default -> pool.tryTake();
                    };
                    if (held != null) {
                        assertThat(held.getAndSet(true)).isFalse();
                        held.set(false);
                        pool.put(held);
                    }
                }
                return null;
            }));
        }
        for (Future<?> future : done) {
            future.get(60, TimeUnit.SECONDS);
        }
        threads.shutdown();
        assertThat(pool.size()).isEqualTo(elements);
        pool.checkInvariantsAtQuiescence();
        assertThat(Stream.of(pool.take(), pool.take()).distinct()).hasSize(elements);
    }
}
