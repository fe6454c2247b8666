package io.github.cqs.bench.switches;

import io.github.cqs.bench.matrix.Workers;
import java.util.concurrent.Semaphore;

/** Two virtual threads pass a turn to and fro with two semaphores. Arguments: milliseconds before it counts, milliseconds of the run. */
final class Pair {
    /** Turns from one look at the clock to the next. */
    private static final int TURNS = 64;

    private final Semaphore there = new Semaphore(0);
    private final Semaphore back = new Semaphore(0);
    private volatile boolean stopped;

    /** Turns in a second; to be read when the threads have ended. */
    private double throughput;

    private Pair() {}

    public static void main(String[] args) throws InterruptedException {
        if (!Workers.haveVirtual()) {
            System.err.println("This JDK has no virtual threads. Set JAVA_HOME to one that has, 21 or newer.");
            System.exit(2);
        }
        new Pair().run(Long.parseLong(args[0]), Long.parseLong(args[1]));
    }

    private void run(long warmupMillis, long millis) throws InterruptedException {
        Thread first = Workers.virtual(() -> {
            turns(warmupMillis);
            throughput = turns(millis);
            stopped = true;
            there.release();
        });
        Thread second = Workers.virtual(this::answer);
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.printf("throughput: %.1f%n", throughput);
    }

    /** Begins turns for so long, and answers how many that is in a second. */
    private double turns(long millis) {
        long turns = 0;
        long start = System.nanoTime();
        long now = start;
        while (now - start < 1_000_000 * millis) {
            for (int i = 0; i < TURNS; i++) {
                there.release();
                back.acquireUninterruptibly();
            }
            turns += TURNS;
            now = System.nanoTime();
        }
        return 1e9 * turns / (now - start);
    }

    private void answer() {
        there.acquireUninterruptibly();
        while (!stopped) {
            back.release();
            there.acquireUninterruptibly();
        }
    }
}
