package io.github.cqs.bench.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EstimateTest {
    @Test
    void theIntervalEnclosesTheMedianAndNarrowsWithTheSpread() {
        List<Double> wide = IntStream.range(0, 21).mapToObj(i -> (double) i).toList();
        Estimate estimate = Estimate.of(wide);
        assertThat(estimate.median()).isEqualTo(10);
        assertThat(estimate.low()).isBetween(3.0, 8.0);
        assertThat(estimate.high()).isBetween(12.0, 17.0);
        assertThat(Estimate.of(Collections.nCopies(21, 4.0))).isEqualTo(new Estimate(4, 4, 4));
        assertThat(estimate).as("the same data give the same interval").isEqualTo(Estimate.of(wide));
    }

    @Test
    void nothingIsEstimatedFromNothing() {
        assertThat(Estimate.of(List.of()).median()).isNaN();
    }

    @Test
    void unitsChangeAll() {
        assertThat(new Estimate(1, 0, 2).times(1000)).isEqualTo(new Estimate(1000, 0, 2000));
    }
}
