package io.github.cqs.bench.simulation;

import java.util.Locale;

/**
 * What is simulated: tasks that work, take a lock, work and release it, over and over.
 *
 * @param section nanoseconds in a section
 * @param parallel nanoseconds between two
 * @param duration simulated nanoseconds, of which the first tenth is not counted
 */
public record Scenario(
        Policy policy,
        int carriers,
        int tasks,
        int locks,
        double section,
        double parallel,
        Spread spread,
        double duration,
        long seed) {

    /** How durations of work vary around their mean. */
    public enum Spread {
        FIXED {
            @Override
            double of(double mean, double uniform) {
                return mean;
            }
        },
        /** A tenth more or less: the same work on a real machine. */
        NARROW {
            @Override
            double of(double mean, double uniform) {
                return mean * (0.9 + 0.2 * uniform);
            }
        },
        EXPONENTIAL {
            @Override
            double of(double mean, double uniform) {
                return -mean * StrictMath.log1p(-uniform);
            }
        };

        /**
         * A duration.
         *
         * @param uniform random, from 0 to 1, 1 excluded
         */
        abstract double of(double mean, double uniform);
    }

    Scenario with(Policy other) {
        return new Scenario(other, carriers, tasks, locks, section, parallel, spread, duration, seed);
    }

    String name() {
        return String.format(Locale.ROOT, "c%d.n%d.s%.0f.p%.0f.l%d", carriers, tasks, section, parallel, locks);
    }
}
