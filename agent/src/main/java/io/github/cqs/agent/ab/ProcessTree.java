package io.github.cqs.agent.ab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A process and all that it starts: samples what they use, from {@code /proc} where there is one, and ends what is left.
 */
final class ProcessTree {
    private static final long INTERVAL_NANOS = 100_000_000;
    private static final long LONGEST_NANOS = 300_000_000;
    /** Between samples pass so many times what one took, within bounds. */
    private static final long SHARE = 50;

    private static final Path PROC = Path.of("/proc");

    private final ProcessHandle root;
    private final String mark;
    private final Set<ProcessHandle> seen = ConcurrentHashMap.newKeySet();
    private final Map<String, Long> switches = new HashMap<>();
    private final Map<Long, Long> peakKib = new HashMap<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread sampler = new Thread(this::sampleUntilEnded, "ab-sampler");

    /**
     * @param mark a text in the environment of the root, which its descendants inherit
     */
    ProcessTree(ProcessHandle root, String mark) {
        this.root = root;
        this.mark = mark;
        seen.add(root);
        sampler.setDaemon(true);
    }

    void startSampling() {
        sampler.start();
    }

    /** Ends sampling; its results may be read afterwards. */
    void stopSampling() throws InterruptedException {
        ended.countDown();
        sampler.join();
    }

    private void sampleUntilEnded() {
        try {
            long pause = INTERVAL_NANOS / 5;
            while (!ended.await(pause, TimeUnit.NANOSECONDS)) {
                long start = System.nanoTime();
                root.descendants().forEach(seen::add);
                for (ProcessHandle process : seen) {
                    if (process.isAlive()) {
                        sample(process.pid());
                    }
                }
                long cost = System.nanoTime() - start;
                pause = Math.min(LONGEST_NANOS, Math.max(INTERVAL_NANOS, SHARE * cost));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Processes and threads end while they are looked at; what has been seen of them stays. */
    private void sample(long pid) {
        Path process = PROC.resolve(Long.toString(pid));
        Map<String, Long> status = fields(process.resolve("status"));
        @Nullable Long peak = status.get("VmHWM");
        if (peak != null) {
            peakKib.merge(pid, peak, Long::max);
        }
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(process.resolve("task"))) {
            for (Path thread : threads) {
                Map<String, Long> fields = fields(thread.resolve("status"));
                long count = fields.getOrDefault("voluntary_ctxt_switches", 0L)
                        + fields.getOrDefault("nonvoluntary_ctxt_switches", 0L);
                switches.merge(thread.toString(), count, Long::max);
            }
        } catch (IOException | java.nio.file.DirectoryIteratorException e) {
            return;
        }
    }

    private static Map<String, Long> fields(Path status) {
        Map<String, Long> fields = new HashMap<>();
        try {
            for (String line : Files.readAllLines(status, StandardCharsets.ISO_8859_1)) {
                String[] parts = line.split("[:\\s]+", 3);
                if (parts.length > 1 && parts[1].matches("\\d{1,18}")) {
                    fields.put(parts[0], Long.parseLong(parts[1]));
                }
            }
        } catch (IOException e) {
            return fields;
        }
        return fields;
    }

    /** The sum of all processes' peaks in MiB, or NaN. */
    double peakMib() {
        return peakKib.isEmpty()
                ? Double.NaN
                : peakKib.values().stream().mapToLong(Long::longValue).sum() / 1024.0;
    }

    /** Context switches of all threads, voluntary or not, as far as they were seen; or NaN. */
    double switches() {
        return switches.isEmpty()
                ? Double.NaN
                : switches.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Everything alive that belongs to the root, daemons that left its tree included. */
    List<ProcessHandle> alive() {
        root.descendants().forEach(seen::add);
        if (Files.isDirectory(PROC)) {
            ProcessHandle.allProcesses().filter(this::isMarked).forEach(seen::add);
        }
        return seen.stream().filter(ProcessHandle::isAlive).toList();
    }

    private boolean isMarked(ProcessHandle process) {
        try {
            byte[] environment = Files.readAllBytes(PROC.resolve(process.pid() + "/environ"));
            return new String(environment, StandardCharsets.ISO_8859_1).contains(mark);
        } catch (IOException e) {
            return false;
        }
    }

    /** Ends what is alive, at once. */
    void end() {
        alive().forEach(ProcessHandle::destroyForcibly);
    }
}
