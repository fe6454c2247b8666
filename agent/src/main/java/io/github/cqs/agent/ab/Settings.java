package io.github.cqs.agent.ab;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the command line decided.
 *
 * @param blocks how many, or how many at most with {@code precision}
 * @param precision half the width that the intervals are to have, as a share; NaN if the number of blocks is given
 * @param limitSeconds no block begins that would probably end later than this
 * @param warmups discarded runs of each arm
 * @param statistics whether the last discarded run of the agent's arms counts what waits
 * @param ready what the command prints when it is ready
 */
record Settings(
        List<String> command,
        List<String> arguments,
        List<Arm> arms,
        List<Source> sources,
        int blocks,
        double precision,
        long limitSeconds,
        int warmups,
        boolean statistics,
        long timeoutSeconds,
        int expectedExit,
        long seed,
        Path agent,
        Path out,
        @Nullable Pattern ready,
        @Nullable Load load) {

    List<Metric> metrics() {
        List<Metric> metrics = new ArrayList<>();
        for (Source source : sources) {
            metrics.addAll(source.metrics());
        }
        metrics.sort((a, b) -> Boolean.compare(b.primary(), a.primary()));
        return metrics;
    }
}
