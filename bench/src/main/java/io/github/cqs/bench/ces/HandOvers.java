package io.github.cqs.bench.ces;

/**
 * What became of one resource's sections: who followed whom, where, and how long nobody was in while somebody waited. Guarded by the resource's
 * lock, but for {@link #clear} and the figures, which are for times of quiet.
 */
public final class HandOvers {
    /** Sections at a slice's start of which nothing is told, while the crowd gathers. */
    private static final int SKIPPED = 2000;
    /** Sections whose place is told. */
    private static final int TOLD = 400;

    private final Histogram delays = new Histogram();
    private final long[] trace = new long[2 * TOLD];
    private long sections;
    private long contended;
    private long stayed;
    private boolean awaited;
    private long leftAt;
    private long lastCarrier;

    /** First in a section. */
    public void enter() {
        long now = System.nanoTime();
        long carrier = Carriers.current();
        if (awaited) {
            delays.add(now - leftAt);
            contended++;
            if (carrier == lastCarrier) {
                stayed++;
            }
        }
        lastCarrier = carrier;
        long told = sections++ - SKIPPED;
        if (told >= 0 && told < TOLD) {
            trace[(int) (2 * told)] = now;
            trace[(int) (2 * told) + 1] = carrier;
        }
    }

    /**
     * Last in a section.
     *
     * @param waiting whether somebody waits for the section's end
     */
    public void leave(boolean waiting) {
        awaited = waiting;
        leftAt = System.nanoTime();
    }

    public void clear() {
        delays.clear();
        sections = 0;
        contended = 0;
        stayed = 0;
        awaited = false;
    }

    long sections() {
        return sections;
    }

    long contended() {
        return contended;
    }

    long stayed() {
        return stayed;
    }

    Histogram delays() {
        return delays;
    }

    /** Time and carrier of some sections, alternating. */
    public long[] trace() {
        int told = (int) Math.max(0, Math.min(TOLD, sections - SKIPPED));
        return java.util.Arrays.copyOf(trace, 2 * told);
    }
}
