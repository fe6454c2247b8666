package io.github.cqs.bench.simulation;

import io.github.cqs.bench.ces.Histogram;

/**
 * What came of a scenario.
 *
 * @param counted simulated nanoseconds that were counted
 * @param ops of all tasks
 * @param jain index of fairness
 * @param delays from a release that somebody waited for until the next section
 * @param contended sections that somebody waited for
 * @param stayed how many of those ran on the carrier of the section before
 * @param working share of the carriers' time that went into sections and parallel work
 * @param steals tasks taken from another carrier's queue
 */
public record Outcome(
        Scenario scenario,
        double counted,
        long ops,
        double jain,
        Histogram delays,
        long contended,
        long stayed,
        double working,
        long steals) {

    /** Operations of a second. */
    public double throughput() {
        return ops * 1e9 / counted;
    }

    double stayedShare() {
        return contended == 0 ? Double.NaN : (double) stayed / contended;
    }
}
