package io.github.cqs.agent.ab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs one command at a time, and ends it with all that it started when this JVM is told to end. */
final class Child {
    private static final int STACKS_SECONDS = 5;
    private static final String MARK = "AB_RUN";

    private @Nullable ProcessTree current;
    private boolean stopping;

    /**
     * What a command left behind.
     *
     * @param exitCode null if it was ended because its time was up
     */
    record Ended(@Nullable Integer exitCode, double wallMillis, CpuTime.Use cpu, double peakMib, double switches) {}

    /** What is done while the command runs; says at its end whether the command is to be ended, too. */
    @FunctionalInterface
    interface Meanwhile {
        boolean accompany(Process process, long startNanos, long deadlineNanos)
                throws IOException, InterruptedException;
    }

    /** Runs a command with its outputs in two files. If its time is up, its JVMs' stacks follow in the second. */
    Ended run(Launch launch, Path out, Path err, long timeoutSeconds, Meanwhile meanwhile)
            throws IOException, InterruptedException {
        String mark = Long.toHexString(System.nanoTime())
                + '-'
                + ProcessHandle.current().pid();
        ProcessBuilder builder = new ProcessBuilder(launch.command())
                .redirectInput(ProcessBuilder.Redirect.from(nothing()))
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().putAll(launch.environment());
        builder.environment().put(MARK, mark);
        CpuTime cpu = new CpuTime();
        long start = System.nanoTime();
        Process process = builder.start();
        ProcessTree tree = new ProcessTree(process.toHandle(), MARK + '=' + mark);
        try {
            begin(tree);
            tree.startSampling();
            boolean ended = accompany(process, tree, err, start, timeoutSeconds, meanwhile);
            double wall = (System.nanoTime() - start) / 1e6;
            tree.stopSampling();
            CpuTime.Use use = cpu.use();
            return new Ended(ended ? process.exitValue() : null, wall, use, tree.peakMib(), tree.switches());
        } finally {
            tree.end();
            process.waitFor();
        }
    }

    private static boolean accompany(
            Process process, ProcessTree tree, Path err, long start, long timeoutSeconds, Meanwhile meanwhile)
            throws IOException, InterruptedException {
        long deadline = start + TimeUnit.SECONDS.toNanos(timeoutSeconds);
        if (meanwhile.accompany(process, start, deadline)) {
            tree.alive().forEach(ProcessHandle::destroy);
        }
        if (process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            return true;
        }
        for (ProcessHandle each : tree.alive()) {
            appendStacks(each, err);
        }
        tree.end();
        process.waitFor();
        return false;
    }

    /** Whether this JVM is ending; a run's outcome means nothing then. */
    synchronized boolean stopping() {
        return stopping;
    }

    /** Ends the running command; none starts afterwards. */
    synchronized void stop() {
        stopping = true;
        if (current != null) {
            current.end();
        }
    }

    private synchronized void begin(ProcessTree tree) throws InterruptedException {
        current = tree;
        if (stopping) {
            throw new InterruptedException();
        }
    }

    private static java.io.File nothing() {
        Path device = Path.of("/dev/null");
        return Files.exists(device) ? device.toFile() : new java.io.File("NUL");
    }

    private static void appendStacks(ProcessHandle process, Path file) throws IOException, InterruptedException {
        String program = process.info().command().orElse("");
        Path jstack = Path.of(System.getProperty("java.home"), "bin", "jstack");
        if (Launch.isJava(program) && Files.isExecutable(jstack)) {
            Process dump = new ProcessBuilder(List.of(jstack.toString(), Long.toString(process.pid())))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(file.toFile()))
                    .start();
            if (!dump.waitFor(STACKS_SECONDS, TimeUnit.SECONDS)) {
                dump.destroyForcibly();
            }
        }
    }
}
