package io.github.cqs.bench.ces;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.bench.ces.Bystander.Ticks;
import org.junit.jupiter.api.Test;

class BystanderTest {
    private static final int PERIOD = Ticks.PERIOD_NANOS;

    private final Ticks ticks = new Ticks(0);

    @Test
    void itIsDueEveryPeriodHoweverLateItWas() {
        assertThat(ticks.runs(PERIOD + 8)).isEqualTo(PERIOD - 8);
        assertThat(ticks.runs(2 * PERIOD + 3)).isEqualTo(PERIOD - 3);
        assertThat(ticks.runs(3 * PERIOD)).isEqualTo(PERIOD);
        assertThat(ticks.ends(3 * PERIOD + 1).text()).isEqualTo("0:1 3:1 8:1");
    }

    @Test
    void itDoesNotRunBeforeItIsDue() {
        assertThat(ticks.runs(PERIOD - 1)).isEqualTo(1);
        assertThat(ticks.ends(PERIOD - 1).total()).isZero();
    }

    @Test
    void itIsLateForEachTimeThatPassesWhileItWaits() {
        assertThat(ticks.runs(4 * PERIOD + 5)).isEqualTo(PERIOD - 5);
        Histogram expected = new Histogram();
        for (int i = 0; i < 4; i++) {
            expected.add(i * (long) PERIOD + 5);
        }
        assertThat(ticks.ends(4 * PERIOD + 5).text()).isEqualTo(expected.text());
    }

    @Test
    void whoIsStillWaitingAtTheEndIsLateForAllThatHavePassed() {
        assertThat(ticks.runs(1)).isEqualTo(PERIOD - 1);
        assertThat(ticks.ends(20 * PERIOD).total()).isEqualTo(20);
    }
}
