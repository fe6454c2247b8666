package io.github.cqs.bench.ces;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What one contender did in one slice.
 *
 * @param jain index of fairness of the tasks' operations in all slices of this contender in this JVM: one slice is too short for it, since who is
 *     in the line at its start comes first even in a FIFO lock
 * @param late the bystander's delays, a {@link Histogram}
 * @param followed where sections ran, where that was looked at
 */
record Slice(
        Contender contender,
        long nanos,
        long ops,
        double jain,
        long cpuNanos,
        long switches,
        String late,
        @Nullable Followed followed)
        implements Serializable {

    Slice withoutTraces() {
        return followed == null
                ? this
                : new Slice(contender, nanos, ops, jain, cpuNanos, switches, late, followed.withoutTraces());
    }

    Slice withJain(double jain) {
        return new Slice(contender, nanos, ops, jain, cpuNanos, switches, late, followed);
    }

    double throughput() {
        return ops * 1e9 / nanos;
    }
}
