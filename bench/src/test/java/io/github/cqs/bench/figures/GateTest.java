package io.github.cqs.bench.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cqs.bench.figures.GateFigure.Gate;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The mutexes and semaphores of Figure 7 are such. */
class GateTest {
    private static final int THREADS = 4;
    private static final int ENTRIES = 5_000;

    private int entries;

    static Stream<String> mutexes() {
        return Figure.FIG7.series(1).stream();
    }

    static Stream<String> semaphores() {
        return Figure.FIG7.series(4).stream();
    }

    @ParameterizedTest
    @MethodSource("mutexes")
    void oneThreadAtATime(String series) throws Exception {
        Gate gate = GateFigure.make(series, 1);
        Workers.run(THREADS, worker -> {
            for (int i = 0; i < ENTRIES; i++) {
                gate.acquire();
                entries++; // lost updates would show
                gate.release();
            }
        });
        assertThat(entries).isEqualTo(THREADS * ENTRIES);
    }

    @ParameterizedTest
    @MethodSource("semaphores")
    void noMoreThreadsThanPermits(String series) throws Exception {
        Gate gate = GateFigure.make(series, 2);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Workers.run(THREADS, worker -> {
            for (int i = 0; i < ENTRIES; i++) {
                gate.acquire();
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                inside.decrementAndGet();
                gate.release();
            }
        });
        assertThat(most.get()).isBetween(1, 2);
        assertThat(inside.get()).isZero();
    }

    @Test
    void clhIsReleasedByItsHolderOnly() {
        ClhLock lock = new ClhLock();
        assertThatThrownBy(lock::release).isInstanceOf(IllegalMonitorStateException.class);
        lock.acquire();
        lock.release();
        assertThatThrownBy(lock::release).isInstanceOf(IllegalMonitorStateException.class);
    }

    @Test
    void mcsIsReleasedByItsHolderOnly() {
        McsLock lock = new McsLock();
        assertThatThrownBy(lock::release).isInstanceOf(IllegalMonitorStateException.class);
        lock.acquire();
        lock.release();
        assertThatThrownBy(lock::release).isInstanceOf(IllegalMonitorStateException.class);
    }

    @Test
    void aMutexHasNoPermits() {
        assertThatThrownBy(() -> GateFigure.make("CLH", 2)).hasMessageContaining("CLH");
        assertThatThrownBy(() -> GateFigure.make("CQS", 1)).hasMessageContaining("CQS");
    }
}
