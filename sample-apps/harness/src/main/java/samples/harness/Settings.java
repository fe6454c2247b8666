package samples.harness;

/**
 * What a driver's command line sets.
 *
 * @param warmupMillis time before measuring starts
 * @param measuredMillis time measured
 * @param size the workload's size, in its own unit
 */
public record Settings(int warmupMillis, int measuredMillis, int size) {
    private static final int WARMUP_MILLIS = 1000;
    private static final int MEASURED_MILLIS = 2000;

    /** Reads {@code [WARMUP_MS [MEASURED_MS [SIZE]]]}; what is absent has its default. */
    static Settings parse(String[] args, int defaultSize) {
        if (args.length > 3) {
            throw new IllegalArgumentException("too many arguments");
        }
        return new Settings(
                number(args, 0, 0, WARMUP_MILLIS),
                number(args, 1, 1, MEASURED_MILLIS),
                number(args, 2, 1, defaultSize));
    }

    private static int number(String[] args, int index, int least, int defaultValue) {
        if (index >= args.length) {
            return defaultValue;
        }
        int value;
        try {
            value = Integer.parseInt(args[index]);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("not a number: " + args[index], e);
        }
        if (value < least) {
            throw new IllegalArgumentException("too small: " + args[index]);
        }
        return value;
    }
}
