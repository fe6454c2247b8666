package io.github.cqs.bench.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.bench.DocumentBlock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScorecardTest {
    private static Scorecard.Line line(String cell, double ratio) {
        return new Scorecard.Line(cell, 2, ratio, ratio - 0.1, ratio + 0.1, 1, 1, 1);
    }

    private static Scorecard.Line crowded(String cell, double cpu, double jdkLeast, double cqsLeast) {
        return new Scorecard.Line(cell, 3, 1.25, 1.2, 1.3, cpu, jdkLeast, cqsLeast);
    }

    private static String scorecard(String title, List<Scorecard.Line> lines) {
        return new Scorecard(List.of(new Scorecard.Run(title, 2, lines))).markdown();
    }

    @Test
    void whatIsAskedOfACellIsWhatIsAskedOfItsGroup() {
        assertThat(Scorecard.floor(Catalogue.find("queue.fair.c16.2to2"))).isEqualTo(1.5);
        assertThat(Scorecard.floor(Catalogue.find("idle.latch.bytes"))).isNaN();
    }

    @Test
    void everyCellBelongsToOneGroup() {
        assertThat(Catalogue.all())
                .allSatisfy(cell -> assertThat(Scorecard.groupsOf(cell)).isOne());
    }

    @Test
    void mediansAndLowestEndsAreTold() {
        List<Scorecard.Line> run = List.of(
                line("lock.unfair.t2.work0", 2.0),
                line("lock.unfair.t2.work100", 0.9),
                line("lock.unfair.t2.work5000", 1.9));
        String text = scorecard("17", run);
        assertThat(text)
                .contains("| lock, unfair, 2 threads | 1.80, 0.97 | **1.90**, 0.80 |")
                .doesNotContain("| latch |")
                .endsWith("""

                        JDK 17: 0 of 3 cells fall short: what is asked is above their interval.

                        <details>
                        <summary>JDK 17: 1 of 3 cells are undecided: what is asked is within their interval</summary>

                        | cells | cell | ratio | 95 % interval |
                        |---|---|--:|--:|
                        | lock, unfair, 2 threads, asked: 0.97 | `lock.unfair.t2.work100` | 0.90 | 0.80 .. 1.00 |

                        </details>

                        JDK 17: 0 of 0 cells with more threads than processors take more than 1.1 times the JDK's CPU time for an operation.

                        JDK 17: in 0 of 0 unfair cells the unluckiest thread gets less than four fifths of what it gets of the JDK's.
                        """);
    }

    @Test
    void aGroupThatOneRunHasIsInTheTableOfBoth() {
        Scorecard both = new Scorecard(List.of(
                new Scorecard.Run("17", 2, List.of(line("latch.countdown.t2", 3))),
                new Scorecard.Run("25", 2, List.of(line("barrier.t4", 2)))));
        assertThat(both.markdown())
                .contains(
                        "| latch | 1.20, 0.97 | **3.00**, **2.90** | - |",
                        "| barrier, 4 parties | 1.50, 0.95 | - | **2.00**, **1.90** |");
    }

    @Test
    void cellsThatFallShortAreListedByGroup() {
        List<Scorecard.Line> run = List.of(
                line("lock.fair.t64.work0", 0.5),
                line("lock.unfair.t2.work0", 1.0),
                line("lock.unfair.t2.work100", 0.9),
                line("latch.countdown.t2", 3));
        assertThat(scorecard("25", run)).contains("""
                        <summary>JDK 25: 1 of 4 cells fall short: what is asked is above their interval</summary>

                        | cells | cell | ratio | 95 % interval |
                        |---|---|--:|--:|
                        | lock, fair, 64 threads, asked: 0.95 | `lock.fair.t64.work0` | 0.50 | 0.40 .. 0.60 |

                        """).contains("""
                        <summary>JDK 25: 2 of 4 cells are undecided: what is asked is within their interval</summary>

                        | cells | cell | ratio | 95 % interval |
                        |---|---|--:|--:|
                        | lock, unfair, 2 threads, asked: 0.97 | `lock.unfair.t2.work0` | 1.00 | 0.90 .. 1.10 |
                        |  | `lock.unfair.t2.work100` | 0.90 | 0.80 .. 1.00 |

                        """);
    }

    @Test
    void whereNoCellFallsShortNothingIsFolded() {
        List<Scorecard.Line> run = List.of(line("latch.countdown.t2", 3));
        assertThat(scorecard("25", run))
                .contains("\nJDK 25: 0 of 1 cells fall short: what is asked is above their interval.\n")
                .contains("\nJDK 25: 0 of 1 cells are undecided: what is asked is within their interval.\n");
    }

    @Test
    void whatThroughputIsBoughtWithIsTold() {
        List<Scorecard.Line> run = List.of(
                crowded("lock.unfair.t4.work0", 1.09, 0.5, 0.4),
                crowded("lock.unfair.t16.work0", 1.2, 0.5, 0.39),
                crowded("lock.unfair.t64.work0", 1.0, 0.04, 0.0),
                crowded("lock.fair.t64.work0", 1.0, 1.0, 0.1),
                new Scorecard.Line("lock.unfair.t2.work0", 2, 1, 1, 1, 2, 1, 0)); // a processor for each
        assertThat(scorecard("25", run))
                .contains("JDK 25: 1 of 4 cells with more threads than processors take more")
                .contains("""

                        | cell | ratio | CPU time, ours / the JDK's |
                        |---|--:|--:|
                        | `lock.unfair.t16.work0` | 1.25 | 1.20 |

                        """)
                .contains("JDK 25: in 1 of 2 unfair cells the unluckiest thread")
                .contains("""

                        | cell | ratio | share of its due, ours | the JDK's |
                        |---|--:|--:|--:|
                        | `lock.unfair.t16.work0` | 1.25 | 0.39 | 0.50 |

                        """);
    }

    @Test
    void sharesAreToldOfCellsInWhichTheyCanBeCompared() {
        List<Scorecard.Line> run = List.of(
                crowded("lock.unfair.t16.work0", 1.0, 0.5, 0.45),
                crowded("lock.unfair.t64.work0", 1.0, 0.04, 0.03),
                crowded("lock.fair.t16.work0", 1.0, 1.0, 1.0));
        assertThat(new Scorecard(List.of(new Scorecard.Run("25", 2, run))).shares())
                .isEqualTo("""
                | JDK | cell | ratio | share of its due, ours | the JDK's |
                |---|---|--:|--:|--:|
                | 25 | `lock.unfair.t16.work0` | 1.25 | 0.45 | 0.50 |
                """);
    }

    @Test
    void linesOfTheRecordAreRead() {
        List<String> header = List.of(Tables.DETAILS_HEADER.split(",", -1));
        assertThat(Scorecard.Line.parse(
                        header, "a.unfair.b,25,16,virtual,0.9,0.8,0.95,0,0,0,0,0,20,30,0,0,0,0,0.5,0.25,2,3,0"))
                .isEqualTo(new Scorecard.Line("a.unfair.b", 16, 0.9, 0.8, 0.95, 1.5, 0.5, 0.25));
        assertThat(Scorecard.Line.parse(header, "failed,25,16,virtual,,,,,,,,,,,,,,,,,,,")
                        .ratio())
                .isNaN();
    }

    @Test
    void theReadmeShowsTheRecordedRuns() throws IOException {
        DocumentBlock readme = new DocumentBlock("matrix");
        readme.holds(Scorecard.read(readme.runs()).markdown());
    }

    @Test
    void theDocumentShowsTheRunsBesideBusyPrograms() throws IOException {
        DocumentBlock document = new DocumentBlock("docs/busy-processors.md", "busy");
        for (Path run : document.runs()) {
            assertThat(RawData.read(run).beside()).isEqualTo(2);
        }
        document.holds(Scorecard.read(document.runs()).markdown());
    }

    @Test
    void theReadmeShowsSharesInLongerSlices() throws IOException {
        DocumentBlock readme = new DocumentBlock("shares");
        readme.holds(Scorecard.read(readme.runs()).shares());
    }
}
