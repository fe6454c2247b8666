package io.github.cqs.agent.ab;

import org.HdrHistogram.AbstractHistogram;

/** The percentiles at which curves are kept. */
final class Percentiles {
    private static final double[] ALL = {10, 25, 50, 75, 90, 95, 99, 99.5, 99.9, 99.95, 99.99, 100};

    private Percentiles() {}

    static double[] all() {
        return ALL.clone();
    }

    /** A histogram's values at all of them, in its unit divided by {@code scale}. */
    static double[] curve(AbstractHistogram histogram, double scale) {
        double[] curve = new double[ALL.length];
        for (int i = 0; i < ALL.length; i++) {
            curve[i] = histogram.getValueAtPercentile(ALL[i]) / scale;
        }
        return curve;
    }
}
