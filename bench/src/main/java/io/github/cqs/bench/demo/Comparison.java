package io.github.cqs.bench.demo;

import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.apache.commons.statistics.descriptive.Median;
import org.jspecify.annotations.Nullable;

/**
 * One program's runs, summed up.
 *
 * @param without median throughput without the agent; NaN if no run counts
 * @param with median throughput with the agent; NaN if no run counts
 * @param ratios throughput with the agent over that without, of each pair of neighbouring runs, ascending
 * @param report of the last run with the agent that passed
 */
record Comparison(
        Program program,
        double without,
        double with,
        List<Double> ratios,
        Verdict withoutVerdict,
        Verdict withVerdict,
        @Nullable AgentReport report) {

    static Comparison of(Program program, List<Run> all) {
        List<Run> runs =
                all.stream().filter(run -> run.program().equals(program.name())).toList();
        List<Run> passed = runs.stream().filter(Run::passed).toList();
        Map<Integer, List<Run>> pairs = passed.stream().collect(Collectors.groupingBy(Run::pair));
        List<Double> ratios = pairs.values().stream()
                .filter(pair -> pair.size() == 2)
                .map(pair -> throughput(pair, Arm.WITH) / throughput(pair, Arm.WITHOUT))
                .sorted()
                .toList();
        return new Comparison(
                program,
                throughput(passed, Arm.WITHOUT),
                throughput(passed, Arm.WITH),
                ratios,
                Verdict.of(runs, Arm.WITHOUT),
                Verdict.of(runs, Arm.WITH),
                passed.stream()
                        .map(Run::report)
                        .filter(r -> r != null)
                        .reduce((a, b) -> b)
                        .orElse(null));
    }

    /** The median of the paired ratios; NaN if there is none. */
    double ratio() {
        return median(ratios, Double::doubleValue);
    }

    private static double throughput(List<Run> runs, Arm arm) {
        return median(runs.stream().filter(run -> run.arm() == arm).toList(), Run::throughput);
    }

    private static <T> double median(List<T> values, ToDoubleFunction<T> figure) {
        return Median.withDefaults()
                .evaluate(values.stream().mapToDouble(figure).toArray());
    }
}
