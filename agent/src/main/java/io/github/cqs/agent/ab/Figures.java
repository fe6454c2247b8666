package io.github.cqs.agent.ab;

import java.util.Locale;

/** How figures are written. */
final class Figures {
    private static final String NONE = "-";

    private Figures() {}

    /** Three significant digits or all digits before the point, whichever is more. */
    static String figure(double value) {
        if (!Double.isFinite(value)) {
            return NONE;
        }
        double size = Math.abs(value);
        int decimals = size >= 100 || size == 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.1 ? 3 : 4;
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }

    /** A ratio, of which nobody wants to know more than its size once it is a factor of a thousand, as the ends of two noisy blocks' interval are. */
    static String ratio(double value) {
        if (Double.isNaN(value)) {
            return NONE;
        }
        return value > 1_000 ? "> 1000" : String.format(Locale.ROOT, value < 10 ? "%.3f" : "%.1f", value);
    }

    /** A ratio with its interval. */
    static String interval(Estimate estimate) {
        if (!Double.isFinite(estimate.low())) {
            return ratio(estimate.ratio());
        }
        return ratio(estimate.ratio()) + " [" + ratio(estimate.low()) + " .. " + ratio(estimate.high()) + "]";
    }

    static String percent(double share) {
        return Double.isFinite(share) ? String.format(Locale.ROOT, "%.1f %%", 100 * share) : NONE;
    }

    /** A relative change, of which nobody wants to know more than its size once it is a factor of ten. */
    static String change(double share) {
        return share > 9 ? "> 900 %" : percent(share);
    }

    static String blocks(int count) {
        return count + (count == 1 ? " block" : " blocks");
    }

    /** Nanoseconds in the unit that suits them. */
    static String nanos(double nanos) {
        if (!Double.isFinite(nanos)) {
            return NONE;
        }
        if (nanos < 1e3) {
            return figure(nanos) + " ns";
        }
        return nanos < 1e6
                ? figure(nanos / 1e3) + " us"
                : nanos < 1e9 ? figure(nanos / 1e6) + " ms" : figure(nanos / 1e9) + " s";
    }

    /** Seconds as a person would say them. */
    static String duration(double seconds) {
        long whole = Math.round(seconds);
        if (whole < 60) {
            return whole + " s";
        }
        return whole < 3600
                ? String.format(Locale.ROOT, "%d min %02d s", whole / 60, whole % 60)
                : String.format(Locale.ROOT, "%d h %02d min", whole / 3600, whole / 60 % 60);
    }
}
