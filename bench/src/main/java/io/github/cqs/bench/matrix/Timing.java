package io.github.cqs.bench.matrix;

import java.util.Arrays;

/** How long one JVM measures: milliseconds of warm-up for each arm, blocks of two slices of each arm, and milliseconds of a slice. */
public record Timing(int warmUpMillis, int blocks, int sliceMillis) {
    public static Timing parse(String text) {
        int[] numbers =
                Arrays.stream(text.split("/", -1)).mapToInt(Integer::parseInt).toArray();
        return new Timing(numbers[0], numbers[1], numbers[2]);
    }

    @Override
    public String toString() {
        return warmUpMillis + "/" + blocks + "/" + sliceMillis;
    }

    /** What a JVM takes at least. */
    public long millis() {
        int arms = Arm.values().length;
        return (long) arms * (warmUpMillis + 2L * blocks * sliceMillis);
    }
}
