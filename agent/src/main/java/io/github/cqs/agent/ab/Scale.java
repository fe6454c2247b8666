package io.github.cqs.agent.ab;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Maps values to positions, linearly or by their logarithms. */
record Scale(double low, double high, double from, double to, boolean logarithmic) {
    /** From the lowest to the highest value of a logarithmic scale: from here on ticks at equal steps would stand on top of each other at its end. */
    private static final double WIDE = 8;

    /** And from here on more than one in each decade would. */
    private static final double VERY_WIDE = 1_000;

    /** A scale that holds the values with a margin. */
    static Scale of(double low, double high, double from, double to) {
        double margin = high > low ? (high - low) * 0.06 : Math.max(Math.abs(low) * 0.05, 1e-9);
        return new Scale(low >= 0 ? Math.max(0, low - margin) : low - margin, high + margin, from, to, false);
    }

    static Scale logarithmic(double low, double high, double from, double to) {
        double factor = high > low ? Math.pow(high / low, 0.06) : 1.1;
        return new Scale(low / factor, high * factor, from, to, true);
    }

    double at(double value) {
        double share = logarithmic ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
        return from + (to - from) * share;
    }

    /** Round values, about {@code count} of them; of a wide logarithmic scale such as stand at about equal distances. */
    List<Double> ticks(int count) {
        List<Double> ticks = new ArrayList<>();
        if (logarithmic && high / low > WIDE) {
            double[] digits = high / low > VERY_WIDE ? new double[] {1} : new double[] {1, 2, 5};
            for (double decade = Math.pow(10, Math.floor(Math.log10(low))); decade <= high; decade *= 10) {
                for (double digit : digits) {
                    double tick = digit * decade;
                    if (tick >= low && tick <= high) {
                        ticks.add(tick);
                    }
                }
            }
            return ticks;
        }
        double rough = (high - low) / count;
        if (logarithmic) { // equal steps are narrowest at the upper end
            rough = Math.max(rough, high * Math.log(high / low) / (1.5 * count));
        }
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double step = power * (rough / power < 1.5 ? 1 : rough / power < 3.5 ? 2 : rough / power < 7.5 ? 5 : 10);
        for (double tick = Math.ceil(low / step) * step; tick <= high + step * 1e-9; tick += step) {
            ticks.add(Math.abs(tick) < step * 1e-9 ? 0 : tick);
        }
        return ticks;
    }

    /** A tick as text: as many decimals as tell it from its neighbours. */
    static String label(double tick) {
        if (Math.abs(tick - Math.rint(tick)) < 1e-9) {
            return String.format(Locale.ROOT, "%,.0f", tick);
        }
        String text = String.format(Locale.ROOT, "%.4f", tick);
        return text.replaceFirst("\\.?0+$", "");
    }
}
