package io.github.cqs.agent.cli;

import java.io.Console;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One line on a terminal that is rewritten while a scan goes on. */
final class Progress implements AutoCloseable {
    private static final long INTERVAL_NANOS = 100_000_000;
    private static final int BAR = 24;
    private static final int WIDTH = 79;

    private final @Nullable Appendable out;
    private final LongSupplier clock;
    private long total;
    private long done;
    private long classes;
    private long due;
    private String file = "";
    private boolean shown;

    /** @param out the terminal, {@code null} if there is none */
    Progress(@Nullable Appendable out, LongSupplier clock) {
        this.out = out;
        this.clock = clock;
        this.due = clock.getAsLong() + INTERVAL_NANOS;
    }

    /** On stderr if that is a terminal. */
    static Progress onTerminal() {
        return new Progress(isTerminal() ? System.err : null, System::nanoTime);
    }

    /** JDK 22 and later may have a console that is no terminal, and tell; before, having one says it. */
    @SuppressWarnings("SystemConsoleNull")
    private static boolean isTerminal() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (IllegalAccessException | InvocationTargetException e) {
            return false;
        }
    }

    /** Whether anybody sees it. */
    boolean isShown() {
        return out != null;
    }

    /** How many bytes there are to look at. */
    void total(long bytes) {
        total = bytes;
    }

    /** What is looked at now. */
    void at(String name) {
        file = name;
    }

    /** Looked at {@code bytes} more. */
    void advance(long bytes) {
        done += Math.max(0, bytes);
        show();
    }

    void classSeen() {
        classes++;
        show();
    }

    private void show() {
        if (out != null && (classes & 63) == 0 && clock.getAsLong() - due >= 0) {
            due = clock.getAsLong() + INTERVAL_NANOS;
            print(line());
            shown = true;
        }
    }

    private String line() {
        int percent = total == 0 ? 0 : (int) Math.min(100, done * 100 / total);
        int filled = percent * BAR / 100;
        String line = "[" + "#".repeat(filled) + " ".repeat(BAR - filled) + "] "
                + String.format(Locale.ROOT, "%3d %%  %,d classes  ", percent, classes);
        int room = WIDTH - line.length();
        String tail = file.length() <= room ? file : "..." + file.substring(file.length() - Math.max(0, room - 3));
        StringBuilder plain = new StringBuilder(WIDTH).append(line);
        for (int i = 0; i < tail.length(); i++) {
            plain.append(Character.isISOControl(tail.charAt(i)) ? '?' : tail.charAt(i));
        }
        return plain.append(" ".repeat(Math.max(0, WIDTH - plain.length()))).toString();
    }

    private void print(String line) {
        if (out != null) {
            try {
                out.append('\r').append(line);
                if (out instanceof PrintStream stream) {
                    stream.flush();
                }
            } catch (IOException e) {
                /* A terminal that is gone needs no progress. */
            }
        }
    }

    /** Removes the line. */
    @Override
    public void close() {
        if (shown) {
            print(" ".repeat(WIDTH));
            print("");
        }
    }
}
