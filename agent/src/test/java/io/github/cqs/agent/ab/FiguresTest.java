package io.github.cqs.agent.ab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FiguresTest {
    @Test
    void ratiosOfMoreThanAThousandAreNotWrittenOut() {
        assertThat(Figures.ratio(1.234)).isEqualTo("1.234");
        assertThat(Figures.ratio(1_000)).isEqualTo("1000.0");
        assertThat(Figures.ratio(16_706.9)).isEqualTo("> 1000");
        assertThat(Figures.ratio(Double.POSITIVE_INFINITY)).isEqualTo("> 1000");
        assertThat(Figures.ratio(Double.NaN)).isEqualTo("-");
    }

    @Test
    void anIntervalIsWrittenIfThereIsOne() {
        assertThat(Figures.interval(new Estimate(2, 1, 0, 2e12, 1, 0))).isEqualTo("1.000 [0.000 .. > 1000]");
        assertThat(Figures.interval(new Estimate(1, 1.5, Double.NaN, Double.NaN, Double.NaN, Double.NaN)))
                .isEqualTo("1.500");
        assertThat(Figures.interval(Estimate.NONE)).isEqualTo("-");
    }
}
