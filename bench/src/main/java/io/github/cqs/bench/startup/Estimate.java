package io.github.cqs.bench.startup;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.statistics.descriptive.Median;

/**
 * The median of paired differences, and where the true one lies with 95 % confidence by the percentile bootstrap.
 *
 * @param median NaN if there is no pair
 */
record Estimate(double median, double low, double high) {
    private static final int RESAMPLES = 10_000;
    /** Fixed, so that the same data give the same interval. */
    private static final long SEED = 0xC05;

    static Estimate of(List<Double> differences) {
        double[] all = differences.stream().mapToDouble(Double::doubleValue).toArray();
        if (all.length == 0) {
            return new Estimate(Double.NaN, Double.NaN, Double.NaN);
        }
        SplittableRandom random = new SplittableRandom(SEED);
        double[] medians = new double[RESAMPLES];
        double[] drawn = new double[all.length];
        for (int i = 0; i < RESAMPLES; i++) {
            for (int j = 0; j < drawn.length; j++) {
                drawn[j] = all[random.nextInt(all.length)];
            }
            medians[i] = median(drawn);
        }
        Arrays.sort(medians);
        return new Estimate(
                median(all), medians[(int) (RESAMPLES * 0.025)], medians[(int) Math.ceil(RESAMPLES * 0.975) - 1]);
    }

    /** The same in another unit. */
    Estimate times(double factor) {
        return new Estimate(median * factor, low * factor, high * factor);
    }

    static double median(double[] values) {
        return Median.withDefaults().evaluate(values.clone());
    }
}
