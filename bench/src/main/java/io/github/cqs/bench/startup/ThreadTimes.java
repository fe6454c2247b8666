package io.github.cqs.bench.startup;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * CPU time of a JVM by what its threads do, in microseconds; read from {@code /proc} on Linux.
 *
 * @param loading the main thread, which loads the classes
 * @param compiling the compiler threads
 * @param rest all others, most of it garbage collection
 */
record ThreadTimes(double loading, double compiling, double rest) {
    private static final Path PROCESSES = Path.of("/proc");

    /** Whether the system tells. */
    static boolean known() {
        return Files.isReadable(PROCESSES.resolve("self/schedstat"));
    }

    /** The times of process {@code pid} until now. A thread that ends meanwhile counts as rest no longer. */
    static ThreadTimes of(long pid) throws IOException {
        double loading = 0;
        double compiling = 0;
        double rest = 0;
        try (DirectoryStream<Path> threads =
                Files.newDirectoryStream(PROCESSES.resolve(Long.toString(pid)).resolve("task"))) {
            for (Path thread : threads) {
                String name;
                double micros;
                try {
                    name = Files.readString(thread.resolve("comm")).strip();
                    micros = micros(Files.readString(thread.resolve("schedstat")));
                } catch (NoSuchFileException ended) {
                    continue;
                }
                if (name.equals("java")) {
                    loading += micros;
                } else if (name.startsWith("C1 ") || name.startsWith("C2 ")) {
                    compiling += micros;
                } else {
                    rest += micros;
                }
            }
        }
        return new ThreadTimes(loading, compiling, rest);
    }

    /** The first field of {@code schedstat}: nanoseconds on a core. */
    static double micros(String schedstat) {
        return Long.parseLong(schedstat.substring(0, schedstat.indexOf(' '))) / 1000.0;
    }

    /** What has been added since {@code earlier}, for each of {@code count} classes. */
    ThreadTimes since(ThreadTimes earlier, int count) {
        return new ThreadTimes(
                (loading - earlier.loading) / count,
                (compiling - earlier.compiling) / count,
                (rest - earlier.rest) / count);
    }

    double total() {
        return loading + compiling + rest;
    }
}
