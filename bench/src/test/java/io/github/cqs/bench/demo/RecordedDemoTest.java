package io.github.cqs.bench.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The figures in the README are those of recorded runs. */
class RecordedDemoTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    @ParameterizedTest
    @ValueSource(strings = {"2026-11-29-jdk17-demo", "2026-11-29-jdk25-demo"})
    void readmeShowsTheRecordedOutput(String run) throws IOException {
        String output = Files.readString(ROOT.resolve("bench/results/" + run + "/output.txt"));
        assertThat(output).contains("with / without").contains("commit ");
        assertThat(Files.readString(ROOT.resolve("README.md"))).contains("```\n" + output + "```\n");
    }

    @Test
    void readmeShowsTheRecordedComparison() throws IOException {
        Path run = ROOT.resolve("bench/results/2026-11-21-jdk17-ab-heat");
        String output = Files.readString(run.resolve("output.txt"));
        assertThat(output).contains("B/A, ops/s: ").endsWith("report.html\n");
        assertThat(Files.readString(ROOT.resolve("README.md"))).contains("```\n" + output + "```\n");
        String markdown = Files.readString(run.resolve("report.md"));
        assertThat(markdown)
                .contains(output.lines()
                        .filter(line -> line.startsWith("B/A, ops/s: "))
                        .toList());
    }
}
