package io.github.cqs.bench.simulation;

import io.github.cqs.bench.demo.Machine;
import java.util.Map;

/**
 * What a calibration file holds.
 *
 * @param measured what the costs were derived from, in nanoseconds
 */
public record Calibrated(String ended, Machine machine, Map<String, Double> measured, Costs costs) {
    /** Until it sleeps, a carrier of the JDK's pool looks for work some hundred times; taken for this long. */
    private static final double IDLE_SPIN = 2_000;

    /** What the measured sums say about their parts. */
    static Costs costs(Map<String, Double> m) {
        double submit = m.getOrDefault("submit", Double.NaN);
        double both = Math.max(0, m.getOrDefault("pingpong", Double.NaN) - submit); // a mount and a suspension
        return new Costs(
                m.getOrDefault("lock", Double.NaN),
                both / 2,
                both / 2,
                submit,
                Math.max(0, m.getOrDefault("yield", Double.NaN) - submit),
                Math.max(0, m.getOrDefault("stolen", Double.NaN) - m.getOrDefault("local", Double.NaN)),
                m.getOrDefault("line", Double.NaN),
                Math.max(0, m.getOrDefault("wake", Double.NaN) - submit - both / 2),
                Math.max(0, m.getOrDefault("wakingSubmit", Double.NaN) - submit),
                IDLE_SPIN);
    }
}
