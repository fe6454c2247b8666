package io.github.cqs.bench.startup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A folder of {@code bench/results} with what a benchmark wrote; names no place of this machine. */
public final class Recording {
    private final Path root;
    private final Path folder;

    private Recording(Path root, Path folder) throws IOException {
        this.root = root;
        this.folder = Files.createDirectories(folder);
    }

    /**
     * Makes the folder.
     *
     * @param chosen the folder, {@code null} for the one that is named by the day, the JDK and the benchmark
     */
    public static Recording in(Path root, @Nullable Path chosen, String benchmark) throws IOException {
        String name = LocalDate.now(ZoneOffset.UTC) + "-jdk" + Runtime.version().feature() + "-" + benchmark;
        return new Recording(
                root,
                chosen == null ? root.resolve("bench").resolve("results").resolve(name) : chosen.toAbsolutePath());
    }

    public Path folder() {
        return folder;
    }

    public void write(String file, String text) throws IOException {
        Files.writeString(
                folder.resolve(file),
                text.replace(root.toString(), ".").replace(System.getProperty("java.home"), "$JAVA_HOME"));
    }

    /** Deletes a folder with all that is in it. */
    static void deleteAll(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            List<Path> deepestFirst = walk.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.delete(path);
            }
        }
    }
}
