package io.github.cqs.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.cqs.testing.Threads;
import io.github.cqs.testing.Threads.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BarrierTest {
    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void partiesMustBePositive(int parties) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Barrier(parties))
                .withMessageContaining(String.valueOf(parties));
    }

    @Test
    void onePartyNeverWaits() {
        Barrier barrier = new Barrier(1);
        for (int i = 0; i < 10; i++) {
            assertThat(barrier.arrive()).isTrue();
        }
        assertThat(barrier.parties()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16})
    void theLastToArriveReleasesTheOthers(int segmentSize) throws Exception {
        Barrier barrier = new Barrier(4, segmentSize);
        for (int phase = 0; phase < 3; phase++) {
            List<Task<Boolean>> early = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                early.add(Threads.start(barrier::arrive).awaitParked());
            }
            assertThat(barrier.arrive()).isTrue();
            for (Task<Boolean> task : early) {
                assertThat(task.join()).isFalse();
            }
        }
    }

    @Test
    void interruptsAreKept() throws Exception {
        Barrier barrier = new Barrier(2);
        Task<Boolean> early = Threads.start(() -> {
            assertThat(barrier.arrive()).isFalse();
            return Thread.interrupted();
        });
        early.awaitParked().interrupt();
        barrier.arrive();
        assertThat(early.join()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"2,1,PLATFORM", "3,2,PLATFORM", "5,4,PLATFORM", "5,2,VIRTUAL"})
    void nobodyIsEverTwoPhasesAhead(int parties, int segmentSize, Threads.Kind kind) throws Exception {
        int phases = 3_000 * Threads.scale();
        Barrier barrier = new Barrier(parties, segmentSize);
        AtomicInteger[] arrived = new AtomicInteger[phases];
        for (int i = 0; i < phases; i++) {
            arrived[i] = new AtomicInteger();
        }
        AtomicInteger last = new AtomicInteger();
        List<Task<Void>> tasks = new ArrayList<>();
        for (int t = 0; t < parties; t++) {
            tasks.add(Threads.start(kind, () -> {
                for (AtomicInteger phase : arrived) {
                    phase.incrementAndGet();
                    if (barrier.arrive()) {
                        last.incrementAndGet();
                    }
                    assertThat(phase.get()).isEqualTo(parties);
                }
                return null;
            }));
        }
        Threads.joinAll(tasks);
        assertThat(last).hasValue(phases);
    }

    @ParameterizedTest
    @CsvSource({"1,4", "2,4", "3,6", "4,8"})
    void moreThreadsThanPartiesMakeAsManyPhasesAsTheyFill(int parties, int threads) throws Exception {
        int phases = 3_000 * Threads.scale();
        AtomicInteger arrivals = new AtomicInteger(phases * parties);
        Barrier barrier = new Barrier(parties, 2);
        AtomicInteger last = new AtomicInteger();
        List<Task<Void>> tasks = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            tasks.add(Threads.start(() -> {
                while (arrivals.getAndDecrement() > 0) {
                    if (barrier.arrive()) {
                        last.incrementAndGet();
                    }
                }
                return null;
            }));
        }
        Threads.joinAll(tasks);
        assertThat(last).hasValue(phases);
    }
}
