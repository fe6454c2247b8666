package io.github.cqs.bench.ces;

import static java.util.Locale.ROOT;

import io.github.cqs.bench.demo.TextTable;
import io.github.cqs.bench.matrix.Estimate;
import java.util.ArrayList;
import java.util.List;

/** The results as text. */
final class CesTables {
    static final String CSV_HEADER =
            "load,jdk,setting,contender,against,ratio,ci_low,ci_high,pairs,ops_per_s,against_ops_per_s,"
                    + "jain,against_jain,bystander_p99_ns,against_bystander_p99_ns,"
                    + "contended,stayed,delay_p50_ns,delay_p99_ns,foreign_cpu,"
                    + "beside_ratio,beside_low,beside_high";
    private static final double DISTURBED = 0.10;

    private final List<Load> loads;
    private final Results results;

    CesTables(List<Load> loads, Results results) {
        this.loads = loads;
        this.results = results;
    }

    /** A line for each load, setting and contender. */
    List<String> csv(int jdk) {
        List<String> lines = new ArrayList<>(List.of(CSV_HEADER));
        for (Load load : loads) {
            for (Setting setting : load.part().settings()) {
                if (results.has(load, setting)) {
                    for (Contender contender : setting.contenders(load.part())) {
                        lines.add(line(load, jdk, setting, contender, against(contender)));
                    }
                }
            }
        }
        return lines;
    }

    /** What a contender is compared with. */
    static Contender against(Contender contender) {
        return switch (contender) {
            case JDK, OURS, AGAIN -> Contender.JDK;
            case JDK_FAIR, OURS_FAIR -> Contender.JDK_FAIR;
            case DISPATCH, INLINE, EXCHANGE -> Contender.DISPATCH;
        };
    }

    private String line(Load load, int jdk, Setting setting, Contender contender, Contender against) {
        Estimate ratio = results.ratio(load, setting, contender, against);
        Estimate beside = results.ratioBeside(load, setting, contender, against);
        return String.join(
                ",",
                load.name(),
                Integer.toString(jdk),
                setting.label(),
                contender.label(),
                against.label(),
                number(ratio.median()),
                number(ratio.low()),
                number(ratio.high()),
                Integer.toString(ratio.pairs()),
                number(results.median(load, setting, contender, Slice::throughput)),
                number(results.median(load, setting, against, Slice::throughput)),
                number(results.median(load, setting, contender, Slice::jain)),
                number(results.median(load, setting, against, Slice::jain)),
                number(results.late(load, setting, contender)),
                number(results.late(load, setting, against)),
                number(results.contended(load, setting, contender)),
                number(results.stayed(load, setting, contender)),
                number(results.delay(load, setting, contender, 0.5)),
                number(results.delay(load, setting, contender, 0.99)),
                number(results.foreign(load)),
                number(beside.median()),
                number(beside.low()),
                number(beside.high()));
    }

    /** For people. */
    String text() {
        StringBuilder text = new StringBuilder();
        append(text, Part.TABLE, "Against the JDK's locks: ours / the JDK's", table());
        append(text, Part.SIEVE, "The sieve benchmark (figures 9, 10, 13): operations per second", sieve());
        append(text, Part.PLACES, "Where sections ran (section 5.4): share that stayed on the carrier", places());
        append(text, Part.DELAY, "Nobody in while somebody waits (figure 15), p50 / p99 in us", delays());
        for (Setting setting : List.of(Setting.PLAIN, Setting.CES)) {
            List<Acceptance.Line> lines = new Acceptance(results, setting, loads).lines();
            if (!lines.isEmpty()) {
                TextTable table = new TextTable("-wanted", "-reached with virtual=" + setting.label(), "-");
                lines.forEach(line -> table.add(line.wanted(), line.reached(), line.holds() ? "holds" : "FAILS"));
                text.append(table).append('\n');
            }
        }
        return text.toString();
    }

    private void append(StringBuilder text, Part part, String title, TextTable table) {
        if (loads.stream().anyMatch(load -> load.part() == part)) {
            text.append(title).append('\n').append(table).append('\n');
        }
    }

    private List<Load> of(Part part) {
        return loads.stream().filter(load -> load.part() == part).toList();
    }

    private TextTable table() {
        TextTable table = new TextTable(
                "-load",
                "plain",
                "-95 %",
                "ces",
                "-95 %",
                "beside",
                "-null",
                "plain fair",
                "ces fair",
                "-95 %",
                "ces / JDK fair",
                "Jain JDK",
                "plain",
                "ces",
                "p99 us JDK",
                "plain",
                "ces",
                "-");
        for (Load load : of(Part.TABLE)) {
            Estimate plain = results.ratio(load, Setting.PLAIN, Contender.OURS, Contender.JDK);
            Estimate ces = results.ratio(load, Setting.CES, Contender.OURS, Contender.JDK);
            Estimate fair = results.ratio(load, Setting.CES, Contender.OURS_FAIR, Contender.JDK_FAIR);
            Setting any = results.has(load, Setting.CES) ? Setting.CES : Setting.PLAIN;
            table.add(
                    load.name(),
                    two(plain.median()),
                    range(plain),
                    two(ces.median()),
                    range(ces),
                    two(results.ratioBeside(load, Setting.CES, Contender.OURS, Contender.JDK)
                            .median()),
                    range(results.ratio(load, any, Contender.AGAIN, Contender.JDK)),
                    two(results.ratio(load, Setting.PLAIN, Contender.OURS_FAIR, Contender.JDK_FAIR)
                            .median()),
                    two(fair.median()),
                    range(fair),
                    two(results.ratio(load, Setting.CES, Contender.OURS, Contender.JDK_FAIR)
                            .median()),
                    two(results.median(load, any, Contender.JDK, Slice::jain)),
                    two(results.median(load, Setting.PLAIN, Contender.OURS, Slice::jain)),
                    two(results.median(load, Setting.CES, Contender.OURS, Slice::jain)),
                    micros(results.late(load, any, Contender.JDK)),
                    micros(results.late(load, Setting.PLAIN, Contender.OURS)),
                    micros(results.late(load, Setting.CES, Contender.OURS)),
                    results.foreign(load) > DISTURBED
                            ? String.format(ROOT, "foreign CPU %.0f %%", 100 * results.foreign(load))
                            : "");
        }
        return table;
    }

    private TextTable sieve() {
        TextTable table = new TextTable(
                "-load", "JDK", "plain", "ces", "-ces / JDK", "dispatch", "inline", "exchange", "-exchange / dispatch");
        for (Load load : of(Part.SIEVE)) {
            table.add(
                    load.name(),
                    count(load, Setting.PLAIN, Contender.JDK),
                    count(load, Setting.PLAIN, Contender.OURS),
                    count(load, Setting.CES, Contender.OURS),
                    both(results.ratio(load, Setting.CES, Contender.OURS, Contender.JDK)),
                    count(load, Setting.PAPER, Contender.DISPATCH),
                    count(load, Setting.PAPER, Contender.INLINE),
                    count(load, Setting.PAPER, Contender.EXCHANGE),
                    both(results.ratio(load, Setting.PAPER, Contender.EXCHANGE, Contender.DISPATCH)));
        }
        return table;
    }

    private TextTable places() {
        TextTable table = new TextTable(
                "-load", "contended", "JDK", "plain", "ces", "JDK fair", "ces fair", "dispatch", "inline", "exchange");
        for (Load load : of(Part.PLACES)) {
            table.add(
                    load.name(),
                    two(results.contended(load, Setting.PLAIN, Contender.JDK)),
                    two(results.stayed(load, Setting.PLAIN, Contender.JDK)),
                    two(results.stayed(load, Setting.PLAIN, Contender.OURS)),
                    two(results.stayed(load, Setting.CES, Contender.OURS)),
                    two(results.stayed(load, Setting.PLAIN, Contender.JDK_FAIR)),
                    two(results.stayed(load, Setting.CES, Contender.OURS_FAIR)),
                    two(results.stayed(load, Setting.PAPER, Contender.DISPATCH)),
                    two(results.stayed(load, Setting.PAPER, Contender.INLINE)),
                    two(results.stayed(load, Setting.PAPER, Contender.EXCHANGE)));
        }
        return table;
    }

    private TextTable delays() {
        TextTable table = new TextTable(
                "-load", "JDK", "plain", "ces", "JDK fair", "plain fair", "ces fair", "dispatch", "inline", "exchange");
        for (Load load : of(Part.DELAY)) {
            table.add(
                    load.name(),
                    delay(load, Setting.PLAIN, Contender.JDK),
                    delay(load, Setting.PLAIN, Contender.OURS),
                    delay(load, Setting.CES, Contender.OURS),
                    delay(load, Setting.PLAIN, Contender.JDK_FAIR),
                    delay(load, Setting.PLAIN, Contender.OURS_FAIR),
                    delay(load, Setting.CES, Contender.OURS_FAIR),
                    delay(load, Setting.PAPER, Contender.DISPATCH),
                    delay(load, Setting.PAPER, Contender.INLINE),
                    delay(load, Setting.PAPER, Contender.EXCHANGE));
        }
        return table;
    }

    private String delay(Load load, Setting setting, Contender contender) {
        double median = results.delay(load, setting, contender, 0.5);
        return Double.isNaN(median)
                ? "-"
                : String.format(
                        ROOT, "%.2f / %.1f", median / 1000, results.delay(load, setting, contender, 0.99) / 1000);
    }

    private String count(Load load, Setting setting, Contender contender) {
        double value = results.median(load, setting, contender, Slice::throughput);
        return Double.isNaN(value) ? "-" : String.format(ROOT, "%,.0f", value);
    }

    private static String both(Estimate e) {
        return e.pairs() == 0 ? "-" : two(e.median()) + " [" + range(e) + "]";
    }

    private static String range(Estimate e) {
        return e.pairs() == 0 ? "-" : two(e.low()) + " .. " + two(e.high());
    }

    private static String two(double value) {
        return Double.isFinite(value) ? String.format(ROOT, "%.2f", value) : "-";
    }

    private static String micros(double nanos) {
        return Double.isFinite(nanos) ? String.format(ROOT, "%,.0f", nanos / 1000) : "-";
    }

    /** Empty if there is no figure. */
    private static String number(double value) {
        return Double.isFinite(value) ? String.format(ROOT, Math.abs(value) < 1000 ? "%.4f" : "%.0f", value) : "";
    }
}
