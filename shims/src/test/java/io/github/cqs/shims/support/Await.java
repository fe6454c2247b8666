package io.github.cqs.shims.support;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a state, never for a time: polls until a condition holds, and fails with the stacks of the threads involved. */
public final class Await {
    /** Long enough for the slowest machine; reached only by a failing test. */
    static final long DEADLINE_NANOS = Long.getLong("cqs.test.deadlineSeconds", 30) * 1_000_000_000L;

    private static final int SPINS = 200;
    private static final long PAUSE_NANOS = 20_000L;

    private Await() {}

    /** Returns once {@code condition} holds. */
    public static void until(String what, BooleanSupplier condition, Thread... involved) {
        until(what, condition, List.of(involved));
    }

    /** Returns once {@code condition} holds. */
    public static void until(String what, BooleanSupplier condition, Collection<Thread> involved) {
        if (!holds(condition, DEADLINE_NANOS)) {
            throw new AssertionError("never saw: " + what + dump(involved));
        }
    }

    /** Whether {@code condition} came to hold within {@code nanos}. */
    static boolean holds(BooleanSupplier condition, long nanos) {
        long deadline = System.nanoTime() + nanos;
        for (int i = 0; !condition.getAsBoolean(); i++) {
            if (i < SPINS) {
                Thread.onSpinWait();
            } else {
                if (System.nanoTime() - deadline > 0) {
                    return condition.getAsBoolean();
                }
                boolean interrupted = Thread.interrupted();
                LockSupport.parkNanos(PAUSE_NANOS);
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
        return true;
    }

    /** Returns once {@code thread} waits, timed or not. */
    public static void parked(Thread thread) {
        until(thread.getName() + " waits", () -> isParked(thread), thread);
    }

    /** Whether {@code thread} waits, timed or not. */
    public static boolean isParked(Thread thread) {
        Thread.State state = thread.getState();
        return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
    }

    static String dump(Collection<Thread> threads) {
        StringBuilder out = new StringBuilder();
        for (Thread thread : threads) {
            out.append(System.lineSeparator())
                    .append('"')
                    .append(thread.getName())
                    .append("\" ")
                    .append(thread.getState());
            for (StackTraceElement frame : thread.getStackTrace()) {
                out.append(System.lineSeparator()).append("    at ").append(frame);
            }
        }
        return out.toString();
    }
}
