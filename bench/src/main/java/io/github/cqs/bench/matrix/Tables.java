package io.github.cqs.bench.matrix;

import io.github.cqs.bench.demo.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The results as text. */
final class Tables {
    static final String CSV_HEADER = "cell,jdk,threads,kind,ratio,ci_low,ci_high,pairs,note";
    static final String DETAILS_HEADER = "cell,jdk,threads,kind,ratio,ci_low,ci_high,null_ratio,null_low,null_high,"
            + "jdk_value,cqs_value,jdk_cpu_ns_per_op,cqs_cpu_ns_per_op,jdk_switches_per_op,cqs_switches_per_op,"
            + "jdk_p99_wait_ns,cqs_p99_wait_ns,jdk_unluckiest,cqs_unluckiest,jdk_luckiest,cqs_luckiest,foreign_cpu";

    private final int jdk;
    private final List<CellResult> results;

    Tables(int jdk, List<CellResult> results) {
        this.jdk = jdk;
        this.results = results;
    }

    /** What was asked for first: one line for each cell. */
    List<String> csv() {
        List<String> lines = new ArrayList<>(List.of(CSV_HEADER));
        for (CellResult r : results) {
            lines.add(String.join(
                    ",", head(r), three(r.ratio()), Integer.toString(r.ratio().pairs()), r.note()));
        }
        return lines;
    }

    /** All figures of each cell. */
    List<String> details() {
        List<String> lines = new ArrayList<>(List.of(DETAILS_HEADER));
        for (CellResult r : results) {
            ArmSummary a = r.jdk();
            ArmSummary b = r.cqs();
            lines.add(String.join(
                    ",",
                    head(r),
                    three(r.ratio()),
                    three(r.noise()),
                    both(a.value(), b.value()),
                    both(a.cpuNanosPerOp(), b.cpuNanosPerOp()),
                    both(a.switchesPerOp(), b.switchesPerOp()),
                    both(a.p99WaitNanos(), b.p99WaitNanos()),
                    both(a.least(), b.least()),
                    both(a.most(), b.most()),
                    number(r.foreign())));
        }
        return lines;
    }

    /** For people. */
    String text() {
        TextTable table = new TextTable(
                "-cell",
                "ratio",
                "-95 % interval",
                "-null",
                "ns/op",
                "CPU",
                "switches",
                "p99 wait",
                "unluckiest",
                "-note");
        for (CellResult r : results) {
            ArmSummary a = r.jdk();
            ArmSummary b = r.cqs();
            table.add(
                    r.cell().name(),
                    ratio(r.ratio().median()),
                    range(r.ratio()),
                    range(r.noise()),
                    r.cell().measure() == Measure.THROUGHPUT ? nanos(1e9 / a.value()) : "",
                    ratio(b.cpuNanosPerOp() / a.cpuNanosPerOp()),
                    ratio(b.switchesPerOp() / a.switchesPerOp()),
                    ratio(b.p99WaitNanos() / a.p99WaitNanos()),
                    r.cell().shape().threads() == 1
                            ? ""
                            : String.format(Locale.ROOT, "%.2f / %.2f", b.least(), a.least()),
                    r.problem() != null ? r.note() : flags(r));
        }
        return table + String.join(System.lineSeparator(), FOOTNOTES);
    }

    private static final List<String> FOOTNOTES = List.of(
            "",
            "Ratio: ours / the JDK's, median of pairs of neighbouring slices, above 1 is better. Null: the JDK's / the JDK's",
            "likewise; a ratio inside that range is noise. ns/op: time of the machine for one operation, the JDK's. CPU,",
            "switches, p99 wait: ours / the JDK's for one operation, below 1 is better. Unluckiest: operations of the worker",
            "that had the fewest, 1 being an equal share, ours / the JDK's. Two platform threads are pinned, all others not.",
            "");

    private static String flags(CellResult r) {
        return r.foreign() > Launcher.FOREIGN_LIMIT
                ? String.format(Locale.ROOT, "foreign CPU %.0f %%", r.foreign() * 100)
                : "";
    }

    private String head(CellResult r) {
        return r.cell().name() + "," + jdk + "," + r.cell().shape().threads() + ","
                + r.cell().kind();
    }

    private static String three(Estimate e) {
        return number(e.median()) + "," + number(e.low()) + "," + number(e.high());
    }

    private static String both(double jdk, double cqs) {
        return number(jdk) + "," + number(cqs);
    }

    /** Empty if there is no figure. */
    private static String number(double value) {
        return Double.isFinite(value)
                ? String.format(Locale.ROOT, Math.abs(value) < 1000 ? "%.4f" : "%.0f", value)
                : "";
    }

    private static String ratio(double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%.2f", value) : "-";
    }

    private static String range(Estimate e) {
        return e.pairs() == 0 ? "-" : ratio(e.low()) + " .. " + ratio(e.high());
    }

    private static String nanos(double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, value < 100 ? "%.1f" : "%,.0f", value) : "-";
    }
}
