package io.github.cqs.bench.switches;

import io.github.cqs.bench.matrix.Workers;
import java.util.concurrent.Semaphore;

/** Two virtual threads pass a turn to and fro with two semaphores. Arguments: milliseconds before it counts, milliseconds of the run. */
final class Pair {
    private final Semaphore there = new Semaphore(0);
    private final Semaphore back = new Semaphore(0);
    private volatile boolean stopped;

    /** Written by the thread that counts. */
    private volatile long turns;

    private Pair() {}

    public static void main(String[] args) throws InterruptedException {
        if (!Workers.haveVirtual()) {
            System.err.println("This JDK has no virtual threads. Set JAVA_HOME to one that has, 21 or newer.");
            System.exit(2);
        }
        new Pair().run(Long.parseLong(args[0]), Long.parseLong(args[1]));
    }

    private void run(long warmupMillis, long millis) throws InterruptedException {
        Thread first = Workers.virtual(this::begin);
        Thread second = Workers.virtual(this::answer);
        first.start();
        second.start();
        Thread.sleep(warmupMillis);
        long before = turns;
        long start = System.nanoTime();
        Thread.sleep(millis);
        long nanos = System.nanoTime() - start;
        long after = turns;
        stopped = true;
        first.join();
        second.join();
        System.out.printf("throughput: %.1f%n", 1e9 * (after - before) / nanos);
    }

    private void begin() {
        for (long n = 1; !stopped; n++) {
            there.release();
            back.acquireUninterruptibly();
            turns = n;
        }
        there.release();
    }

    private void answer() {
        do {
            there.acquireUninterruptibly();
            back.release();
        } while (!stopped);
    }
}
