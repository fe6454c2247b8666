package io.github.cqs.bench.demo;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One finished run of one program in its own JVM.
 *
 * @param pair the number of the pair, within its program, that the run belongs to
 * @param command the command line
 * @param millis wall time, start of the JVM included
 * @param throughput operations per second as the program printed it; NaN if it did not
 * @param foreignCpu share of the machine's CPU time that other processes took; NaN where unknown
 * @param problem why the run does not count, in one line, or null
 * @param report the agent's report; null without the agent or with a problem
 */
record Run(
        String program,
        Arm arm,
        int pair,
        List<String> command,
        long millis,
        double throughput,
        double foreignCpu,
        @Nullable String problem,
        @Nullable AgentReport report) {

    boolean passed() {
        return problem == null;
    }
}
