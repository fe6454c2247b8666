package io.github.cqs.bench.demo;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The table and what one must know to read it. */
final class Summary {
    private static final double NOISY = 0.10;

    private final List<Comparison> comparisons;
    private final List<Run> runs;

    Summary(List<Comparison> comparisons, List<Run> runs) {
        this.comparisons = comparisons;
        this.runs = runs;
    }

    String text(Machine machine) {
        TextTable table = new TextTable(
                "-program", "without", "with", "ratio", "-range", "-checks", "sites", "-instances created");
        for (Comparison comparison : comparisons) {
            AgentReport report = comparison.report();
            table.add(
                    comparison.program().name(),
                    figure(comparison.without()),
                    figure(comparison.with()),
                    ratio(comparison.ratio()),
                    range(comparison.ratios()),
                    comparison.withoutVerdict() + " / " + comparison.withVerdict(),
                    report == null ? "-" : Long.toString(report.sitesSwapped()),
                    report == null ? "-" : instances(report.instances()));
        }
        return table + System.lineSeparator() + reading() + noise() + machine(machine);
    }

    /**
     * The chance that the smallest and the largest of n independent ratios enclose their true median, in percent: it is
     * missed only if all lie on one side.
     */
    static double coveragePercent(int pairs) {
        return 100 * (1 - Math.pow(2, 1 - pairs));
    }

    private String reading() {
        int pairs = comparisons.stream().mapToInt(c -> c.ratios().size()).min().orElse(0);
        String coverage = pairs < 2
                ? "Too few pairs for a range."
                : String.format(
                        Locale.ROOT,
                        "With %d pairs it holds the true median with %.0f %% confidence;%n" + "%s.",
                        pairs,
                        coveragePercent(pairs),
                        coveragePercent(pairs) < 95
                                ? "that is an indication only, more pairs tell more"
                                : "a range that holds 1.00 shows no difference");
        return lines(
                "How to read it: operations per second without and with the agent, medians over fresh JVMs. The ratio,",
                "with / without, is the median over pairs of neighbouring runs: above 1 is faster with the agent. The",
                "range is the smallest to the largest pair. " + coverage,
                "Checks: self-checks of the runs without / with. Sites: constructor calls and superclasses swapped.");
    }

    private String noise() {
        double worst = runs.stream()
                .mapToDouble(Run::foreignCpu)
                .filter(Double::isFinite)
                .max()
                .orElse(0);
        if (worst <= NOISY) {
            return "";
        }
        long count = runs.stream().filter(run -> run.foreignCpu() > NOISY).count();
        return lines(String.format(
                Locale.ROOT,
                "Noisy: other processes took more than %.0f %% of the CPU in %d of %d runs (up to %.0f %%); repeat on a"
                        + " quieter machine.",
                100 * NOISY,
                count,
                runs.size(),
                100 * worst));
    }

    private static String machine(Machine machine) {
        return lines(String.format(
                Locale.ROOT,
                "%s, %s, %d cores, commit %s",
                machine.jdk(),
                machine.os(),
                machine.cores(),
                machine.commit()));
    }

    private static String instances(Map<String, Long> instances) {
        return instances.entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .map(entry -> entry.getKey() + " " + String.format(Locale.ROOT, "%,d", entry.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static String figure(double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%,.0f", value);
    }

    private static String ratio(double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.2f", value);
    }

    private static String range(List<Double> ratios) {
        return ratios.isEmpty() ? "-" : ratio(ratios.get(0)) + " .. " + ratio(ratios.get(ratios.size() - 1));
    }

    private static String lines(String... lines) {
        return String.join(System.lineSeparator(), lines) + System.lineSeparator();
    }
}
