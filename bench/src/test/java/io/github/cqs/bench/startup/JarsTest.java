package io.github.cqs.bench.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The generated programs run, alone and with the empty agent. */
class JarsTest {
    private static final List<String> SWAPPED =
            List.of("ReentrantLock", "Semaphore", "CountDownLatch", "CyclicBarrier", "ArrayBlockingQueue");

    @TempDir
    private Path folder;

    private String run(Path... jars) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xverify:all"));
        if (jars.length > 1) {
            command.add("-javaagent:" + jars[1]);
        }
        command.addAll(List.of("-jar", jars[0].toString(), "400"));
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return Files.readString(output, Charset.defaultCharset()).strip();
    }

    @Test
    void programsPrintTheirLine() throws Exception {
        Jars jars = new Jars(folder);
        Application hello = new Application("hello", 0, 0);
        Application mixed = new Application("mixed", 400, 2);
        jars.write(hello);
        jars.write(mixed);
        jars.writeEmptyAgent();
        assertThat(run(jars.of(hello))).contains(hello.output());
        assertThat(run(jars.of(mixed), jars.emptyAgent())).contains(mixed.output());
    }

    @Test
    void asManyClassesHitAsTheyShould() throws IOException {
        Application mixed = new Application("mixed", 1000, 5);
        Jars jars = new Jars(folder);
        jars.write(mixed);
        int hits = 0;
        long bytes = 0;
        try (JarFile jar = new JarFile(jars.of(mixed).toFile())) {
            for (JarEntry entry : jar.stream().toList()) {
                if (entry.getName().startsWith("generated/")) {
                    byte[] read = jar.getInputStream(entry).readAllBytes();
                    bytes += read.length;
                    String text = new String(read, StandardCharsets.ISO_8859_1);
                    hits += SWAPPED.stream().anyMatch(text::contains) ? 1 : 0;
                }
            }
        }
        assertThat(hits).isEqualTo(5);
        assertThat(bytes / 1000).as("bytes of a class").isBetween(2000L, 4000L);
    }
}
