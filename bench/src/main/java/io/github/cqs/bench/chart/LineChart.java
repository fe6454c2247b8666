package io.github.cqs.bench.chart;

import java.awt.BasicStroke;
import java.awt.geom.Ellipse2D;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYErrorRenderer;
import org.jfree.data.xy.XYIntervalSeries;
import org.jfree.data.xy.XYIntervalSeriesCollection;

/** Lines through points, with intervals where there are any. */
public final class LineChart {
    private static final int WIDTH = 760;
    private static final int HEIGHT = 460;

    private final String title;
    private final ValueAxis across;
    private final ValueAxis up;
    private final XYIntervalSeriesCollection data = new XYIntervalSeriesCollection();
    private boolean one;

    private LineChart(String title, ValueAxis across, ValueAxis up) {
        this.title = title;
        this.across = across;
        this.up = up;
    }

    /** Both axes from 0. */
    public static LineChart linear(String title, String across, String up) {
        return new LineChart(title, Style.axis(across, false, 0), Style.axis(up, false, 0));
    }

    /** Powers of two across, from 0 up. */
    public static LineChart doubling(String title, String across, String up) {
        return new LineChart(title, Style.axis(across, true, 2), Style.axis(up, false, 0));
    }

    /** Powers of two both ways. */
    public static LineChart logarithmic(String title, String across, String up) {
        return new LineChart(title, Style.axis(across, true, 2), Style.axis(up, true, 2));
    }

    /** Draws a line at 1. */
    public LineChart withOne() {
        one = true;
        return this;
    }

    /** A point; {@code low} and {@code high} are NaN without an interval. */
    public record Point(double x, double y, double low, double high) {
        public Point(double x, double y) {
            this(x, y, Double.NaN, Double.NaN);
        }
    }

    /** Adds a line. Points that are not finite are left out. */
    public void add(String name, List<Point> points) {
        XYIntervalSeries series = new XYIntervalSeries(name);
        for (Point p : points) {
            if (Double.isFinite(p.y)) {
                boolean bare = Double.isNaN(p.low);
                series.add(p.x, p.x, p.x, p.y, bare ? p.y : p.low, bare ? p.y : p.high);
            }
        }
        if (series.getItemCount() > 0) {
            data.addSeries(series);
        }
    }

    /** Without a point there is no picture. */
    public void write(Path file) throws IOException {
        if (data.getSeriesCount() == 0) {
            return;
        }
        XYErrorRenderer renderer = new XYErrorRenderer();
        renderer.setDrawXError(false);
        renderer.setCapLength(4);
        renderer.setDefaultLinesVisible(true);
        for (int i = 0; i < data.getSeriesCount(); i++) {
            renderer.setSeriesPaint(i, Style.colour(i));
            renderer.setSeriesStroke(i, new BasicStroke(1.6f));
            renderer.setSeriesShape(i, new Ellipse2D.Double(-3, -3, 6, 6));
        }
        XYPlot plot = Style.plot(new XYPlot(data, across, up, renderer));
        if (one) {
            plot.addRangeMarker(new ValueMarker(1, Style.LINE, new BasicStroke(1.2f)));
        }
        Style.write(file, title, plot, WIDTH, HEIGHT);
    }
}
