package io.github.cqs.bench.demo;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a program printed.
 *
 * @param throughput operations per second; NaN if it was not printed
 * @param problem why the output does not count, in one line, or null
 */
record Output(double throughput, @Nullable String problem) {
    private static final Pattern THROUGHPUT = Pattern.compile("^throughput: ([0-9.]+) ops/s$", Pattern.MULTILINE);
    private static final Pattern SELF_CHECK = Pattern.compile("^self-check: (.*?)\\s*$", Pattern.MULTILINE);

    /** Finds the figure and the verdict; each must be there exactly once. */
    static Output parse(String text) {
        List<String> figures = all(THROUGHPUT, text);
        List<String> verdicts = all(SELF_CHECK, text);
        double throughput = figures.size() == 1 ? Double.parseDouble(figures.get(0)) : Double.NaN;
        if (verdicts.size() != 1) {
            return new Output(throughput, "printed " + verdicts.size() + " self-check verdicts");
        }
        if (!verdicts.get(0).equals("ok")) {
            return new Output(throughput, "self-check " + verdicts.get(0));
        }
        return new Output(throughput, throughput > 0 ? null : "printed no throughput, or more than one");
    }

    private static List<String> all(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(Output::group).toList();
    }

    private static String group(MatchResult match) {
        return match.group(1);
    }
}
