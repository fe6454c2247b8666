package io.github.cqs.bench.startup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Where a JVM took its classes from.
 *
 * @param shared how many came from the class-data archive
 */
record ClassSources(Arm arm, int loaded, int shared) {
    /** Reads the output of {@code -Xlog:class+load}. */
    static ClassSources read(Arm arm, Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        return new ClassSources(arm, count(lines, " source: "), count(lines, " source: shared objects file"));
    }

    private static int count(List<String> lines, String part) {
        return (int) lines.stream().filter(line -> line.contains(part)).count();
    }
}
