package io.github.cqs.agent.options;

/**
 * Makes a step of the agent fail on purpose, so that tests can show that the application does not notice. Steps are
 * named in the system property {@code cqs.test.fault}, {@code +} between.
 */
public final class Faults {
    private static final String STEPS = '+' + System.getProperty("cqs.test.fault", "") + '+';
    private static final boolean NONE = STEPS.length() == 2;

    private Faults() {}

    /** What a failing step throws: an error, since the agent must survive more than exceptions. */
    @SuppressWarnings("serial")
    private static final class InjectedFault extends LinkageError {
        InjectedFault(String step) {
            super("injected fault: " + step);
        }
    }

    public static void check(String step) {
        if (!NONE && STEPS.contains('+' + step + '+')) {
            throw new InjectedFault(step);
        }
    }
}
