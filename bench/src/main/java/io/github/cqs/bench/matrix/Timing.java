package io.github.cqs.bench.matrix;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How long one JVM measures: milliseconds of warm-up for each arm or series, blocks of two slices of each, and milliseconds of a slice. */
public record Timing(int warmUpMillis, int blocks, int sliceMillis) {
    private static final Pattern TEXT = Pattern.compile("([0-9]{1,6})/([0-9]{1,6})/([0-9]{1,6})");

    /**
     * Reads what {@link #toString} writes.
     *
     * @throws TypeConversionException otherwise
     */
    public static Timing parse(String text) {
        Matcher numbers = TEXT.matcher(text);
        if (!numbers.matches()) {
            throw new TypeConversionException("three numbers with / between them");
        }
        return new Timing(
                Integer.parseInt(numbers.group(1)),
                Integer.parseInt(numbers.group(2)),
                Integer.parseInt(numbers.group(3)));
    }

    /** For an option of a command. */
    public static final class Converter implements ITypeConverter<Timing> {
        @Override
        public Timing convert(String text) {
            return parse(text);
        }
    }

    @Override
    public String toString() {
        return warmUpMillis + "/" + blocks + "/" + sliceMillis;
    }

    /** What a JVM with so many arms or series takes at least. */
    public long millis(int arms) {
        return (long) arms * (warmUpMillis + 2L * blocks * sliceMillis);
    }
}
