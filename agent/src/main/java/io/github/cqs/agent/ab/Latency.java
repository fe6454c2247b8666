package io.github.cqs.agent.ab;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.AbstractHistogram;

/** The metrics of a latency distribution, in milliseconds. */
final class Latency {
    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 100};
    private static final String[] NAMES = {".p50", ".p90", ".p99", ".p99.9", ".max"};

    private Latency() {}

    /** Median and 99th percentile are what the user asked for, the others come along. */
    static List<Metric> metrics(String name, String note) {
        List<Metric> metrics = new ArrayList<>();
        for (int i = 0; i < NAMES.length; i++) {
            boolean primary = PERCENTILES[i] == 50 || PERCENTILES[i] == 99;
            metrics.add(new Metric(name + NAMES[i], "ms", false, primary, note));
        }
        return metrics;
    }

    /**
     * Puts a run's distribution where reports find it.
     *
     * @param scale the histogram's units in a millisecond
     */
    static void put(
            String name,
            AbstractHistogram histogram,
            double scale,
            Map<String, Double> values,
            Map<String, double[]> curves) {
        for (int i = 0; i < NAMES.length; i++) {
            values.put(name + NAMES[i], histogram.getValueAtPercentile(PERCENTILES[i]) / scale);
        }
        curves.put(name, Percentiles.curve(histogram, scale));
    }
}
