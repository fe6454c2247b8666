package io.github.cqs.agent.ab;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One run of the command.
 *
 * @param number in the order of the runs, from 1
 * @param block the block that it belongs to, from 1; 0 for a discarded one
 * @param arm the name of its arm
 * @param startSeconds since the first run's start
 * @param exitCode null if the run was ended because its time was up
 * @param problem why the run does not count, in one line, or null
 * @param foreignCpu share of the machine's CPU time that other processes took; NaN where unknown
 * @param jvms how many JVMs the command started
 * @param loadedClasses classes loaded by them from class files
 * @param sharedClasses classes that they took from an archive (CDS or AOT); NaN where unknown
 * @param output a digest of what was printed to standard output, and one in which all figures are alike
 * @param values by the name of the metric
 * @param curves latency at the fixed percentiles of {@link Percentiles}, by the name of the distribution
 */
record Run(
        int number,
        int block,
        String arm,
        double startSeconds,
        @Nullable Integer exitCode,
        @Nullable String problem,
        double foreignCpu,
        int jvms,
        double loadedClasses,
        double sharedClasses,
        Output output,
        Map<String, Double> values,
        Map<String, double[]> curves) {

    /** Digests of a run's standard output. */
    record Output(String exact, String masked) {}

    boolean passed() {
        return problem == null;
    }

    /** Whether the run counts: not discarded, and passed. */
    boolean counts() {
        return block > 0 && passed();
    }

    double value(Metric metric) {
        return values.getOrDefault(metric.name(), Double.NaN);
    }
}
