package io.github.cqs.bench.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A few cells from end to end, with the packaged agent. The figures are not looked at. */
class MatrixAgentIT {
    private static final List<String> NAMES =
            List.of("lock.unfair.t2.work0", "queue.unfair.c16.2to2", "abort.semaphore.interrupt.q10");

    @TempDir
    Path folder;

    @Test
    void threeCellsAreMeasuredAndWritten() throws Exception {
        Path agent = Path.of("..", "agent", "target", "cqs-agent.jar")
                .toAbsolutePath()
                .normalize();
        MatrixSettings settings = new MatrixSettings(
                Path.of(".."),
                Path.of(System.getProperty("java.home"), "bin", "java"),
                agent,
                List.of("stats=on"),
                folder,
                NAMES.stream().map(Catalogue::find).toList(),
                1,
                0,
                new Timing(20, 1, 20));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        int exit = new Matrix(
                        settings,
                        false,
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(messages, true, StandardCharsets.UTF_8))
                .run(List.of("--quick"));
        assertThat(exit).as(messages.toString(StandardCharsets.UTF_8)).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains(NAMES).contains("null");
        assertThat(messages.toString(StandardCharsets.UTF_8)).contains("1 of 3", "left");

        List<String> csv = Files.readAllLines(folder.resolve("matrix.csv"));
        assertThat(csv).hasSize(4).first().isEqualTo(Tables.CSV_HEADER);
        assertThat(csv.get(1).split(",", -1)).hasSize(9).startsWith(NAMES.get(0));
        JsonNode raw = new ObjectMapper().readTree(folder.resolve("matrix.json").toFile());
        assertThat(raw.at("/forks")).hasSize(3);
        assertThat(raw.at("/forks/0/slices")).hasSize(6);
        assertThat(raw.at("/forks/0/subject").asText()).isEqualTo("java.util.concurrent.locks.MeteredReentrantLock");
        long ops = 0;
        for (JsonNode slice : raw.at("/forks/0/slices")) {
            ops += slice.get("ops").asLong();
        }
        assertThat(ops).isPositive();
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "matrix.csv", "details.csv", "matrix.json", "lock.svg", "queue.svg", "abort.svg");
        }
        assertThat(Files.readString(folder.resolve("lock.svg"))).contains("<svg", "ours / JDK");
    }
}
