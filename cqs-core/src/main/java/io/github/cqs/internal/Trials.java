package io.github.cqs.internal;

/**
 * Whether the threads that wait for something do this or that meanwhile. It is tried out, for some waits with it and for some without in turn, and what lets more pass in a given time is
 * kept for many waits, and for many times as long as the trials take at least. To be guarded by a lock, but for {@link #isOn}, which is a guess without it, and {@link #isOver}, which may lose a wait.
 */
public final class Trials {
    /** Nanoseconds of a trial in which others may have time slices: several of them. */
    public static final long TIME_SLICES = 10_000_000;

    /** Waits of a trial, at least. */
    static final int WAITS = 16;

    /** Half of them with it and half without. Of each kind the best counts: whoever loses the processor meanwhile spoils one. */
    static final int TRIALS = 6;

    /** For how many waits what was found is kept: twice as many each time that it is found again. */
    static final int KEPT = 128;

    private static final int KEPT_LONGEST = 8192;

    /** And for how many times as long as the trials take at least, where it does not pay: twice as long each time that this is found again. */
    static final int TIMES = 4;

    /** The same where it does: trials without it cost something then. */
    static final int TIMES_IF_IT_PAYS = 16;

    /** The most that either becomes. */
    static final int TIMES_MOST = 64;

    private final double gain;
    private final long shortest;

    private boolean on;

    /** How many waits are left until the next change. */
    private int waits = WAITS;

    /** How many trials are to come, 0 while what was found is kept. */
    private int trials;

    private boolean found;
    private int kept = KEPT / 2;

    /** When the last trials ended, and for how long what they found is kept, in nanoseconds. */
    private long end;

    private long rest;

    /** Of the current trial. */
    private long start;

    private long startPassed;

    /** What passed in a nanosecond. */
    private double with;

    private double without;

    /**
     * What is done at first, or not.
     *
     * @param gain by what factor it has to be better to do it: that costs something, and there is chance in what is measured
     * @param shortest how long a trial takes at least, in nanoseconds
     */
    public Trials(boolean on, double gain, long shortest) {
        this.on = on;
        this.found = on;
        this.gain = gain;
        this.shortest = shortest;
    }

    public boolean isOn() {
        return on;
    }

    /** Whether trials are going on, for which what passes is to be counted. */
    public boolean isTrying() {
        return trials > 0;
    }

    /** Counts a wait, so much having passed by then; answers whether the next thread does it. */
    public boolean next(long passed) {
        if (isOver()) {
            change(System.nanoTime(), passed);
        }
        return on;
    }

    /** Counts a wait; answers whether something has come to an end with the last one. */
    boolean isOver() {
        return --waits < 0;
    }

    /** Ends what was tried or kept unless it is too soon for that. */
    void change(long now, long passed) {
        if (trials == 0) {
            if (rest > 0 && now - end < rest) {
                waits = kept - 1;
                return;
            }
            trials = TRIALS;
            with = 0;
            without = 0;
        } else if (now - start < shortest) {
            waits = 0;
            return;
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
            boolean pays = with + without > 0 ? with > gain * without : found;
            kept = pays == found ? Math.min(2 * kept, KEPT_LONGEST) : KEPT;
            found = pays;
            on = pays;
            waits = kept - 1;
            end = now;
            int times = kept / KEPT * (pays ? TIMES_IF_IT_PAYS : TIMES);
            rest = TRIALS * shortest * Math.min(times, TIMES_MOST);
        } else {
            on = !on;
            waits = WAITS - 1;
            start = now;
            startPassed = passed;
        }
    }
}
