package io.github.cqs.bench.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs one process at a time, and ends it when this JVM is told to end. */
public final class Child {
    private static final int STACKS_SECONDS = 5;

    private @Nullable Process process;
    private boolean stopping;

    public Child() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "stop-child"));
    }

    /**
     * Runs a Java command with its output, both streams, in a file that it replaces. If its time is up, its stacks follow in the file.
     *
     * @return the exit code, or null if the process was ended because its time was up
     */
    public @Nullable Integer run(List<String> command, Path output, long timeoutSeconds)
            throws IOException, InterruptedException {
        Files.deleteIfExists(output);
        Process started = start(new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile())));
        try {
            if (started.waitFor(timeoutSeconds, TimeUnit.SECONDS)) {
                return started.exitValue();
            }
            appendStacks(started, output);
            return null;
        } finally {
            end(started);
        }
    }

    /** Whether this JVM is ending; a run's outcome means nothing then. */
    public synchronized boolean stopping() {
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

    private static void appendStacks(Process process, Path output) throws IOException, InterruptedException {
        Path jstack = Path.of(System.getProperty("java.home"), "bin", "jstack");
        if (Files.isExecutable(jstack)) {
            Process dump = new ProcessBuilder(jstack.toString(), Long.toString(process.pid()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
                    .start();
            dump.waitFor(STACKS_SECONDS, TimeUnit.SECONDS);
            end(dump);
        }
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
