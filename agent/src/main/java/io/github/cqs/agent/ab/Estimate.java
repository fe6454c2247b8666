package io.github.cqs.agent.ab;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Quantile;
import org.apache.commons.statistics.descriptive.StandardDeviation;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;
import org.apache.commons.statistics.inference.TTest;

/**
 * The ratio of paired figures.
 *
 * @param pairs blocks that yielded both figures, both above zero
 * @param ratio the geometric mean of the blocks' ratios
 * @param low lower end of the 95 % interval
 * @param high upper end of the 95 % interval
 * @param p of the paired t-test on the logarithms
 * @param detectable the smallest relative change that as many blocks with as much scatter show with 80 % probability
 */
record Estimate(int pairs, double ratio, double low, double high, double p, double detectable) {
    private static final double ALPHA = 0.05;
    private static final double POWER = 0.80;
    private static final int RESAMPLES = 4000;

    /*
     * Overview.
     *
     * The unit is the block: one fresh JVM of each arm. Each block gives one number, the logarithm of its ratio, and
     * nothing from inside a run is ever pooled.
     *
     * The interval is a bootstrap over blocks. The plain percentile interval is too narrow for few blocks, since
     * resampling n values underestimates their scatter and the normal quantile ignores that the scatter is estimated. So
     * the percentiles are widened (T. Hesterberg: What Teachers Should Know About the Bootstrap, The American
     * Statistician 69(4), 2015, section 4.3), and since no resample reaches beyond the extremes of the sample, the
     * interval is never taken narrower than Student's. Few blocks thus cost width, not truth.
     */

    /** An estimate from nothing. */
    static final Estimate NONE = new Estimate(0, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    /** Estimates from the logarithms of the blocks' ratios. */
    static Estimate of(double[] logs, long seed) {
        int n = logs.length;
        if (n == 0) {
            return NONE;
        }
        double mean = Mean.of(logs).getAsDouble();
        if (n == 1) {
            return new Estimate(1, Math.exp(mean), Double.NaN, Double.NaN, Double.NaN, Double.NaN);
        }
        double deviation = StandardDeviation.of(logs).getAsDouble();
        if (deviation < 1e-12) {
            double p = Math.abs(mean) < 1e-12 ? 1 : 0;
            return new Estimate(n, Math.exp(mean), Math.exp(mean), Math.exp(mean), p, 0);
        }
        double error = deviation / Math.sqrt(n);
        TDistribution t = TDistribution.of(n - 1);
        double quantile = t.inverseSurvivalProbability(ALPHA / 2);
        double widened = NormalDistribution.of(0, 1).cumulativeProbability(-quantile * Math.sqrt(n / (n - 1.0)));
        double[] ends = Quantile.withDefaults().evaluate(resampledMeans(logs, seed), widened, 1 - widened);
        double detectable = Math.expm1((quantile + t.inverseCumulativeProbability(POWER)) * error);
        return new Estimate(
                n,
                Math.exp(mean),
                Math.exp(Math.min(ends[0], mean - quantile * error)),
                Math.exp(Math.max(ends[1], mean + quantile * error)),
                TTest.withDefaults().test(logs).getPValue(),
                detectable);
    }

    private static double[] resampledMeans(double[] values, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] means = new double[RESAMPLES];
        Arrays.setAll(means, i -> {
            double sum = 0;
            for (int j = 0; j < values.length; j++) {
                sum += values[random.nextInt(values.length)];
            }
            return sum / values.length;
        });
        return means;
    }

    /** Half the width of the interval relative to the ratio. */
    double halfWidth() {
        return (high - low) / 2 / ratio;
    }

    /** How many blocks with this scatter would show a relative change of the given size. */
    int blocksFor(double change) {
        if (!(detectable > 0)) {
            return pairs;
        }
        double factor = Math.log1p(detectable) / Math.log1p(change);
        return (int) Math.min(1_000_000, Math.ceil(pairs * factor * factor));
    }

    /** What may be said, given the p value that the correction for several metrics leaves. */
    Verdict verdict(double corrected, boolean higherIsBetter) {
        if (!(corrected < ALPHA) || !(low > 1 || high < 1)) {
            return Verdict.UNDECIDED;
        }
        return ratio > 1 == higherIsBetter ? Verdict.FASTER : Verdict.SLOWER;
    }
}
