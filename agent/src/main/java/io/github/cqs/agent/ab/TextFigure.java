package io.github.cqs.agent.ab;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** A figure in what the program prints, or in a file that it writes: the last match counts. */
final class TextFigure implements Source {
    private static final Pattern GROUPED = Pattern.compile("[+-]?\\d{1,3}([,_' ]\\d{3})+(\\.\\d+)?");

    private final Metric metric;
    private final Pattern pattern;
    private final @Nullable WrittenFile file;

    private TextFigure(Metric metric, Pattern pattern, @Nullable WrittenFile file) {
        this.metric = metric;
        this.pattern = pattern;
        this.file = file;
    }

    /** Reads {@code NAME=REGEX}. */
    static TextFigure inOutput(String text) throws Mistake {
        String[] parts = split(text, 2, "--metric", "NAME=REGEX");
        return new TextFigure(metric(parts[0], "printed by the program"), pattern(parts[1], "--metric"), null);
    }

    /** Reads {@code NAME=FILE=REGEX}. */
    static TextFigure inFile(String text) throws Mistake {
        String[] parts = split(text, 3, "--metric-file", "NAME=FILE=REGEX");
        return new TextFigure(
                metric(parts[0], "from " + parts[1]),
                pattern(parts[2], "--metric-file"),
                new WrittenFile(Path.of(parts[1])));
    }

    static Metric metric(String name, String source) throws Mistake {
        Metric metric = Metric.named(name, source);
        if (metric.name().contains(":")) {
            throw Mistake.usage("bad name '" + name + "' of a metric; after a colon it takes higher or lower");
        }
        return metric;
    }

    static String[] split(String text, int count, String option, String form) throws Mistake {
        String[] parts = text.split("=", count);
        if (parts.length < count || parts[0].isBlank() || parts[1].isEmpty()) {
            throw Mistake.usage("bad value '" + text + "' for " + option + "; it takes " + form);
        }
        return parts;
    }

    private static Pattern pattern(String regex, String option) throws Mistake {
        try {
            Pattern pattern = Pattern.compile(regex, Pattern.MULTILINE);
            if (pattern.matcher("").groupCount() < 1) {
                throw Mistake.usage(
                        "the regex '" + regex + "' of " + option + " has no group; put parentheses around the figure");
            }
            return pattern;
        } catch (PatternSyntaxException e) {
            throw Mistake.usage("the regex '" + regex + "' of " + option + " is wrong: " + e.getDescription());
        }
    }

    @Override
    public List<Metric> metrics() {
        return List.of(metric);
    }

    @Override
    public void begin() {
        if (file != null) {
            file.begin();
        }
    }

    @Override
    public void read(Finished run, Map<String, Double> values, Map<String, double[]> curves) throws Missing {
        String found = file == null ? last(run.out()) : last(file.text());
        if (found == null && file == null) {
            found = last(run.err());
        }
        if (found == null) {
            throw new Missing("metric " + metric.name() + ": the regex '" + pattern + "' matches nothing in "
                    + (file == null ? "what the command prints" : file));
        }
        try {
            values.put(metric.name(), number(found));
        } catch (NumberFormatException e) {
            throw new Missing("metric " + metric.name() + ": '" + found + "' is no number");
        }
    }

    private @Nullable String last(String text) throws Missing {
        String found = null;
        try {
            for (Matcher matcher = pattern.matcher(text); matcher.find(); ) {
                found = matcher.group(1) == null ? found : matcher.group(1);
            }
        } catch (StackOverflowError e) {
            throw new Missing("metric " + metric.name() + ": " + tooDeep(pattern));
        }
        return found;
    }

    /** Java's matcher calls itself for each repetition of a group with alternatives. */
    static String tooDeep(Pattern pattern) {
        return "the regex '" + pattern + "' needs more stack than there is for so much text; repeat no group in it,"
                + " (?s).* matches any text";
    }

    static double number(String text) {
        String digits = text.strip();
        if (GROUPED.matcher(digits).matches()) {
            digits = digits.replaceAll("[,_' ]", "");
        }
        double value = Double.parseDouble(digits);
        if (!Double.isFinite(value)) {
            throw new NumberFormatException(text);
        }
        return value;
    }
}
