package io.github.cqs.bench.counts;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class CountsTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "--frobnicate, Unknown option: '--frobnicate'",
        "--rounds=0, must be at least 1",
        "--only=no-such-cell, no cell's name matches",
        "--only=(, Invalid value for option '--only'",
        "--tune=-Xint, a name cqs.AREA.NAME"
    })
    void aWrongCommandLineGetsOneLine(String arg, String message) {
        StringWriter errors = new StringWriter();
        CommandLine command = Counts.commandLine();
        command.setErr(new PrintWriter(errors, true));
        assertThat(command.execute(arg)).isEqualTo(2);
        assertThat(errors.toString().lines()).singleElement().asString().contains(message, "--help");
    }

    @Test
    void aRunIsRecorded() throws Exception {
        int exit = Counts.commandLine()
                .execute(
                        "--root",
                        "..",
                        "--only",
                        "latch.countdown",
                        "--rounds",
                        "2",
                        "--pad",
                        "count",
                        "--out",
                        folder.toString());
        assertThat(exit).isZero();
        List<String> csv = Files.readAllLines(folder.resolve("counts.csv"));
        assertThat(csv)
                .startsWith(CountTables.CSV_HEADER)
                .contains("latch.countdown," + Runtime.version().feature() + ",1,CQS,cas,1,1,1")
                .contains("latch.countdown," + Runtime.version().feature() + ",1,JDK,cas,1,1,1");
        assertThat(Files.readString(folder.resolve("counts.md")))
                .contains("| `latch.countdown` | 1 | 1 / 1 | 0 / 0 | 0 / 0 |");
        assertThat(Files.readAllLines(folder.resolve("moved.csv")))
                .startsWith("cell,jdk,threads,impl,place,moved")
                .anyMatch(line -> line.contains(",64,CQS,CqsCountDownLatch.count,"));
        JsonNode raw = new ObjectMapper().readTree(folder.resolve("counts.json").toFile());
        assertThat(raw.at("/args")).hasSizeGreaterThan(4);
        assertThat(raw.at("/counts/0/rounds")).hasSize(2);
    }
}
