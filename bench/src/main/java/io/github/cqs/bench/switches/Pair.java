package io.github.cqs.bench.switches;

import io.github.cqs.bench.matrix.Workers;

/** Two virtual threads pass a turn to and fro. Arguments: milliseconds before it counts, milliseconds of the run, and the {@linkplain Passing#by way}. */
final class Pair {
    /** Turns from one look at the clock to the next. */
    private static final int TURNS = 64;

    private final Passing passing;
    private volatile boolean stopped;

    /** Turns in a second; to be read when the threads have ended. */
    private double throughput;

    private Pair(Passing passing) {
        this.passing = passing;
    }

    public static void main(String[] args) throws InterruptedException {
        if (!Workers.haveVirtual()) {
            fail("This JDK has no virtual threads. Set JAVA_HOME to one that has, 21 or newer.");
        }
        try {
            new Pair(Passing.by(args[2])).run(Long.parseLong(args[0]), Long.parseLong(args[1]));
        } catch (IllegalArgumentException bad) {
            fail(String.valueOf(bad.getMessage()));
        }
    }

    private static void fail(String message) {
        System.err.println(message);
        System.exit(2);
    }

    private void run(long warmupMillis, long millis) throws InterruptedException {
        Thread first = Workers.virtual(() -> uninterrupted(() -> {
            turns(warmupMillis);
            throughput = turns(millis);
            stopped = true;
            passing.ask();
        }));
        Thread second = Workers.virtual(() -> uninterrupted(this::answer));
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.printf("throughput: %.1f%n", throughput);
    }

    private interface Waiting {
        void run() throws InterruptedException;
    }

    private static void uninterrupted(Waiting body) {
        try {
            body.run();
        } catch (InterruptedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Begins turns for so long, and answers how many that is in a second. */
    private double turns(long millis) throws InterruptedException {
        long turns = 0;
        long start = System.nanoTime();
        long now = start;
        while (now - start < 1_000_000 * millis) {
            for (int i = 0; i < TURNS; i++) {
                passing.ask();
                passing.awaitAnswer();
            }
            turns += TURNS;
            now = System.nanoTime();
        }
        return 1e9 * turns / (now - start);
    }

    private void answer() throws InterruptedException {
        passing.awaitQuestion();
        while (!stopped) {
            passing.answer();
            passing.awaitQuestion();
        }
    }
}
