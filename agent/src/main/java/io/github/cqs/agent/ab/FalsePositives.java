package io.github.cqs.agent.ab;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * How often this set-up would have seen a difference where there is none. In an A/A comparison the two runs of a block
 * may as well have had each other's name: all blocks are renamed at random, again and again, and each time the verdict
 * is taken.
 */
final class FalsePositives {
    private static final int TRIALS = 1000;

    private FalsePositives() {}

    /** The share of decided verdicts, from 0 to 1, or NaN if there are not enough blocks for any. */
    static double rate(double[] logs, long seed) {
        if (logs.length < 2) {
            return Double.NaN;
        }
        SplittableRandom random = new SplittableRandom(seed);
        double[] renamed = new double[logs.length];
        int decided = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            Arrays.setAll(renamed, i -> random.nextBoolean() ? logs[i] : -logs[i]);
            Estimate estimate = Estimate.of(renamed, random.nextLong());
            decided += estimate.verdict(estimate.p(), true) == Verdict.UNDECIDED ? 0 : 1;
        }
        return (double) decided / TRIALS;
    }
}
