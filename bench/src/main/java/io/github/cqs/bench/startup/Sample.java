package io.github.cqs.bench.startup;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One process from start to end.
 *
 * @param block runs of one block are neighbours in time and compared with each other
 * @param foreignCpu share of the machine's CPU time that other processes took; NaN where unknown
 * @param problem why the run does not count, in one line, or null
 */
record Sample(
        String application,
        Arm arm,
        int block,
        List<String> command,
        double wallMillis,
        double cpuMillis,
        double foreignCpu,
        @Nullable String problem) {}
