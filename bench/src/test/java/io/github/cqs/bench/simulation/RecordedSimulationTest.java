package io.github.cqs.bench.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The recorded figures are what this simulation says, digit by digit, wherever it runs. */
class RecordedSimulationTest {
    private static final Path RUN =
            Path.of("").toAbsolutePath().getParent().resolve("bench/results/2026-11-21-jdk25-simulation");
    private static final int FEW_TASKS = 1000;

    @Test
    void recordedFiguresComeAgain() throws IOException {
        Costs costs = Costs.read(RUN.resolve("costs.json"));
        List<String> lines = Files.readAllLines(RUN.resolve("simulation.csv"));
        assertThat(lines).first().isEqualTo(Simulate.CSV_HEADER);
        List<String> few = lines.stream()
                .skip(1)
                .filter(line -> Integer.parseInt(line.split(",", -1)[2]) <= FEW_TASKS)
                .toList();
        assertThat(few)
                .hasSize(8)
                .allSatisfy(line -> assertThat(again(line, costs)).isEqualTo(line));
    }

    private static String again(String line, Costs costs) {
        String[] fields = line.split(",", -1);
        Policy policy = Policy.valueOf(fields[0].toUpperCase(Locale.ROOT));
        return Simulate.line(Simulation.run(
                Simulate.scenario(
                        policy,
                        Integer.parseInt(fields[1]),
                        Integer.parseInt(fields[2]),
                        Double.parseDouble(fields[4]),
                        Double.parseDouble(fields[5]),
                        1),
                costs));
    }
}
