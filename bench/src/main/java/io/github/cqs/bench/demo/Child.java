package io.github.cqs.bench.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs one process at a time, and ends it when this JVM is told to end. */
final class Child {
    private @Nullable Process process;
    private boolean stopping;

    Child() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "demo-stop"));
    }

    /**
     * Runs a command with its output, both streams, in a file.
     *
     * @return the exit code, or null if the process was ended because its time was up
     */
    @Nullable
    Integer run(List<String> command, Path output, long timeoutSeconds) throws IOException, InterruptedException {
        Process started =
                start(new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()));
        try {
            if (started.waitFor(timeoutSeconds, TimeUnit.SECONDS)) {
                return started.exitValue();
            }
            return null;
        } finally {
            end(started);
        }
    }

    /** Whether this JVM is ending; a run's outcome means nothing then. */
    synchronized boolean stopping() {
        return stopping;
    }

    private synchronized Process start(ProcessBuilder builder) throws IOException, InterruptedException {
        if (stopping) {
            throw new InterruptedException();
        }
        Process started = builder.start();
        process = started;
        return started;
    }

    private synchronized void stop() {
        stopping = true;
        if (process != null) {
            end(process);
        }
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
