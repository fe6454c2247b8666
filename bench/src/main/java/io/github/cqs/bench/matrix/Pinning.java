package io.github.cqs.bench.matrix;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Puts each of two workers on a processor of its own. Where the scheduler puts them decides more than the lock does; all other cells are left to
 * it.
 */
final class Pinning {
    private static final Path TASKS = Path.of("/proc/self/task");
    private static final int SECONDS = 5;

    private Pinning() {}

    /** Pins worker 0 and worker 1 of this JVM, which have started; answers whether that worked. */
    static boolean pinTwo() throws InterruptedException {
        List<Integer> processors = processors();
        if (processors.size() < 2) {
            return false;
        }
        try {
            for (int worker = 0; worker < 2; worker++) {
                String id = taskId(Crew.name(worker));
                if (id == null || !taskset(processors.get(worker).toString(), id)) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean taskset(String processor, String id) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("taskset", "-pc", processor, id)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
        process.destroyForcibly();
        return ended && process.exitValue() == 0;
    }

    private static @Nullable String taskId(String name) throws IOException {
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
            for (Path task : tasks) {
                if (Files.readString(task.resolve("comm"), Charset.defaultCharset())
                        .strip()
                        .equals(name)) {
                    return String.valueOf(task.getFileName());
                }
            }
        }
        return null;
    }

    /** The processors that this JVM may use. */
    private static List<Integer> processors() {
        List<Integer> processors = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
                if (line.startsWith("Cpus_allowed_list:")) {
                    String list = line.substring(line.indexOf(':') + 1).strip();
                    for (String range : list.split(",", -1)) {
                        String[] ends = range.split("-", -1);
                        for (int p = Integer.parseInt(ends[0]); p <= Integer.parseInt(ends[ends.length - 1]); p++) {
                            processors.add(p);
                        }
                    }
                }
            }
        } catch (IOException | NumberFormatException unknown) {
            processors.clear();
        }
        return processors;
    }
}
