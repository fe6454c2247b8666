package io.github.cqs.bench.chart;

import io.github.cqs.bench.matrix.Estimate;
import java.awt.Color;
import java.awt.Font;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.Plot;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.svg.SVGGraphics2D;
import org.jspecify.annotations.Nullable;

/** What all pictures have in common. */
public final class Style {
    public static final Color LINE = new Color(0x404040);
    private static final Color GRID = new Color(0xdddddd);
    public static final Font PLAIN = new Font(Font.SANS_SERIF, Font.PLAIN, 11);
    private static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 14);
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
            axis = logarithmic(label, base, 1, "#,##0.###");
        } else {
            NumberAxis linear = new NumberAxis(label);
            linear.setAutoRangeIncludesZero(true);
            linear.setNumberFormatOverride(format("#,##0.###"));
            axis = linear;
            dress(axis);
        }
        return axis;
    }

    /** A tick at every so many powers of the base. */
    public static LogAxis logarithmic(String label, double base, double tick, String format) {
        LogAxis axis = new LogAxis(label);
        axis.setBase(base);
        axis.setTickUnit(new NumberTickUnit(tick));
        axis.setNumberFormatOverride(format(format));
        dress(axis);
        return axis;
    }

    /** An axis of ratios, with ticks between the powers of two if all of them are narrow. */
    public static LogAxis ratios(String label, boolean narrow) {
        return logarithmic(label, 2, narrow ? 0.25 : 1, narrow ? "0.##" : "0.###");
    }

    /** Whether the interval fits into four octaves, of which the powers of two would be too few ticks. */
    public static boolean isNarrow(Estimate e) {
        return e.low() > 0.25 && e.high() < 4;
    }

    /** Names instead of numbers, with some room at both ends. */
    public static SymbolAxis names(@Nullable String label, List<String> names, double room) {
        SymbolAxis axis = new SymbolAxis(label, names.toArray(String[]::new));
        axis.setRange(-room, names.size() - 1 + room);
        axis.setGridBandsVisible(false);
        dress(axis);
        return axis;
    }

    /** Names of rows, the first one on top. */
    public static SymbolAxis rows(List<String> names) {
        List<String> upwards = new ArrayList<>(names);
        Collections.reverse(upwards);
        return names(null, upwards, 0.6);
    }

    private static void dress(ValueAxis axis) {
        axis.setLabelFont(PLAIN);
        axis.setTickLabelFont(PLAIN);
    }

    private static DecimalFormat format(String pattern) {
        return new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(Locale.ROOT));
    }

    /** A white plot with a grey grid. */
    public static XYPlot plot(XYPlot plot) {
        plot.setBackgroundPaint(Color.WHITE);
        plot.setDomainGridlinePaint(GRID);
        plot.setRangeGridlinePaint(GRID);
        plot.setAxisOffset(RectangleInsets.ZERO_INSETS);
        return plot;
    }

    public static void write(Path file, String title, Plot plot, int width, int height) throws IOException {
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
