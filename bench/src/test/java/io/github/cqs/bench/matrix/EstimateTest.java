package io.github.cqs.bench.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EstimateTest {
    @Test
    void equalPairsHaveNoSpread() {
        assertThat(Estimate.of(List.of(new double[] {1.5, 1.5}, new double[] {1.5})))
                .isEqualTo(new Estimate(1.5, 1.5, 1.5, 3));
    }

    @Test
    void medianIsOfAllPairs() {
        Estimate e = Estimate.of(List.of(new double[] {1, 2, 9}, new double[] {3, 4}));
        assertThat(e.median()).isEqualTo(3);
        assertThat(e.low()).isBetween(1.0, 3.0);
        assertThat(e.high()).isBetween(3.0, 9.0);
    }

    @Test
    void nothingMeasuredIsNoFigure() {
        assertThat(Estimate.of(List.of(new double[0])).median()).isNaN();
        assertThat(Estimate.of(List.of()).pairs()).isZero();
    }

    @Test
    void forksThatDisagreeWidenTheInterval() {
        Estimate agree = Estimate.of(List.of(noisy(1.1, 1), noisy(1.1, 2), noisy(1.1, 3)));
        Estimate differ = Estimate.of(List.of(noisy(0.9, 1), noisy(1.1, 2), noisy(1.3, 3)));
        assertThat(differ.high() - differ.low()).isGreaterThan(3 * (agree.high() - agree.low()));
    }

    @Test
    void intervalHoldsTheTruth() {
        int held = 0;
        for (int seed = 0; seed < 100; seed++) {
            Estimate e = Estimate.of(List.of(noisy(2.0, seed), noisy(2.0, seed + 1000), noisy(2.0, seed + 2000)));
            assertThat(e.median()).isCloseTo(2.0, within(0.1));
            held += e.low() <= 2.0 && 2.0 <= e.high() ? 1 : 0;
        }
        assertThat(held).isGreaterThan(85);
    }

    @Test
    void theGeometricMeanOfTwiceAndHalfIsOne() {
        List<double[]> twice = List.of(new double[] {2, 2}, new double[] {2});
        List<double[]> half = List.of(new double[] {0.5});
        Estimate e = Estimate.geometricMean(List.of(twice, half, List.of(new double[0]), List.of()));
        assertThat(e).isEqualTo(new Estimate(1, 1, 1, 4));
        assertThat(Estimate.geometricMean(List.of()).median()).isNaN();
    }

    @Test
    void isTheSameEveryTime() {
        List<double[]> forks = List.of(noisy(1, 5), noisy(1, 6));
        assertThat(Estimate.of(forks)).isEqualTo(Estimate.of(forks));
    }

    private static double[] noisy(double truth, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] values = new double[20];
        Arrays.setAll(values, i -> truth * (1 + 0.05 * (random.nextDouble() - 0.5)));
        return values;
    }
}
