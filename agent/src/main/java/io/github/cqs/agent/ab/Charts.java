package io.github.cqs.agent.ab;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.Quantile;
import org.jspecify.annotations.Nullable;

/** The page's pictures. */
final class Charts {
    private static final int WIDTH = 760;
    private static final int LEFT = 130;
    private static final int RIGHT = WIDTH - 36; // half of the label of a tick there
    private static final int ROW = 46;
    private static final int BOTTOM = 30;

    /** What lies beyond it, or beyond its inverse, is drawn at the end of the scale. */
    private static final double LEAST_RATIO = 0.001;

    private final Experiment experiment;

    Charts(Experiment experiment) {
        this.experiment = experiment;
    }

    /** The style of an arm: its place among the arms. */
    private String style(String arm) {
        for (int i = 0; i < experiment.arms().size(); i++) {
            if (experiment.arms().get(i).name().equals(arm)) {
                return "arm" + i % 6;
            }
        }
        return "arm5";
    }

    /** Each ratio with its interval, and 1 as a line. */
    String ratios(List<Comparison> comparisons) {
        List<Comparison> shown = comparisons.stream()
                .filter(c ->
                        c.metric().primary() && Double.isFinite(c.estimate().low()))
                .toList();
        if (shown.isEmpty()) {
            return "";
        }
        int left = 210;
        int height = shown.size() * 34 + BOTTOM;
        double low = Math.max(
                LEAST_RATIO,
                shown.stream().mapToDouble(c -> c.estimate().low()).min().orElse(1));
        double high = Math.min(
                1 / LEAST_RATIO,
                shown.stream().mapToDouble(c -> c.estimate().high()).max().orElse(1));
        Scale x = Scale.logarithmic(Math.min(low, 0.98), Math.max(high, 1.02), left, RIGHT - 90);
        Svg svg = new Svg(WIDTH, height, "ratios with their 95 percent intervals");
        axis(svg, x, height - BOTTOM, 8);
        svg.line("one", x.at(1), 0, x.at(1), height - BOTTOM);
        for (int i = 0; i < shown.size(); i++) {
            Comparison c = shown.get(i);
            Estimate e = c.estimate();
            double y = i * 34 + 20;
            svg.text(
                    "end",
                    left - 12,
                    y + 4,
                    c.contrast().label() + "  " + c.metric().name());
            double start = x.at(Math.max(e.low(), x.low()));
            double end = x.at(Math.min(e.high(), x.high()));
            svg.line("bar " + c.verdict(), start, y, end, y);
            double middle = x.at(Math.min(x.high(), Math.max(x.low(), e.ratio())));
            svg.dot("point " + c.verdict(), middle, y, Figures.interval(e));
            svg.text("start", RIGHT - 80, y + 4, c.verdict().toString());
        }
        return svg.end();
    }

    private static void axis(Svg svg, Scale x, double y, int count) {
        for (double tick : x.ticks(count)) {
            svg.line("grid", x.at(tick), 0, x.at(tick), y);
            svg.text("middle", x.at(tick), y + 18, Scale.label(tick));
        }
    }

    /** Every run of an arm as a dot, with median and quartiles. */
    String distribution(Metric metric) {
        double[] all = values(experiment.runs().stream().filter(Run::counts).toList(), metric);
        if (all.length == 0) {
            return "";
        }
        int height = experiment.arms().size() * ROW + BOTTOM;
        Scale x = Scale.of(min(all), max(all), LEFT, RIGHT);
        Svg svg = new Svg(WIDTH, height, metric.name() + " of each run by arm");
        axis(svg, x, height - BOTTOM, 4); // up to seven, with room for millions
        for (int i = 0; i < experiment.arms().size(); i++) {
            Arm arm = experiment.arms().get(i);
            double y = i * ROW + ROW / 2.0;
            svg.text("end", LEFT - 14, y + 4, arm.name());
            List<Run> runs = experiment.counting(arm);
            double[] values = values(runs, metric);
            if (values.length == 0) {
                continue;
            }
            double[] quartiles = Quantile.withDefaults().evaluate(values, 0.25, 0.5, 0.75);
            svg.rect(
                    "box " + style(arm.name()),
                    x.at(quartiles[0]),
                    y - 15,
                    Math.max(1, x.at(quartiles[2]) - x.at(quartiles[0])),
                    30);
            for (int j = 0; j < runs.size(); j++) {
                double value = runs.get(j).value(metric);
                if (Double.isFinite(value)) {
                    double spread = (j * 5 % 7 - 3) * 3.2;
                    svg.dot("point " + style(arm.name()), x.at(value), y + spread, title(runs.get(j), metric));
                }
            }
            svg.line("median", x.at(quartiles[1]), y - 18, x.at(quartiles[1]), y + 18);
        }
        return svg.end();
    }

    private static String title(Run run, Metric metric) {
        return "run " + run.number() + ", block " + run.block() + ", arm " + run.arm() + ": "
                + Figures.figure(run.value(metric)) + ' ' + metric.unit();
    }

    /** The runs in the order in which they were made. */
    String order(Metric metric) {
        List<Run> runs = experiment.runs().stream()
                .filter(run -> run.counts() && Double.isFinite(run.value(metric)))
                .toList();
        if (runs.isEmpty()) {
            return "";
        }
        int height = 240;
        double[] all = values(runs, metric);
        Scale y = Scale.of(min(all), max(all), height - BOTTOM, 8);
        Scale x = new Scale(runs.get(0).number() - 1, runs.get(runs.size() - 1).number() + 1, LEFT, RIGHT, false);
        Svg svg = new Svg(WIDTH, height, metric.name() + " in the order of runs");
        for (double tick : y.ticks(5)) {
            svg.line("grid", LEFT, y.at(tick), RIGHT, y.at(tick));
            svg.text("end", LEFT - 14, y.at(tick) + 4, Scale.label(tick));
        }
        for (double tick : x.ticks(8)) {
            if (tick == Math.rint(tick)) {
                svg.text("middle", x.at(tick), height - 12, Scale.label(tick));
            }
        }
        for (Arm arm : experiment.arms()) {
            StringBuilder points = new StringBuilder();
            runs.stream()
                    .filter(run -> run.arm().equals(arm.name()))
                    .forEach(run -> Svg.point(points, x.at(run.number()), y.at(run.value(metric))));
            if (!points.isEmpty()) {
                svg.path("thin " + style(arm.name()), points);
            }
        }
        for (Run run : runs) {
            svg.dot("point " + style(run.arm()), x.at(run.number()), y.at(run.value(metric)), title(run, metric));
        }
        return svg.end();
    }

    /** The names of the latency distributions that runs yielded. */
    List<String> distributions() {
        TreeSet<String> names = new TreeSet<>();
        experiment.runs().stream()
                .filter(Run::counts)
                .forEach(run -> names.addAll(run.curves().keySet()));
        return new ArrayList<>(names);
    }

    /** Latency by percentile: the median over an arm's runs as a line, their range as a band. */
    String percentiles(String name) {
        double[] percentiles = Percentiles.all();
        Map<String, List<double[]>> curves = new TreeMap<>();
        for (Arm arm : experiment.arms()) {
            curves.put(
                    arm.name(),
                    experiment.counting(arm).stream()
                            .map(run -> run.curves().get(name))
                            .filter(Charts::isPresent)
                            .toList());
        }
        double[] all = curves.values().stream()
                .flatMap(List::stream)
                .flatMapToDouble(DoubleStream::of)
                .filter(value -> value > 0)
                .toArray();
        if (all.length == 0) {
            return "";
        }
        int height = 280;
        Scale y = Scale.logarithmic(min(all), max(all), height - BOTTOM, 8);
        Svg svg = new Svg(WIDTH, height, name + " by percentile");
        for (double tick : y.ticks(6)) {
            svg.line("grid", LEFT, y.at(tick), RIGHT, y.at(tick));
            svg.text("end", LEFT - 14, y.at(tick) + 4, Scale.label(tick));
        }
        for (double percentile : percentiles) {
            double x = nines(percentile);
            svg.line("grid", x, 0, x, height - BOTTOM);
            if (percentile >= 50 && percentile != 95 && percentile != 99.5 && percentile != 99.95) {
                svg.text("middle", x, height - 12, percentile == 100 ? "max" : Scale.label(percentile));
            }
        }
        curves.forEach((arm, list) -> {
            if (!list.isEmpty()) {
                curve(svg, style(arm), list, y);
            }
        });
        return svg.end();
    }

    private static boolean isPresent(double @Nullable [] curve) {
        return curve != null;
    }

    private static void curve(Svg svg, String style, List<double[]> curves, Scale y) {
        double[] percentiles = Percentiles.all();
        StringBuilder middle = new StringBuilder();
        StringBuilder band = new StringBuilder();
        for (int i = 0; i < percentiles.length; i++) {
            Svg.point(
                    middle,
                    nines(percentiles[i]),
                    y.at(atLeast(y, Median.withDefaults().evaluate(column(curves, i)))));
            Svg.point(band, nines(percentiles[i]), y.at(atLeast(y, max(column(curves, i)))));
        }
        for (int i = percentiles.length - 1; i >= 0; i--) {
            Svg.point(band, nines(percentiles[i]), y.at(atLeast(y, min(column(curves, i)))));
        }
        svg.path("band " + style, band.append('Z'));
        svg.path("curve " + style, middle);
    }

    private static double atLeast(Scale y, double value) {
        return Math.max(y.low(), value);
    }

    private static double[] column(List<double[]> curves, int index) {
        return curves.stream().mapToDouble(curve -> curve[index]).toArray();
    }

    /** Each nine takes the same room; the maximum stands one half further. */
    private static double nines(double percentile) {
        double nines = percentile == 100 ? 4.5 : -Math.log10(1 - percentile / 100);
        return LEFT + (RIGHT - LEFT) * nines / 4.6;
    }

    /** How long threads waited at each site where they did, by arm. */
    String waiting(List<String> all) {
        List<String> arms = new ArrayList<>(experiment.statistics().keySet());
        List<String> sites = all.stream()
                .filter(site -> arms.stream().anyMatch(arm -> total(arm, site) > 0))
                .toList();
        double most = 0;
        for (String site : sites) {
            for (String arm : arms) {
                most = Math.max(most, total(arm, site));
            }
        }
        if (most == 0) {
            return "";
        }
        int row = 22 + arms.size() * 16;
        int height = sites.size() * row + BOTTOM;
        Scale x = new Scale(0, most / 1e6 * 1.05, LEFT, RIGHT - 70, false);
        Svg svg = new Svg(WIDTH, height, "waiting by site and arm, milliseconds");
        axis(svg, x, height - BOTTOM, 6);
        for (int i = 0; i < sites.size(); i++) {
            svg.text("start", 4, i * row + 15, sites.get(i));
            for (int j = 0; j < arms.size(); j++) {
                double wait = total(arms.get(j), sites.get(i));
                double y = i * row + 22 + j * 16;
                svg.text("end", LEFT - 14, y + 10, arms.get(j));
                svg.rect("box solid " + style(arms.get(j)), LEFT, y, Math.max(1, x.at(wait / 1e6) - LEFT), 12);
                svg.text("start", x.at(wait / 1e6) + 6, y + 10, Figures.nanos(wait));
            }
        }
        return svg.end();
    }

    private double total(String arm, String site) {
        AgentData data = experiment.statistics().get(arm);
        return data == null
                ? 0
                : data.sites().stream()
                        .filter(s -> s.site().equals(site))
                        .mapToDouble(s -> Double.isFinite(s.waiting().total())
                                ? s.waiting().total()
                                : 0)
                        .sum();
    }

    /** The arms and their colours. */
    String legend() {
        StringBuilder html = new StringBuilder("<p class=\"legend\">");
        for (Arm arm : experiment.arms()) {
            html.append(String.format(
                    Locale.ROOT,
                    "<span><svg class=\"key\" viewBox=\"0 0 10 10\" aria-hidden=\"true\"><circle class=\"point %s\" cx=\"5\" cy=\"5\""
                            + " r=\"4\"/></svg><b>%s</b> %s</span> ",
                    style(arm.name()),
                    Svg.escape(arm.name()),
                    Svg.escape(arm.meaning())));
        }
        return html.append("</p>\n").toString();
    }

    private static double[] values(List<Run> runs, Metric metric) {
        return runs.stream()
                .mapToDouble(run -> run.value(metric))
                .filter(Double::isFinite)
                .toArray();
    }

    private static double min(double[] values) {
        return Arrays.stream(values).min().orElse(Double.NaN);
    }

    private static double max(double[] values) {
        return Arrays.stream(values).max().orElse(Double.NaN);
    }
}
