package io.github.cqs.bench.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TablesTest {
    private static final Cell CELL = Catalogue.find("lock.unfair.t4.work0");

    @Test
    void aLineOfTheCsvFileHasTheDocumentedFields() {
        CellResult result = CellResult.of(CELL, List.of(fork(0.02), fork(0.02)), null);
        assertThat(new Tables(17, List.of(result)).csv())
                .containsExactly(
                        "cell,jdk,threads,kind,ratio,ci_low,ci_high,pairs,note",
                        "lock.unfair.t4.work0,17,4,platform,2.0000,2.0000,2.0000,4,null 1.000 (1.000 to 1.000)");
    }

    @Test
    void foreignCpuAndPinningAreNoted() {
        CellResult result = CellResult.of(CELL, List.of(fork(0.02), fork(0.14)), null);
        assertThat(result.note()).endsWith("; pinned; foreign CPU 14 %").doesNotContain(",");
    }

    @Test
    void aFailedCellHasNoFigures() {
        CellResult result = CellResult.of(CELL, List.of(), "exit code 1, early");
        assertThat(new Tables(25, List.of(result)).csv().get(1))
                .isEqualTo("lock.unfair.t4.work0,25,4,platform,,,,0,FAILED: exit code 1 early");
        assertThat(new Tables(25, List.of(result)).text()).contains("FAILED");
    }

    @Test
    void detailsHaveAFieldForEachHeading() {
        CellResult result = CellResult.of(CELL, List.of(fork(0.02)), null);
        List<String> lines = new Tables(17, List.of(result)).details();
        assertThat(lines.get(1).split(",", -1)).hasSameSizeAs(lines.get(0).split(",", -1));
        assertThat(lines.get(1)).startsWith("lock.unfair.t4.work0,17,4,platform,2.0000,");
    }

    @Test
    void sharesAreRelativeToAnEqualOne() {
        CellResult result = CellResult.of(CELL, List.of(fork(0.02)), null);
        assertThat(result.cqs().least()).isEqualTo(0.4);
        assertThat(result.cqs().most()).isEqualTo(1.6);
    }

    @Test
    void aCellMayFallShortIfItsIntervalReachesBelowWhatIsAskedOrIsUnknown() {
        assertThat(mayFallShort(CELL, 970)).isFalse();
        assertThat(mayFallShort(CELL, 969)).isTrue();
        assertThat(mayFallShort(CELL, 0)).isTrue();
        Cell nothingAsked = Catalogue.find("idle.lock.unfair.bytes");
        assertThat(mayFallShort(nothingAsked, 0)).isFalse();
    }

    /** Of a cell with one pair, the JDK's doing a thousand operations. */
    private static boolean mayFallShort(Cell cell, long ours) {
        List<Slice> slices = List.of(slice(Arm.JDK, 1000), slice(Arm.CQS, ours), slice(Arm.NULL, 1000));
        return CellResult.of(cell, List.of(new ForkResult(cell.name(), "Cqs", 0, false, slices)), null)
                .mayFallShort();
    }

    @Test
    void aSliceWithoutOperationsMakesNoPair() {
        ForkResult stalled = new ForkResult(
                CELL.name(), "y", 0, false, List.of(slice(Arm.JDK, 0), slice(Arm.CQS, 5), slice(Arm.NULL, 5)));
        assertThat(CellResult.of(CELL, List.of(stalled), null).ratio().pairs()).isZero();
    }

    /** Ours does twice as much; 4 workers, the unluckiest with a tenth of all, the luckiest with four. */
    private static ForkResult fork(double foreign) {
        List<Slice> slices = new ArrayList<>();
        for (Arm arm : Arm.block(0)) {
            slices.add(slice(arm, arm == Arm.CQS ? 2000 : 1000));
        }
        return new ForkResult(CELL.name(), "Cqs", foreign, foreign > 0.1, slices);
    }

    private static Slice slice(Arm arm, long ops) {
        return new Slice(arm, 1_000_000, ops, ops / 10, ops * 4 / 10, 900_000, 10, 640, 500, 50);
    }
}
