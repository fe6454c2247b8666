package io.github.cqs.bench.demo;

import java.nio.file.Path;
import java.util.List;

/**
 * A sample program.
 *
 * @param name how the table and the command line call it
 * @param jar its jar, relative to the project's root
 * @param description what waits for what in it
 */
record Program(String name, Path jar, String description) {
    static final List<Program> ALL = List.of(
            sample("logback", "logback", "asynchronous appender, 4 producers, a queue of 64, 1 consumer"),
            sample("commons-pool2", "commons-pool", "object pool, 8 borrowers of 2 objects"),
            sample("leveldb", "leveldb", "iq80 LevelDB, readrandom, 8 readers of one database"),
            sample("heat", "heat", "Jacobi solver, 4 threads, a cyclic barrier after each sweep"),
            sample("worker-pool", "worker-pool", "2 semaphores bound the queue, a latch ends each batch"));

    private static Program sample(String name, String folder, String description) {
        return new Program(name, Path.of("sample-apps", folder, "target", folder + "-sample.jar"), description);
    }
}
