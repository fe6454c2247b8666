package io.github.cqs.bench.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildTest {
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    @TempDir
    private Path directory;

    @Test
    void outputOfBothStreamsIsKept() throws Exception {
        Path output = directory.resolve("output");
        assertThat(new Child().run(List.of(JAVA, "-version"), output, 60)).isZero();
        assertThat(output).content().contains("version");
    }

    @Test
    void outputOfAnEarlierRunIsGone() throws Exception {
        Path output = Files.writeString(directory.resolve("output"), "an earlier run");
        assertThat(new Child().run(List.of(JAVA, "-version"), output, 60)).isZero();
        assertThat(output).content().doesNotContain("an earlier run");
    }

    @Test
    void aProcessThatDoesNotEndIsEnded() throws Exception {
        Path source = Files.writeString(
                directory.resolve("Forever.java"),
                "class Forever { public static void main(String[] a) throws Exception {"
                        + " Thread.currentThread().join(); } }");
        Path output = directory.resolve("output");
        assertThat(new Child().run(List.of(JAVA, source.toString()), output, 1)).isNull();
    }
}
