package io.github.cqs.bench.matrix;

import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.Quantile;

/**
 * The median of paired ratios with a 95 % bootstrap interval. Pairs of one JVM have its luck in common, compilation above all; so each resample
 * draws JVMs first, and then pairs within them. From a single JVM the interval knows nothing of that luck.
 *
 * @param median NaN if there are no pairs
 */
public record Estimate(double median, double low, double high, int pairs) {
    private static final int RESAMPLES = 1000;
    private static final long SEED = 7;

    /** From the ratios of each JVM. */
    public static Estimate of(List<double[]> forks) {
        List<double[]> used = forks.stream().filter(ratios -> ratios.length > 0).toList();
        int pairs = used.stream().mapToInt(ratios -> ratios.length).sum();
        if (pairs == 0) {
            return new Estimate(Double.NaN, Double.NaN, Double.NaN, 0);
        }
        double[] medians = new double[RESAMPLES];
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < RESAMPLES; i++) {
            medians[i] = median(resample(used, random));
        }
        double[] ends = Quantile.withDefaults().evaluate(medians, 0.025, 0.975);
        double[] all = used.stream().flatMapToDouble(java.util.Arrays::stream).toArray();
        return new Estimate(median(all), ends[0], ends[1], pairs);
    }

    /** The geometric mean of the medians of several comparisons, each given as the ratios of each JVM. Empty ones do not count. */
    public static Estimate geometricMean(List<List<double[]>> comparisons) {
        List<List<double[]>> used = comparisons.stream()
                .map(forks -> forks.stream().filter(ratios -> ratios.length > 0).toList())
                .filter(forks -> !forks.isEmpty())
                .toList();
        if (used.isEmpty()) {
            return of(List.of());
        }
        double[] means = new double[RESAMPLES];
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < RESAMPLES; i++) {
            means[i] = Math.exp(used.stream()
                    .mapToDouble(forks -> Math.log(median(resample(forks, random))))
                    .average()
                    .orElseThrow());
        }
        double[] ends = Quantile.withDefaults().evaluate(means, 0.025, 0.975);
        List<Estimate> medians = used.stream().map(Estimate::of).toList();
        double mean = Math.exp(medians.stream()
                .mapToDouble(e -> Math.log(e.median()))
                .average()
                .orElseThrow());
        return new Estimate(
                mean,
                ends[0],
                ends[1],
                medians.stream().mapToInt(Estimate::pairs).sum());
    }

    private static double[] resample(List<double[]> forks, SplittableRandom random) {
        return random.ints(forks.size(), 0, forks.size())
                .mapToObj(forks::get)
                .flatMapToDouble(
                        ratios -> random.ints(ratios.length, 0, ratios.length).mapToDouble(i -> ratios[i]))
                .toArray();
    }

    private static double median(double[] values) {
        return Median.withDefaults().evaluate(values);
    }
}
