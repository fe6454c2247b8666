package io.github.cqs.bench.figures;

import io.github.cqs.bench.matrix.Crew;
import io.github.cqs.bench.matrix.Lane;

/** Draws from the generator that the loops use. Seeds are fixed, so the result is as well. */
final class GeometricWorkProbe {
    private GeometricWorkProbe() {}

    static double mean(int mean, int draws) {
        GeometricWork work = new GeometricWork(mean, 1);
        Lane lane = new Crew(1, false).lanes().get(0);
        long turns = 0;
        for (int i = 0; i < draws; i++) {
            turns += work.some(lane);
        }
        return (double) turns / draws;
    }
}
