package io.github.cqs.agent.stats;

/**
 * Whether virtual threads hand their carriers over to those they wake, and how often: the report's {@code hand_off}. Registered as {@code
 * io.github.cqs:type=HandOff}. All counts are of this JVM since its start, and 0 unless it is on.
 */
public interface HandOffMXBean {
    /** {@code on}; {@code idle} before the first virtual thread; or {@code off}. */
    String getState();

    /** Why it is not on; empty if it is. */
    String getReason();

    /** Waiters that continued at once on the carrier of the thread that released. */
    long getHandOffs();

    /** Waiters that were to, and were queued, because the thread that released could not leave its carrier. */
    long getFlushes();

    /** Wake-ups that went through the queue because of too many hand-offs in a row, or for too long, while others waited for a carrier. */
    long getBoundHits();

    /** Wake-ups that went through the queue because the thread that released held something else. */
    long getNested();

    /** Wake-ups of threads that another scheduler runs. */
    long getOtherScheduler();

    /** Wake-ups of which no other carrier was told before the thread that woke had left its own. */
    long getNextUp();

    /** Wake-ups that went through the queue because of one of the two threads: a platform thread, one of another scheduler, or a waiter that was pinned or had not parked yet. */
    long getPlain();
}
