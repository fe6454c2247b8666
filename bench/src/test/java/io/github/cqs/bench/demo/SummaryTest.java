package io.github.cqs.bench.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SummaryTest {
    private static final Program PROGRAM = Program.ALL.get(0);
    private static final Machine MACHINE = new Machine("some JDK", "some OS", 2, 4096, "abc");
    private static final AgentReport REPORT =
            new AgentReport(3, Map.of("ReentrantLock", 1234L, "Semaphore", 0L), List.of());

    @Test
    void ratiosComeFromPairs() {
        Comparison comparison = Comparison.of(
                PROGRAM,
                List.of(
                        run(Arm.WITHOUT, 0, 100, null),
                        run(Arm.WITH, 0, 150, null),
                        run(Arm.WITH, 1, 110, null),
                        run(Arm.WITHOUT, 1, 100, null),
                        run(Arm.WITHOUT, 2, 200, null),
                        run(Arm.WITH, 2, 240, null)));
        assertThat(comparison.ratios()).containsExactly(1.1, 1.2, 1.5);
        assertThat(comparison.ratio()).isEqualTo(1.2);
        assertThat(comparison.without()).isEqualTo(100);
        assertThat(comparison.with()).isEqualTo(150);
    }

    @Test
    void aFailedRunLeavesNoFigureAndSaysSo() {
        List<Run> runs = List.of(run(Arm.WITHOUT, 0, 100, null), run(Arm.WITH, 0, 150, "self-check FAILED"));
        assertThat(text(runs)).containsPattern("logback +100 +- +- +- +ok / FAILED +- +-");
    }

    @Test
    void theTableShowsWhatWasSwapped() {
        List<Run> runs = List.of(run(Arm.WITHOUT, 0, 1000, null), run(Arm.WITH, 0, 1500, null));
        assertThat(text(runs))
                .containsPattern("logback +1,000 +1,500 +1.50 +1.50 .. 1.50 +ok / ok +3 +ReentrantLock 1,234\n")
                .contains("Too few pairs", "some JDK", "2 cores")
                .doesNotContain("Noisy");
    }

    @Test
    void theRangeOfManyPairsIsAConfidenceInterval() {
        assertThat(Summary.coveragePercent(2)).isEqualTo(50);
        assertThat(Summary.coveragePercent(6)).isCloseTo(96.9, Offset.offset(0.1));
    }

    private static String text(List<Run> runs) {
        return new Summary(List.of(Comparison.of(PROGRAM, runs)), runs)
                .text(MACHINE)
                .replace("\r\n", "\n");
    }

    private static Run run(Arm arm, int pair, double throughput, @Nullable String problem) {
        AgentReport report = arm == Arm.WITH && problem == null ? REPORT : null;
        return new Run(PROGRAM.name(), arm, pair, List.of("java"), 1, throughput, Double.NaN, problem, report);
    }
}
