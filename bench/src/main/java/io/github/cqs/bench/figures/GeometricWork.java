package io.github.cqs.bench.figures;

import io.github.cqs.bench.matrix.Lane;

/**
 * The paper's uncontended work: a loop whose number of turns is geometrically distributed. A turn draws a random number, which takes a
 * nanosecond or two, and ends the loop with a probability of 1 / mean.
 */
final class GeometricWork {
    /** So that no two workers write to one cache line. */
    private static final int ROOM = 16;

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final long bound;
    private final long[] states;

    /** With a mean of 0 there is nothing to do. */
    GeometricWork(int mean, int workers) {
        bound = mean == 0 ? 0 : Long.MAX_VALUE / mean;
        states = new long[(workers + 2) * ROOM];
        for (int i = 0; i < states.length; i++) {
            states[i] = (i + 1) * GOLDEN;
        }
    }

    /** Answers the number of turns. */
    int some(Lane lane) {
        if (bound == 0) {
            return 0;
        }
        int at = (lane.index() + 1) * ROOM;
        long x = states[at];
        int turns = 0;
        do {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
            turns++;
        } while (x >>> 1 >= bound);
        states[at] = x;
        return turns;
    }
}
