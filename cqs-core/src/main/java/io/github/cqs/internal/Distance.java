package io.github.cqs.internal;

/**
 * How far apart the processors are that a state goes between, learned from how long the look takes that gets what another thread has just released: the way of a
 * cache line from one to the other, and a clock. It is kept as an {@code int} by who learns it, 0 for not known.
 */
public final class Distance {
    /** The part of the difference to the last look timed that is learned. */
    private static final int LEARNED = 8;

    /** A look counts as at most so many times what was learned, and these nanoseconds: in a longer one somebody lost the processor. */
    private static final int OUTLIER = 2;

    private static final int OUTLIER_NANOS = 100;
    private static final int LONGEST = 10_000;

    private Distance() {}

    /** What is known after a look that took {@code nanos} nanoseconds, {@code last} having been known before. */
    public static int learn(int last, long nanos) {
        long longest = Math.min(OUTLIER * last + OUTLIER_NANOS, LONGEST);
        return last + (int) (Math.max(0, Math.min(nanos, longest)) - last) / LEARNED;
    }
}
