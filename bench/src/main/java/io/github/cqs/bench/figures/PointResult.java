package io.github.cqs.bench.figures;

import io.github.cqs.bench.figures.PointFork.Measured;
import io.github.cqs.bench.figures.PointFork.Sample;
import io.github.cqs.bench.matrix.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One algorithm at one point, summed up over the JVMs.
 *
 * @param nanosPerOp lower is better
 * @param ratio time of the figure's reference / time of this algorithm in the same half of a block, above 1 is faster
 * @param foreign largest share of foreign CPU time, or -1
 */
record PointResult(Point point, String series, Estimate nanosPerOp, Estimate ratio, double foreign) {
    /** The results of a point; none if no JVM has measured it. */
    static List<PointResult> of(Point point, List<Measured> forks) {
        double foreign = forks.stream().mapToDouble(Measured::foreign).max().orElse(-1);
        List<PointResult> results = new ArrayList<>();
        for (String series : forks.isEmpty() ? List.<String>of() : point.series()) {
            results.add(new PointResult(
                    point,
                    series,
                    estimate(point, forks, half -> nanos(half, series)),
                    estimate(point, forks, half -> nanos(half, point.figure().reference()) / nanos(half, series)),
                    foreign));
        }
        return results;
    }

    private static Estimate estimate(Point point, List<Measured> forks, ToDoubleFunction<List<Sample>> figure) {
        return Estimate.of(
                forks.stream().map(fork -> ofHalves(point, fork, figure)).toList());
    }

    /** One figure from each half of a block, in which every algorithm has one slice. */
    private static double[] ofHalves(Point point, Measured fork, ToDoubleFunction<List<Sample>> figure) {
        int n = point.series().size();
        List<Double> figures = new ArrayList<>();
        for (int at = 0; at + n <= fork.samples().size(); at += n) {
            double value = figure.applyAsDouble(fork.samples().subList(at, at + n));
            if (value > 0 && Double.isFinite(value)) {
                figures.add(value);
            }
        }
        return figures.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static double nanos(List<Sample> half, String series) {
        return half.stream()
                .filter(sample -> sample.series().equals(series))
                .mapToDouble(Sample::nanosPerOp)
                .sum();
    }
}
