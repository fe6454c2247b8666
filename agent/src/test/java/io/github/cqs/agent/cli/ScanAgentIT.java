package io.github.cqs.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.cqs.agent.ForkedJvm;
import io.github.cqs.agent.Json;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code scan} as a program: its memory, a JVM's class path, and what it leaves behind. */
class ScanAgentIT {
    private static final int CLASSES = 100_000;

    @TempDir
    private static Path shared;

    @TempDir
    private Path folder;

    private static Path large;

    /** Every class has a site. */
    @BeforeAll
    static void writeLargeArchive() throws IOException {
        large = shared.resolve("large.jar");
        byte[] first = ZipBytes.semaphores("p/C000000", 1);
        int at = indexOf(first, "C000000") + 1;
        try (OutputStream raw = new BufferedOutputStream(Files.newOutputStream(large));
                ZipOutputStream zip = new ZipOutputStream(raw)) {
            zip.setLevel(1);
            for (int i = 0; i < CLASSES; i++) {
                byte[] digits = Integer.toString(1_000_000 + i).getBytes(StandardCharsets.US_ASCII);
                System.arraycopy(digits, 1, first, at, 6);
                zip.putNextEntry(new ZipEntry("p/C" + new String(first, at, 6, StandardCharsets.US_ASCII) + ".class"));
                zip.write(first);
                zip.closeEntry();
            }
        }
    }

    private static int indexOf(byte[] bytes, String text) {
        return new String(bytes, StandardCharsets.ISO_8859_1).indexOf(text);
    }

    private ForkedJvm.Outcome scan(String heap, Object... arguments) {
        List<String> all = new ArrayList<>(List.of("scan"));
        for (Object argument : arguments) {
            all.add(argument.toString());
        }
        return ForkedJvm.plain()
                .option("-Xmx" + heap, "-Djava.io.tmpdir=" + folder)
                .classPath()
                .run("-jar " + ForkedJvm.jar(), all.toArray(new String[0]));
    }

    /** With 64 MiB the archive's directory fits in memory, with 24 it is read from front to back. */
    @ParameterizedTest
    @CsvSource({"64m, json", "64m, html", "24m, txt"})
    void aLargeArchiveNeedsLittleMemory(String heap, String format) throws IOException {
        Path report = shared.resolve(heap + '.' + format);
        ForkedJvm.Outcome outcome = scan(heap, "--report", report, large);
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(outcome.out()).startsWith("scan: 100000 classes, 100000 sites, 0 errors;");
        assertThat(outcome.err()).as("no progress where there is no terminal").isEmpty();
        switch (format) {
            case "json" -> {
                Map<String, Object> json = Json.read(report);
                assertThat(Json.objects(json.get("sites"))).hasSize(CLASSES);
                assertThat(Json.object(json.get("totals"))).containsEntry("sites_swapped", (long) CLASSES);
            }
            case "html" -> assertThat(report).content().contains("100,000 sites would be swapped", "p.C099999");
            default -> assertThat(report).content().contains("at p.C000000.make", "at p.C099999.make");
        }
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left.toList()).as("temporary files").isEmpty();
        }
    }

    @Test
    void readsTheClassPathOfARunningJvmAndLeavesItAlone() throws IOException {
        Path jar = Files.write(
                Files.createDirectory(folder.resolve("lib")).resolve("two.jar"),
                ZipBytes.zip()
                        .with("a/Two.class", ZipBytes.semaphores("a/Two", 2))
                        .bytes());
        Path module = Files.write(
                Files.createDirectory(folder.resolve("mods")).resolve("one.jar"),
                ZipBytes.zip()
                        .with("m/One.class", ZipBytes.semaphores("m/One", 1))
                        .bytes());
        Path classes = ForkedJvm.testClasses();
        Path out = folder.resolve("out");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "--module-path",
                        "mods",
                        "-cp",
                        "lib/*" + java.io.File.pathSeparator + "gone.jar" + java.io.File.pathSeparator + classes,
                        "fixture.Exits",
                        "wait")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            await().until(() -> Files.readString(out).contains("ready"));
            ForkedJvm.Outcome outcome = scan("256m", "--pid", process.pid());
            assertThat(outcome.exitCode()).as(outcome.err()).isZero();
            assertThat(outcome.out())
                    .contains("swapped new Semaphore at a.Two.make in " + jar.toRealPath())
                    .contains("swapped new Semaphore at m.One.make in " + module.toRealPath())
                    .contains("swapped new Semaphore at fixture.Exits.main:12 in " + classes)
                    .contains("error: " + folder.toRealPath().resolve("gone.jar") + ": is not there");
            assertThat(process.isAlive()).isTrue();
            assertThat(out).content().isEqualTo("ready\n");
        } finally {
            process.destroy();
            process.onExit().join();
        }
        ForkedJvm.Outcome gone = scan("256m", "--pid", process.pid());
        assertThat(gone.exitCode()).isEqualTo(1);
        assertThat(gone.err().lines()).singleElement().asString().startsWith("scan: process " + process.pid());
    }

    @Test
    void aRuntimeWithoutAttachSaysSo() {
        ForkedJvm.Outcome outcome = ForkedJvm.plain()
                .option("--limit-modules", "java.base,java.instrument")
                .classPath()
                .run("-jar " + ForkedJvm.jar(), "scan", "--pid", "1");
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err()).contains("lacks the module jdk.attach");
    }
}
