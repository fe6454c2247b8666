package io.github.cqs.bench.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.github.cqs.CancellationMode;
import io.github.cqs.ResumeMode;
import io.github.cqs.bench.figures.CancelFigure.Closed;
import io.github.cqs.bench.figures.PoolFigure.Pool;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The algorithms that the other figures compare with do what they are for. */
class BaselinesTest {
    @Test
    void nobodyPassesTheActiveBarrierEarly() throws Exception {
        int parties = 3;
        int phases = 300;
        ActiveBarrier barrier = new ActiveBarrier(parties);
        AtomicInteger arrived = new AtomicInteger();
        Workers.run(parties, worker -> {
            for (int phase = 1; phase <= phases; phase++) {
                arrived.incrementAndGet();
                barrier.arrive();
                assertThat(arrived.get()).isBetween(phase * parties, (phase + 1) * parties);
            }
        });
        assertThat(arrived.get()).isEqualTo(parties * phases);
    }

    @ParameterizedTest
    @EnumSource
    void latchLetsGoAllButThoseThatGaveUp(CancellationMode mode) throws Exception {
        PaperLatch latch = new PaperLatch(2, mode);
        AtomicInteger passed = new AtomicInteger();
        AtomicInteger gaveUp = new AtomicInteger();
        AtomicReference<Thread> first = new AtomicReference<>();
        Workers.run(3, worker -> {
            if (worker == 2) {
                await().until(() -> first.get() != null && first.get().getState() == Thread.State.WAITING);
                first.get().interrupt();
                await().until(() -> gaveUp.get() == 1);
                latch.countDown();
                assertThat(passed.get()).isZero();
                latch.countDown();
                return;
            }
            if (worker == 0) {
                first.set(Thread.currentThread());
            }
            try {
                latch.await();
                passed.incrementAndGet();
            } catch (InterruptedException e) {
                gaveUp.incrementAndGet();
            }
        });
        assertThat(passed.get()).isEqualTo(1);
        latch.await();
    }

    @ParameterizedTest
    @CsvSource({"ASYNC,SMART", "ASYNC,SIMPLE", "SYNC,SMART", "SYNC,SIMPLE"})
    void aPermitSurvivesThoseWhoGaveUp(ResumeMode resumption, CancellationMode cancellation) throws Exception {
        PaperSemaphore semaphore = new PaperSemaphore(0, resumption, cancellation);
        for (int i = 0; i < 50; i++) {
            assertThat(semaphore.tryAcquire(1)).isFalse();
        }
        semaphore.release();
        semaphore.acquire();
        assertThat(semaphore.tryAcquire(1)).isFalse();
    }

    static Stream<String> pools() {
        return Figure.FIG8.series().stream();
    }

    @ParameterizedTest
    @MethodSource("pools")
    void poolsGiveWhatWasPut(String series) throws Exception {
        Pool pool = PoolFigure.make(series, 3);
        Workers.run(4, worker -> {
            for (int i = 0; i < 2_000; i++) {
                pool.put(pool.take());
            }
        });
        Set<Object> elements = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            elements.add(pool.take());
        }
        assertThat(elements).hasSize(3);
    }

    static Stream<String> closed() {
        return Figure.FIG9.series().stream();
    }

    @ParameterizedTest
    @MethodSource("closed")
    void nobodyIsLetInWithoutAPermit(String series) throws Exception {
        Closed gate = CancelFigure.make(series);
        for (int i = 0; i < 100; i++) {
            assertThat(gate.tryAcquire(1)).isFalse();
        }
    }

    @Test
    void workHasTheMeanThatWasAskedFor() {
        double turns = GeometricWorkProbe.mean(100, 200_000);
        assertThat(turns).isCloseTo(100, within(3.0));
        assertThat(GeometricWorkProbe.mean(0, 10)).isZero();
    }
}
