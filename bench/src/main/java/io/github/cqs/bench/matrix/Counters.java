package io.github.cqs.bench.matrix;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * What the workers and their JVM have used up so far.
 *
 * @param cpuNanos CPU time of the JVM
 * @param switches context switches of all its threads, voluntary or not; 0 where unknown
 * @param bytes allocated by the workers; 0 for virtual threads
 */
public record Counters(long cpuNanos, long switches, long bytes) {
    private static final Path TASKS = Path.of("/proc/self/task");

    public static Counters now(List<Thread> workers, boolean virtual) {
        return new Counters(cpu(), contextSwitches(), virtual ? 0 : allocated(workers));
    }

    private static long cpu() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : 0;
    }

    @SuppressWarnings("deprecation") // getId: threadId() is not there on JDK 17
    private static long allocated(List<Thread> workers) {
        long[] ids = workers.stream().mapToLong(Thread::getId).toArray();
        return ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean threads
                ? Arrays.stream(threads.getThreadAllocatedBytes(ids)).sum()
                : 0;
    }

    private static long contextSwitches() {
        long sum = 0;
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
            for (Path task : tasks) {
                sum += contextSwitches(task.resolve("status"));
            }
        } catch (IOException unknown) {
            return 0;
        }
        return sum;
    }

    private static long contextSwitches(Path status) {
        try {
            return Files.readAllLines(status).stream()
                    .filter(line -> line.contains("ctxt_switches:"))
                    .mapToLong(line ->
                            Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
                    .sum();
        } catch (IOException | NumberFormatException ended) {
            return 0;
        }
    }
}
