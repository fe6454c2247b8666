package io.github.cqs.agent.options;

import java.util.ArrayList;
import java.util.List;

/**
 * A list of globs on binary class names. {@code *} stands for any characters within a package, {@code **} across
 * packages, {@code ?} for one character that is not a dot.
 */
public final class Globs {
    private static final String ACROSS = "**";

    private final String[] globs;

    /** For each glob, how long it is before its first wildcard. */
    private final int[] literal;

    private Globs(String[] globs) {
        this.globs = globs;
        literal = new int[globs.length];
        for (int i = 0; i < globs.length; i++) {
            literal[i] = wildcard(globs[i]);
        }
    }

    private static int wildcard(String glob) {
        int i = 0;
        while (i < glob.length() && glob.charAt(i) != '*' && glob.charAt(i) != '?') {
            i++;
        }
        return i;
    }

    /**
     * Reads a list of globs.
     *
     * @param value globs with a {@code +} between; empty for a list that matches nothing
     */
    public static Globs parse(String value) {
        List<String> globs = new ArrayList<>();
        int at = 0;
        while (at <= value.length()) {
            int plus = value.indexOf('+', at);
            int end = plus < 0 ? value.length() : plus;
            String glob = value.substring(at, end).strip();
            if (!glob.isEmpty()) {
                globs.add(glob);
            }
            at = end + 1;
        }
        return new Globs(globs.toArray(new String[0]));
    }

    static boolean isValid(String value) {
        if (value.isBlank()) {
            return false;
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c != '*'
                    && c != '?'
                    && c != '.'
                    && c != '+'
                    && c != '-'
                    && c != ' '
                    && !Character.isJavaIdentifierPart(c)) {
                return false;
            }
        }
        Globs read = parse(value);
        for (String glob : read.globs) {
            if (glob.startsWith(".") || glob.endsWith(".") || glob.contains("..")) {
                return false; // no class is called so
            }
        }
        return read.globs.length > 0;
    }

    /** Whether one of the globs matches the whole of {@code name}. */
    public boolean matches(String name) {
        for (int i = 0; i < globs.length; i++) {
            if (matches(globs[i], literal[i], name)) {
                return true;
            }
        }
        return false;
    }

    /** This is asked for each class that loads. Most names begin otherwise, and most globs end with their first wildcard. */
    private static boolean matches(String glob, int literal, String name) {
        if (!name.regionMatches(0, glob, 0, literal)) {
            return false;
        }
        boolean onlyAcross = glob.length() - literal == ACROSS.length() && glob.endsWith(ACROSS);
        return onlyAcross || matches(glob, name);
    }

    /** In time that grows with the product of the lengths, whatever the glob. */
    private static boolean matches(String glob, String name) {
        int length = name.length();
        boolean[] reached = new boolean[length + 1]; // the beginnings of the name that the glob's beginning matches
        reached[0] = true;
        for (int i = 0; i < glob.length(); i++) {
            char c = glob.charAt(i);
            if (c == '*') {
                boolean across = false;
                while (i + 1 < glob.length() && glob.charAt(i + 1) == '*') {
                    across = true;
                    i++;
                }
                for (int j = 0; j < length; j++) {
                    reached[j + 1] |= reached[j] && (across || name.charAt(j) != '.');
                }
            } else {
                for (int j = length; j > 0; j--) {
                    char n = name.charAt(j - 1);
                    reached[j] = reached[j - 1] && (c == '?' ? n != '.' : n == c);
                }
                reached[0] = false;
            }
        }
        return reached[length];
    }
}
