package io.github.cqs.agent.options;

import org.jspecify.annotations.Nullable;

/** Guesses what a mistyped word was meant to be. */
final class Spelling {
    private static final int MOST_MISTAKES = 2;

    private Spelling() {}

    /** The candidate that differs least from {@code word}, {@code null} if none is close; case and dashes count little. */
    static @Nullable String nearest(String word, Iterable<String> candidates) {
        String plain = plain(word);
        String nearest = null;
        int least = Math.min(MOST_MISTAKES, Math.max(0, plain.length() - 2)) + 1;
        for (String candidate : candidates) {
            int distance = distance(plain, plain(candidate));
            if (distance < least) {
                least = distance;
                nearest = candidate;
            }
        }
        return nearest;
    }

    /** A question to put behind a complaint, empty if nothing is close. */
    static String guess(@Nullable String meant) {
        return meant == null ? "" : ", did you mean " + meant + '?';
    }

    private static String plain(String word) {
        StringBuilder plain = new StringBuilder(word.length());
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            if (c != '-' && c != '_') {
                plain.append(Character.toLowerCase(c));
            }
        }
        return plain.toString();
    }

    /** Letters to insert, remove or change. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
