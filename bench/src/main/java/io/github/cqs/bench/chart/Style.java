package io.github.cqs.bench.chart;

import java.awt.Color;
import java.awt.Font;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.List;
import java.util.Locale;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.svg.SVGGraphics2D;

/** What all pictures have in common. */
final class Style {
    static final Color LINE = new Color(0x404040);
    static final Color GRID = new Color(0xdddddd);
    static final Font PLAIN = new Font(Font.SANS_SERIF, Font.PLAIN, 11);
    static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 14);
    /** Distinguishable by the colour-blind (Okabe, Ito). */
    static final List<Color> COLOURS = List.of(
            new Color(0x0072b2),
            new Color(0xd55e00),
            new Color(0x009e73),
            new Color(0xcc79a7),
            new Color(0xe69f00),
            new Color(0x56b4e9),
            new Color(0x7f7f7f),
            new Color(0x000000));

    private Style() {}

    static Color colour(int series) {
        return COLOURS.get(series % COLOURS.size());
    }

    static ValueAxis axis(String label, boolean logarithmic, double base) {
        ValueAxis axis;
        if (logarithmic) {
            LogAxis log = new LogAxis(label);
            log.setBase(base);
            log.setTickUnit(new NumberTickUnit(1));
            log.setNumberFormatOverride(format());
            axis = log;
        } else {
            NumberAxis linear = new NumberAxis(label);
            linear.setAutoRangeIncludesZero(true);
            linear.setNumberFormatOverride(format());
            axis = linear;
        }
        axis.setLabelFont(PLAIN);
        axis.setTickLabelFont(PLAIN);
        return axis;
    }

    private static DecimalFormat format() {
        return new DecimalFormat("#,##0.###", DecimalFormatSymbols.getInstance(Locale.ROOT));
    }

    static void write(Path file, String title, XYPlot plot, int width, int height) throws IOException {
        plot.setBackgroundPaint(Color.WHITE);
        plot.setDomainGridlinePaint(GRID);
        plot.setRangeGridlinePaint(GRID);
        plot.setAxisOffset(RectangleInsets.ZERO_INSETS);
        JFreeChart chart = new JFreeChart(title, TITLE, plot, true);
        chart.setBackgroundPaint(Color.WHITE);
        chart.setPadding(new RectangleInsets(8, 4, 4, 12));
        chart.getLegend().setItemFont(PLAIN);
        SVGGraphics2D svg = new SVGGraphics2D(width, height);
        svg.setDefsKeyPrefix(String.valueOf(file.getFileName()).replace(".svg", "-")); // else it draws a number
        chart.draw(svg, new Rectangle2D.Double(0, 0, width, height));
        Files.writeString(file, svg.getSVGDocument());
    }
}
