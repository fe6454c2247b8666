package io.github.cqs.agent.ab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * Measures from {@code /proc} how much CPU time went to ended children of this process, and to processes that have
 * nothing to do with it; unknown elsewhere.
 */
final class CpuTime {
    private static final Path MACHINE = Path.of("/proc/stat");
    private static final Path SELF = Path.of("/proc/self/stat");
    /** The kernel's USER_HZ, the same on every platform that Java runs on. */
    private static final double TICK_MILLIS = 10;

    private final Ticks start = Ticks.now();

    /** What a period used. */
    record Use(double childrenMillis, double foreignShare) {}

    /** What was used since this object was made. */
    Use use() {
        Ticks end = Ticks.now();
        double total = end.total - start.total;
        double foreign = (end.busy - start.busy) - (end.own + end.children - start.own - start.children);
        return total > 0
                ? new Use(TICK_MILLIS * (end.children - start.children), Math.max(0, foreign / total))
                : new Use(Double.NaN, Double.NaN);
    }

    /**
     * Ticks of all cores and of this process, since they began.
     *
     * @param own of this process
     * @param children of its ended children
     */
    record Ticks(long total, long busy, long own, long children) {
        static Ticks now() {
            try {
                return parse(Files.readAllLines(MACHINE).get(0), Files.readString(SELF));
            } catch (IOException | RuntimeException e) {
                return new Ticks(0, 0, 0, 0);
            }
        }

        /**
         * @param machine the first line of {@code /proc/stat}
         * @param self a line of {@code /proc/PID/stat}; a process may have any name, parentheses and spaces included
         */
        static Ticks parse(String machine, String self) {
            long[] all = numbers(machine.substring("cpu".length()), 8);
            long[] fields = numbers(self.substring(self.lastIndexOf(')') + 1), 15); // the state, field 3, is the first
            long total = Arrays.stream(all).sum();
            return new Ticks(total, total - all[3] - all[4], fields[11] + fields[12], fields[13] + fields[14]);
        }

        /** The first numbers of a line; a field that is not a number reads as 0. */
        private static long[] numbers(String line, int count) {
            return Stream.of(line.trim().split("\\s+", -1))
                    .limit(count)
                    .mapToLong(field -> field.matches("-?\\d+") ? Long.parseLong(field) : 0)
                    .toArray();
        }
    }
}
