package io.github.cqs.bench.matrix;

import io.github.cqs.bench.demo.Child;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Starts one JVM after another that each write what they measured to a file, and repeats those that other processes disturbed.
 *
 * @param <T> what a JVM measures
 */
public final class Launcher<T> {
    /** Share of foreign CPU time above which a JVM is started again, and its figures flagged if that does not help. */
    public static final double FOREIGN_LIMIT = 0.10;

    private final String name;
    private final Path folder;
    private final int repeats;
    private final Progress progress;
    private final Reader<T> reader;
    private final ToDoubleFunction<T> foreign;
    private final Child child = new Child();

    /** Reads a JVM's file. */
    public interface Reader<T> {
        T read(Path file) throws IOException;
    }

    /** A JVM that has no figures. */
    public static final class FailedException extends Exception {
        private static final long serialVersionUID = 1L;

        FailedException(String problem) {
            super(problem);
        }
    }

    /**
     * @param name begins lines about failures
     * @param folder for files that are gone when all went well
     * @param repeats how often a JVM is started again
     * @param foreign the share of CPU time that went to other processes, NaN if unknown
     */
    public Launcher(
            String name, Path folder, int repeats, Progress progress, Reader<T> reader, ToDoubleFunction<T> foreign) {
        this.name = name;
        this.folder = folder;
        this.repeats = repeats;
        this.progress = progress;
        this.reader = reader;
        this.foreign = foreign;
    }

    /**
     * How a command line begins that starts a JVM of {@code java}, the same memory for all. The work that loops do is compiled apart from them:
     * inlined it is other machine code in each, and the difference is more than a lock.
     */
    public static List<String> jvm(Path java) {
        return List.of(
                java.toString(),
                "-Xms512m",
                "-Xmx2g",
                "-XX:CompileCommand=quiet",
                "-XX:CompileCommand=dontinline," + Lane.class.getName() + "::compute",
                "-XX:CompileCommand=dontinline," + Sieve.class.getName() + "::count");
    }

    /** Reads a file with one serialised object. */
    public static <T> Reader<T> objects(Class<T> type) {
        return file -> {
            try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
                return type.cast(in.readObject());
            } catch (ClassNotFoundException e) {
                throw new IOException(e);
            }
        };
    }

    /**
     * Answers what a JVM measured, of several the last.
     *
     * @param command for a file with the result
     * @throws FailedException if the JVM did; the reason and the JVM's output have been told
     */
    public T measure(String what, Function<Path, List<String>> command, long patienceSeconds)
            throws FailedException, IOException, InterruptedException {
        progress.started(what);
        try {
            for (int attempt = 0; ; attempt++) {
                T result = run(what, command, patienceSeconds);
                double share = foreign.applyAsDouble(result);
                if (!(share > FOREIGN_LIMIT) || attempt == repeats) {
                    return result;
                }
                progress.message(String.format("foreign CPU %.0f %%: %s again", share * 100, what));
            }
        } finally {
            progress.ended();
        }
    }

    private T run(String what, Function<Path, List<String>> command, long patienceSeconds)
            throws FailedException, IOException, InterruptedException {
        Path log = folder.resolve("last-run.log");
        Path file = folder.resolve("last-run.bin");
        Files.deleteIfExists(file);
        Integer exit = child.run(command.apply(file), log, patienceSeconds);
        if (child.stopping()) {
            throw new InterruptedException();
        }
        if (exit == null || exit != 0) {
            String problem = exit == null ? "did not end" : "exit code " + exit;
            progress.message(name + ": " + what + " FAILED: " + problem);
            Files.readString(log, Charset.defaultCharset()).lines().forEach(line -> progress.message("  | " + line));
            throw new FailedException(problem);
        }
        try {
            return reader.read(file);
        } finally {
            Files.delete(file);
            Files.delete(log);
        }
    }
}
