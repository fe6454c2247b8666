package io.github.cqs.bench.figures;

import io.github.cqs.bench.chart.Style;
import io.github.cqs.bench.matrix.Estimate;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.geom.Ellipse2D;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jfree.chart.LegendItemCollection;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.plot.CombinedRangeXYPlot;
import org.jfree.chart.plot.Plot;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYErrorRenderer;
import org.jfree.data.xy.XYIntervalSeries;
import org.jfree.data.xy.XYIntervalSeriesCollection;

/** One picture for each figure, its panels side by side: time over threads with 95 % intervals. */
final class FigurePictures {
    private static final int PANEL = 360;
    private static final int FRAME = 90;
    private static final int HEIGHT = 460;
    private static final int ONE_PANEL = 640;
    private static final Color[] JAVA = {
        new Color(0x9a3d00), new Color(0xe08a3c), new Color(0x6b4a2b), new Color(0xc9a66b)
    };
    private static final Color[] CQS = {
        new Color(0x1f5fa8), new Color(0x5b9bd5), new Color(0x174a3c), new Color(0x3fa37c)
    };
    private static final Color[] DROP_IN = {
        new Color(0x6a2c91), new Color(0xb07cc6), new Color(0x40105c), new Color(0xd4b3e0)
    };
    private static final Color[] OTHER = {new Color(0x505050), new Color(0x9a9a9a)};

    private FigurePictures() {}

    /** Writes {@code figN.svg} for each figure that has a result. */
    static List<Path> write(Path folder, int jdk, List<PointResult> results) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Figure figure : Figure.values()) {
            List<PointResult> mine =
                    results.stream().filter(r -> r.point().figure() == figure).toList();
            if (!mine.isEmpty()) {
                List<Integer> panels =
                        mine.stream().map(r -> r.point().panel()).distinct().toList();
                int width = panels.size() == 1 ? ONE_PANEL : FRAME + PANEL * panels.size();
                Path file = folder.resolve(figure.id() + ".svg");
                Style.write(file, figure.title() + ", JDK " + jdk, plot(figure, panels, mine), width, HEIGHT);
                files.add(file);
            }
        }
        return files;
    }

    private static Plot plot(Figure figure, List<Integer> panels, List<PointResult> results) {
        LogAxis time = Style.logarithmic(
                "ns for one " + figure.operation() + ", lower is better", 2, octaves(results) < 5 ? 0.5 : 1, "#,##0");
        CombinedRangeXYPlot all = new CombinedRangeXYPlot(time);
        all.setGap(12);
        for (int panel : panels) {
            XYPlot plot = panel(
                    figure,
                    panel,
                    results.stream().filter(r -> r.point().panel() == panel).toList());
            if (panel != panels.get(0)) { // which has every series
                plot.setFixedLegendItems(new LegendItemCollection());
            }
            all.add(plot);
        }
        return all;
    }

    /** From the lowest end of an interval to the highest. */
    private static double octaves(List<PointResult> results) {
        double low = Double.MAX_VALUE;
        double high = 0;
        for (PointResult r : results) {
            if (r.nanosPerOp().pairs() > 0) {
                low = Math.min(low, r.nanosPerOp().low());
                high = Math.max(high, r.nanosPerOp().high());
            }
        }
        return Math.log(high / low) / Math.log(2);
    }

    private static XYPlot panel(Figure figure, int panel, List<PointResult> results) {
        List<Integer> places =
                results.stream().map(r -> r.point().x()).distinct().toList();
        XYIntervalSeriesCollection data = new XYIntervalSeriesCollection();
        XYErrorRenderer renderer = new XYErrorRenderer();
        renderer.setDrawXError(false);
        renderer.setCapLength(4);
        renderer.setDefaultLinesVisible(true);
        List<String> names = figure.series(panel);
        for (int s = 0; s < names.size(); s++) {
            String name = names.get(s);
            XYIntervalSeries series = new XYIntervalSeries(name);
            double shift = (s - (names.size() - 1) / 2.0) * 0.02; // so that intervals do not cover each other
            results.stream().filter(r -> r.series().equals(name)).forEach(r -> {
                Estimate e = r.nanosPerOp();
                if (e.pairs() > 0) {
                    double x = places.indexOf(r.point().x()) + shift;
                    series.add(x, x, x, e.median(), e.low(), e.high());
                }
            });
            data.addSeries(series);
            renderer.setSeriesPaint(s, color(names, s));
            renderer.setSeriesShape(s, new Ellipse2D.Double(-2.5, -2.5, 5, 5));
            renderer.setSeriesStroke(s, new BasicStroke(1.4f));
        }
        String what = figure == Figure.FIG9 ? figure.axis() : figure.axis() + ", " + figure.parameter() + " " + panel;
        SymbolAxis axis = Style.names(what, places.stream().map(String::valueOf).toList(), 0.4);
        return Style.plot(new XYPlot(data, axis, null, renderer));
    }

    /** A family of shades for each kind of algorithm. */
    private static Color color(List<String> names, int index) {
        Color[] family = family(names.get(index));
        int rank = 0;
        for (int i = 0; i < index; i++) {
            if (family(names.get(i)) == family) {
                rank++;
            }
        }
        return family[rank % family.length];
    }

    private static Color[] family(String name) {
        return name.startsWith("Java")
                ? JAVA
                : name.startsWith("CQS") ? CQS : name.startsWith("drop-in") ? DROP_IN : OTHER;
    }
}
