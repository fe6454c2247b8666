package io.github.cqs.bench.ces;

import io.github.cqs.bench.matrix.Lane;

/**
 * Work by the clock. Found out once for all JVMs of a run, so that they do the same work.
 *
 * @param nanos of one token
 */
record Tokens(double nanos) {
    private static final int BATCH = 1000;
    private static final int BATCHES = 2000;
    private static final int ROUNDS = 12;

    /** The quickest of several rounds: whatever disturbs makes work longer. */
    static Tokens measure() {
        Lane lane = Lane.spare();
        long best = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long start = System.nanoTime();
            for (int i = 0; i < BATCHES; i++) {
                lane.work(BATCH);
            }
            best = Math.min(best, System.nanoTime() - start);
        }
        return new Tokens((double) best / BATCH / BATCHES);
    }

    int of(int duration) {
        return (int) Math.round(duration / nanos);
    }
}
