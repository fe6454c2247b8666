package io.github.cqs.agent.ab;

/** What the user must change before there is anything to compare; the message is one line. */
final class Mistake extends Exception {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    private Mistake(String message, int exitCode) {
        super(message);
        this.exitCode = exitCode;
    }

    /** The command line is wrong. */
    static Mistake usage(String message) {
        return new Mistake(message, AbCommand.BAD_USAGE);
    }

    /** The command fails by itself. */
    static Mistake failed(String message) {
        return new Mistake(message, AbCommand.FAILED);
    }

    int exitCode() {
        return exitCode;
    }
}
