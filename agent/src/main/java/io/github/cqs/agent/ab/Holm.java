package io.github.cqs.agent.ab;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Holm's correction for several tests (S. Holm: A Simple Sequentially Rejective Multiple Test Procedure, Scandinavian
 * Journal of Statistics 6(2), 1979).
 */
final class Holm {
    private Holm() {}

    /** The corrected p values; NaN stays, and does not count as a test. */
    static double[] correct(double[] p) {
        int[] order = IntStream.range(0, p.length)
                .filter(i -> !Double.isNaN(p[i]))
                .boxed()
                .sorted(Comparator.comparingDouble(i -> p[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] corrected = p.clone();
        double largest = 0;
        for (int rank = 0; rank < order.length; rank++) {
            largest = Math.max(largest, Math.min(1, p[order[rank]] * (order.length - rank)));
            corrected[order[rank]] = largest;
        }
        return corrected;
    }
}
