package io.github.cqs.bench.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.bench.matrix.Bench;
import io.github.cqs.bench.matrix.Shape;
import io.github.cqs.bench.matrix.Timing;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class PointTest {
    private static final List<String> NAMES =
            Point.all(false).stream().map(Point::name).toList();

    @Test
    void namesAreUniqueAndFound() {
        assertThat(NAMES).doesNotHaveDuplicates();
        Point point = Point.all(false).get(0);
        assertThat(Point.find(point.name())).isEqualTo(point);
    }

    @Test
    void quickPointsAreAmongAll() {
        assertThat(Point.all(true)).hasSizeLessThan(NAMES.size());
        assertThat(NAMES).containsAll(Point.all(true).stream().map(Point::name).toList());
    }

    @ParameterizedTest
    @EnumSource
    void everyFigureHasPointsAndAReference(Figure figure) {
        assertThat(Point.all(true)).anyMatch(point -> point.figure() == figure);
        assertThat(figure.series()).doesNotHaveDuplicates().startsWith(figure.reference());
        assertThat(figure.reference()).startsWith("Java");
    }

    @Test
    void figuresAreComplete() {
        assertThat(NAMES)
                .contains("fig5.work100.64", "fig5.work1000.2", "fig5.work10000.16")
                .contains("fig6.work50.1", "fig6.work200.64")
                .contains("fig7.permits1.64", "fig7.permits4.4", "fig7.permits16.16")
                .contains("fig8.elements1.2", "fig8.elements16.64")
                .contains("fig9.threads1.0", "fig9.threads1.1000");
        assertThat(Figure.FIG5.series()).contains("active waiting");
        assertThat(Figure.FIG6.series()).contains("work only", "CQS simple", "CQS smart");
        assertThat(Figure.FIG7.series(1))
                .contains("CLH", "MCS", "Java lock fair", "Java lock unfair", "CQS sync smart", "CQS async simple");
        assertThat(Figure.FIG7.series(4))
                .doesNotContain("CLH", "Java lock fair")
                .contains("Java semaphore unfair");
        assertThat(Figure.FIG8.series()).contains("CQS queue pool", "CQS stack pool", "Java linked queue");
        assertThat(Figure.FIG9.series()).contains("CQS async simple", "CQS async smart");
    }

    static Stream<Arguments> algorithms() {
        return Stream.of(Figure.values())
                .flatMap(figure -> figure.series().stream().map(series -> Arguments.of(figure, series)));
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void everyAlgorithmIsMadeFromClassesOfItsOwn(Figure figure, String series) throws Exception {
        Bench one = SeriesLoader.make(figure.loop(), Shape.ALONE.threads(2).work(10, 10), series);
        Bench other = SeriesLoader.make(figure.loop(), Shape.ALONE.threads(2).work(10, 10), series);
        assertThat(one.getClass().getName()).isEqualTo(figure.loop());
        assertThat(one.getClass()).isNotEqualTo(other.getClass());
    }

    @Test
    void aTimingIsReadBack() {
        assertThat(Timing.parse("1/2/3")).isEqualTo(new Timing(1, 2, 3)).hasToString("1/2/3");
        assertThat(new Timing(10, 2, 5).millis(3)).isEqualTo(90);
    }
}
