package io.github.cqs.bench.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CatalogueTest {
    private static final List<String> NAMES =
            Catalogue.all().stream().map(Cell::name).toList();

    @Test
    void namesAreUnique() {
        assertThat(NAMES).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(strings = {"unfair", "fair"})
    void locksAreComplete(String order) {
        for (String crowd : List.of("t1", "t2", "t4", "t16", "t64", "v16", "v1000")) {
            for (int tokens : new int[] {0, 100, 5000}) {
                assertThat(NAMES).contains("lock." + order + "." + crowd + ".work" + tokens);
            }
        }
        for (String rest :
                List.of("reentrant.t1", "condition.t2", "condition.t16", "buffer.t2", "buffer.v16", "trylock.t2")) {
            assertThat(NAMES).contains("lock." + order + "." + rest);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"unfair", "fair"})
    void semaphoresAreComplete(String order) {
        for (int permits : new int[] {1, 2, 4, 16, 64}) {
            for (int threads : new int[] {1, 2, 4, 16, 64}) {
                assertThat(NAMES).contains("semaphore." + order + ".k" + permits + ".t" + threads);
            }
        }
        assertThat(NAMES).contains("semaphore." + order + ".k4.acquire3.t16");
    }

    @Test
    void latchesAndBarriersAreComplete() {
        assertThat(NAMES).contains("latch.countdown.t2", "latch.fanout.t64", "latch.fanout.v10000");
        for (String crowd : List.of("t1", "t2", "t4", "t16", "t64", "v16", "v1000")) {
            assertThat(NAMES).contains("barrier." + crowd);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"unfair", "fair"})
    void queuesAreComplete(String order) {
        List<String> expected = new ArrayList<>(List.of("pool4.t16", "pool16.t64", "offerpoll"));
        for (int capacity : new int[] {1, 16, 1024}) {
            for (int side : new int[] {1, 2, 8}) {
                expected.add("c" + capacity + "." + side + "to" + side);
            }
        }
        expected.addAll(List.of("c16.v16", "c16.v1000", "pool4.v16", "pool4.v1000"));
        expected.forEach(name -> assertThat(NAMES).contains("queue." + order + "." + name));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 10, 100, 1000, 10_000})
    void abortsAreComplete(int queued) {
        for (String type : List.of("lock", "semaphore", "queue")) {
            assertThat(NAMES)
                    .contains("abort." + type + ".timeout.q" + queued, "abort." + type + ".interrupt.q" + queued);
        }
    }

    @Test
    void idleAndUncontendedCoverEveryType() {
        for (String type :
                List.of("lock.unfair", "lock.fair", "semaphore.unfair", "queue.unfair", "latch", "barrier")) {
            assertThat(NAMES)
                    .contains("idle." + type + ".time", "idle." + type + ".bytes")
                    .contains("uncontended." + type + ".class", "uncontended." + type + ".subclass");
        }
        assertThat(NAMES).contains("uncontended.lock.unfair.interface", "uncontended.queue.unfair.interface");
    }

    static Stream<Cell> cells() {
        return Catalogue.all().stream();
    }

    @ParameterizedTest
    @MethodSource("cells")
    void everyLoopIsCopiedAndMade(Cell cell) throws ReflectiveOperationException {
        Bench bench = new ArmLoader(Arm.NULL).make(cell.loop(), cell.shape());
        assertThat(bench.getClass().getName())
                .startsWith("io.github.cqs.bench.arms.again.")
                .endsWith(cell.loop().substring(cell.loop().lastIndexOf('.')));
        assertThat(bench.subject()).isNotNull();
    }
}
