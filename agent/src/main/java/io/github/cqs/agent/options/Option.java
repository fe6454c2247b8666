package io.github.cqs.agent.options;

import java.util.ArrayList;
import java.util.List;

/** The option table. Parsing, the help text and the report are made from it. */
public enum Option {
    MODE(
            "mode",
            "cqs",
            "cqs, passthrough, off",
            "swap; swap to empty subclasses that keep the JDK's algorithm (charges the swapping alone); load and do"
                    + " nothing"),
    PRIMITIVES(
            "primitives",
            "all",
            "all, or a +-separated list of ReentrantLock, Semaphore, CountDownLatch, CyclicBarrier, ArrayBlockingQueue",
            "which classes are swapped"),
    INCLUDE(
            "include",
            "**",
            "+-separated globs on binary class names: * within a package, ** across",
            "the classes whose call sites are rewritten"),
    EXCLUDE("exclude", "", "+-separated globs, as for include; empty for none", "the classes that are left alone"),
    VIRTUAL("virtual", "ces", "ces, plain", "on virtual threads: hand the carrier over or not"),
    REPORT(
            "report",
            "none",
            "none, stderr, or a file ending in .json, .html or .txt",
            "what was swapped and what was not, written when the JVM exits; %p in the name is the process"),
    LOG("log", "warn", "warn, off, error, info, debug", "the agent's log, on stderr only"),
    STRICT(
            "strict",
            "warn",
            "warn, fail",
            "on a failed self-test, an unknown key or a bad value: leave the application untouched, or exit with 78"),
    DRY_RUN("dry-run", "false", "false, true", "report what would be swapped, swap nothing"),
    DELIVERY("delivery", "auto", "auto, java.base, append", "where the shim classes live"),
    STATS("stats", "off", "off, on", "contention statistics by site"),
    CONFIG("config", "", "a properties file with lines key=value", "further options, below all other sources");

    private static final List<Option> ALL = List.of(values());

    private final String key;
    private final String defaultValue;
    private final String valid;
    private final String meaning;

    Option(String key, String defaultValue, String valid, String meaning) {
        this.key = key;
        this.defaultValue = defaultValue;
        this.valid = valid;
        this.meaning = meaning;
    }

    public static List<Option> all() {
        return ALL;
    }

    static @org.jspecify.annotations.Nullable Option byKey(String key) {
        for (Option option : ALL) {
            if (option.key.equals(key)) {
                return option;
            }
        }
        return null;
    }

    /** Every key. */
    static List<String> keys() {
        List<String> keys = new ArrayList<>(ALL.size());
        for (Option option : ALL) {
            keys.add(option.key);
        }
        return keys;
    }

    public String key() {
        return key;
    }

    public String defaultValue() {
        return defaultValue;
    }

    /** The accepted values in words. */
    public String valid() {
        return valid;
    }

    public String meaning() {
        return meaning;
    }

    /** The name of the variable in the environment. */
    public String variable() {
        StringBuilder name = new StringBuilder("CQS_");
        for (int i = 0; i < key.length(); i++) {
            char c = key.charAt(i);
            name.append(c == '-' ? '_' : (char) (c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c));
        }
        return name.toString();
    }

    /** Whether the value is one of a fixed few. */
    private boolean isChoice() {
        return this == MODE
                || this == VIRTUAL
                || this == LOG
                || this == STRICT
                || this == DRY_RUN
                || this == DELIVERY
                || this == STATS;
    }

    /** The few values that may stand here, empty if there are more than a few. */
    List<String> choices() {
        List<String> choices = new ArrayList<>(0);
        int at = isChoice() ? 0 : valid.length();
        while (at < valid.length()) {
            int comma = valid.indexOf(',', at);
            int end = comma < 0 ? valid.length() : comma;
            choices.add(valid.substring(at, end).strip());
            at = end + 1;
        }
        return choices;
    }

    /** Whether {@code value} may stand here; files are looked at elsewhere. */
    boolean accepts(String value) {
        if (isChoice()) {
            return choices().contains(value);
        }
        return switch (this) {
            case PRIMITIVES -> Primitives.mask(value) != 0;
            case INCLUDE -> Globs.isValid(value);
            case EXCLUDE -> value.isEmpty() || Globs.isValid(value);
            case REPORT -> value.equals("none") || value.equals("stderr") || ReportFile.isReport(value);
            default -> true;
        };
    }
}
