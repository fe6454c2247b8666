package io.github.cqs.bench.chart;

import io.github.cqs.bench.matrix.Estimate;
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

/** A row for each comparison, ratios with their intervals across. */
public final class RowChart {
    private static final int WIDTH = 900;
    private static final int ROW = 22;
    private static final int FRAME = 120;

    private final String title;
    private final List<String> rows;
    private final XYIntervalSeriesCollection data = new XYIntervalSeriesCollection();
    private boolean narrow = true;

    public RowChart(String title, List<String> rows) {
        this.title = title;
        this.rows = rows;
    }

    /** Adds a ratio for each row. */
    public void add(String name, List<Estimate> ratios) {
        XYIntervalSeries series = new XYIntervalSeries(name);
        double offset = 0.22 * (1 - data.getSeriesCount());
        for (int i = 0; i < rows.size(); i++) {
            Estimate e = ratios.get(i);
            if (e.pairs() > 0) {
                double at = rows.size() - 1 - i + offset; // the first on top
                series.add(e.median(), e.low(), e.high(), at, at, at);
                narrow &= Style.isNarrow(e);
            }
        }
        data.addSeries(series);
    }

    public void write(Path file) throws IOException {
        ValueAxis across = Style.ratios("ratio, logarithmic", narrow);
        XYErrorRenderer renderer = new XYErrorRenderer();
        renderer.setDrawYError(false);
        renderer.setCapLength(3);
        for (int i = 0; i < data.getSeriesCount(); i++) {
            renderer.setSeriesPaint(i, Style.colour(i == 2 ? 6 : i));
            renderer.setSeriesShape(i, new Ellipse2D.Double(-3, -3, 6, 6));
        }
        XYPlot plot = Style.plot(new XYPlot(data, across, Style.rows(rows), renderer));
        plot.addDomainMarker(new ValueMarker(1, Style.LINE, new BasicStroke(1.2f)));
        Style.write(file, title, plot, WIDTH, FRAME + ROW * rows.size());
    }
}
