package io.github.cqs.bench.ces;

import io.github.cqs.bench.matrix.Workers;

/**
 * A virtual thread that has nothing to do with the locks and is to run every half millisecond. How late it is tells what the others leave of
 * the carriers.
 */
final class Bystander {
    private final Ticks ticks = new Ticks(System.nanoTime());
    private final Thread thread = Workers.virtual(this::run);

    /**
     * The times at which it is due, and how late it was for each. All that pass while it waits count: who is kept waiting once, for ten milliseconds, is late twenty
     * times, not once.
     */
    static final class Ticks {
        static final int PERIOD_NANOS = 500_000;

        private final Histogram late = new Histogram();
        private long due;

        Ticks(long now) {
            due = now + PERIOD_NANOS;
        }

        /** It runs; answers for how many nanoseconds it has nothing to do, at least one. */
        synchronized long runs(long now) {
            while (now - due >= 0) {
                late.add(now - due);
                due += PERIOD_NANOS;
            }
            return due - now;
        }

        /** Whoever is due and does not run has waited at least until now. */
        synchronized Histogram ends(long now) {
            runs(now);
            return late;
        }
    }

    void start() {
        thread.start();
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                Thread.sleep(0, (int) ticks.runs(System.nanoTime()));
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    /** Answers by how much it was late since it was started, in nanoseconds. */
    Histogram stop() throws InterruptedException {
        Histogram late = ticks.ends(System.nanoTime());
        thread.interrupt();
        thread.join();
        return late;
    }
}
