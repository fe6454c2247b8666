package io.github.cqs.bench.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.bench.DocumentBlock;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScorecardTest {
    private static Scorecard.Line line(String cell, double ratio) {
        return new Scorecard.Line(cell, ratio, ratio - 0.1, ratio + 0.1);
    }

    @Test
    void everyCellBelongsToAGroup() {
        assertThat(Scorecard.forgotten()).isEmpty();
    }

    @Test
    void mediansAndLowestEndsAreTold() {
        List<Scorecard.Line> run = List.of(
                line("lock.unfair.t2.work0", 2.0),
                line("lock.unfair.t2.work100", 0.9),
                line("lock.unfair.t2.work5000", 1.9));
        String text = new Scorecard(List.of("17"), List.of(run)).markdown();
        assertThat(text)
                .contains("| lock, unfair, 2 threads | 1.80, 0.97 | **1.90**, 0.80 |")
                .contains("| latch | 1.20, 0.97 | - |")
                .endsWith("""

                        <details>
                        <summary>JDK 17: 1 of 3 cells have an interval that reaches below what is asked</summary>

                        | cells | cell | ratio | 95 % interval |
                        |---|---|--:|--:|
                        | lock, unfair, 2 threads, asked: 0.97 | `lock.unfair.t2.work100` | 0.90 | 0.80 .. 1.00 |

                        </details>
                        """);
    }

    @Test
    void cellsThatFallShortAreListedByGroup() {
        List<Scorecard.Line> run = List.of(
                line("lock.fair.t64.work0", 0.5),
                line("lock.unfair.t2.work0", 1.0),
                line("lock.unfair.t2.work100", 0.9),
                line("latch.countdown.t2", 3));
        assertThat(new Scorecard(List.of("25"), List.of(run)).markdown())
                .contains("JDK 25: 3 of 4 cells")
                .contains("""
                        | lock, unfair, 2 threads, asked: 0.97 | `lock.unfair.t2.work0` | 1.00 | 0.90 .. 1.10 |
                        |  | `lock.unfair.t2.work100` | 0.90 | 0.80 .. 1.00 |
                        | lock, fair, 64 threads, asked: 0.95 | `lock.fair.t64.work0` | 0.50 | 0.40 .. 0.60 |
                        """);
    }

    @Test
    void whereNoCellFallsShortNothingIsFolded() {
        List<Scorecard.Line> run = List.of(line("latch.countdown.t2", 3));
        assertThat(new Scorecard(List.of("25"), List.of(run)).markdown())
                .endsWith("\nJDK 25: 0 of 1 cells have an interval that reaches below what is asked.\n");
    }

    @Test
    void linesOfTheRecordAreRead() {
        assertThat(Scorecard.Line.parse("latch.countdown.t2,17,2,platform,1.2500,1.2000,1.3000,10,null 1.0, noisy"))
                .isEqualTo(new Scorecard.Line("latch.countdown.t2", 1.25, 1.2, 1.3));
        assertThat(Scorecard.Line.parse("latch.countdown.t2,17,2,platform,,,,0,failed")
                        .ratio())
                .isNaN();
    }

    @Test
    void theReadmeShowsTheRecordedRuns() throws IOException {
        DocumentBlock readme = new DocumentBlock("matrix");
        readme.holds(Scorecard.read(readme.runs()).markdown());
    }
}
