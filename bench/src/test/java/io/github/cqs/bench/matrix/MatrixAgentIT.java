package io.github.cqs.bench.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.cqs.bench.demo.Machine;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
                1,
                1,
                0,
                new Timing(20, 1, 20));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        int exit = new Matrix(
                        settings,
                        RawData.none(
                                List.of("--quick"),
                                Machine.describe(settings.root()),
                                settings.timing(),
                                settings.agentOptions(),
                                settings.beside()),
                        false,
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(messages, true, StandardCharsets.UTF_8))
                .run();
        assertThat(exit).as(messages.toString(StandardCharsets.UTF_8)).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains(NAMES).contains("null");
        assertThat(messages.toString(StandardCharsets.UTF_8)).contains("1 of 3", "left");

        List<String> csv = Files.readAllLines(folder.resolve("matrix.csv"));
        assertThat(csv).hasSize(4).first().isEqualTo(Tables.CSV_HEADER);
        assertThat(csv.get(1).split(",", -1)).hasSize(9).startsWith(NAMES.get(0));
        JsonNode raw = new ObjectMapper().readTree(folder.resolve("matrix.json").toFile());
        assertThat(raw.at("/beside").asInt()).isEqualTo(1);
        assertThat(raw.at("/forks")).hasSize(3);
        assertThat(raw.at("/forks/0/slices")).hasSize(6);
        assertThat(raw.at("/forks/0/subject").asText()).isEqualTo("java.util.concurrent.locks.MeteredReentrantLock");
        long ops = 0;
        for (JsonNode slice : raw.at("/forks/0/slices")) {
            ops += slice.get("ops").asLong();
        }
        assertThat(ops).isPositive();
        Set<String> expected = new HashSet<>(Set.of("matrix.csv", "details.csv", "matrix.json"));
        for (String line : csv.subList(1, csv.size())) {
            String[] fields = line.split(",", -1);
            if (!fields[4].isEmpty()) { // on a busy machine a slice may be over before the first operation
                expected.add(fields[0].substring(0, fields[0].indexOf('.')) + ".svg");
            }
        }
        assertThat(expected).contains("lock.svg");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrderElementsOf(expected);
        }
        assertThat(Files.readString(folder.resolve("lock.svg"))).contains("<svg", "ours / JDK");
    }

    @Test
    void anInterruptedRunKeepsItsCellsAndGoesOn() throws Exception {
        Process first = matrix("--forks=50"); // would take minutes
        List<String> rest;
        try (BufferedReader output = first.inputReader()) {
            assertThat(output.lines().anyMatch(line -> line.startsWith("2 of 150,")))
                    .isTrue();
            first.toHandle().destroy(); // leaves its output open
            rest = output.lines().toList();
        }
        assertThat(first.waitFor()).isNotZero();
        assertThat(rest).contains("matrix: interrupted; with --resume the same command goes on");
        List<ForkResult> kept = RawData.read(folder).forks();
        assertThat(kept).isNotEmpty();
        List<String> missing = new ArrayList<>(NAMES);
        missing.removeAll(kept.stream().map(ForkResult::cell).toList());
        assertThat(Files.readAllLines(folder.resolve("matrix.csv"))).hasSize(1 + NAMES.size() - missing.size());

        String resumed = finished(matrix("--resume"));
        assertThat(resumed).contains(NAMES).contains(missing.isEmpty() ? "ratio" : "1 of " + missing.size() + ",");
        List<ForkResult> all = RawData.read(folder).forks();
        assertThat(all).startsWith(kept.toArray(ForkResult[]::new));
        assertThat(all.subList(kept.size(), all.size()))
                .extracting(ForkResult::cell)
                .isEqualTo(missing);
        assertThat(Files.readAllLines(folder.resolve("matrix.csv"))).hasSize(1 + NAMES.size());

        assertThat(finished(matrix("--resume"))).contains(NAMES).doesNotContain("1 of ");
        assertThat(RawData.read(folder).forks()).isEqualTo(all);

        long oneMore = count(all, NAMES.get(2)) + 1;
        assertThat(finished(matrix("--resume", "--forks=" + oneMore, "--only=^" + NAMES.get(2) + "$")))
                .contains("1 of 1", NAMES.get(0));
        List<ForkResult> more = RawData.read(folder).forks();
        assertThat(more).hasSize(all.size() + 1).startsWith(all.toArray(ForkResult[]::new));
        assertThat(count(more, NAMES.get(2))).isEqualTo(oneMore);
    }

    @Test
    void cellsThatMayFallShortAreMeasuredInMoreJvms() throws Exception {
        finished(matrix("--forks=2", "--doubtful=3"));
        RawData data = RawData.read(folder);
        for (String name : NAMES) {
            Cell cell = Catalogue.find(name);
            boolean doubtful = CellResult.of(cell, data.first(2, cell), null).mayFallShort();
            assertThat(data.forks(cell)).as(name).isEqualTo(doubtful ? 3 : 2);
        }
        assertThat(finished(matrix("--resume", "--forks=2", "--doubtful=3"))).doesNotContain("1 of ");
    }

    private static long count(List<ForkResult> forks, String cell) {
        return forks.stream().filter(fork -> fork.cell().equals(cell)).count();
    }

    private Process matrix(String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.awt.headless=true",
                "-cp",
                System.getProperty("java.class.path"),
                Matrix.class.getName(),
                "--root=..",
                "--quick",
                "--timing=20/1/20",
                "--only=^(" + String.join("|", NAMES) + ")$",
                "--out=" + folder));
        for (String arg : args) {
            command.removeIf(given -> given.startsWith(arg.replaceFirst("=.*", "=")));
            command.add(arg);
        }
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static String finished(Process process) throws IOException, InterruptedException {
        String output = new String(process.getInputStream().readAllBytes(), Charset.defaultCharset());
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
