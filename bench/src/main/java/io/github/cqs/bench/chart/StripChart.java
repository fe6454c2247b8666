package io.github.cqs.bench.chart;

import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** Marks on a strip for each of several things; the colour tells the kind of a mark. */
public final class StripChart {
    private static final int WIDTH = 900;
    private static final int STRIP = 34;
    private static final int FRAME = 120;

    private final String title;
    private final String across;
    private final List<String> strips;
    private final XYSeriesCollection data = new XYSeriesCollection();

    public StripChart(String title, String across, List<String> strips) {
        this.title = title;
        this.across = across;
        this.strips = strips;
    }

    public void add(int strip, String kind, double x) {
        int series = data.getSeriesIndex(kind);
        if (series < 0) {
            data.addSeries(new XYSeries(kind));
            series = data.getSeriesCount() - 1;
        }
        data.getSeries(series).add(x, strips.size() - 1 - strip + 0.12 * (1 - 2 * series));
    }

    /** Without a mark there is no picture. */
    public void write(Path file) throws IOException {
        if (data.getSeriesCount() == 0) {
            return;
        }
        XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(false, true);
        for (int i = 0; i < data.getSeriesCount(); i++) {
            renderer.setSeriesPaint(i, Style.colour(i));
            renderer.setSeriesShape(i, new Rectangle2D.Double(-0.6, -4, 1.2, 8));
        }
        XYPlot plot = Style.plot(new XYPlot(data, Style.axis(across, false, 0), Style.rows(strips), renderer));
        Style.write(file, title, plot, WIDTH, FRAME + STRIP * strips.size());
    }
}
