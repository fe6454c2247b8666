package io.github.cqs.bench.simulation;

import static java.util.Locale.ROOT;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.cqs.bench.chart.LineChart;
import io.github.cqs.bench.chart.LineChart.Point;
import io.github.cqs.bench.command.BenchCommand;
import io.github.cqs.bench.demo.TextTable;
import io.github.cqs.bench.simulation.Scenario.Spread;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Simulates the hand-off policies for many carriers, draws pictures, and compares with measured figures for few. */
@Command(
        name = "ces --simulate",
        sortOptions = false,
        usageHelpAutoWidth = true,
        description =
                "Simulates hand-off policies for 2 to 256 carriers. The same costs and seed give the same figures.")
public final class Simulate extends BenchCommand {
    static final String CSV_HEADER =
            "policy,carriers,tasks,locks,section_ns,parallel_ns,ops_per_s,jain,delay_p50_ns,delay_p99_ns,"
                    + "contended,stayed,working,steals_per_op";
    private static final List<Integer> CARRIERS = List.of(2, 4, 8, 16, 32, 64, 128, 256);
    private static final List<Integer> SECTIONS = List.of(0, 250, 1000, 2500, 5000, 7500);
    private static final List<Integer> CROWDS = List.of(16, 1000, 5000);
    /** The parallel work of the paper's benchmark is not given; so that 256 carriers compete, it is not short. */
    private static final int PARALLEL = 50_000;

    private static final int TASKS = 5000;
    private static final int MANY = 64;
    /** How often each task should have had its turn, at least. */
    private static final int TURNS = 20;

    private static final double LEAST_DURATION = 200e6;
    /** About what a hand-off takes; no more than a hint at how long to simulate. */
    private static final int HAND_OFF = 500;

    @Option(names = "--costs", paramLabel = "FILE", description = "from ces --calibrate (default: DIR/costs.json)")
    private @Nullable Path costsFile;

    @Option(names = "--measured", paramLabel = "FILE", description = "ces.csv of a run of bench/ces, to check against")
    private @Nullable Path measured;

    @Option(names = "--check-only", description = "no pictures for many carriers")
    private boolean checkOnly;

    @Option(names = "--carriers", paramLabel = "N", description = "carriers of the measured run (default: 2)")
    private int checkCarriers = 2;

    @Option(names = "--slice", paramLabel = "MS", description = "slice of the measured run (default: 250)")
    private int slice = 250;

    @Option(names = "--seed", paramLabel = "N", description = "default: 1")
    private long seed = 1;

    @Option(names = "--out", paramLabel = "DIR", description = "default: simulation-out")
    private Path out = Path.of("simulation-out");

    private final List<Outcome> outcomes = new ArrayList<>();
    private Costs costs = Costs.NONE;

    public static void main(String[] args) {
        System.exit(commandLine("ces", "bench/ces --simulate", new Simulate()).execute(args));
    }

    @Override
    public Integer call() throws IOException {
        Files.createDirectories(out);
        Path from = costsFile == null ? out.resolve("costs.json") : costsFile;
        JsonNode file = new ObjectMapper().readTree(from.toFile());
        costs = Costs.read(from);
        StringBuilder text = new StringBuilder();
        text.append("Costs in ns, measured on ")
                .append(file.at("/machine/jdk").asText())
                .append(", ")
                .append(file.at("/machine/cores").asText())
                .append(" cores, commit ")
                .append(file.at("/machine/commit").asText())
                .append(":\n")
                .append(costs)
                .append("\nseed ")
                .append(seed)
                .append("\n\n");
        if (!checkOnly) {
            text.append(manyCarriers());
            text.append(lengths());
            text.append(crowds());
            text.append(sensitivity());
            Files.write(out.resolve("simulation.csv"), csv(), StandardCharsets.UTF_8);
        }
        if (measured != null) {
            text.append(check(measured));
        }
        Files.writeString(out.resolve(checkOnly ? "check.txt" : "output.txt"), text);
        System.out.print(text);
        System.out.println("Written to " + out);
        return 0;
    }

    private Outcome simulate(Policy policy, int carriers, int tasks, double section, double parallel) {
        Outcome outcome = Simulation.run(scenario(policy, carriers, tasks, section, parallel, seed), costs);
        outcomes.add(outcome);
        return outcome;
    }

    static Scenario scenario(Policy policy, int carriers, int tasks, double section, double parallel, long seed) {
        double turn = tasks * Math.max((section + parallel) / carriers, section + HAND_OFF);
        double duration = Math.max(LEAST_DURATION, TURNS * turn);
        return new Scenario(policy, carriers, tasks, 1, section, parallel, Spread.EXPONENTIAL, duration, seed);
    }

    /** How much depends on each cost. */
    private String sensitivity() {
        TextTable table =
                new TextTable("-cost", "of measured", "section ns", "dispatch", "barging", "CES", "CES / dispatch");
        Map<String, DoubleFunction<Costs>> variants = new LinkedHashMap<>();
        variants.put("steal", f -> costs.times(f, 1, 1, 1));
        variants.put("line", f -> costs.times(1, f, 1, 1));
        variants.put("wake and signal", f -> costs.times(1, 1, f, 1));
        variants.put("idleSpin", f -> costs.times(1, 1, 1, f));
        for (Map.Entry<String, DoubleFunction<Costs>> variant : variants.entrySet()) {
            for (double factor : new double[] {0, 0.25, 1, 4}) {
                Costs varied = variant.getValue().apply(factor);
                for (int section : List.of(250, 1000)) {
                    double dispatch = varied(Policy.DISPATCH, section, varied);
                    double barging = varied(Policy.BARGING, section, varied);
                    double ces = varied(Policy.CES, section, varied);
                    table.add(
                            variant.getKey(),
                            String.format(ROOT, "%.2f", factor),
                            Integer.toString(section),
                            String.format(ROOT, "%,.0f", dispatch / 1000),
                            String.format(ROOT, "%,.0f", barging / 1000),
                            String.format(ROOT, "%,.0f", ces / 1000),
                            ratio(ces / dispatch));
                }
            }
        }
        return String.format(
                ROOT, "What single costs change: %d tasks, %d carriers, operations per ms%n%s%n", TASKS, MANY, table);
    }

    private double varied(Policy policy, int section, Costs varied) {
        return Simulation.run(scenario(policy, MANY, TASKS, section, PARALLEL, seed), varied)
                .throughput();
    }

    /** The paper's figure 9, and its figure 10 for all numbers of carriers. */
    private String manyCarriers() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int section : List.of(0, 250, 1000, 7500)) {
            List<List<Outcome>> rows = new ArrayList<>();
            TextTable table = new TextTable(
                    "carriers", "dispatch", "inline", "barging", "CES", "CES / dispatch", "CES / barging");
            for (int carriers : CARRIERS) {
                Outcome dispatch = simulate(Policy.DISPATCH, carriers, TASKS, section, PARALLEL);
                Outcome inline = simulate(Policy.INLINE, carriers, TASKS, section, PARALLEL);
                Outcome barging = simulate(Policy.BARGING, carriers, TASKS, section, PARALLEL);
                Outcome ces = simulate(Policy.CES, carriers, TASKS, section, PARALLEL);
                rows.add(List.of(dispatch, inline, barging, ces));
                table.add(
                        Integer.toString(carriers),
                        count(dispatch),
                        count(inline),
                        count(barging),
                        count(ces),
                        ratio(ces.throughput() / dispatch.throughput()),
                        ratio(ces.throughput() / barging.throughput()));
            }
            text.append(String.format(
                    ROOT,
                    "%d tasks, sections of %d ns, %d ns of work between: operations per ms%n%s%n",
                    TASKS,
                    section,
                    PARALLEL,
                    table));
            LineChart chart = LineChart.doubling(
                    String.format(
                            ROOT,
                            "Simulated: %d tasks, sections of %d ns, %d us between",
                            TASKS,
                            section,
                            PARALLEL / 1000),
                    "carriers",
                    "operations per ms");
            for (int i = 0; i < rows.get(0).size(); i++) {
                int line = i;
                chart.add(
                        rows.get(0).get(line).scenario().policy().label(),
                        rows.stream()
                                .map(row -> row.get(line))
                                .map(o -> new Point(o.scenario().carriers(), o.throughput() / 1000))
                                .toList());
            }
            chart.write(out.resolve("carriers-s" + section + ".svg"));
        }
        return text.toString();
    }

    /** The paper's figure 10. */
    private String lengths() throws IOException {
        TextTable table = new TextTable("section ns", "2 carriers", "16", "64", "256");
        Map<Integer, List<Point>> lines = new LinkedHashMap<>();
        for (int section : SECTIONS) {
            List<String> cells = new ArrayList<>(List.of(Integer.toString(section)));
            for (int carriers : List.of(2, 16, 64, 256)) {
                double ratio =
                        simulate(Policy.CES, carriers, TASKS, section, PARALLEL).throughput()
                                / simulate(Policy.DISPATCH, carriers, TASKS, section, PARALLEL)
                                        .throughput();
                cells.add(ratio(ratio));
                lines.computeIfAbsent(carriers, c -> new ArrayList<>()).add(new Point(section / 1000.0, ratio));
            }
            table.add(cells.toArray(new String[0]));
        }
        LineChart chart = LineChart.linear("Simulated: CES / dispatch (the paper's figure 10)", "section, us", "ratio")
                .withOne();
        lines.forEach((carriers, points) -> chart.add(carriers + " carriers", points));
        chart.write(out.resolve("lengths.svg"));
        return String.format(ROOT, "CES / dispatch by length of the section, %d tasks%n%s%n", TASKS, table);
    }

    /** The paper's figure 15: queues and delays by number of tasks. */
    private String crowds() throws IOException {
        TextTable table = new TextTable("-policy", "tasks", "p50 us", "p99 us", "stayed", "Jain", "working");
        LineChart chart = LineChart.logarithmic(
                "Simulated: time without owner while somebody waits, " + MANY + " carriers, sections of 250 ns",
                "tasks",
                "median, us, logarithmic");
        for (Policy policy : Policy.values()) {
            List<Point> points = new ArrayList<>();
            for (int tasks : CROWDS) {
                Outcome o = simulate(policy, MANY, tasks, 250, PARALLEL);
                points.add(new Point(tasks, Math.max(0.01, o.delays().quantile(0.5) / 1000)));
                table.add(
                        policy.label(),
                        Integer.toString(tasks),
                        micros(o, 0.5),
                        micros(o, 0.99),
                        ratio(o.stayedShare()),
                        ratio(o.jain()),
                        ratio(o.working()));
            }
            chart.add(policy.label(), points);
        }
        chart.write(out.resolve("delays.svg"));
        return String.format(ROOT, "Delay between sections, %d carriers, sections of 250 ns%n%s%n", MANY, table);
    }

    /** Who on the machine is to be compared with a policy. */
    private record Counterpart(Policy policy, String part, String setting, String contender) {}

    private static final List<Counterpart> COUNTERPARTS = List.of(
            new Counterpart(Policy.DISPATCH, "model", "paper", "dispatch"),
            new Counterpart(Policy.DISPATCH, "table", "plain", "jdk fair"),
            new Counterpart(Policy.INLINE, "model", "paper", "inline"),
            new Counterpart(Policy.BARGING, "table", "plain", "jdk"),
            new Counterpart(Policy.CES, "model", "paper", "exchange"),
            new Counterpart(Policy.CES, "table", "ces", "ours"));

    private String check(Path csv) throws IOException {
        TextTable table = new TextTable(
                "-load",
                "-policy",
                "-measured as",
                "simulated op/ms",
                "measured",
                "sim / measured",
                "Jain simulated",
                "measured",
                "-");
        List<Double> errors = new ArrayList<>();
        Map<String, Outcome> known = new LinkedHashMap<>();
        for (Counterpart counterpart : COUNTERPARTS) {
            for (Measured row : Measured.read(csv)) {
                if (row.part().equals(counterpart.part())
                        && row.setting().equals(counterpart.setting())
                        && row.contender().equals(counterpart.contender())) {
                    Scenario scenario = new Scenario(
                            counterpart.policy(),
                            checkCarriers,
                            row.tasks(),
                            1,
                            row.section(),
                            row.parallel(),
                            Spread.NARROW,
                            slice * 1e6,
                            seed);
                    Outcome o = known.computeIfAbsent(
                            scenario.policy() + scenario.name(), name -> Simulation.run(scenario, costs));
                    double ratio = o.throughput() / row.throughput();
                    if (!row.disturbed()) {
                        errors.add(Math.abs(Math.log(ratio)));
                    }
                    table.add(
                            row.load(),
                            counterpart.policy().label(),
                            counterpart.setting() + " " + counterpart.contender(),
                            count(o),
                            String.format(ROOT, "%,.0f", row.throughput() / 1000),
                            ratio(ratio),
                            ratio(o.jain()),
                            ratio(row.jain()),
                            row.disturbed() ? String.format(ROOT, "foreign CPU %.0f %%", 100 * row.foreign()) : "");
                }
            }
        }
        errors.sort(null);
        String summary = errors.isEmpty()
                ? ""
                : String.format(
                        ROOT,
                        "Half of the throughputs are within a factor of %.2f, 9 of 10 within %.2f; disturbed ones left out.%n%n",
                        Math.exp(errors.get(errors.size() / 2)),
                        Math.exp(errors.get(errors.size() * 9 / 10)));
        return "Simulated and measured, " + checkCarriers + " carriers\n" + table + summary;
    }

    private List<String> csv() {
        List<String> lines = new ArrayList<>(List.of(CSV_HEADER));
        outcomes.forEach(outcome -> lines.add(line(outcome)));
        return lines;
    }

    static String line(Outcome o) {
        Scenario s = o.scenario();
        return String.format(
                ROOT,
                "%s,%d,%d,%d,%.0f,%.0f,%.0f,%.4f,%s,%s,%d,%d,%.4f,%.4f",
                s.policy().label(),
                s.carriers(),
                s.tasks(),
                s.locks(),
                s.section(),
                s.parallel(),
                o.throughput(),
                o.jain(),
                number(o, d -> d.delays().quantile(0.5)),
                number(o, d -> d.delays().quantile(0.99)),
                o.contended(),
                o.stayed(),
                o.working(),
                (double) o.steals() / o.ops());
    }

    private static String number(Outcome o, ToDoubleFunction<Outcome> figure) {
        double value = figure.applyAsDouble(o);
        return Double.isFinite(value) ? String.format(ROOT, "%.0f", value) : "";
    }

    private static String count(Outcome o) {
        return String.format(ROOT, "%,.0f", o.throughput() / 1000);
    }

    private static String ratio(double value) {
        return Double.isFinite(value) ? String.format(ROOT, "%.2f", value) : "-";
    }

    private static String micros(Outcome o, double quantile) {
        double value = o.delays().quantile(quantile);
        return Double.isFinite(value) ? String.format(ROOT, "%.2f", value / 1000) : "-";
    }
}
