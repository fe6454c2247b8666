package io.github.cqs.bench.simulation;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;

/**
 * What the machinery takes, in nanoseconds.
 *
 * @param lock an acquisition and a release without contention
 * @param mount to take a task from a queue and run it
 * @param suspend to have a task leave its carrier, queued for a lock
 * @param submit to put a task into a carrier's queue
 * @param exchange to leave the carrier to another task, beyond {@code submit}
 * @param steal to take a task from another carrier's queue, beyond {@code mount}
 * @param line to move a cache line from another processor
 * @param wake from a submission until a carrier that sleeps in the kernel runs
 * @param signal what waking such a carrier costs who submits
 * @param idleSpin how long a carrier without work looks for some before it sleeps; assumed, not measured
 */
public record Costs(
        double lock,
        double mount,
        double suspend,
        double submit,
        double exchange,
        double steal,
        double line,
        double wake,
        double signal,
        double idleSpin) {
    /** Everything at once. */
    public static final Costs NONE = new Costs(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** From a file that a calibration has written. */
    static Costs read(Path file) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        return mapper.treeToValue(mapper.readTree(file.toFile()).get("costs"), Costs.class);
    }

    /** Some costs multiplied. */
    Costs times(double steals, double lines, double wakes, double spins) {
        return new Costs(
                lock,
                mount,
                suspend,
                submit,
                exchange,
                steal * steals,
                line * lines,
                wake * wakes,
                signal * wakes,
                idleSpin * spins);
    }
}
