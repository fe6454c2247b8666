package io.github.cqs.agent.ab;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Where figures come from. */
interface Source {
    List<Metric> metrics();

    /** What the command's JVM must be told, the same in every arm. */
    default List<String> jvmOptions(Path directory) {
        return List.of();
    }

    /** A run is about to begin. */
    default void begin() {}

    /** Reads what a run left behind into its values and curves. */
    void read(Finished run, Map<String, Double> values, Map<String, double[]> curves) throws IOException, Missing;

    /**
     * A run that has ended.
     *
     * @param directory the run's own folder
     * @param readyMillis after how many milliseconds it was ready, or NaN
     */
    record Finished(
            Path directory, Child.Ended ended, String out, String err, List<PerfData> jvms, double readyMillis) {}

    /** A figure that is not there; the message says which and where it was looked for. */
    final class Missing extends Exception {
        private static final long serialVersionUID = 1L;

        Missing(String message) {
            super(message);
        }
    }
}
