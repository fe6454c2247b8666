package io.github.cqs.bench.matrix;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.Charset;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

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
        return now(workers, virtual, Set.of());
    }

    /** As {@link #now(List, boolean)}, but {@code parked} are tasks that do nothing: to read of thousands of them takes longer than a slice. */
    static Counters now(List<Thread> workers, boolean virtual, Set<Path> parked) {
        return new Counters(cpu(), contextSwitches(parked), virtual ? 0 : allocated(workers));
    }

    /** The tasks of the threads that have the name {@code name} now; none where the system does not tell. */
    static Set<Path> tasks(String name) {
        Set<Path> found = new HashSet<>();
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
            for (Path task : tasks) {
                if (isNamed(task, name)) {
                    found.add(task);
                }
            }
        } catch (IOException unknown) {
            return Set.of();
        }
        return found;
    }

    private static boolean isNamed(Path task, String name) {
        try {
            return Files.readString(task.resolve("comm"), Charset.defaultCharset())
                    .strip()
                    .equals(name);
        } catch (IOException ended) {
            return false;
        }
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

    private static long contextSwitches(Set<Path> parked) {
        long sum = 0;
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
            for (Path task : tasks) {
                sum += parked.contains(task) ? 0 : contextSwitches(task.resolve("status"));
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
