package io.github.cqs.shims;

import io.github.cqs.internal.Tuning;
import java.util.Collection;
import java.util.HashSet;
import java.util.stream.Stream;

/** What the tests that explore the shims with Lincheck have in common. */
final class Exploration {
    private Exploration() {}

    /** To stay within a minute, the short form pairs segments of one cell with unfair, and larger ones with fair. */
    static <T> Stream<T> variants(T unfair, T fair) {
        if (Integer.getInteger("cqs.test.scale", 1) > 1) {
            return Stream.of(unfair, fair);
        }
        return Stream.of(Tuning.SEGMENT_SIZE == 1 ? unfair : fair);
    }

    static IllegalStateException wouldWait() {
        return new IllegalStateException("would wait");
    }

    /** What a monitoring thread may see of {@code queued} threads, of which there are three besides it at most. */
    static void requirePlausible(Collection<Thread> queued, int length) {
        require(new HashSet<>(queued).size() == queued.size(), "a thread is listed twice: " + queued);
        require(length >= 0 && length <= 3, "queue length " + length);
    }

    static void require(boolean condition, String what) {
        if (!condition) {
            throw new IllegalStateException(what);
        }
    }

    static Stream<Boolean> fairness() {
        return variants(false, true);
    }

    /** For what may end either way: the invariants at the end, and that nobody hangs. */
    public static class NoSpecification {
        public void acquire(int thread) {}

        public void ask(int thread) {}

        public void acquireBoth(int thread) {}

        public void acquireInTime(int thread) {}

        public void acquireSoon(int thread) {}

        public void acquireInterrupted(int thread) {}

        public void release(int thread) {}

        public void pass(int thread) {}

        public void passReentrantly(int thread) {}

        public void passSoon(int thread) {}

        public void await(int thread) {}

        public void awaitInTime(int thread) {}

        public void awaitSoon(int thread) {}

        public void signal(int thread) {}

        public void signalAll(int thread) {}

        public void arrive(int thread) {}

        public void arriveInTime(int thread) {}

        public void arriveSoon(int thread) {}

        public void reset(int thread) {}

        public void reduce(int thread) {}

        public void inspect(int thread) {}

        public void passInTime(int thread) {}

        public void lockInterrupted(int thread) {}

        public void awaitInterruptibly(int thread) {}

        public void awaitPast(int thread) {}

        public void awaitInterrupted(int thread) {}

        public void countDown(int thread) {}

        public void arriveInterrupted(int thread) {}

        public void offerSoon(int e) {}

        public void pollSoon(int e) {}

        public void put(int e) {}

        public void takeAny(int e) {}
    }
}
