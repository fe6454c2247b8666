package io.github.cqs.bench.ces;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What one contender did in one slice.
 *
 * @param jain index of fairness of the tasks' operations in all slices of this contender in this JVM: one slice is too short for it, since who is
 *     in the line at its start comes first even in a FIFO lock
 * @param beside what it did beside the bystander, after that; null where there was none
 * @param followed where sections ran, where that was looked at
 */
record Slice(
        Contender contender,
        long nanos,
        long ops,
        double jain,
        long cpuNanos,
        long switches,
        @Nullable Beside beside,
        @Nullable Followed followed)
        implements Serializable {

    /**
     * In a slice of its own, since who lets the bystander run does less meanwhile.
     *
     * @param late the bystander's delays, a {@link Histogram}
     */
    record Beside(long nanos, long ops, String late) implements Serializable {
        double throughput() {
            return ops * 1e9 / nanos;
        }
    }

    Slice withoutTraces() {
        return followed == null
                ? this
                : new Slice(contender, nanos, ops, jain, cpuNanos, switches, beside, followed.withoutTraces());
    }

    Slice withJain(double jain) {
        return new Slice(contender, nanos, ops, jain, cpuNanos, switches, beside, followed);
    }

    double throughput() {
        return ops * 1e9 / nanos;
    }

    /** NaN where there was no bystander. */
    double throughputBeside() {
        return beside == null ? Double.NaN : beside.throughput();
    }

    /** The bystander's delays. */
    Histogram late() {
        return Histogram.parse(beside == null ? "" : beside.late());
    }
}
