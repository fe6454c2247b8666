package io.github.cqs.bench.ces;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.github.cqs.bench.chart.LineChart;
import io.github.cqs.bench.chart.LineChart.Point;
import io.github.cqs.bench.chart.RowChart;
import io.github.cqs.bench.chart.StripChart;
import io.github.cqs.bench.matrix.Estimate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/** The paper's figures and the table as SVG. */
final class CesPictures {
    private static final String ON = "ours, ces";
    private static final String OFF = "ours, plain";
    private static final List<String> RESOURCES = List.of("lock 1", "lock 2", "lock 3", "lock 4");

    private final Path folder;
    private final List<Load> loads;
    private final Results results;
    private final String jdk;

    CesPictures(Path folder, List<Load> loads, Results results, int jdk) {
        this.folder = folder;
        this.loads = loads;
        this.results = results;
        this.jdk = "JDK " + jdk;
    }

    /** Writes those that have figures. */
    void write() throws IOException {
        if (!of(Part.TABLE).isEmpty()) {
            table("unfair", Contender.OURS, Contender.JDK);
            table("fair", Contender.OURS_FAIR, Contender.JDK_FAIR);
        }
        if (!of(Part.SIEVE).isEmpty()) {
            throughput();
            speedup();
            againstJdk();
        }
        for (List<Load> places : ofEachLength(Part.PLACES)) {
            stayed(places);
            trace(places, "ces", Setting.CES, Contender.OURS);
            trace(places, "ces-fair", Setting.CES, Contender.OURS_FAIR);
            trace(places, "plain", Setting.PLAIN, Contender.OURS);
            trace(places, "jdk", Setting.PLAIN, Contender.JDK);
            trace(places, "jdk-fair", Setting.PLAIN, Contender.JDK_FAIR);
            trace(places, "exchange", Setting.PAPER, Contender.EXCHANGE);
            trace(places, "dispatch", Setting.PAPER, Contender.DISPATCH);
        }
        for (List<Load> delays : ofEachLength(Part.DELAY)) {
            delay(delays, 0.5, "median");
            delay(delays, 0.99, "p99");
        }
    }

    private List<Load> of(Part part) {
        return loads.stream().filter(load -> load.part() == part).toList();
    }

    /** The part's loads, those with sections of the same length together. */
    private Collection<List<Load>> ofEachLength(Part part) {
        return of(part).stream()
                .collect(groupingBy(Load::section, TreeMap::new, toList()))
                .values();
    }

    /** What is in the title and the name of a picture of such loads. */
    private static String length(List<Load> loads) {
        return "s" + loads.get(0).section();
    }

    private void table(String order, Contender ours, Contender base) throws IOException {
        List<Load> rows = of(Part.TABLE);
        RowChart chart = new RowChart(
                "ours / " + jdk + ", " + order + " locks, virtual threads",
                rows.stream()
                        .map(load -> load.name().substring("table.".length()))
                        .toList());
        chart.add(ON, ratios(rows, Setting.CES, ours, base));
        chart.add(OFF, ratios(rows, Setting.PLAIN, ours, base));
        if (base == Contender.JDK) {
            chart.add("JDK / JDK", ratios(rows, Setting.PLAIN, Contender.AGAIN, base));
        }
        chart.write(folder.resolve("table-" + order + ".svg"));
    }

    private List<Estimate> ratios(List<Load> rows, Setting setting, Contender of, Contender base) {
        return rows.stream().map(load -> results.ratio(load, setting, of, base)).toList();
    }

    private void throughput() throws IOException {
        LineChart chart = LineChart.doubling("Figure 9: sieve, throughput", "tasks", "operations per ms");
        Map<String, Function<Load, Double>> lines = new LinkedHashMap<>();
        lines.put("inline", load -> median(load, Setting.PAPER, Contender.INLINE));
        lines.put("dispatch", load -> median(load, Setting.PAPER, Contender.DISPATCH));
        lines.put("CES (exchange)", load -> median(load, Setting.PAPER, Contender.EXCHANGE));
        lines.put("JDK", load -> median(load, Setting.PLAIN, Contender.JDK));
        lines.put(OFF, load -> median(load, Setting.PLAIN, Contender.OURS));
        lines.put(ON, load -> median(load, Setting.CES, Contender.OURS));
        List<Load> empty =
                of(Part.SIEVE).stream().filter(load -> load.section() == 0).toList();
        addLines(chart, empty, Load::tasks, lines);
        chart.write(folder.resolve("figure9.svg"));
    }

    /** A line of points for each of {@code lines}, one for each load. */
    private static void addLines(
            LineChart chart, List<Load> loads, ToIntFunction<Load> x, Map<String, Function<Load, Double>> lines) {
        lines.forEach((name, figure) -> chart.add(
                name,
                loads.stream()
                        .map(load -> new Point(x.applyAsInt(load), figure.apply(load)))
                        .toList()));
    }

    private double median(Load load, Setting setting, Contender contender) {
        return results.median(load, setting, contender, Slice::throughput) / 1000;
    }

    private void speedup() throws IOException {
        LineChart chart = LineChart.linear("Figure 10: sieve, CES / dispatch", "section, us", "ratio of throughput")
                .withOne();
        for (int tasks : Load.CROWDS) {
            chart.add(
                    tasks + " tasks",
                    byLength(
                            tasks, load -> results.ratio(load, Setting.PAPER, Contender.EXCHANGE, Contender.DISPATCH)));
        }
        chart.write(folder.resolve("figure10.svg"));
    }

    private void againstJdk() throws IOException {
        LineChart chart = LineChart.linear("Figure 13: sieve, ours / " + jdk, "section, us", "ratio of throughput")
                .withOne();
        for (int tasks : Load.CROWDS) {
            chart.add(
                    "ces, " + tasks + " tasks",
                    byLength(tasks, load -> results.ratio(load, Setting.CES, Contender.OURS, Contender.JDK)));
        }
        for (int tasks : Load.CROWDS) {
            chart.add(
                    "plain, " + tasks + " tasks",
                    byLength(tasks, load -> results.ratio(load, Setting.PLAIN, Contender.OURS, Contender.JDK)));
        }
        chart.write(folder.resolve("figure13.svg"));
    }

    private List<Point> byLength(int tasks, Function<Load, Estimate> ratio) {
        List<Point> points = new ArrayList<>();
        for (Load load : of(Part.SIEVE)) {
            if (load.tasks() == tasks) {
                Estimate e = ratio.apply(load);
                points.add(new Point(load.section() / 1000.0, e.median(), e.low(), e.high()));
            }
        }
        return points;
    }

    private void stayed(List<Load> places) throws IOException {
        LineChart chart = LineChart.doubling(
                "Section 5.4: contended sections that stayed on their carrier, 1000 tasks, " + length(places),
                "locks",
                "share");
        Map<String, Function<Load, Double>> lines = new LinkedHashMap<>();
        lines.put("JDK", load -> results.stayed(load, Setting.PLAIN, Contender.JDK));
        lines.put("JDK fair", load -> results.stayed(load, Setting.PLAIN, Contender.JDK_FAIR));
        lines.put(OFF, load -> results.stayed(load, Setting.PLAIN, Contender.OURS));
        lines.put(ON, load -> results.stayed(load, Setting.CES, Contender.OURS));
        lines.put(ON + ", fair", load -> results.stayed(load, Setting.CES, Contender.OURS_FAIR));
        lines.put("dispatch", load -> results.stayed(load, Setting.PAPER, Contender.DISPATCH));
        lines.put("inline", load -> results.stayed(load, Setting.PAPER, Contender.INLINE));
        lines.put("CES (exchange)", load -> results.stayed(load, Setting.PAPER, Contender.EXCHANGE));
        addLines(chart, places, Load::resources, lines);
        chart.write(folder.resolve("section5.4-" + length(places) + ".svg"));
    }

    /** The few sections whose place was told, for the load with as many locks as are told of. */
    private void trace(List<Load> places, String name, Setting setting, Contender contender) throws IOException {
        for (Load load : places) {
            List<long[]> traces = results.traces(load, setting, contender);
            if (load.resources() == RESOURCES.size() && !traces.isEmpty()) {
                StripChart chart = new StripChart(
                        "Section 5.4: where sections ran, " + length(places) + ", " + name
                                + " (a mark is a section, the colour its carrier)",
                        "us",
                        RESOURCES);
                fill(chart, traces);
                chart.write(folder.resolve("section5.4-" + length(places) + "-" + name + ".svg"));
            }
        }
    }

    private static void fill(StripChart chart, List<long[]> traces) {
        long start = traces.stream()
                .filter(trace -> trace.length > 0)
                .mapToLong(trace -> trace[0])
                .min()
                .orElse(0);
        Map<Long, String> carriers = new LinkedHashMap<>();
        for (int lock = 0; lock < traces.size(); lock++) {
            long[] trace = traces.get(lock);
            for (int i = 0; i + 1 < trace.length; i += 2) {
                String carrier = carriers.computeIfAbsent(trace[i + 1], id -> "carrier " + (carriers.size() + 1));
                chart.add(lock, carrier, (trace[i] - start) / 1000.0);
            }
        }
    }

    private void delay(List<Load> delays, double quantile, String name) throws IOException {
        LineChart chart = LineChart.logarithmic(
                "Figure 15: time without owner while somebody waits, " + length(delays) + ", " + name,
                "tasks",
                "us, logarithmic");
        Map<String, Function<Load, Double>> lines = new LinkedHashMap<>();
        lines.put("JDK", load -> results.delay(load, Setting.PLAIN, Contender.JDK, quantile));
        lines.put(OFF, load -> results.delay(load, Setting.PLAIN, Contender.OURS, quantile));
        lines.put(ON, load -> results.delay(load, Setting.CES, Contender.OURS, quantile));
        lines.put("JDK fair", load -> results.delay(load, Setting.PLAIN, Contender.JDK_FAIR, quantile));
        lines.put(ON + ", fair", load -> results.delay(load, Setting.CES, Contender.OURS_FAIR, quantile));
        lines.put("dispatch", load -> results.delay(load, Setting.PAPER, Contender.DISPATCH, quantile));
        lines.put("inline", load -> results.delay(load, Setting.PAPER, Contender.INLINE, quantile));
        lines.put("CES (exchange)", load -> results.delay(load, Setting.PAPER, Contender.EXCHANGE, quantile));
        lines.replaceAll((line, figure) -> load -> Math.max(0.01, figure.apply(load) / 1000));
        addLines(chart, delays, Load::tasks, lines);
        chart.write(folder.resolve("figure15-" + length(delays) + "-" + name + ".svg"));
    }
}
