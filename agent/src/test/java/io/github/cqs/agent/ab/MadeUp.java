package io.github.cqs.agent.ab;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Experiments that nobody made. */
final class MadeUp {
    static final Metric OPS = Metric.named("ops", "made up");
    static final Metric MILLIS = Metric.named("p99 ms", "made up");
    static final Arm A = Arm.WITHOUT;
    static final Arm AP = Arm.passthrough("");
    static final Arm B = new Arm("B", Arm.Kind.SWAPPED, "virtual=plain");

    private MadeUp() {}

    static Run run(int number, int block, Arm arm, Map<String, Double> values) {
        return new Run(
                number,
                block,
                arm.name(),
                number,
                0,
                null,
                0.01,
                1,
                50,
                800,
                new Run.Output("x", "x"),
                values,
                Map.of());
    }

    /** The same run with other figures. */
    static Run with(Run run, Map<String, Double> values, Map<String, double[]> curves) {
        return new Run(
                run.number(),
                run.block(),
                run.arm(),
                run.startSeconds(),
                run.exitCode(),
                run.problem(),
                run.foreignCpu(),
                run.jvms(),
                run.loadedClasses(),
                run.sharedClasses(),
                run.output(),
                values,
                curves);
    }

    static Run failed(int number, int block, Arm arm) {
        return new Run(
                number,
                block,
                arm.name(),
                number,
                7,
                "exit code 7",
                0.01,
                1,
                50,
                800,
                new Run.Output("", ""),
                Map.of("ops", 1.0),
                Map.of());
    }

    /** Blocks of A, A' and B, where B's figure is {@code factor} times the others', give or take the scatter. */
    static List<Run> runs(int blocks, double factor, double scatter, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Run> runs = new ArrayList<>();
        for (int block = 1; block <= blocks; block++) {
            for (Arm arm : List.of(A, AP, B)) {
                double middle = arm == B ? 1000 * factor : 1000;
                Map<String, Double> values = new LinkedHashMap<>();
                values.put("ops", middle * Math.exp(scatter * random.nextGaussian()));
                values.put("p99 ms", 2.5 * Math.exp(scatter * random.nextGaussian()));
                runs.add(run(runs.size() + 1, block, arm, values));
            }
        }
        return runs;
    }

    static Experiment experiment(List<Run> runs) {
        return experiment(runs, List.of(OPS, MILLIS));
    }

    static Experiment experiment(List<Run> runs, List<Metric> metrics) {
        return new Experiment(
                "2026-01-01T00:00:00Z",
                List.of("java", "-jar", "<app>.jar"),
                List.of("--", "java"),
                42,
                new LinkedHashMap<>(Map.of("system", "made up & small")),
                new ArrayList<>(),
                List.of(A, AP, B),
                metrics,
                runs,
                new LinkedHashMap<>(Map.of("A'", agent(2, 3), "B", agent(2, 3))),
                new LinkedHashMap<>(Map.of("A'", agent(2, 3), "B", agent(2, 3))));
    }

    static AgentData agent(long swapped, long created) {
        return new AgentData(
                "1",
                swapped,
                0,
                Map.of("Semaphore", created),
                List.of(),
                List.of(new AgentData.SiteStats(
                        "a.B.<init>:7",
                        "Semaphore",
                        100,
                        40,
                        1,
                        5,
                        new AgentData.Waiting(40, 4e6, 90_000, 120_000, 300_000, 400_000, 500_000))));
    }
}
