package io.github.cqs.agent.rewrite;

import org.jspecify.annotations.Nullable;

/** One place that creates or extends a swapped class, and what became of it. */
public final class Site {
    /** How a site names the swapped class. */
    public enum Kind {
        NEW("new"),
        CONSTRUCTOR_REF("constructor-ref"),
        SUPERCLASS("superclass");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    /** The counter of a site whose instances are not counted. */
    public static final int UNCOUNTED = -1;

    private final String className;
    private final String method;
    private final Primitive type;
    private final Kind kind;
    private final int counter;
    private int line;
    private @Nullable String skipped;

    Site(String className, String method, int line, Primitive type, Kind kind, int counter) {
        this.className = className;
        this.method = method;
        this.line = line;
        this.type = type;
        this.kind = kind;
        this.counter = counter;
    }

    /** Binary name of the class that holds the site. */
    public String className() {
        return className;
    }

    /** The method that holds the site; {@code <init>} for a superclass. */
    public String method() {
        return method;
    }

    /** Source line, 0 if the class file does not tell. */
    public int line() {
        return line;
    }

    public Primitive type() {
        return type;
    }

    public Kind kind() {
        return kind;
    }

    /** Index of the counter of instances made here, or {@link #UNCOUNTED}. */
    public int counter() {
        return counter;
    }

    /** Why the site was left as it is, {@code null} if it was swapped. */
    public @Nullable String skipped() {
        return skipped;
    }

    public void skip(String reason) {
        if (skipped == null) {
            skipped = reason;
        }
    }

    void lineIfUnknown(int known) {
        if (line == 0) {
            line = known;
        }
    }
}
