package io.github.cqs.bench.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SummaryTest {
    private static final Program PROGRAM = Program.ALL.get(0);
    private static final Machine MACHINE = new Machine("some JDK", "some OS", 2, 4096, "abc");
    private static final String REPORT = """
            {"comparisons": [
                {"headline": false, "metric": "throughput", "ratio": 9},
                {"headline": true, "metric": "wall", "ratio": 8},
                {"headline": true, "metric": "throughput", "pairs": 8, "ratio": 1.2, "low": 1.1, "high": 1.31,
                 "verdict": "faster"}],
             "agents": {"B": {"sites_swapped": 3, "instances": {"ReentrantLock": 1234, "Semaphore": 0}, "errors": ["e"]}},
             "runs": [
                {"arm": "A", "block": 0, "foreign_cpu": 0.01, "problem": null, "values": {"throughput": 5}},
                {"arm": "A", "block": 1, "foreign_cpu": 0.01, "problem": null, "values": {"throughput": 1000}},
                {"arm": "B", "block": 1, "foreign_cpu": 0.20, "problem": null, "values": {"throughput": 1200}}%s]}
            """;

    @TempDir
    private Path directory;

    private Result read(String more) throws IOException {
        Path file = Files.writeString(directory.resolve("report.json"), REPORT.formatted(more));
        return Result.read(PROGRAM, file, new ObjectMapper());
    }

    private static String text(Result result) {
        return new Summary(List.of(result)).text(MACHINE).replace("\r\n", "\n");
    }

    @Test
    void readsTheHeadlineAndWhatWasSwapped() throws IOException {
        Result result = read("");
        assertThat(result.passed()).isTrue();
        assertThat(result.instances()).isEqualTo(Map.of("ReentrantLock", 1234L, "Semaphore", 0L));
        assertThat(result.errors()).containsExactly("e");
        assertThat(text(result))
                .containsPattern("logback +1,000 +1,200 +1.20 +1.10 .. 1.31 +faster +ok / ok +3 +ReentrantLock 1,234\n")
                .contains("rests on 8 blocks", "some JDK", "2 cores", "in 1 of 3 runs (up to 20 %)")
                .doesNotContain("indication");
    }

    @Test
    void anIntervalOfManyPowersOfTenIsNotWrittenOut() throws IOException {
        Path file = Files.writeString(
                directory.resolve("report.json"), REPORT.formatted("").replace("1.31", "2003506321925.55"));
        assertThat(text(Result.read(PROGRAM, file, new ObjectMapper()))).containsPattern("1.10 .. > 1000 +faster");
    }

    @Test
    void aFailedRunIsSaid() throws IOException {
        Result result = read(", {\"arm\": \"B\", \"block\": 2, \"problem\": \"self-check FAILED\", \"values\": {}}");
        assertThat(result.passed()).isFalse();
        assertThat(result.problem()).isEqualTo("self-check FAILED");
        assertThat(text(result)).contains("ok / FAILED");
    }

    @Test
    void aProgramWithoutReportHasNoFigures() {
        assertThat(text(Result.none(PROGRAM, "gone")))
                .containsPattern("logback +- +- +- +- +- +FAILED / - +- +-")
                .contains("an indication only");
    }
}
