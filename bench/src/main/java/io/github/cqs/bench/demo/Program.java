package io.github.cqs.bench.demo;

import java.nio.file.Path;
import java.util.List;

/**
 * A sample program.
 *
 * @param name how the table and the command line call it
 * @param jar its jar, relative to the project's root
 * @param description what waits for what in it
 * @param usual whether it takes part when no program is named
 * @param warmupMillis how long it runs until it is compiled and its throughput hardly rises any more
 */
record Program(String name, Path jar, String description, boolean usual, int warmupMillis) {
    private static final int WARMUP_MILLIS = 1500;
    private static final int LONG_WARMUP_MILLIS = 2500;

    static final List<Program> ALL = List.of(
            usual("logback", "logback", "asynchronous appender, 4 producers, a queue of 64, 1 consumer"),
            usual("heat", "heat", "Jacobi solver, 4 threads, a cyclic barrier after each sweep"),
            usual("worker-pool", "worker-pool", "2 semaphores bound the queue, a latch ends each batch"),
            usual("commons-pool2", "commons-pool", "object pool, 8 borrowers of 2 objects")
                    .warmedUp(LONG_WARMUP_MILLIS),
            usual("leveldb", "leveldb", "iq80 LevelDB, readrandom, 8 readers of one database")
                    .warmedUp(LONG_WARMUP_MILLIS),
            other("tomcat-jdbc", "connection pool over H2, 8 borrowers of 2 connections, a latch for each waiter"),
            other("guava", "cache of one segment, striped locks and semaphores, 8 users"));

    private static Program usual(String name, String folder, String description) {
        return new Program(name, jar(folder), description, true, WARMUP_MILLIS);
    }

    private static Program other(String folder, String description) {
        return new Program(folder, jar(folder), description, false, WARMUP_MILLIS);
    }

    private Program warmedUp(int millis) {
        return new Program(name, jar, description, usual, millis);
    }

    private static Path jar(String folder) {
        return Path.of("sample-apps", folder, "target", folder + "-sample.jar");
    }
}
