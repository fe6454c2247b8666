package io.github.cqs.agent.options;

import java.util.ArrayList;
import java.util.List;

/**
 * A list of globs on binary class names. {@code *} stands for any characters within a package, {@code **} across
 * packages, {@code ?} for one character that is not a dot.
 */
public final class Globs {
    private final String[] globs;

    private Globs(String[] globs) {
        this.globs = globs;
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
        return true;
    }

    /** Whether one of the globs matches the whole of {@code name}. */
    public boolean matches(String name) {
        for (String glob : globs) {
            if (matches(glob, 0, name, 0)) {
                return true;
            }
        }
        return false;
    }

    private static boolean matches(String glob, int g, String name, int n) {
        int i = g;
        int j = n;
        while (i < glob.length()) {
            char c = glob.charAt(i);
            if (c == '*') {
                boolean across = i + 1 < glob.length() && glob.charAt(i + 1) == '*';
                int next = i;
                while (next < glob.length() && glob.charAt(next) == '*') {
                    next++;
                }
                for (int end = j; ; end++) {
                    if (matches(glob, next, name, end)) {
                        return true;
                    }
                    if (end >= name.length() || (!across && name.charAt(end) == '.')) {
                        return false;
                    }
                }
            }
            if (j >= name.length() || (c == '?' ? name.charAt(j) == '.' : name.charAt(j) != c)) {
                return false;
            }
            i++;
            j++;
        }
        return j == name.length();
    }
}
