package io.github.cqs.agent.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder that only this user sees, for what a scan has no memory for. */
final class Workspace implements AutoCloseable {
    private final Path folder;
    private final Path[] nested;

    Workspace(int depth) throws IOException {
        /* Created with access for the owner only. */
        folder = Files.createTempDirectory("cqs-scan-");
        nested = new Path[depth];
        folder.toFile().deleteOnExit();
        sites().toFile().deleteOnExit();
        for (int i = 0; i < depth; i++) {
            nested[i] = folder.resolve("nested-" + i + ".jar");
            nested[i].toFile().deleteOnExit();
        }
    }

    Path sites() {
        return folder.resolve("sites");
    }

    /** Where the archive that is open at {@code depth} inside of others is copied to. */
    Path nested(int depth) {
        return nested[depth];
    }

    @Override
    public void close() throws IOException {
        for (Path file : nested) {
            Files.deleteIfExists(file);
        }
        Files.deleteIfExists(sites());
        Files.deleteIfExists(folder);
    }
}
