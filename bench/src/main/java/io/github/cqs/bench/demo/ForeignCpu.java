package io.github.cqs.bench.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Measures how much of the machine's CPU time went to processes other than this one and its ended children, from
 * {@code /proc}; unknown elsewhere.
 */
public final class ForeignCpu {
    private static final Path MACHINE = Path.of("/proc/stat");
    private static final Path SELF = Path.of("/proc/self/stat");

    private final Ticks start = Ticks.now();

    /** The share since this object was made, from 0 to 1, or NaN. */
    public double share() {
        Ticks end = Ticks.now();
        double total = end.total - start.total;
        double foreign = (end.busy - start.busy) - (end.own - start.own);
        return total > 0 ? Math.max(0, foreign / total) : Double.NaN;
    }

    /** The CPU time in a line of {@code /proc/PID/stat}, that of ended children included. */
    static long ownTime(String stat) {
        long[] fields = Ticks.numbers(
                stat.substring(stat.lastIndexOf(')') + 1), 15); // the state, field 3 of the line, is the first
        return fields[11] + fields[12] + fields[13] + fields[14];
    }

    private record Ticks(long total, long busy, long own) {
        static Ticks now() {
            try {
                long[] machine = numbers(Files.readAllLines(MACHINE).get(0).substring("cpu".length()), 8);
                long total = Arrays.stream(machine).sum();
                long idle = machine[3] + machine[4];
                return new Ticks(total, total - idle, ownTime(Files.readString(SELF)));
            } catch (IOException | RuntimeException e) {
                return new Ticks(0, 0, 0);
            }
        }

        /** The first numbers of a line; a field that is not a number reads as 0. */
        private static long[] numbers(String line, int count) {
            return List.of(line.trim().split("\\s+")).stream()
                    .limit(count)
                    .mapToLong(field -> field.matches("-?\\d+") ? Long.parseLong(field) : 0)
                    .toArray();
        }
    }
}
