package io.github.cqs.bench.ces;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What one contender did in one slice.
 *
 * @param jain index of fairness of the tasks' operations
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

    double throughput() {
        return ops * 1e9 / nanos;
    }
}
