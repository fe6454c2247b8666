package io.github.cqs.internal;

import java.util.concurrent.locks.LockSupport;

/**
 * What waiting in a primitive does while the heap is exhausted, or the stack: it tries again, as JDK 25's locks do, instead of failing in the middle of an
 * operation.
 */
public final class Scarcity {
    private static final long SHORTEST_PAUSE_NANOS = 1_000_000;
    private static final int DOUBLINGS = 6;

    private Scarcity() {}

    /** Loads this class, as there may be no memory for that when it is needed. */
    static void prepare() {}

    /**
     * Waits a little for others to give memory back, after {@code failures} attempts in a row that failed before the last one; an interrupt is
     * kept as status. Takes no memory itself on platform threads, and does without a pause where that fails.
     */
    public static void pause(int failures) {
        boolean interrupted = Thread.interrupted(); // with which no thread parks
        try {
            LockSupport.parkNanos(SHORTEST_PAUSE_NANOS << Math.min(failures, DOUBLINGS));
        } catch (OutOfMemoryError | StackOverflowError untimed) {
            tryYield();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * As {@link Thread#yield}, where nothing may fail. A virtual thread leaves its carrier for that, which takes memory, and more stack the deeper its own is; if there is
     * none it stays.
     */
    @SuppressWarnings("ThreadPriorityCheck") // callers wait for what another thread does, which may need this core
    public static void tryYield() {
        try {
            Thread.yield();
        } catch (OutOfMemoryError | StackOverflowError refused) {
            Thread.onSpinWait();
        }
    }
}
