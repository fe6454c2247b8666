package io.github.cqs.shims;

/**
 * Whether the threads of an unfair {@link CqsArrayBlockingQueue} do something or not. It is tried out, for some waits with it and for some without in turn, and what lets more
 * elements through the queue in a given time is kept for many waits. All of it under the queue's lock, but for {@link #isOn}, which is a guess without it.
 */
final class Trials {
    /** Waits of a trial. */
    static final int WAITS = 16;

    /** Half of them with it and half without. Of each kind the best counts: whoever loses the processor meanwhile spoils one. */
    static final int TRIALS = 6;

    /** For how many waits what was found is kept: twice as many each time that it is found again. */
    static final int KEPT = 128;

    private static final int KEPT_LONGEST = 8192;

    private final double gain;

    private boolean on;

    /** How many waits are left until the next change. */
    private int waits = WAITS;

    /** How many trials are to come, 0 while what was found is kept. */
    private int trials;

    private boolean found;
    private int kept = KEPT / 2;

    /** Of the current trial. */
    private long start;

    private long startPassed;

    /** Elements in a nanosecond. */
    private double with;

    private double without;

    /**
     * What is done at first, or not.
     *
     * @param gain by what factor it has to be better to do it: that costs something, and there is chance in what is measured
     */
    Trials(boolean on, double gain) {
        this.on = on;
        this.found = on;
        this.gain = gain;
    }

    boolean isOn() {
        return on;
    }

    /** Counts a wait, {@code passed} elements having left the queue by then; answers whether the next thread does it. */
    boolean next(long passed) {
        if (isOver()) {
            change(System.nanoTime(), passed);
        }
        return on;
    }

    /** Counts a wait; answers whether something has come to an end with the last one. */
    boolean isOver() {
        return --waits < 0;
    }

    /** Ends what was tried or kept; {@code now} is a reading of the clock in nanoseconds. */
    void change(long now, long passed) {
        if (trials == 0) {
            trials = TRIALS;
            with = 0;
            without = 0;
        } else {
            double rate = (passed - startPassed) / (double) Math.max(1, now - start);
            if (on) {
                with = Math.max(with, rate);
            } else {
                without = Math.max(without, rate);
            }
            trials--;
        }
        if (trials == 0) {
            boolean pays = with > gain * without;
            kept = pays == found ? Math.min(2 * kept, KEPT_LONGEST) : KEPT;
            found = pays;
            on = pays;
            waits = kept - 1;
        } else {
            on = !on;
            waits = WAITS - 1;
            start = now;
            startPassed = passed;
        }
    }
}
