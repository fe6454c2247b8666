package io.github.cqs.agent.options;

import java.util.Locale;

/**
 * Makes a step of the agent fail on purpose, so that tests can show that the application does not notice. The system
 * property {@code cqs.test.fault} names steps, {@code +} between, each with {@code :memory}, {@code :stack} or
 * {@code :exception} behind if it is to fail with something else than a {@code LinkageError}.
 */
public final class Faults {
    private static final String STEPS = '+' + System.getProperty("cqs.test.fault", "") + '+';
    private static final boolean NONE = STEPS.length() == 2;

    private Faults() {}

    /** Where the agent can fail, in the order of its start. */
    public enum Step {
        /** Reading the options. */
        OPTIONS,
        /** Reading the delivered classes from the agent's jar. */
        JAR,
        /** Registering the hook that writes the report. */
        HOOK,
        /** Opening java.base. */
        DELIVERY,
        /** Defining the classes, after some of them. */
        DEFINE,
        /** Appending to the boot class path. */
        APPEND,
        /** Patching a JDK class: it is not what the agent knows. */
        BODIES,
        /** Asking a class loader for the replacements. */
        LOADER,
        /** Making and using one of each. */
        SELFTEST,
        /** Connecting the statistics. */
        STATISTICS,
        /** Finding the classes that were loaded before. */
        PRELOADED,
        /** Looking at the constant pool of a class. */
        SCAN,
        /** Rewriting a class. */
        REWRITE,
        /** Recording its sites. */
        RECORD,
        /** Writing the report. */
        REPORT,
        /** Patching virtual threads, before anything is. */
        VIRTUAL,
        /** Patching their class: it is not what the agent knows. */
        VIRTUAL_PATCH,
        /** Trying a hand-off out. */
        VIRTUAL_CHECK;

        /** As the system property names it. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** What a failing step throws: an error, since the agent must survive more than exceptions. */
    @SuppressWarnings("serial")
    private static final class InjectedFault extends LinkageError {
        InjectedFault(String message) {
            super(message);
        }
    }

    public static void check(Step step) {
        if (!NONE) {
            fail(step.label());
        }
    }

    private static void fail(String step) {
        String message = "injected fault: " + step;
        if (STEPS.contains('+' + step + '+')) {
            throw new InjectedFault(message);
        }
        if (STEPS.contains('+' + step + ":memory+")) {
            throw new OutOfMemoryError(message);
        }
        if (STEPS.contains('+' + step + ":stack+")) {
            throw new StackOverflowError(message);
        }
        if (STEPS.contains('+' + step + ":exception+")) {
            throw new IllegalStateException(message);
        }
    }
}
