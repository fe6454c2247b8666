package io.github.cqs.bench.demo;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;

/** Says before each run which one it is and how long the rest will take: one rewritten line on a terminal. */
final class Progress {
    private static final int WIDTH = 79;
    /** Assumed for a JVM's start and end before the first run has shown it. */
    private static final long OVERHEAD_MILLIS = 700;

    private final PrintStream out;
    private final boolean live;
    private final int total;
    private final long guessMillis;
    private final long startNanos = System.nanoTime();
    private int done;

    Progress(PrintStream out, boolean live, int total, int runMillis) {
        this.out = out;
        this.live = live;
        this.total = total;
        guessMillis = runMillis + OVERHEAD_MILLIS;
    }

    void started(Schedule.Slot slot) {
        long left = (total - done) * runMillis() / 1000;
        String arm = slot.arm() == Arm.WITH ? "with the agent" : "without";
        String line = String.format(
                "run %d of %d, %d s left: %s %s",
                done + 1, total, left, slot.program().name(), arm);
        if (live) {
            out.printf("\r%-" + WIDTH + "s", line);
            out.flush();
        } else {
            out.println(line);
        }
    }

    void ended() {
        done++;
    }

    /** Clears the line, so that something else can be printed. */
    void clear() {
        if (live) {
            out.printf("\r%-" + WIDTH + "s\r", "");
            out.flush();
        }
    }

    /** What the given number of runs would take, plus the time spent so far. */
    long secondsAfter(int runs) {
        return (elapsedMillis() + runs * runMillis()) / 1000;
    }

    private long runMillis() {
        return done == 0 ? guessMillis : elapsedMillis() / done;
    }

    private long elapsedMillis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    }
}
