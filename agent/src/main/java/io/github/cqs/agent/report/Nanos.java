package io.github.cqs.agent.report;

/** Times for people. */
final class Nanos {
    private Nanos() {}

    /** Three significant digits and a unit, as in {@code 1.25 ms}. */
    static String text(long nanos) {
        if (nanos < 1_000) {
            return nanos + " ns";
        }
        if (nanos < 1_000_000) {
            return digits(nanos, 1_000) + " us";
        }
        if (nanos < 1_000_000_000) {
            return digits(nanos, 1_000_000) + " ms";
        }
        return digits(nanos, 1_000_000_000) + " s";
    }

    private static String digits(long nanos, long unit) {
        long whole = nanos / unit;
        if (whole >= 100) {
            return Long.toString(whole);
        }
        if (whole >= 10) {
            return whole + "." + nanos % unit * 10 / unit;
        }
        long hundredths = nanos % unit * 100 / unit;
        return whole + (hundredths < 10 ? ".0" : ".") + hundredths;
    }
}
