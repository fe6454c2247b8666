package io.github.cqs.bench.abort;

import io.github.cqs.bench.matrix.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Threads that stand in a queue while others abort behind them. */
public final class Waiters {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

    private final List<Thread> threads = new ArrayList<>();

    /** Starts {@code n} threads and returns when all of them wait. They are virtual where the JDK has such threads. */
    public void start(int n, Runnable wait) throws InterruptedException {
        for (int i = 0; i < n; i++) {
            Thread thread = Workers.light(wait);
            thread.start();
            threads.add(thread);
        }
        long deadline = System.nanoTime() + PATIENCE;
        for (Thread thread : threads) {
            while (thread.getState() != Thread.State.WAITING) {
                if (System.nanoTime() - deadline > 0) {
                    throw new IllegalStateException("a waiter does not wait: " + thread.getState());
                }
                Thread.sleep(1);
            }
        }
    }

    public void join() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
