package io.github.cqs.agent.ab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentTest {
    @TempDir
    private Path folder;

    @Test
    void whatIsReadBackSaysTheSame() throws IOException {
        Reports reports = Reports.of(MadeUp.experiment(MadeUp.runs(8, 1.2, 0.05, 3)));
        reports.write(folder);
        String json = Files.readString(folder.resolve("report.json"));
        String page = Files.readString(folder.resolve("report.html"));
        Reports again = Reports.of(Experiment.read(folder));
        again.write(folder);
        assertThat(folder.resolve("report.json")).content().isEqualTo(json);
        assertThat(folder.resolve("report.html")).content().isEqualTo(page);
        assertThat(again.text()).isEqualTo(reports.text());
    }

    @Test
    void everyFileHoldsTheVerdictOrTheRuns() throws IOException {
        Reports.of(MadeUp.experiment(MadeUp.runs(8, 1.2, 0.02, 3))).write(folder);
        assertThat(folder.resolve("report.md"))
                .content()
                .contains("| ops | higher |", "| faster |", "B/A, ops: faster");
        assertThat(folder.resolve("report.html"))
                .content()
                .contains("<svg", "faster", "&lt;app&gt;.jar", "made up &amp; small")
                .doesNotContain("<app>", "http://", "https://", "<script>", "src=");
        assertThat(Files.readAllLines(folder.resolve("runs.csv")))
                .hasSize(25)
                .first()
                .asString()
                .startsWith("run,block,arm,")
                .endsWith("ops,p99 ms");
    }

    @Test
    void nothingAtAllCanBeReported() throws IOException {
        Reports reports = Reports.of(MadeUp.experiment(List.of()));
        reports.write(folder);
        assertThat(reports.failed()).isTrue();
        assertThat(reports.text()).contains("undecided (no block yields a ratio)");
    }

    @Test
    void blocksThatDifferMuchAreSaidToShowNothing() {
        String text = Reports.of(MadeUp.experiment(MadeUp.runs(2, 1.0, 2, 1))).text();
        assertThat(text)
                .contains("too much to show even a factor of two", "> 900 %")
                .doesNotContain("go unseen");
        assertThat(Reports.of(MadeUp.experiment(MadeUp.runs(12, 1.0, 0.1, 1))).text())
                .contains("would mostly go unseen");
    }

    /** Without the blocks in which it does nothing, a program that gets much worse would be called faster. */
    @Test
    void figuresOfZeroAreNotLeftOutInSilence() {
        List<Run> runs = new ArrayList<>();
        for (int block = 1; block <= 12; block++) {
            runs.add(MadeUp.run(2 * block - 1, block, MadeUp.A, Map.of("ops", 1000.0 + block)));
            runs.add(MadeUp.run(2 * block, block, MadeUp.B, Map.of("ops", block % 2 == 0 ? 0.0 : 1500 + block)));
        }
        Reports reports = Reports.of(MadeUp.experiment(runs));
        assertThat(reports.text())
                .contains("B/A, ops: undecided (6 of 12 blocks have a figure of 0 or less")
                .contains("ops is 0 or less in 0 of 12 runs of arm A and 6 of 12 runs of arm B");
        assertThat(reports.guards().stream().filter(Guard::serious)).isNotEmpty();
        assertThat(reports.unjudged()).isTrue();
    }

    @Test
    void nothingIsWrongWithZeroEverywhere() {
        List<Run> runs = new ArrayList<>();
        for (int block = 1; block <= 12; block++) {
            runs.add(MadeUp.run(2 * block - 1, block, MadeUp.A, Map.of("ops", 0.0)));
            runs.add(MadeUp.run(2 * block, block, MadeUp.B, Map.of("ops", 0.0)));
        }
        Reports reports = Reports.of(MadeUp.experiment(runs));
        assertThat(reports.text()).contains("B/A, ops: undecided (no block yields a ratio)");
        assertThat(reports.unjudged()).isFalse();
    }

    @Test
    void slowerMeansForSureAndByMore() {
        Reports slower = Reports.of(MadeUp.experiment(MadeUp.runs(12, 0.9, 0.01, 1)));
        assertThat(slower.slowerThan(0.03)).isTrue();
        assertThat(slower.slowerThan(0.2)).isFalse();
        assertThat(Reports.of(MadeUp.experiment(MadeUp.runs(12, 1.1, 0.01, 1))).slowerThan(0))
                .isFalse();
    }
}
