package io.github.cqs.agent.ab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScaleTest {
    private static final double WIDTH = 450;

    /** Room for a label in the smallest of the page's scales. */
    private static final double APART = 25;

    @ParameterizedTest
    @CsvSource({
        "0.98, 1.02",
        "0.9, 1.4",
        "0.5, 2",
        "0.31, 1.1",
        "1, 3.9",
        "1, 7",
        "1, 9",
        "0.9, 36",
        "0.05, 20",
        "0.001, 1000",
        "3, 70000"
    })
    void ticksOfARatioLieOnTheScaleApartFromEachOther(double low, double high) {
        Scale scale = Scale.logarithmic(low, high, 0, WIDTH);
        List<Double> ticks = scale.ticks(8);
        assertThat(ticks).hasSizeBetween(3, 12).isSorted();
        double last = Double.NEGATIVE_INFINITY;
        for (double tick : ticks) {
            assertThat(scale.at(tick)).isBetween(0.0, WIDTH).isGreaterThan(last + APART);
            last = scale.at(tick);
        }
    }

    @Test
    void ticksOfAWideRatioAreRound() {
        assertThat(Scale.logarithmic(0.9, 36, 0, WIDTH).ticks(8).stream().map(Scale::label))
                .containsExactly("1", "2", "5", "10", "20");
        assertThat(Scale.logarithmic(0.02, 2_000, 0, WIDTH).ticks(8).stream().map(Scale::label))
                .containsExactly("0.1", "1", "10", "100", "1,000");
    }
}
