package io.github.cqs.agent.ab;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A figure that each run yields once.
 *
 * @param higherIsBetter which direction counts as faster
 * @param primary whether the user asked for it: primary metrics share one correction and decide the exit code
 * @param note where it comes from and what was assumed
 */
record Metric(String name, String unit, boolean higherIsBetter, boolean primary, String note) {
    static final Metric WALL = lower("wall", "ms", "start of the process to its end");
    static final Metric STARTUP = lower("startup", "ms", "the JVM's start up to main, the agent's included");
    static final Metric READY = lower("ready", "ms", "start of the process until it was ready");
    static final Metric STEADY = lower("steady", "ms", "wall less start-up");
    static final Metric CPU = lower("cpu", "ms", "user and system time of the whole process tree");
    static final Metric SWITCHES = lower("switches", "", "context switches of all threads, sampled");
    static final Metric MEMORY = lower("memory", "MiB", "peak resident set, all processes");
    static final Metric GC = lower("gc", "ms", "sum of the collector's pauses");

    private static final Pattern LOWER = Pattern.compile(
            "(^|[^a-z])(n|u|m|μ)?s(ec(onds?)?)?($|[^a-z])|time|latency|millis|micros|nanos|wait|took|pause|duration|elapsed"
                    + "|(^|[^a-z])p\\d\\d|mem|bytes|heap|cpu|delay|per.?op|/op");

    private static final Pattern RATE =
            Pattern.compile("(/|per) ?((n|u|m|μ)?s|(milli|micro|nano)?sec(ond)?|min|minute|h|hour)\\b");

    /** Of which fewer are better, by the second as well. */
    private static final Pattern HARM = Pattern.compile("error|fail|stall");

    private static Metric lower(String name, String unit, String note) {
        return new Metric(name, unit, false, false, note);
    }

    Metric asPrimary() {
        return new Metric(name, unit, higherIsBetter, true, note);
    }

    /**
     * A metric that the user names, {@code NAME}, {@code NAME:higher} or {@code NAME:lower}. Without a direction the
     * name decides: what reads like a time, a size or an error is better when lower.
     */
    static Metric named(String text, String source) {
        for (String direction : new String[] {"higher", "lower"}) {
            if (text.endsWith(":" + direction)) {
                String name = text.substring(0, text.length() - direction.length() - 1);
                return new Metric(name, "", direction.equals("higher"), true, source);
            }
        }
        String name = text.toLowerCase(Locale.ROOT);
        boolean lower = HARM.matcher(name).find()
                || (LOWER.matcher(name).find() && !RATE.matcher(name).find());
        String direction = lower ? "lower" : "higher";
        String note = source + "; " + direction + " is better (by its name; " + text + ':'
                + (lower ? "higher" : "lower") + " says otherwise)";
        return new Metric(text, "", !lower, true, note);
    }

    /** Name and unit. */
    String label() {
        return unit.isEmpty() ? name : name + " " + unit;
    }
}
