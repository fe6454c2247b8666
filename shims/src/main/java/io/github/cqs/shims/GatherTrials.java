package io.github.cqs.shims;

/**
 * Whether those who spin at an unfair {@link CqsArrayBlockingQueue} gather. It is tried out, for some waits with and some without in turn, and what lets more
 * elements through the queue in a given time is kept for many waits. All of it under the queue's lock.
 */
final class GatherTrials {
    /** Waits of a trial. */
    static final int WAITS = 16;

    /** Half of them with and half without. Of each kind the best counts: whoever loses the processor meanwhile spoils one. */
    static final int TRIALS = 6;

    /** For how many waits what was found is kept: twice as many each time that it is found again. */
    static final int KEPT = 128;

    private static final int KEPT_LONGEST = 8192;

    /** Gathering has to be better by so much: it delays elements, and there is chance in what is measured. */
    private static final double GAIN = 1.25;

    private boolean gathers;

    /** How many waits are left until the next change. */
    private int waits = WAITS;

    /** How many trials are to come, 0 while what was found is kept. */
    private int trials;

    private boolean found;
    private int kept = KEPT / 2;

    /** Of the current trial. */
    private long start;

    private long startHead;

    /** Elements in a nanosecond. */
    private double with;

    private double without;

    /** To be asked once for each wait: answers whether {@link #change} is to be called before {@link #gathers}. */
    boolean isOver() {
        return --waits < 0;
    }

    boolean gathers() {
        return gathers;
    }

    /**
     * Ends what was tried or kept.
     *
     * @param now a reading of the clock in nanoseconds
     * @param head how many elements have left the queue
     */
    void change(long now, long head) {
        if (trials == 0) {
            trials = TRIALS;
            with = 0;
            without = 0;
        } else {
            double rate = (head - startHead) / (double) Math.max(1, now - start);
            if (gathers) {
                with = Math.max(with, rate);
            } else {
                without = Math.max(without, rate);
            }
            trials--;
        }
        if (trials == 0) {
            boolean pays = with > GAIN * without;
            kept = pays == found ? Math.min(2 * kept, KEPT_LONGEST) : KEPT;
            found = pays;
            gathers = pays;
            waits = kept - 1;
        } else {
            gathers = !gathers;
            waits = WAITS - 1;
            start = now;
            startHead = head;
        }
    }
}
