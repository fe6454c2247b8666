package io.github.cqs.agent.ab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of one comparison, as {@code report.json} keeps it; everything else is computed from it.
 *
 * @param command as the user gave it
 * @param arguments of this program
 * @param seed of the order of runs and of the resampling
 * @param environment what the machine was, as text
 * @param notes what happened on the way: interrupted, stopped early
 * @param runs in their order, discarded ones included
 * @param agents what the agent said in an arm's last run
 * @param statistics what waited where, by arm, from runs that do not count
 */
record Experiment(
        String started,
        List<String> command,
        List<String> arguments,
        long seed,
        Map<String, String> environment,
        List<String> notes,
        List<Arm> arms,
        List<Metric> metrics,
        List<Run> runs,
        Map<String, AgentData> agents,
        Map<String, AgentData> statistics) {
    static final String FILE = "report.json";

    List<Comparison> comparisons() {
        return Comparison.all(arms, metrics, runs, seed);
    }

    /** Blocks in which every arm's run counts. */
    int blocks() {
        int last = runs.stream().mapToInt(Run::block).max().orElse(0);
        int complete = 0;
        for (int block = 1; block <= last; block++) {
            int number = block;
            long counting = runs.stream()
                    .filter(run -> run.block() == number && run.counts())
                    .count();
            complete += counting == arms.size() ? 1 : 0;
        }
        return complete;
    }

    List<Run> counting(Arm arm) {
        return runs.stream()
                .filter(run -> run.counts() && run.arm().equals(arm.name()))
                .toList();
    }

    boolean isNull() {
        return arms.stream().noneMatch(Arm::hasAgent);
    }

    void write(Path directory, List<Comparison> comparisons, List<Guard> guards) throws IOException {
        Files.writeString(directory.resolve(FILE), json(comparisons, guards), StandardCharsets.UTF_8);
    }

    String json(List<Comparison> comparisons, List<Guard> guards) throws IOException {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("started", started);
        tree.put("command", command);
        tree.put("arguments", arguments);
        tree.put("seed", Long.toString(seed));
        tree.put("environment", environment);
        tree.put("notes", notes);
        tree.put("blocks", blocks());
        tree.put("arms", arms.stream().map(Experiment::tree).toList());
        tree.put("metrics", metrics.stream().map(Experiment::tree).toList());
        tree.put("comparisons", comparisons.stream().map(Experiment::tree).toList());
        tree.put("guards", guards.stream().map(Guard::tree).toList());
        if (isNull()) {
            tree.put("false_positives", falsePositives());
        }
        tree.put("agents", trees(agents));
        tree.put("statistics", trees(statistics));
        tree.put("percentiles", Percentiles.all());
        tree.put("runs", runs.stream().map(Experiment::tree).toList());
        return Node.write(tree);
    }

    /** By primary metric: how often this set-up sees a difference where there is none. */
    Map<String, Double> falsePositives() {
        Map<String, Double> rates = new LinkedHashMap<>();
        for (Comparison.Contrast contrast : Comparison.contrasts(arms)) {
            for (Metric metric : metrics) {
                if (metric.primary()) {
                    double[] logs = Comparison.logRatios(runs, metric, contrast.over(), contrast.base());
                    rates.put(metric.name(), FalsePositives.rate(logs, seed));
                }
            }
        }
        return rates;
    }

    private static Map<String, Object> trees(Map<String, AgentData> data) {
        Map<String, Object> trees = new LinkedHashMap<>();
        data.forEach((arm, agent) -> trees.put(arm, agent.tree()));
        return trees;
    }

    private static Map<String, Object> tree(Arm arm) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", arm.name());
        tree.put("kind", arm.kind().name());
        tree.put("options", arm.options());
        return tree;
    }

    private static Map<String, Object> tree(Metric metric) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", metric.name());
        tree.put("unit", metric.unit());
        tree.put("better", metric.higherIsBetter() ? "higher" : "lower");
        tree.put("primary", metric.primary());
        tree.put("note", metric.note());
        return tree;
    }

    private static Map<String, Object> tree(Comparison comparison) {
        Estimate estimate = comparison.estimate();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("contrast", comparison.contrast().label());
        tree.put("meaning", comparison.contrast().meaning());
        tree.put("headline", comparison.contrast().headline());
        tree.put("metric", comparison.metric().name());
        tree.put("primary", comparison.metric().primary());
        tree.put("pairs", estimate.pairs());
        tree.put("ratio", estimate.ratio());
        tree.put("low", estimate.low());
        tree.put("high", estimate.high());
        tree.put("p", estimate.p());
        tree.put("p_corrected", comparison.p());
        tree.put("detectable", estimate.detectable());
        tree.put("without_ratio", comparison.withoutRatio());
        tree.put("verdict", comparison.verdict().toString());
        return tree;
    }

    private static Map<String, @Nullable Object> tree(Run run) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("number", run.number());
        tree.put("block", run.block());
        tree.put("arm", run.arm());
        tree.put("start_seconds", run.startSeconds());
        tree.put("exit_code", run.exitCode());
        tree.put("problem", run.problem());
        tree.put("foreign_cpu", run.foreignCpu());
        tree.put("jvms", run.jvms());
        tree.put("loaded_classes", run.loadedClasses());
        tree.put("shared_classes", run.sharedClasses());
        tree.put("output", run.output().exact());
        tree.put("output_masked", run.output().masked());
        tree.put("values", run.values());
        tree.put("curves", run.curves());
        return tree;
    }

    /** Throws whatever exception, if the file holds something else. */
    static Experiment read(Path directory) throws IOException {
        Node tree = Node.read(directory.resolve(FILE));
        if (tree.at("runs").isAbsent() || tree.at("arms").isAbsent()) {
            throw new IllegalArgumentException("no report of a comparison");
        }
        Map<String, String> environment = new LinkedHashMap<>();
        tree.at("environment").entries().forEach((key, value) -> environment.put(key, value.text()));
        return new Experiment(
                tree.at("started").text(),
                texts(tree.at("command")),
                texts(tree.at("arguments")),
                Long.parseLong(tree.at("seed").text()),
                environment,
                texts(tree.at("notes")),
                tree.at("arms").elements().stream()
                        .map(arm -> new Arm(
                                arm.at("name").text(),
                                Arm.Kind.valueOf(arm.at("kind").text()),
                                arm.at("options").text()))
                        .toList(),
                tree.at("metrics").elements().stream()
                        .map(metric -> new Metric(
                                metric.at("name").text(),
                                metric.at("unit").text(),
                                metric.at("better").text().equals("higher"),
                                metric.at("primary").isTrue(),
                                metric.at("note").text()))
                        .toList(),
                tree.at("runs").elements().stream().map(Experiment::run).toList(),
                agents(tree.at("agents")),
                agents(tree.at("statistics")));
    }

    private static Run run(Node run) {
        Map<String, Double> values = new LinkedHashMap<>();
        run.at("values").entries().forEach((name, value) -> values.put(name, value.number()));
        Map<String, double[]> curves = new LinkedHashMap<>();
        run.at("curves").entries().forEach((name, value) -> curves.put(name, value.numbers()));
        Node exit = run.at("exit_code");
        return new Run(
                (int) run.at("number").count(),
                (int) run.at("block").count(),
                run.at("arm").text(),
                run.at("start_seconds").number(),
                exit.isAbsent() ? null : (int) exit.count(),
                run.at("problem").isAbsent() ? null : run.at("problem").text(),
                run.at("foreign_cpu").number(),
                (int) run.at("jvms").count(),
                run.at("loaded_classes").number(),
                run.at("shared_classes").number(),
                new Run.Output(run.at("output").text(), run.at("output_masked").text()),
                values,
                curves);
    }

    private static List<String> texts(Node node) {
        return new ArrayList<>(node.elements().stream().map(Node::text).toList());
    }

    private static Map<String, AgentData> agents(Node node) {
        Map<String, AgentData> agents = new LinkedHashMap<>();
        node.entries().forEach((arm, agent) -> agents.put(arm, AgentData.fromTree(agent)));
        return agents;
    }
}
