package io.github.cqs.bench.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.bench.figures.PointFork.Measured;
import io.github.cqs.bench.figures.PointFork.Sample;
import java.util.List;
import org.junit.jupiter.api.Test;

class PointResultTest {
    private static final Point POINT = Point.find("fig5.work100.2");

    /** A half of a block: nanoseconds for ten operations of each algorithm, in the figure's order. */
    private static List<Sample> half(long... nanos) {
        List<String> series = POINT.series();
        assertThat(nanos).hasSameSizeAs(series.toArray());
        List<Sample> samples = new java.util.ArrayList<>();
        for (int i = 0; i < nanos.length; i++) {
            samples.add(new Sample(series.get(i), nanos[i], 10));
        }
        return samples;
    }

    private static Measured fork(double foreign, List<Sample> one, List<Sample> other) {
        List<Sample> all = new java.util.ArrayList<>(one);
        all.addAll(other);
        return new Measured(POINT.name(), foreign, all);
    }

    @Test
    void ratiosArePairedWithinHalvesOfBlocks() {
        Measured fork = fork(0.2, half(100, 50, 200, 25), half(1000, 500, 2000, 250));
        List<PointResult> results = PointResult.of(POINT, List.of(fork));
        assertThat(results).extracting(PointResult::series).isEqualTo(POINT.series());
        assertThat(results).extracting(r -> r.ratio().median()).containsExactly(1.0, 2.0, 0.5, 4.0);
        assertThat(results.get(1).ratio().low()).isEqualTo(2);
        assertThat(results.get(1).ratio().high()).isEqualTo(2);
        assertThat(results.get(1).nanosPerOp().median()).isEqualTo(27.5);
        assertThat(FigureTables.csv(17, results))
                .hasSize(5)
                .startsWith(FigureTables.CSV_HEADER)
                .element(2)
                .asString()
                .startsWith("fig5,work,100,2,CQS,17,27.5000,")
                .endsWith(",2.0000,2.0000,2.0000,2,foreign CPU 20 %");
        assertThat(FigureTables.text(results)).contains("Figure 5: barrier, work 100", "CQS", "2.00 .. 2.00");
    }

    @Test
    void aSliceWithoutOperationsIsNoFigure() {
        List<Sample> empty = List.of(new Sample("Java", 100, 0));
        assertThat(empty.get(0).nanosPerOp()).isInfinite();
        List<Sample> none = half(100, 50, 200, 25).stream()
                .map(s -> new Sample(s.series(), s.nanos(), 0))
                .toList();
        PointResult result =
                PointResult.of(POINT, List.of(fork(-1, none, none))).get(0);
        assertThat(result.nanosPerOp().pairs()).isZero();
        assertThat(FigureTables.csv(17, List.of(result)).get(1)).endsWith("Java,17,,,,,,,0,");
    }

    @Test
    void everyAlgorithmHasItsTurnForthAndBack() {
        List<String> series = List.of("a", "b", "c");
        assertThat(PointFork.order(series, 0)).containsExactly("a", "b", "c", "c", "b", "a");
        List<String> next = PointFork.order(series, 1);
        assertThat(next).hasSize(6).isNotEqualTo(PointFork.order(series, 0));
        assertThat(next.subList(0, 3)).containsExactlyInAnyOrderElementsOf(series);
        assertThat(next.subList(3, 6)).containsExactlyInAnyOrderElementsOf(series);
    }
}
