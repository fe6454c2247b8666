package io.github.cqs.agent.ab;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The page: one file that needs nothing else, no script and no network. */
final class HtmlReport {
    private static final int SITES_DRAWN = 8;

    private final Experiment experiment;
    private final List<Comparison> comparisons;
    private final List<Guard> guards;
    private final Charts charts;
    private final StringBuilder html = new StringBuilder(1 << 16);

    HtmlReport(Experiment experiment, List<Comparison> comparisons, List<Guard> guards) {
        this.experiment = experiment;
        this.comparisons = comparisons;
        this.guards = guards;
        charts = new Charts(experiment);
    }

    String render() throws IOException {
        String command = String.join(" ", experiment.command());
        html.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .append("<meta name=\"color-scheme\" content=\"light dark\">\n")
                .append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src")
                .append(" 'unsafe-inline'\">\n<title>cqs A/B comparison</title>\n<style>\n")
                .append(resource("ab.css"))
                .append("</style>\n</head>\n<body>\n<header>\n<p class=\"product\">cqs A/B comparison</p>\n<h1><code>");
        text(command).append("</code></h1>\n");
        about();
        html.append("</header>\n<main>\n");
        conclusions();
        guards();
        section("Ratios", "Over blocks of fresh JVMs, with 95 % intervals. The line is at 1: no difference.");
        card(charts.ratios(comparisons));
        figures();
        distributions();
        percentiles();
        waiting();
        environment();
        runs();
        html.append("</main>\n<script type=\"application/json\" id=\"data\">")
                .append(experiment.json(comparisons, guards).replace("<", "\\u003c"))
                .append("</script>\n</body>\n</html>\n");
        return html.toString();
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new FileNotFoundException(name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private StringBuilder text(String text) {
        return html.append(Svg.escape(text));
    }

    private void section(String title, String explanation) {
        html.append("<h2>");
        text(title).append("</h2>\n");
        if (!explanation.isEmpty()) {
            html.append("<p class=\"note\">");
            text(explanation).append("</p>\n");
        }
    }

    private void card(String drawing) {
        if (drawing.isEmpty()) {
            html.append("<p class=\"note\">Nothing to draw.</p>\n");
        } else {
            html.append("<div class=\"card\">\n").append(drawing).append("</div>\n");
        }
    }

    private void about() {
        html.append("<p class=\"about\">");
        fact("Started", experiment.started());
        fact("Blocks", Integer.toString(experiment.blocks()));
        fact("Arms", Integer.toString(experiment.arms().size()));
        fact("Seed", Long.toString(experiment.seed()));
        html.append("</p>\n");
    }

    private void fact(String label, String value) {
        html.append("<span>").append(label).append(" <b>");
        text(value).append("</b></span>\n");
    }

    /** What the user wants to know, first and in words. */
    private void conclusions() {
        html.append("<div class=\"totals\">\n");
        for (Comparison c : comparisons) {
            boolean shown = c.contrast().headline() || experiment.isNull();
            if (shown && c.metric().primary()) {
                html.append("<div class=\"").append(c.verdict()).append("\"><dt>");
                text(c.metric().name() + ", " + c.contrast().label())
                        .append("</dt><dd>")
                        .append(c.verdict());
                html.append("</dd><p>");
                text(Figures.interval(c.estimate())).append("</p></div>\n");
            }
        }
        html.append("</div>\n<ul>\n");
        for (String line : new Summary(experiment, comparisons, guards).reading()) {
            html.append("<li>");
            text(line).append("</li>\n");
        }
        html.append("</ul>\n");
    }

    private void guards() {
        for (Guard guard : guards) {
            html.append("<p class=\"guard ")
                    .append(guard.serious() ? "serious" : "caution")
                    .append("\"><b>");
            html.append(guard.serious() ? "Not valid: " : "Caution: ");
            text(guard.finding()).append(".</b> ");
            text(guard.action()).append(".</p>\n");
        }
        if (guards.isEmpty()) {
            html.append(
                            "<p class=\"note\">No reason was found to doubt these figures: something was swapped, outputs and")
                    .append(" exit codes agree, the machine was quiet and steady.</p>\n");
        }
    }

    private void figures() {
        section(
                "All metrics",
                "Medians by arm, then ratios; the metrics that were asked for come first, the others explain. Pointing at a"
                        + " ratio shows the change that as many runs would show in 4 of 5 cases.");
        html.append("<div class=\"scroll\">\n<table>\n<thead><tr><th>Metric</th><th>Better</th>");
        experiment
                .arms()
                .forEach(arm -> text("").append("<th class=\"n\">")
                        .append(Svg.escape(arm.name()))
                        .append("</th>"));
        List<Comparison.Contrast> contrasts = Comparison.contrasts(experiment.arms());
        contrasts.forEach(c -> html.append("<th title=\"")
                .append(Svg.escape(c.meaning()))
                .append("\">")
                .append(Svg.escape(c.label()))
                .append("</th><th>Verdict</th>"));
        html.append("</tr></thead>\n<tbody>\n");
        for (Metric metric : experiment.metrics()) {
            html.append(metric.primary() ? "<tr class=\"primary\"><th title=\"" : "<tr><th title=\"");
            text(metric.note()).append("\">");
            text(metric.label())
                    .append("</th><td>")
                    .append(metric.higherIsBetter() ? "higher" : "lower")
                    .append("</td>");
            for (Arm arm : experiment.arms()) {
                html.append("<td class=\"n\">")
                        .append(Figures.figure(Summary.median(experiment.counting(arm), metric)))
                        .append("</td>");
            }
            contrasts.forEach(contrast -> comparisons.stream()
                    .filter(c -> c.contrast().equals(contrast) && c.metric().equals(metric))
                    .forEach(this::cells));
            html.append("</tr>\n");
        }
        html.append("</tbody>\n</table>\n</div>\n");
    }

    private void cells(Comparison c) {
        boolean any = c.estimate().pairs() > 0;
        html.append("<td class=\"ratio\" title=\"would show a change of ")
                .append(Figures.change(c.estimate().detectable()))
                .append("\">");
        html.append(Figures.interval(c.estimate())).append("</td><td><span class=\"pill ");
        html.append(c.verdict()).append("\">").append(any ? c.verdict() : "-").append("</span></td>");
    }

    private void distributions() {
        for (Metric metric : experiment.metrics()) {
            if (metric.primary()) {
                String better = metric.higherIsBetter() ? "higher is better" : "lower is better";
                section(metric.label() + " by arm", better + "; a dot is one fresh JVM, the box holds half of them");
                html.append(charts.legend());
                card(charts.distribution(metric));
                section(
                        metric.label() + " in the order of runs",
                        "A slope or a step says that the machine was not steady.");
                card(charts.order(metric));
            }
        }
    }

    private void percentiles() {
        List<String> names = charts.distributions();
        if (names.isEmpty()) {
            section("Latency", "No latency distribution was given: --hdr reads HdrHistogram logs, --load makes one.");
        }
        for (String name : names) {
            section(
                    name + " by percentile, ms",
                    "The line is the median over the runs of an arm, the band their range; runs are never pooled.");
            html.append(charts.legend());
            card(charts.percentiles(name));
        }
    }

    /** Waiting at each site without and with the swap, from runs that do not count. */
    private void waiting() {
        Map<String, Double> sites = new TreeMap<>();
        experiment
                .statistics()
                .values()
                .forEach(data -> data.sites()
                        .forEach(site -> sites.merge(
                                site.site(),
                                Double.isFinite(site.waiting().total())
                                        ? site.waiting().total()
                                        : 0,
                                Double::sum)));
        if (sites.isEmpty()) {
            section("Waiting by site", "No statistics: no discarded run counted what waits where.");
            return;
        }
        section(
                "Waiting by site",
                "Sums over all threads of one discarded run of each arm with the agent, A' being the JDK's algorithms.");
        List<String> order = new ArrayList<>(sites.keySet());
        order.sort(Comparator.comparing(sites::get, Comparator.reverseOrder()));
        card(charts.waiting(order.subList(0, Math.min(SITES_DRAWN, order.size()))));
        html.append("<div class=\"scroll\">\n<table>\n<thead><tr><th>Site</th><th>Type</th><th>Arm</th>");
        for (String heading :
                List.of("Acquires", "Contended", "Cancelled", "Queue", "Wait total", "p50", "p99", "Max")) {
            html.append("<th class=\"n\">").append(heading).append("</th>");
        }
        html.append("</tr></thead>\n<tbody>\n");
        for (String name : order) {
            experiment
                    .statistics()
                    .forEach((arm, data) -> data.sites().stream()
                            .filter(site -> site.site().equals(name))
                            .forEach(site -> waitingRow(arm, site)));
        }
        html.append("</tbody>\n</table>\n</div>\n");
    }

    private void waitingRow(String arm, AgentData.SiteStats site) {
        html.append("<tr><td><code>");
        text(site.site()).append("</code></td><td>");
        text(site.type()).append("</td><td>");
        text(arm).append("</td>");
        AgentData.Waiting wait = site.waiting();
        for (String cell : List.of(
                count(site.acquires()),
                count(site.contended()),
                count(site.cancelled()),
                count(site.maxQueued()),
                Figures.nanos(wait.total()),
                Figures.nanos(wait.p50()),
                Figures.nanos(wait.p99()),
                Figures.nanos(wait.max()))) {
            html.append("<td class=\"n\">").append(cell).append("</td>");
        }
        html.append("</tr>\n");
    }

    private static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    private void environment() {
        section("Environment", "");
        html.append("<div class=\"scroll\">\n<table>\n<tbody>\n");
        row("command", String.join(" ", experiment.command()));
        row("arguments", String.join(" ", experiment.arguments()));
        experiment.environment().forEach(this::row);
        for (Metric metric : experiment.metrics()) {
            row("metric " + metric.name(), metric.note());
        }
        html.append("</tbody>\n</table>\n</div>\n");
    }

    private void row(String key, String value) {
        html.append("<tr><th>");
        text(key).append("</th><td>");
        text(value).append("</td></tr>\n");
    }

    private void runs() {
        section("Runs", "Raw values, discarded runs (block 0) included; this page also holds them as JSON.");
        html.append("<details>\n<summary>")
                .append(experiment.runs().size())
                .append(" runs</summary>\n<div class=\"scroll\">\n<table>\n<thead><tr>");
        boolean first = true;
        for (List<String> row : RunsTable.rows(experiment)) {
            html.append(first ? "" : "<tr>");
            for (String cell : row) {
                html.append(first ? "<th>" : "<td class=\"n\">");
                text(cell).append(first ? "</th>" : "</td>");
            }
            html.append(first ? "</tr></thead>\n<tbody>\n" : "</tr>\n");
            first = false;
        }
        html.append("</tbody>\n</table>\n</div>\n</details>\n");
    }
}
