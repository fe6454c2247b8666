package io.github.cqs.bench.ces;

import io.github.cqs.bench.matrix.Workers;

/**
 * A virtual thread that has nothing to do with the locks and wants to run every half millisecond. How late it is tells what the others leave of
 * the carriers.
 */
final class Bystander {
    private static final int PERIOD_NANOS = 500_000;

    private final Watch watch = new Watch();
    private final Thread thread = Workers.virtual(this::run);

    /** What happened since it was made. */
    private static final class Watch {
        private final Histogram late = new Histogram();
        private long sleepingSince;

        synchronized void sleeps(long now) {
            sleepingSince = now;
        }

        synchronized void wakes(long now) {
            if (sleepingSince != 0) {
                late.add(now - sleepingSince - PERIOD_NANOS);
                sleepingSince = 0;
            }
        }

        /** Who is still not awake has waited at least until now. */
        synchronized Histogram ends(long now) {
            if (sleepingSince != 0 && now - sleepingSince > PERIOD_NANOS) {
                wakes(now);
            }
            sleepingSince = 0;
            return late;
        }
    }

    void start() {
        thread.start();
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                watch.sleeps(System.nanoTime());
                Thread.sleep(0, PERIOD_NANOS);
                watch.wakes(System.nanoTime());
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    /** Answers by how much it was late since it was started, in nanoseconds. */
    Histogram stop() throws InterruptedException {
        Histogram late = watch.ends(System.nanoTime());
        thread.interrupt();
        thread.join();
        return late;
    }
}
