package io.github.cqs.agent.ab;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.jspecify.annotations.Nullable;

/** Looks for reasons not to believe the figures. */
final class Guards {
    private static final double FOREIGN = 0.10;
    private static final double SHARED = 0.10;
    private static final double DRIFT_P = 0.01;
    private static final double DRIFT = 0.02;
    private static final int FEW = 6;
    /** As many as the 99th percentile leaves out. */
    private static final double MANY_FAILED = 0.01;

    private final Experiment experiment;
    private final List<Guard> found = new ArrayList<>();

    private Guards(Experiment experiment) {
        this.experiment = experiment;
    }

    static List<Guard> check(Experiment experiment, List<Comparison> comparisons) {
        Guards guards = new Guards(experiment);
        guards.failures();
        guards.requests();
        guards.zeros(comparisons);
        guards.swapped();
        guards.contended();
        guards.classData();
        guards.outputs();
        guards.foreignCpu();
        guards.drift();
        guards.fewBlocks();
        return guards.found;
    }

    private void serious(String finding, String action) {
        found.add(new Guard(true, finding, action));
    }

    private void caution(String finding, String action) {
        found.add(new Guard(false, finding, action));
    }

    private List<Run> ofArm(Arm arm) {
        return experiment.runs().stream()
                .filter(run -> run.block() > 0 && run.arm().equals(arm.name()))
                .toList();
    }

    private void failures() {
        Map<String, List<Run>> failed = experiment.runs().stream()
                .filter(run -> run.problem() != null)
                .collect(Collectors.groupingBy(Run::arm, LinkedHashMap::new, Collectors.toList()));
        failed.forEach(
                (arm, runs) -> serious(
                        runs.size() + " of the runs of arm " + arm + " failed ("
                                + runs.get(0).problem() + ")",
                        "Look at their output under runs/ in the folder of this report; nothing is compared with a failed run"));
        Set<String> codes = new TreeSet<>();
        for (Arm arm : experiment.arms()) {
            ofArm(arm).forEach(run -> codes.add(String.valueOf(run.exitCode())));
        }
        if (codes.size() > 1) {
            serious("the exit codes differ: " + String.join(", ", codes), "Find out why before you compare speed");
        }
    }

    /** A request that fails has no latency, so who fails looks fast. */
    private void requests() {
        if (experiment.metrics().stream().noneMatch(metric -> metric.name().equals(Load.ANSWERED.name()))) {
            return;
        }
        for (Arm arm : experiment.arms()) {
            double failed = sum(arm, Load.ERRORS);
            double all = failed + sum(arm, Load.ANSWERED);
            if (failed > 0) {
                String finding = String.format(
                        Locale.ROOT,
                        "%,.0f of %,.0f requests to arm %s failed, and no latency tells of them",
                        failed,
                        all,
                        arm.name());
                String action = "See what the server printed, under runs/ in the folder of this report; it may be able"
                        + " to serve a lower --rate";
                found.add(new Guard(failed > MANY_FAILED * all, finding, action));
            }
        }
    }

    private double sum(Arm arm, Metric metric) {
        return experiment.counting(arm).stream()
                .mapToDouble(run -> run.value(metric))
                .sum();
    }

    /** A block with a figure of 0 has no ratio, and without it the others may say the opposite. */
    private void zeros(List<Comparison> comparisons) {
        for (Comparison c : comparisons) {
            if (c.metric().primary() && c.withoutRatio() > 0) {
                serious(
                        String.format(
                                Locale.ROOT,
                                "%s is 0 or less in %s and %s, so %s is not judged",
                                c.metric().name(),
                                zeros(c, c.contrast().base()),
                                zeros(c, c.contrast().over()),
                                c.contrast().label()),
                        "Find out what those runs did, under runs/ in the folder of this report, or choose a figure"
                                + " that is always above 0");
            }
        }
    }

    private String zeros(Comparison c, String arm) {
        List<Run> runs = experiment.runs().stream()
                .filter(run -> run.counts() && run.arm().equals(arm))
                .toList();
        return runs.stream().filter(run -> run.value(c.metric()) <= 0).count() + " of " + runs.size() + " runs of arm "
                + arm;
    }

    private void swapped() {
        experiment.agents().forEach((arm, data) -> {
            if (data.sitesSwapped() == 0) {
                serious(
                        "nothing was swapped in arm " + arm,
                        "The comparison shows the agent's presence alone. See java -jar cqs-agent.jar scan JAR for what"
                                + " the program has, and its report for what was skipped and why");
            } else if (data.created() == 0) {
                serious(
                        "nothing that was swapped in arm " + arm + " was ever created",
                        "This load does not reach the program's synchronizers; choose one that does");
            }
            if (!data.errors().isEmpty()) {
                caution(
                        "the agent reports in arm " + arm + ": " + data.errors().get(0),
                        "Those classes were left as they are");
            }
        });
    }

    private void contended() {
        experiment.statistics().forEach((arm, data) -> {
            if (isSwapped(arm) && !data.sites().isEmpty() && data.contended() == 0) {
                caution(
                        "nothing waited in arm " + arm + ": no acquire of a swapped object was contended",
                        "Swapping cannot help a program that does not wait; more threads or more load may show a"
                                + " difference");
            }
        });
    }

    private boolean isSwapped(String arm) {
        return experiment.arms().stream().anyMatch(a -> a.name().equals(arm) && a.kind() == Arm.Kind.SWAPPED);
    }

    private void classData() {
        @Nullable
        Arm first = experiment.arms().isEmpty() ? null : experiment.arms().get(0);
        if (first == null) {
            return;
        }
        double base = median(ofArm(first), Run::sharedClasses);
        for (Arm arm : experiment.arms()) {
            double other = median(ofArm(arm), Run::sharedClasses);
            /* The agent itself takes a few hundred classes of the JDK from the archive, so more is no difference. */
            if (base > 0 && other < base * (1 - SHARED)) {
                caution(
                        String.format(
                                Locale.ROOT,
                                "class-data sharing or the AOT cache serves %.0f classes in arm %s and %.0f in arm %s",
                                base,
                                first.name(),
                                other,
                                arm.name()),
                        "Start-up is not comparable: make the archive or the cache with the agent, or switch it off in"
                                + " all arms with -Xshare:off");
            }
        }
    }

    private void outputs() {
        boolean repeated = experiment.arms().stream()
                .findFirst()
                .filter(arm -> experiment.counting(arm).size() > 1)
                .isPresent();
        if (!repeated || !differ(run -> run.output().exact(), true)) {
            differ(run -> run.output().masked(), repeated);
        }
    }

    /** Only what is the same in all runs of the first arm can be expected of the others; of a single run nobody knows. */
    private boolean differ(Function<Run, String> digest, boolean repeated) {
        Set<String> expected = new HashSet<>();
        for (Arm arm : experiment.arms()) {
            Set<String> digests = experiment.counting(arm).stream().map(digest).collect(Collectors.toSet());
            if (expected.isEmpty()) {
                expected.addAll(digests);
            }
            if (expected.size() != 1) {
                return false;
            }
            if (!digests.isEmpty() && !digests.equals(expected)) {
                String finding = "arm " + arm.name() + " prints something else than arm "
                        + experiment.arms().get(0).name();
                String action = "Compare the files stdout.txt under runs/ in the folder of this report";
                if (repeated) {
                    serious(finding + ", which always prints the same", action);
                } else {
                    caution(
                            finding + " in its single run",
                            action + "; more runs show whether it always prints the same");
                }
                return true;
            }
        }
        return false;
    }

    private void foreignCpu() {
        List<Run> counting = experiment.runs().stream().filter(Run::counts).toList();
        List<Run> noisy =
                counting.stream().filter(run -> run.foreignCpu() > FOREIGN).toList();
        if (!noisy.isEmpty()) {
            caution(
                    String.format(
                            Locale.ROOT,
                            "other processes took more than %.0f %% of the CPU in %d of %d runs (up to %.0f %%)",
                            100 * FOREIGN,
                            noisy.size(),
                            counting.size(),
                            100
                                    * noisy.stream()
                                            .mapToDouble(Run::foreignCpu)
                                            .max()
                                            .orElse(0)),
                    "Repeat on a quieter machine");
        }
    }

    /** Compares the first half of the runs with the second, each relative to its arm. */
    private void drift() {
        for (Metric metric : experiment.metrics()) {
            if (metric.primary()) {
                drift(metric);
            }
        }
    }

    private void drift(Metric metric) {
        List<Double> early = new ArrayList<>();
        List<Double> late = new ArrayList<>();
        for (Arm arm : experiment.arms()) {
            List<Run> runs = experiment.counting(arm).stream()
                    .filter(run -> run.value(metric) > 0)
                    .toList();
            double middle = median(runs, run -> run.value(metric));
            int half = runs.size() / 2;
            runs.subList(0, half).forEach(run -> early.add(run.value(metric) / middle));
            runs.subList(runs.size() - half, runs.size()).forEach(run -> late.add(run.value(metric) / middle));
        }
        if (early.size() < FEW) {
            return;
        }
        double p =
                MannWhitneyUTest.withDefaults().test(array(early), array(late)).getPValue();
        double change = Median.withDefaults().evaluate(array(late))
                        / Median.withDefaults().evaluate(array(early))
                - 1;
        if (p < DRIFT_P && Math.abs(change) > DRIFT) {
            caution(
                    String.format(
                            Locale.ROOT,
                            "%s drifted by %+.1f %% between the first and the second half of the runs",
                            metric.name(),
                            100 * change),
                    "The order of runs is random within blocks, so the ratios stand; but the machine was not steady"
                            + " (heat, other load, growing files): see the run-order chart");
        }
    }

    private void fewBlocks() {
        int blocks = experiment.blocks();
        if (blocks < FEW) {
            caution(
                    blocks == 0
                            ? "no block is complete"
                            : "only " + Figures.blocks(blocks)
                                    + ": the intervals rest on the assumption that runs scatter normally",
                    "Use --runs 10 or more, or --until-ci 2%");
        }
    }

    private static double median(List<Run> runs, ToDoubleFunction<Run> figure) {
        return Median.withDefaults()
                .evaluate(runs.stream()
                        .mapToDouble(figure)
                        .filter(Double::isFinite)
                        .toArray());
    }

    private static double[] array(Collection<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
