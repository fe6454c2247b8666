package io.github.cqs.internal;

/**
 * For how long to spin, learned from whether it was enough: the time doubles whenever it was and halves whenever it was not. Threads that
 * update it at once may lose an update, which costs nothing but time.
 */
public final class SpinTime {
    /** After so many failures, and one more, a spin is tried for the longest time: of who goes on trying, and of who does not. */
    private static final int PROBE = 15;

    private static final int RARE_PROBE = 255;

    /** Of the longest time: less is not worth looking at the clock. */
    private static final int NOT_WORTH_IT = 256;

    /** Of the longest time, the shortest: spinning soon costs next to nothing where it is never enough. */
    private final int shortest;

    private final int probe;
    private int nanos;
    private int misses;

    private SpinTime(long longest, int shortest, int probe) {
        this.nanos = (int) longest;
        this.shortest = shortest;
        this.probe = probe;
    }

    /** For threads that do nothing else meanwhile: they go on trying for a short time. */
    static SpinTime persistent() {
        return new SpinTime(Tuning.SPIN_NANOS, 32, PROBE);
    }

    /** For threads with something else to do, which spin for up to {@code longest} nanoseconds: where it is never enough they try seldom. */
    public static SpinTime reluctant(long longest) {
        return new SpinTime(longest, NOT_WORTH_IT, RARE_PROBE);
    }

    /** What it is now, whatever the longest. */
    int nanos() {
        return nanos;
    }

    /** What it is now, at most {@code longest}. */
    public int nanos(long longest) {
        return (int) Math.min(nanos, longest);
    }

    /** Whether to spin at all. What is left where it is not worth it is that it is tried now and then. */
    public boolean isWorthIt(long longest) {
        if (longest == 0 || nanos > longest / NOT_WORTH_IT) {
            return longest > 0;
        }
        if ((++misses & probe) == 0) {
            nanos = (int) longest;
        }
        return false;
    }

    public void wasEnough(int spun, long longest) {
        nanos = (int) Math.min(2L * spun, longest);
    }

    public void wasNotEnough(int spun, long longest) {
        if (probe == PROBE && (++misses & probe) == 0) {
            nanos = (int) longest;
        } else { // not more than others have come to meanwhile
            nanos = (int) Math.max(Math.min(spun, nanos) / 2, longest / shortest);
        }
    }

    /**
     * A thread has waited and given up, so that a trial of spinning would have failed: its wait brings none nearer. That of a thread which was not asked whether to spin takes back
     * another's, so that trials are rarer where many give up, and there are none while most do.
     */
    void wasGivenUp() {
        if ((misses & probe) != 0) { // not below: the next one to count is not the last before a trial
            misses--;
        }
    }

    /** A thread that spun and waited has given up: what it waited for did not even come later, so neither is it probed for. */
    void wasInVain(int before, long longest) {
        if (nanos != before) {
            nanos = (int) Math.max(before / 2, longest / NOT_WORTH_IT);
        }
    }
}
