package io.github.cqs.bench.figures;

import io.github.cqs.bench.demo.TextTable;
import io.github.cqs.bench.matrix.Estimate;
import io.github.cqs.bench.matrix.Launcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The figures as text. */
final class FigureTables {
    static final String CSV_HEADER =
            "figure,parameter,value,x,series,jdk,ns_per_op,ci_low,ci_high,ratio,ratio_low,ratio_high,pairs,note";

    private static final List<String> FOOTNOTES = List.of(
            "",
            "Time of the machine for one operation in ns, lower is better: median over slices. The ratio is the time of",
            "the series that is named first / the time, in neighbouring slices, above 1 is faster. Intervals: 95 %,",
            "JVMs drawn first; of two slices, as in a quick run, they are merely the range.",
            "");

    private FigureTables() {}

    static List<String> csv(int jdk, List<PointResult> results) {
        List<String> lines = new ArrayList<>(List.of(CSV_HEADER));
        for (PointResult r : results) {
            Point p = r.point();
            lines.add(String.join(
                    ",",
                    p.figure().id(),
                    p.figure().parameter(),
                    Integer.toString(p.panel()),
                    Integer.toString(p.x()),
                    r.series(),
                    Integer.toString(jdk),
                    three(r.nanosPerOp()),
                    three(r.ratio()),
                    Integer.toString(r.ratio().pairs()),
                    note(r)));
        }
        return lines;
    }

    /** For people: one table for each panel. */
    static String text(List<PointResult> results) {
        StringBuilder text = new StringBuilder();
        String panel = "";
        TextTable table = columns("");
        for (PointResult r : results) {
            Figure figure = r.point().figure();
            String here = figure.title()
                    + (figure == Figure.FIG9
                            ? ""
                            : ", " + figure.parameter() + " " + r.point().panel());
            if (!here.equals(panel)) {
                text.append(panel.isEmpty() ? "" : panel + System.lineSeparator() + table + System.lineSeparator());
                panel = here;
                table = columns(figure.axis());
            }
            table.add(
                    Integer.toString(r.point().x()),
                    r.series(),
                    value(r.nanosPerOp().median(), "%,.1f"),
                    range(r.nanosPerOp(), "%,.1f"),
                    value(r.ratio().median(), "%.2f"),
                    range(r.ratio(), "%.2f"),
                    note(r));
        }
        text.append(panel).append(System.lineSeparator()).append(table);
        return text + String.join(System.lineSeparator(), FOOTNOTES);
    }

    private static TextTable columns(String axis) {
        return new TextTable(axis, "-series", "ns/op", "-95 % interval", "ratio", "-95 % interval", "-note");
    }

    private static String note(PointResult r) {
        return r.foreign() > Launcher.FOREIGN_LIMIT
                ? String.format(Locale.ROOT, "foreign CPU %.0f %%", r.foreign() * 100)
                : "";
    }

    private static String three(Estimate e) {
        return value(e.median(), "%.4f") + "," + value(e.low(), "%.4f") + "," + value(e.high(), "%.4f");
    }

    private static String range(Estimate e, String format) {
        return e.pairs() == 0 ? "-" : value(e.low(), format) + " .. " + value(e.high(), format);
    }

    /** Empty if there is no figure. */
    private static String value(double value, String format) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, format, value) : "";
    }
}
