package io.github.cqs.agent.ab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The statistics on data whose truth is known, drawn from seeded generators. */
class EstimateTest {
    private static final int TRIALS = 1500;

    private static double[] normal(SplittableRandom random, int n, double mean, double deviation) {
        double[] values = new double[n];
        Arrays.setAll(values, i -> mean + deviation * random.nextGaussian());
        return values;
    }

    /** Student's interval of 1, 2, 3, 4, 5: 3 +- 2.776 * sqrt(2.5 / 5). */
    @Test
    void theIntervalIsNeverNarrowerThanStudents() {
        Estimate estimate = Estimate.of(new double[] {1, 2, 3, 4, 5}, 1);
        assertThat(Math.log(estimate.ratio())).isCloseTo(3, within(1e-9));
        assertThat(Math.log(estimate.low())).isLessThanOrEqualTo(3 - 1.9632);
        assertThat(Math.log(estimate.high())).isGreaterThanOrEqualTo(3 + 1.9632);
        assertThat(estimate.p()).isCloseTo(0.01324, within(1e-4));
        assertThat(estimate.pairs()).isEqualTo(5);
    }

    @Test
    void sameDataAndSeedGiveTheSameAnswer() {
        double[] logs = normal(new SplittableRandom(5), 9, 0.1, 0.2);
        assertThat(Estimate.of(logs, 7)).isEqualTo(Estimate.of(logs, 7));
    }

    @Test
    void tooLittleDataDecidesNothing() {
        assertThat(Estimate.of(new double[0], 1)).isEqualTo(Estimate.NONE);
        Estimate single = Estimate.of(new double[] {0.5}, 1);
        assertThat(single.ratio()).isCloseTo(Math.exp(0.5), within(1e-12));
        assertThat(single.verdict(single.p(), true)).isEqualTo(Verdict.UNDECIDED);
    }

    @Test
    void figuresWithoutScatterAreDecidedUnlessEqual() {
        Estimate equal = Estimate.of(new double[] {0, 0, 0}, 1);
        assertThat(equal.verdict(equal.p(), true)).isEqualTo(Verdict.UNDECIDED);
        Estimate half = Estimate.of(new double[] {-0.7, -0.7, -0.7}, 1);
        assertThat(half.verdict(half.p(), true)).isEqualTo(Verdict.SLOWER);
        assertThat(half.verdict(half.p(), false)).isEqualTo(Verdict.FASTER);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 6, 10, 20})
    void theIntervalHoldsTheTruthAsOftenAsItSays(int blocks) {
        SplittableRandom random = new SplittableRandom(blocks);
        int held = 0;
        for (int i = 0; i < TRIALS; i++) {
            Estimate estimate = Estimate.of(normal(random, blocks, 0.1, 0.05), i);
            held += estimate.low() <= Math.exp(0.1) && estimate.high() >= Math.exp(0.1) ? 1 : 0;
        }
        assertThat((double) held / TRIALS).isBetween(0.935, 0.985);
    }

    /** Runs with rare long tails: the usual shape of times. */
    @Test
    void theIntervalHoldsTheTruthOfSkewedData() {
        SplittableRandom random = new SplittableRandom(11);
        int held = 0;
        for (int i = 0; i < TRIALS; i++) {
            double[] logs = new double[12];
            Arrays.setAll(logs, j -> -0.05 * (Math.log(random.nextDouble()) - Math.log(random.nextDouble())));
            Estimate estimate = Estimate.of(logs, i);
            held += estimate.low() <= 1 && estimate.high() >= 1 ? 1 : 0;
        }
        assertThat((double) held / TRIALS).isGreaterThan(0.93);
    }

    /** What an A/A comparison over 20 repetitions is to show. */
    @ParameterizedTest
    @CsvSource({"20, 0.03, 0.06", "6, 0.02, 0.06"})
    void withoutADifferenceVerdictsAreWrongAtTheNominalRate(int blocks, double least, double most) {
        SplittableRandom random = new SplittableRandom(100 + blocks);
        int decided = 0;
        for (int i = 0; i < TRIALS; i++) {
            Estimate estimate = Estimate.of(normal(random, blocks, 0, 0.08), i);
            decided += estimate.verdict(estimate.p(), true) == Verdict.UNDECIDED ? 0 : 1;
        }
        assertThat((double) decided / TRIALS).isBetween(least, most);
    }

    @Test
    void theDetectableChangeIsSeenInFourOfFiveCases() {
        int blocks = 10;
        double deviation = 0.04;
        double change = Math.log1p(0.0408);
        SplittableRandom random = new SplittableRandom(3);
        int seen = 0;
        double claimed = 0;
        for (int i = 0; i < TRIALS; i++) {
            Estimate estimate = Estimate.of(normal(random, blocks, change, deviation), i);
            seen += estimate.verdict(estimate.p(), true) == Verdict.FASTER ? 1 : 0;
            claimed += estimate.detectable() / TRIALS;
        }
        assertThat(claimed).isCloseTo(0.0405, within(0.004));
        assertThat((double) seen / TRIALS).isBetween(0.74, 0.88);
    }

    @Test
    void moreBlocksAreAskedForWhereLessIsToBeSeen() {
        Estimate estimate = Estimate.of(normal(new SplittableRandom(8), 10, 0, 0.05), 1);
        int wanted = estimate.blocksFor(estimate.detectable() / 2);
        assertThat(wanted).isBetween(36, 44);
        assertThat(estimate.blocksFor(estimate.detectable())).isEqualTo(10);
    }

    @Test
    void redrawnNamesShowTheNominalRate() {
        double[] logs = normal(new SplittableRandom(9), 20, 0.01, 0.05);
        assertThat(FalsePositives.rate(logs, 4)).isBetween(0.02, 0.08);
        assertThat(FalsePositives.rate(new double[] {1}, 4)).isNaN();
    }

    @Test
    void holmCorrectsStepByStep() {
        assertThat(Holm.correct(new double[] {0.01, 0.04, 0.03, 0.005}))
                .containsExactly(new double[] {0.03, 0.06, 0.06, 0.02}, within(1e-12));
        assertThat(Holm.correct(new double[] {0.9, 0.8})).containsExactly(1, 1);
        assertThat(Holm.correct(new double[] {Double.NaN, 0.02})).containsExactly(Double.NaN, 0.02);
    }
}
