package io.github.cqs.agent.report;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The agent's lines on stderr.
 *
 * <p>Lines may come from inside class loading, under locks of the application. So they go to the file descriptor in one
 * write: no stream of the application, which may have replaced {@code System.err}, and no lock of ours.
 */
public final class AgentLog {
    /** Levels, quietest first. */
    public enum Level {
        OFF,
        ERROR,
        WARN,
        INFO,
        DEBUG;

        /** The level that an option's value names. */
        public static Level of(String value) {
            for (Level level : values()) {
                if (level.label().equals(value)) {
                    return level;
                }
            }
            return WARN;
        }

        String label() {
            return switch (this) {
                case OFF -> "off";
                case ERROR -> "error";
                case INFO -> "info";
                case DEBUG -> "debug";
                default -> "warn";
            };
        }
    }

    private static volatile Level level = Level.WARN;

    private AgentLog() {}

    public static void level(Level wanted) {
        level = wanted;
    }

    public static boolean logs(Level wanted) {
        return wanted.compareTo(level) <= 0;
    }

    public static void error(String line) {
        log(Level.ERROR, line);
    }

    public static void warn(String line) {
        log(Level.WARN, line);
    }

    public static void info(String line) {
        log(Level.INFO, line);
    }

    public static void debug(String line) {
        log(Level.DEBUG, line);
    }

    private static void log(Level wanted, String line) {
        if (logs(wanted)) {
            print("[cqs] " + wanted.label() + ": " + oneLine(line) + '\n');
        }
    }

    /** The one line that explains an exit with 78, whatever the level. */
    public static void fatal(String line) {
        print("[cqs] error: " + oneLine(line) + '\n');
    }

    /** Exceptions of the verifier fill pages, and a value may hold whatever its author liked. */
    static String oneLine(String text) {
        StringBuilder line = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            line.append(Character.isISOControl(c) ? ' ' : c);
        }
        return line.toString();
    }

    /** Writes {@code text} as it is. */
    static void print(String text) {
        /* Not closed: the descriptor is the application's. */
        @SuppressWarnings("resource")
        FileOutputStream stderr = new FileOutputStream(FileDescriptor.err);
        try {
            stderr.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException ignored) {
            /* Nobody is left to tell. */
        }
    }
}
