package samples.harness;

/** The program's result is wrong; the message says how. */
public final class SelfCheckException extends Exception {
    private static final long serialVersionUID = 1L;

    public SelfCheckException(String message) {
        super(message);
    }

    /** Throws with the formatted message unless the condition holds. */
    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a run-time library for this one method
    public static void check(boolean condition, String format, Object... args) throws SelfCheckException {
        if (!condition) {
            throw new SelfCheckException(String.format(format, args));
        }
    }
}
