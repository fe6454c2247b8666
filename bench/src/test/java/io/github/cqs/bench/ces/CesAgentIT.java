package io.github.cqs.bench.ces;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.cqs.bench.matrix.Timing;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** A load of each part from end to end, with the packaged agent. The figures are not looked at, beyond that there are some. */
@EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "this JDK has no virtual threads")
class CesAgentIT {
    private static final List<Load> LOADS = List.of(
            Load.find("table.n16.s250.p1000"),
            Load.find("model.n16.s0.p1000"),
            Load.find("sieve.n16.s0"),
            Load.find("places.n1000.s1000.p1000.r4"),
            Load.find("delay.n16.s7500.p1000"));

    @TempDir
    Path folder;

    @Test
    void everyPartIsMeasuredAndWritten() throws Exception {
        Path agent = Path.of("..", "agent", "target", "cqs-agent.jar")
                .toAbsolutePath()
                .normalize();
        CesSettings settings = new CesSettings(
                Path.of(".."),
                Path.of(System.getProperty("java.home"), "bin", "java"),
                agent,
                folder,
                LOADS,
                1,
                2,
                0,
                new Timing(20, 1, 40),
                null,
                List.of(),
                1);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        int exit = new Ces(
                        settings,
                        false,
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(messages, true, StandardCharsets.UTF_8))
                .run(List.of("--quick"), 0, 0);
        assertThat(exit).as(messages.toString(StandardCharsets.UTF_8)).isZero();
        assertThat(messages.toString(StandardCharsets.UTF_8)).contains("1 of 12", "left");
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("unfair: no cell below 0.97")
                .contains(LOADS.get(2).name());

        JsonNode raw = new ObjectMapper().readTree(folder.resolve("ces.json").toFile());
        List<Jvm> jvms = new ArrayList<>();
        for (JsonNode jvm : raw.at("/jvms")) {
            jvms.add(new ObjectMapper().treeToValue(jvm, Jvm.class));
        }
        List<Load> doubtful = new Acceptance(new Results(jvms.subList(0, 12)), Setting.CES, LOADS).below();
        assertThat(jvms.subList(12, jvms.size()))
                .extracting(Jvm::load)
                .containsExactlyElementsOf(
                        doubtful.isEmpty()
                                ? List.of()
                                : Collections.nCopies(2, LOADS.get(0).name()));
        Set<String> worked = new HashSet<>();
        for (JsonNode jvm : raw.at("/jvms")) {
            boolean paper = jvm.at("/setting").asText().equals("PAPER");
            assertThat(jvm.at("/subject").asText().contains("Cqs")).isEqualTo(!paper);
            for (JsonNode slice : jvm.at("/slices")) {
                if (slice.at("/ops").asLong() > 0) {
                    worked.add(slice.at("/contender").asText());
                }
            }
        }
        assertThat(worked).hasSize(Contender.values().length);
        assertThat(Files.readAllLines(folder.resolve("ces.csv"))).hasSize(1 + 10 + 3 + 9 + 11 + 11);
        for (String picture : List.of(
                "table-unfair",
                "table-fair",
                "figure9",
                "figure10",
                "figure13",
                "section5.4-s1000",
                "section5.4-s1000-ces",
                "section5.4-s1000-jdk-fair",
                "section5.4-s1000-exchange",
                "figure15-s7500-median",
                "figure15-s7500-p99")) {
            assertThat(folder.resolve(picture + ".svg")).content().contains("<svg");
        }
    }

    @Test
    void noProgramIsMeasuredIfNoneIsAskedFor() {
        int exit = Ces.commandLine()
                .execute(
                        "--root=..",
                        "--only=^table\\.n16\\.s250\\.p1000$",
                        "--programs=none",
                        "--forks=1",
                        "--timing=20/1/40",
                        "--out=" + folder);
        assertThat(exit).isZero();
        assertThat(folder).isDirectoryContaining("glob:**ces.csv").isDirectoryNotContaining("glob:**application*");
    }
}
