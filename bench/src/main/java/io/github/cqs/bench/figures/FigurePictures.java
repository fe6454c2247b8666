package io.github.cqs.bench.figures;

import io.github.cqs.bench.matrix.Estimate;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.LegendItemCollection;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.plot.CombinedRangeXYPlot;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYErrorRenderer;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.xy.XYIntervalSeries;
import org.jfree.data.xy.XYIntervalSeriesCollection;
import org.jfree.svg.SVGGraphics2D;

/** One picture for each figure, its panels side by side: time over threads with 95 % intervals. */
final class FigurePictures {
    private static final int PANEL = 360;
    private static final int FRAME = 90;
    private static final int HEIGHT = 460;
    private static final int ONE_PANEL = 640;
    private static final Color GRID = new Color(0xdddddd);
    private static final Font PLAIN = new Font(Font.SANS_SERIF, Font.PLAIN, 11);
    private static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 14);
    private static final DecimalFormat NANOS =
            new DecimalFormat("#,##0", DecimalFormatSymbols.getInstance(Locale.ROOT));
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
                SVGGraphics2D svg = new SVGGraphics2D(width, HEIGHT);
                chart(figure, jdk, panels, mine).draw(svg, new Rectangle2D.Double(0, 0, width, HEIGHT));
                Path file = folder.resolve(figure.id() + ".svg");
                Files.writeString(file, svg.getSVGDocument());
                files.add(file);
            }
        }
        return files;
    }

    private static JFreeChart chart(Figure figure, int jdk, List<Integer> panels, List<PointResult> results) {
        LogAxis time = new LogAxis("ns for one " + figure.operation() + ", lower is better");
        time.setBase(2);
        time.setTickUnit(new NumberTickUnit(octaves(results) < 5 ? 0.5 : 1));
        time.setNumberFormatOverride(NANOS);
        time.setLabelFont(PLAIN);
        time.setTickLabelFont(PLAIN);
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
        JFreeChart chart = new JFreeChart(figure.title() + ", JDK " + jdk, TITLE, all, true);
        chart.setBackgroundPaint(Color.WHITE);
        chart.setPadding(new RectangleInsets(8, 4, 4, 12));
        chart.getLegend().setItemFont(PLAIN);
        return chart;
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
        SymbolAxis axis =
                new SymbolAxis(what, places.stream().map(String::valueOf).toArray(String[]::new));
        axis.setRange(-0.4, places.size() - 0.6);
        axis.setGridBandsVisible(false);
        axis.setLabelFont(PLAIN);
        axis.setTickLabelFont(PLAIN);
        XYPlot plot = new XYPlot(data, axis, null, renderer);
        plot.setBackgroundPaint(Color.WHITE);
        plot.setDomainGridlinePaint(GRID);
        plot.setRangeGridlinePaint(GRID);
        plot.setAxisOffset(RectangleInsets.ZERO_INSETS);
        return plot;
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
