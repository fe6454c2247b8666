package io.github.cqs.agent.ab;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What happens while one run of the command lasts: waiting until it is ready, then load, if any. */
final class Accompany implements Child.Meanwhile {
    private static final long POLL_MILLIS = 5;

    private final @Nullable Pattern ready;
    private final @Nullable Load load;
    private final Path out;
    private final Path err;
    private double readyMillis = Double.NaN;
    private @Nullable String problem;
    private Load.@Nullable Result result;

    Accompany(@Nullable Pattern ready, @Nullable Load load, Path out, Path err) {
        this.ready = ready;
        this.load = load;
        this.out = out;
        this.err = err;
    }

    @Override
    public boolean accompany(Process process, long startNanos, long deadlineNanos)
            throws IOException, InterruptedException {
        if (ready == null && load == null) {
            return false;
        }
        try {
            while (!isReady()) {
                if (process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                    if (isReady()) {
                        break;
                    }
                    problem = "ended before it was ready";
                    return false;
                }
                if (System.nanoTime() > deadlineNanos) {
                    return false;
                }
            }
        } catch (StackOverflowError e) {
            problem = "--ready: " + TextFigure.tooDeep(Objects.requireNonNull(ready));
            return true;
        }
        readyMillis = (System.nanoTime() - startNanos) / 1e6;
        if (load == null) {
            return false;
        }
        result = load.run(process::isAlive);
        if (!process.isAlive()) {
            problem = "ended while it was under load";
        }
        return true;
    }

    private boolean isReady() throws IOException, InterruptedException {
        if (ready != null) {
            return matches(ready, out) || matches(ready, err);
        }
        return load == null || load.answers();
    }

    private static boolean matches(Pattern pattern, Path file) throws IOException {
        return Files.exists(file)
                && pattern.matcher(new String(Files.readAllBytes(file), Charset.defaultCharset()))
                        .find();
    }

    /** After how many milliseconds the command was ready, or NaN. */
    double readyMillis() {
        return readyMillis;
    }

    @Nullable
    String problem() {
        return problem;
    }

    /** The load's figures, if there was load. */
    void read(Map<String, Double> values, Map<String, double[]> curves) throws Source.Missing {
        if (load != null && result != null) {
            load.read(result, values, curves);
        }
    }
}
