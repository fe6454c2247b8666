package io.github.cqs.bench.matrix;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;

/** Says before each JVM which one it is and how long the rest will take: one rewritten line on a terminal. */
public final class Progress {
    private static final int WIDTH = 79;
    /** Assumed for a JVM's start and end before the first one has shown it. */
    private static final long OVERHEAD_MILLIS = 900;

    private final PrintStream out;
    private final boolean live;
    private int total;
    private final long guessMillis;
    private final long startNanos = System.nanoTime();
    private int done;

    public Progress(PrintStream out, boolean live, int total, long forkMillis) {
        this.out = out;
        this.live = live;
        this.total = total;
        guessMillis = forkMillis + OVERHEAD_MILLIS;
    }

    public void started(String what) {
        String line = String.format("%d of %d, %s left: %s", done + 1, total, time(left()), what);
        if (live) {
            out.printf("\r%-" + WIDTH + "s", line);
            out.flush();
        } else {
            out.println(line);
        }
    }

    public void ended() {
        done++;
    }

    /** So many more JVMs are needed. */
    public void expectMore(int jvms) {
        total += jvms;
    }

    public void message(String text) {
        clear();
        out.println(text);
    }

    public void clear() {
        if (live) {
            out.printf("\r%-" + WIDTH + "s\r", "");
            out.flush();
        }
    }

    private long left() {
        long one = done == 0 ? guessMillis : TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos) / done;
        return (total - done) * one / 1000;
    }

    private static String time(long seconds) {
        return seconds < 120 ? seconds + " s" : (seconds + 30) / 60 + " min";
    }
}
