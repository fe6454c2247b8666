package io.github.cqs.bench.figures;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.cqs.bench.matrix.Timing;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A point of each figure from end to end. The times are not looked at. */
class FiguresIT {
    private static final List<String> NAMES =
            List.of("fig5.work100.4", "fig6.work50.2", "fig7.permits1.4", "fig8.elements1.2", "fig9.threads1.10");

    @TempDir
    Path folder;

    @Test
    void aPointOfEachFigureIsMeasuredAndDrawn() throws Exception {
        FigureSettings settings = new FigureSettings(
                Path.of(".."),
                Path.of(System.getProperty("java.home"), "bin", "java"),
                folder,
                NAMES.stream().map(Point::find).toList(),
                1,
                0,
                new Timing(4, 1, 5),
                List.of("cqs.spin.nanos=4000"));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        int exit = new Figures(
                        settings,
                        false,
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(messages, true, StandardCharsets.UTF_8))
                .run(List.of("--quick"));
        assertThat(exit).as(messages.toString(StandardCharsets.UTF_8)).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("Figure 5: barrier", "active waiting", "MCS");
        assertThat(messages.toString(StandardCharsets.UTF_8)).contains("1 of 5", "left");

        List<String> csv = Files.readAllLines(folder.resolve("figures.csv"));
        int series = NAMES.stream()
                .mapToInt(name -> Point.find(name).series().size())
                .sum();
        assertThat(csv).hasSize(1 + series).first().isEqualTo(FigureTables.CSV_HEADER);
        JsonNode raw =
                new ObjectMapper().readTree(folder.resolve("figures.json").toFile());
        assertThat(raw.at("/forks")).hasSize(5);
        assertThat(raw.at("/forks/0/samples")).hasSize(2 * Figure.FIG5.series().size());
        assertThat(raw.at("/tuning/0").asText()).isEqualTo("cqs.spin.nanos=4000");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "figures.csv", "figures.json", "fig5.svg", "fig6.svg", "fig7.svg", "fig8.svg", "fig9.svg");
        }
        assertThat(Files.readString(folder.resolve("fig7.svg"))).contains("<svg", "Figure 7");
    }
}
