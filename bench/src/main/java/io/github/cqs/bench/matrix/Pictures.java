package io.github.cqs.bench.matrix;

import io.github.cqs.bench.chart.Style;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.geom.Ellipse2D;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYErrorRenderer;
import org.jfree.data.xy.XYIntervalSeries;
import org.jfree.data.xy.XYIntervalSeriesCollection;

/** One picture for each group of cells: ratios with their intervals, the null runs below in grey. */
final class Pictures {
    private static final int WIDTH = 900;
    private static final int ROW = 17;
    private static final int FRAME = 110;
    private static final Color OURS = new Color(0x1f5fa8);
    private static final Color NOISE = new Color(0x9a9a9a);
    private static final double LEAST = 0.01;

    private Pictures() {}

    /** Writes {@code GROUP.svg} for each group that has a figure. */
    static List<Path> write(Path folder, int jdk, List<CellResult> results) throws IOException {
        Map<String, List<CellResult>> groups = new LinkedHashMap<>();
        for (CellResult result : results) {
            if (result.ratio().pairs() > 0) {
                groups.computeIfAbsent(result.cell().group(), group -> new ArrayList<>())
                        .add(result);
            }
        }
        List<Path> files = new ArrayList<>();
        for (Map.Entry<String, List<CellResult>> group : groups.entrySet()) {
            Path file = folder.resolve(group.getKey() + ".svg");
            int height = FRAME + ROW * group.getValue().size();
            Style.write(file, group.getKey() + ", ours / JDK " + jdk, plot(group.getValue()), WIDTH, height);
            files.add(file);
        }
        return files;
    }

    private static XYPlot plot(List<CellResult> results) {
        int n = results.size();
        XYIntervalSeries ours = new XYIntervalSeries("ours / JDK, 95 % interval");
        XYIntervalSeries noise = new XYIntervalSeries("JDK / JDK (noise)");
        for (int i = 0; i < n; i++) {
            int row = n - 1 - i; // the first cell on top
            add(ours, results.get(i).ratio(), row + 0.12);
            add(noise, results.get(i).noise(), row - 0.25);
        }
        XYIntervalSeriesCollection data = new XYIntervalSeriesCollection();
        data.addSeries(ours);
        data.addSeries(noise);

        LogAxis ratios = Style.ratios("ratio, logarithmic: right of 1 ours is better", isNarrow(results));
        SymbolAxis cells =
                Style.rows(results.stream().map(result -> result.cell().name()).toList());

        XYErrorRenderer renderer = new XYErrorRenderer();
        renderer.setDrawYError(false);
        renderer.setCapLength(3);
        renderer.setSeriesPaint(0, OURS);
        renderer.setSeriesPaint(1, NOISE);
        renderer.setSeriesShape(0, new Ellipse2D.Double(-3, -3, 6, 6));
        renderer.setSeriesShape(1, new Ellipse2D.Double(-2, -2, 4, 4));

        XYPlot plot = new XYPlot(data, ratios, cells, renderer);
        plot.addDomainMarker(new ValueMarker(1, Style.LINE, new BasicStroke(1.2f)));
        return Style.plot(plot);
    }

    private static boolean isNarrow(List<CellResult> results) {
        return results.stream()
                .flatMap(result -> Stream.of(result.ratio(), result.noise()))
                .allMatch(e -> e.pairs() == 0 || Style.isNarrow(e));
    }

    private static void add(XYIntervalSeries series, Estimate e, double row) {
        if (e.pairs() > 0) {
            series.add(Math.max(LEAST, e.median()), Math.max(LEAST, e.low()), Math.max(LEAST, e.high()), row, row, row);
        }
    }
}
