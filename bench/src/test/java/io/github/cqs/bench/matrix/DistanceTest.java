package io.github.cqs.bench.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.bench.DocumentBlock;
import io.github.cqs.bench.demo.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DistanceTest {
    private static final String CELL = "lock.unfair.t4.work0";

    @TempDir
    private Path folder;

    @Test
    void slicesBetweenTwoLongTripsAreFarAndThoseBetweenAShortAndALongOneAreNeither() throws IOException {
        List<Slice> slices = new ArrayList<>();
        for (int i = 0; i < 6; i++) { // near: as many; far: ours a quarter, the JDK's half as many
            add(slices, 60, 1000, 1000);
        }
        add(slices, 300, 500, 250);
        add(slices, 300, 500, 250);
        add(slices, 300, 500, 250); // the last slice of it is followed by a short trip
        add(slices, 60, 1000, 1000);
        record(slices);
        assertThat(Distance.markdown(folder)).isEqualTo("""
                A JVM: 60 ns, the median of 30, and 300 ns, the median of the 30.0 % of them that are far.

                | cell | slices near, far | ours / JDK's, near | far | ours, far / near | JDK's |
                |---|--:|--:|--:|--:|--:|
                | `lock.unfair.t4.work0` | 7, 3 | 1.00 | 0.50 | 0.25 | 0.50 |
                """);
    }

    @Test
    void tripsThatWereNotSeenSayNothing() throws IOException {
        List<Slice> slices = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            add(slices, 60, 1000, 1000);
            add(slices, 0, 1, 1);
        }
        record(slices);
        assertThat(Distance.markdown(folder)).contains("the median of 18").doesNotContain("lock");
    }

    @Test
    void whereNothingIsFarThereIsNothingToCompare() throws IOException {
        List<Slice> slices = new ArrayList<>();
        add(slices, 60, 1000, 1000);
        record(slices);
        assertThat(Distance.markdown(folder))
                .contains("the median of 3, and none of them is far.")
                .doesNotContain("lock");
    }

    @Test
    void recordsOfEarlierVersionsSayNothing() throws IOException {
        List<Slice> slices = new ArrayList<>();
        add(slices, 0, 1, 1);
        record(slices);
        assertThat(Distance.markdown(folder)).isEqualTo("Not known of this run.\n");
    }

    @Test
    void theDocumentShowsTheRecordedRuns() throws IOException {
        DocumentBlock document = new DocumentBlock("docs/scaling.md", "distance");
        document.holds(Distance.markdown(document.runs().get(0)));
    }

    private void record(List<Slice> slices) throws IOException {
        Machine machine = new Machine("A JVM", "A system", 2, 1, "abc");
        RawData.none(List.of(), machine, new Timing(1, 1, 1), List.of(), 0)
                .plus(new ForkResult(CELL, "Cqs", 0, false, slices))
                .write(folder);
    }

    private static void add(List<Slice> slices, long lineNanos, long jdk, long cqs) {
        for (Arm arm : List.of(Arm.JDK, Arm.CQS, Arm.NULL)) {
            slices.add(new Slice(arm, 1_000_000, arm == Arm.CQS ? cqs : jdk, 0, 0, 0, 0, 0, 0, lineNanos));
        }
    }
}
