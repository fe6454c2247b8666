package io.github.cqs.internal;

/**
 * Whether to go on with what has succeeded most of the time. Threads that update it at once may lose an update, which costs nothing but time.
 */
final class Odds {
    /** So many successes make up for a failure. */
    private static final int WEIGHT = 4;

    /** What successes count for at most; and at first half of it. */
    private static final int MOST = 16;

    /** Of so many chances one is taken where the odds are bad, a power of two. */
    static final int TRIAL = 256;

    private int balance = MOST / 2;
    private int declined;

    /** Whether to take the chance. */
    boolean areGood() {
        return balance >= 0 || (++declined & (TRIAL - 1)) == 0;
    }

    /** What was tried has succeeded or failed. */
    void learn(boolean success) {
        if (!success) {
            balance = Math.max(-1, balance - WEIGHT);
        } else if (balance < MOST) { // others read what is in this cache line
            balance++;
        }
    }
}
