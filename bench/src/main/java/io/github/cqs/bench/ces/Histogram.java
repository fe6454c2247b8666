package io.github.cqs.bench.ces;

import java.util.Arrays;

/** Counts of durations, each bucket at most 1/16 wide. For one thread, or many that exclude each other. */
public final class Histogram {
    private static final int BITS = 4;
    private static final int STEPS = 1 << BITS;
    private static final int BUCKETS = (64 - BITS) * STEPS;

    private final long[] counts = new long[BUCKETS];

    /** Counts a value; a negative one, as clocks give them, counts as 0. */
    public void add(long value) {
        counts[bucket(Math.max(0, value))]++;
    }

    public void add(Histogram other) {
        for (int i = 0; i < BUCKETS; i++) {
            counts[i] += other.counts[i];
        }
    }

    public void clear() {
        Arrays.fill(counts, 0);
    }

    public long total() {
        return Arrays.stream(counts).sum();
    }

    /** The buckets that are not empty: {@code bucket:count}, with spaces between. */
    public String text() {
        return java.util.stream.IntStream.range(0, BUCKETS)
                .filter(i -> counts[i] > 0)
                .mapToObj(i -> i + ":" + counts[i])
                .collect(java.util.stream.Collectors.joining(" "));
    }

    public static Histogram parse(String text) {
        Histogram histogram = new Histogram();
        for (String entry : text.split(" ", -1)) {
            int colon = entry.indexOf(':');
            if (colon > 0) {
                histogram.counts[Integer.parseInt(entry.substring(0, colon))] =
                        Long.parseLong(entry.substring(colon + 1));
            }
        }
        return histogram;
    }

    /** The middle of the bucket that holds the quantile {@code q}; NaN if nothing was counted. */
    public double quantile(double q) {
        long rank = (long) Math.ceil(q * total());
        long seen = 0;
        for (int i = 0; i < BUCKETS; i++) {
            seen += counts[i];
            if (seen > 0 && seen >= rank) {
                return i < STEPS ? i : (least(i) + least(i + 1) - 1) / 2.0;
            }
        }
        return Double.NaN;
    }

    private static int bucket(long value) {
        if (value < STEPS) {
            return (int) value;
        }
        int shift = 63 - Long.numberOfLeadingZeros(value) - BITS;
        return (shift + 1) * STEPS + (int) (value >>> shift) - STEPS;
    }

    /** The least value of a bucket. */
    private static double least(int bucket) {
        return bucket < STEPS ? bucket : Math.scalb((double) (STEPS + bucket % STEPS), bucket / STEPS - 1);
    }
}
