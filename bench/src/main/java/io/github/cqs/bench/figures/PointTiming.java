package io.github.cqs.bench.figures;

/** How long one JVM measures: milliseconds of warm-up for each algorithm, blocks of two slices of each, and milliseconds of a slice. */
record PointTiming(int warmUpMillis, int blocks, int sliceMillis) {
    static final PointTiming FULL = new PointTiming(400, 2, 120);
    static final PointTiming QUICK = new PointTiming(80, 1, 40);

    static PointTiming parse(String text) {
        String[] parts = text.split("/", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException(text);
        }
        return new PointTiming(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
    }

    @Override
    public String toString() {
        return warmUpMillis + "/" + blocks + "/" + sliceMillis;
    }

    /** What a JVM with so many algorithms takes at least. */
    long millis(int series) {
        return (long) series * (warmUpMillis + 2L * blocks * sliceMillis);
    }
}
