package io.github.cqs.agent.ab;

/**
 * One side of the comparison.
 *
 * @param name how tables call it
 * @param options of the agent, as its arguments take them; empty without the agent
 */
record Arm(String name, Kind kind, String options) {
    /** What the agent does in an arm. */
    enum Kind {
        NONE("no agent", ""),
        PASSTHROUGH("pass-through: the JDK's algorithms behind the interposition", "passthrough"),
        SWAPPED("swapped", "cqs");

        private final String meaning;
        private final String mode;

        Kind(String meaning, String mode) {
            this.meaning = meaning;
            this.mode = mode;
        }

        String meaning() {
            return meaning;
        }
    }

    static final Arm WITHOUT = new Arm("A", Kind.NONE, "");

    static Arm passthrough(String options) {
        return new Arm("A'", Kind.PASSTHROUGH, options);
    }

    boolean hasAgent() {
        return kind != Kind.NONE;
    }

    /** The agent's arguments, of which {@code more} come last. */
    String arguments(String more) {
        StringBuilder text = new StringBuilder();
        if (!(',' + options).contains(",mode=")) {
            text.append("mode=").append(kind.mode);
        }
        if (!options.isEmpty()) {
            text.append(text.isEmpty() ? "" : ",").append(options);
        }
        return text.append(',').append(more).toString();
    }

    /** What the arm is, in words. */
    String meaning() {
        return options.isEmpty() ? kind.meaning() : kind.meaning() + ", " + options;
    }
}
