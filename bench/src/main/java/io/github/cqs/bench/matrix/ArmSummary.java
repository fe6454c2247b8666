package io.github.cqs.bench.matrix;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.descriptive.Median;

/**
 * One arm's slices of one cell; each figure is the median over the slices, NaN without operations.
 *
 * @param value the cell's measure
 * @param p99WaitNanos 0 if the loop times no waits
 * @param least operations of the unluckiest worker, 1 being an equal share
 * @param most operations of the luckiest worker
 */
record ArmSummary(
        double value, double cpuNanosPerOp, double switchesPerOp, double p99WaitNanos, double least, double most) {

    static ArmSummary of(Cell cell, List<Slice> slices) {
        List<Slice> used = slices.stream().filter(slice -> slice.ops() > 0).toList();
        int threads = cell.shape().threads();
        return new ArmSummary(
                median(used, cell.measure()::of),
                median(used, slice -> (double) slice.cpuNanos() / slice.ops()),
                median(used, slice -> (double) slice.switches() / slice.ops()),
                median(used, Slice::p99WaitNanos),
                median(used, slice -> (double) slice.least() * threads / slice.ops()),
                median(used, slice -> (double) slice.most() * threads / slice.ops()));
    }

    private static double median(List<Slice> slices, ToDoubleFunction<Slice> figure) {
        return Median.withDefaults()
                .evaluate(slices.stream().mapToDouble(figure).toArray());
    }
}
