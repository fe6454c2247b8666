package io.github.cqs.bench.demo;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The table and what one must know to read it. */
final class Summary {
    private static final double NOISY = 0.10;

    private final List<Result> results;

    Summary(List<Result> results) {
        this.results = results;
    }

    String text(Machine machine) {
        TextTable table = new TextTable(
                "-program", "without", "with", "ratio", "-95 %", "-verdict", "-checks", "sites", "-instances created");
        for (Result result : results) {
            table.add(
                    result.program().name(),
                    figure(result.without()),
                    figure(result.with()),
                    ratio(result.ratio()),
                    Double.isNaN(result.low()) ? "-" : ratio(result.low()) + " .. " + ratio(result.high()),
                    result.verdict(),
                    result.check("A") + " / " + result.check("B"),
                    result.sitesSwapped() < 0 ? "-" : Long.toString(result.sitesSwapped()),
                    instances(result.instances()));
        }
        return table + System.lineSeparator() + reading() + noise() + machine(machine);
    }

    private String reading() {
        int pairs = results.stream().mapToInt(Result::pairs).min().orElse(0);
        return lines(
                "How to read it: operations per second without and with the agent, medians over fresh JVMs. The ratio,",
                "with / without, is the geometric mean over blocks of two neighbouring runs: above 1 is faster with the",
                "agent. The interval holds the true ratio with 95 % confidence; undecided if it holds 1.00. Here it",
                String.format(
                        Locale.ROOT,
                        "rests on %d blocks or more%s. Checks: self-checks of the runs without / with.",
                        pairs,
                        pairs < 6 ? ": an indication only" : ""));
    }

    private String noise() {
        List<Double> shares =
                results.stream().flatMap(result -> result.foreignCpu().stream()).toList();
        List<Double> noisy = shares.stream().filter(share -> share > NOISY).toList();
        if (noisy.isEmpty()) {
            return "";
        }
        return lines(String.format(
                Locale.ROOT,
                "Noisy: other processes took more than %.0f %% of the CPU in %d of %d runs (up to %.0f %%); repeat on a"
                        + " quieter machine.",
                100 * NOISY,
                noisy.size(),
                shares.size(),
                100 * noisy.stream().mapToDouble(Double::doubleValue).max().orElse(0)));
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
        String text = instances.entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .map(entry -> entry.getKey() + " " + String.format(Locale.ROOT, "%,d", entry.getValue()))
                .collect(Collectors.joining(", "));
        return text.isEmpty() ? "-" : text;
    }

    private static String figure(double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%,.0f", value);
    }

    private static String ratio(double value) {
        if (Double.isNaN(value)) {
            return "-";
        }
        return value > 1_000
                ? "> 1000"
                : String.format(Locale.ROOT, "%.2f", value); // as wide as two noisy blocks' interval may be
    }

    private static String lines(String... lines) {
        return String.join(System.lineSeparator(), lines) + System.lineSeparator();
    }
}
