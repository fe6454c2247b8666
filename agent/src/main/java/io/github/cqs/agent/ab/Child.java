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
    private static final int ENDING_SECONDS = 30;
    private static final int AFTERWARDS_SECONDS = 2;
    private static final int POLL_MILLIS = 5;
    private static final int SOON_SECONDS = 2;
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
            endOrderly(process, tree);
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

    /**
     * Tells the command to end. A script would do so at once, and not wait for the server that it has started, which has a report to
     * write, and whose processor time counts once the script knows of its end: so that is told first, and the script may go on after it.
     */
    private static void endOrderly(Process process, ProcessTree tree) throws InterruptedException {
        List<ProcessHandle> others = tree.alive().stream()
                .filter(other -> other.pid() != process.pid())
                .toList();
        if (!others.isEmpty() && !Launch.isJava(process.info().command().orElse(""))) {
            end(others);
            process.waitFor(AFTERWARDS_SECONDS, TimeUnit.SECONDS);
        }
        end(tree.alive());
    }

    /** What does not listen is ended by force later. */
    private static void end(List<ProcessHandle> processes) throws InterruptedException {
        processes.forEach(ProcessHandle::destroy);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(ENDING_SECONDS);
        while (processes.stream().anyMatch(ProcessHandle::isAlive) && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    /** Whether this JVM is ending; a run's outcome means nothing then. */
    synchronized boolean stopping() {
        return stopping;
    }

    /** The same, or soon: Ctrl-C reaches the command, too, and it may be the first to know. */
    synchronized boolean stopsSoon() throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SOON_SECONDS);
        for (long left; !stopping && (left = deadline - System.nanoTime()) > 0; ) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return stopping;
    }

    /** Ends the running command; none starts afterwards. */
    synchronized void stop() {
        stopping = true;
        notifyAll();
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
