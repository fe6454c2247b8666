package io.github.cqs.bench.ces;

/** Jain's index of fairness: 1 if all have the same, 1/n if one has everything. */
public final class Fairness {
    private Fairness() {}

    /** NaN if nobody has anything. */
    public static double jain(long[] shares) {
        double sum = 0;
        double squares = 0;
        for (long share : shares) {
            sum += share;
            squares += (double) share * share;
        }
        return sum * sum / (shares.length * squares);
    }
}
