package io.github.cqs.agent.ab;

import java.io.Console;
import java.io.PrintStream;
import java.util.Locale;

/** Says what is running and how long the rest will take: one rewritten line on a terminal, a line a block elsewhere. */
final class Progress {
    private static final int WIDTH = 79;

    private final PrintStream out;
    private final boolean live;
    private final long startNanos = System.nanoTime();
    private int runs;
    private int announced = -1;

    Progress(PrintStream out, boolean live) {
        this.out = out;
        this.live = live;
    }

    /** Whether somebody watches. */
    @SuppressWarnings("SystemConsoleNull") // null on JDK 17
    static boolean isTerminal() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            /* From JDK 22 on there is a console without a terminal, too. */
            return Boolean.TRUE.equals(Console.class.getMethod("isTerminal").invoke(console));
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }

    /**
     * A run begins.
     *
     * @param block its block, 0 for a discarded run
     * @param total how many runs there will be, as far as that is known
     */
    void running(Arm arm, int block, int total) {
        String what = (block == 0 ? "warm-up" : "block " + block) + ", arm " + arm.name();
        String left = runs == 0 ? "" : ", " + Figures.duration((total - runs) * elapsedSeconds() / runs) + " left";
        String line = String.format(Locale.ROOT, "ab: run %d of %d%s: %s", runs + 1, total, left, what);
        if (live) {
            out.print('\r' + pad(line));
            out.flush();
        } else if (block != announced) {
            announced = block;
            out.println(line);
        }
    }

    void ended() {
        runs++;
    }

    /** Prints a line that stays. */
    void say(String line) {
        clear();
        out.println("ab: " + line);
    }

    void clear() {
        if (live) {
            out.print('\r' + pad("") + '\r');
            out.flush();
        }
    }

    private static String pad(String line) {
        return line.length() >= WIDTH ? line.substring(0, WIDTH) : line + " ".repeat(WIDTH - line.length());
    }

    double elapsedSeconds() {
        return (System.nanoTime() - startNanos) / 1e9;
    }

    /** What more runs would take. */
    double secondsFor(int more) {
        return runs == 0 ? 0 : more * elapsedSeconds() / runs;
    }
}
