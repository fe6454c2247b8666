package io.github.cqs.internal;

/**
 * Whether it is dear to give the processor away. A yield that takes long has let in somebody who keeps the processor for a time slice, another process perhaps, and
 * the next one may as well: so there is none for a few times as long, and for many times as long where that comes again. Threads that update this at once may lose
 * an update, which costs a yield.
 */
public final class YieldCost {
    /** Nanoseconds from which on a yield was dear, since somebody has had the processor who keeps it for a time slice. */
    public static final long DEAR = 1_000_000;

    /** For how many times as long there is none then: at first, how much longer from one to the next, and at most. */
    static final int FIRST_RECESS = 4;

    private static final int GROWTH = 4;
    static final int LONGEST_RECESS = 64;

    /** Nanoseconds, as it may have been a pause of the whole JVM. */
    static final long LONGEST_NANOS = 1_000_000_000;

    /** Yields in a row that were not dear, after which the next recess is shorter. */
    static final int CHEAP = 256;

    private boolean dear;
    private long until;
    private int recess = FIRST_RECESS;
    private int cheap;

    /** Nothing is known yet. */
    public YieldCost() {}

    /** Whether who asks at the time {@code now} of {@link System#nanoTime} should not yield. */
    public boolean isDear(long now) {
        if (dear && until - now <= 0) {
            dear = false;
        }
        return dear;
    }

    /** The current thread has yielded at the time {@code before} and is back {@code now}. */
    public void note(long before, long now) {
        long taken = now - before;
        if (dear) {
            return; // others have lost the same time slice
        }
        if (taken >= DEAR) {
            until = now + Math.min(recess * taken, LONGEST_NANOS);
            dear = true;
            recess = Math.min(GROWTH * recess, LONGEST_RECESS);
            cheap = 0;
        } else if (recess > FIRST_RECESS && ++cheap >= CHEAP) {
            recess = Math.max(recess / GROWTH, FIRST_RECESS);
            cheap = 0;
        }
    }
}
