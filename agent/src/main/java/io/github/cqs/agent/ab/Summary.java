package io.github.cqs.agent.ab;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.statistics.descriptive.Median;

/** The result as tables of text, which the terminal and Markdown share. */
final class Summary {
    private final Experiment experiment;
    private final List<Comparison> comparisons;
    private final List<Guard> guards;

    Summary(Experiment experiment, List<Comparison> comparisons, List<Guard> guards) {
        this.experiment = experiment;
        this.comparisons = comparisons;
        this.guards = guards;
    }

    static double median(List<Run> runs, Metric metric) {
        return Median.withDefaults()
                .evaluate(runs.stream()
                        .mapToDouble(run -> run.value(metric))
                        .filter(Double::isFinite)
                        .toArray());
    }

    String text() {
        StringBuilder text = new StringBuilder();
        line(text, "");
        line(text, heading());
        line(text, "");
        text.append(table().text());
        line(text, "");
        reading().forEach(each -> line(text, each));
        guards.forEach(guard -> line(text, guard.toString()));
        return text.toString();
    }

    String markdown() {
        StringBuilder text = new StringBuilder();
        line(
                text,
                "### A/B comparison: `" + String.join(" ", experiment.command()).replace('`', '\'') + '`');
        line(text, "");
        text.append(table().markdown());
        line(text, "");
        reading().forEach(each -> line(text, "- " + each));
        guards.forEach(guard -> line(text, "- **" + guard.toString().replaceFirst(": ", ":** ")));
        line(text, "- " + heading());
        experiment.environment().forEach((key, value) -> line(text, "- " + key + ": " + value));
        return text.toString();
    }

    private static void line(StringBuilder text, String line) {
        text.append(line).append('\n');
    }

    private String heading() {
        long discarded =
                experiment.runs().stream().filter(run -> run.block() == 0).count();
        return String.format(
                Locale.ROOT,
                "%d blocks of %d arms, %d runs discarded, seed %d",
                experiment.blocks(),
                experiment.arms().size(),
                discarded,
                experiment.seed());
    }

    /** A line for each metric: its median in each arm, then each contrast; the headline has its verdict. */
    private TextTable table() {
        List<String> headings = new ArrayList<>(List.of("-metric", "-better"));
        experiment.arms().forEach(arm -> headings.add(arm.name()));
        List<Comparison.Contrast> contrasts = Comparison.contrasts(experiment.arms());
        for (Comparison.Contrast contrast : contrasts) {
            headings.add("-" + contrast.label() + " [95 %]");
            headings.add("-verdict");
        }
        headings.add("shows from");
        TextTable table = new TextTable(headings.toArray(new String[0]));
        for (Metric metric : experiment.metrics()) {
            List<String> row = new ArrayList<>();
            row.add(metric.label());
            row.add(metric.higherIsBetter() ? "higher" : "lower");
            experiment.arms().forEach(arm -> row.add(Figures.figure(median(experiment.counting(arm), metric))));
            double detectable = Double.NaN;
            for (Comparison.Contrast contrast : contrasts) {
                Comparison comparison = find(contrast, metric).orElseThrow();
                row.add(Figures.interval(comparison.estimate()));
                row.add(
                        comparison.estimate().pairs() == 0
                                ? "-"
                                : comparison.verdict().toString());
                detectable = Double.isNaN(detectable) ? comparison.estimate().detectable() : detectable;
            }
            row.add(Figures.change(detectable));
            table.add(row.toArray(new String[0]));
        }
        return table;
    }

    private Optional<Comparison> find(Comparison.Contrast contrast, Metric metric) {
        return comparisons.stream()
                .filter(c -> c.contrast().equals(contrast) && c.metric().equals(metric))
                .findFirst();
    }

    /** What one must know to read the table, and what it says. */
    List<String> reading() {
        List<String> lines = new ArrayList<>();
        for (Comparison c : comparisons) {
            if (c.contrast().headline() && c.metric().primary()) {
                lines.add(conclusion(c));
            }
        }
        for (Map.Entry<String, Double> rate :
                experiment.isNull() ? experiment.falsePositives().entrySet() : List.<Map.Entry<String, Double>>of()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "A/A, %s: with the arms' names redrawn, %s of the comparisons see a difference; nominal are 5 %%.",
                    rate.getKey(),
                    Figures.percent(rate.getValue())));
        }
        for (Arm arm : experiment.arms()) {
            lines.add(arm.name() + ": " + arm.meaning() + swapped(arm));
        }
        lines.add(
                "Each ratio is the geometric mean over blocks of fresh JVMs, with a 95 % bootstrap interval. Verdicts are"
                        + " corrected for several metrics (Holm); faster means better. \"Shows from\" is the change that as many"
                        + " runs would show in 4 of 5 cases.");
        experiment.notes().forEach(lines::add);
        return lines;
    }

    private String swapped(Arm arm) {
        AgentData data = experiment.agents().get(arm.name());
        if (data == null) {
            return "";
        }
        StringBuilder text = new StringBuilder("; sites swapped: " + data.sitesSwapped() + "; created:");
        data.instances().forEach((type, count) -> {
            if (count > 0) {
                text.append(' ')
                        .append(type)
                        .append(' ')
                        .append(String.format(Locale.ROOT, "%,d", count))
                        .append(',');
            }
        });
        int end = text.length() - 1;
        return text.charAt(end) == ',' ? text.substring(0, end) : text + " none";
    }

    /** One comparison in words. */
    static String conclusion(Comparison c) {
        Estimate estimate = c.estimate();
        String what = c.contrast().label() + ", " + c.metric().name() + ": " + c.verdict();
        if (c.withoutRatio() > 0) {
            return what + " (" + c.withoutRatio() + " of " + (c.withoutRatio() + estimate.pairs())
                    + " blocks have a figure of 0 or less, of which there is no ratio)";
        }
        if (estimate.pairs() == 0) {
            return what + " (no block yields a ratio)";
        }
        String ratio = " (" + Figures.interval(estimate) + ", " + estimate.pairs() + " blocks)";
        if (c.verdict() != Verdict.UNDECIDED || !(estimate.detectable() > 0)) {
            return what + ratio;
        }
        if (estimate.detectable() > 1) {
            return what + ratio + "; the blocks differ too much to show even a factor of two";
        }
        int wanted = estimate.blocksFor(0.02);
        String more = wanted > estimate.pairs() ? "; a change of 2 % would need about " + wanted + " blocks" : "";
        return what + ratio + "; changes below " + Figures.percent(estimate.detectable()) + " would mostly go unseen"
                + more;
    }
}
