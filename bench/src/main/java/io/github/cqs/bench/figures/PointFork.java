package io.github.cqs.bench.figures;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.cqs.bench.demo.ForeignCpu;
import io.github.cqs.bench.matrix.Bench;
import io.github.cqs.bench.matrix.Crew;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Timing;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measures the algorithms of one point in turn; the main class of a JVM of its own. */
final class PointFork {
    private static final int WARM_UP_ROUNDS = 4;

    /**
     * One algorithm's slice.
     *
     * @param ops operations of all workers together; phases, for a barrier
     */
    record Sample(String series, long nanos, long ops) {
        /** Time of the machine for one operation; infinite if none was completed. */
        double nanosPerOp() {
            return (double) nanos / ops;
        }
    }

    /**
     * What a JVM measured, block after block, each forth and back.
     *
     * @param foreign share of the machine's CPU time that went to other processes, 0 to 1, or -1 if unknown
     */
    record Measured(String point, double foreign, List<Sample> samples) {}

    private PointFork() {}

    /** Arguments: the point's name, a timing, and the file for the result. */
    public static void main(String[] args) throws Exception {
        Measured result = measure(Point.find(args[0]), Timing.parse(args[1]));
        new ObjectMapper().writeValue(Path.of(args[2]).toFile(), result);
        System.exit(0); // workers are daemons, waiters might not be
    }

    private static Measured measure(Point point, Timing timing)
            throws ReflectiveOperationException, InterruptedException {
        Map<String, Bench> benches = new LinkedHashMap<>();
        for (String series : point.series()) {
            Bench bench = SeriesLoader.make(point.figure().loop(), point.shape(), series);
            bench.open();
            benches.put(series, bench);
        }
        Crew crew = new Crew(point.shape().threads(), false);
        for (int round = 0; round < WARM_UP_ROUNDS; round++) {
            for (Bench bench : benches.values()) {
                crew.run(bench, Math.max(1, timing.warmUpMillis() / WARM_UP_ROUNDS));
            }
        }
        List<Sample> samples = new ArrayList<>();
        ForeignCpu foreign = new ForeignCpu();
        for (int block = 0; block < timing.blocks(); block++) {
            for (String series : order(point.series(), block)) {
                Bench bench = benches.get(series);
                if (bench == null) {
                    throw new IllegalStateException(series);
                }
                long nanos = crew.run(bench, timing.sliceMillis());
                long ops = crew.lanes().stream().mapToLong(Lane::ops).sum();
                samples.add(new Sample(series, nanos, ops));
            }
        }
        double share = foreign.share();
        return new Measured(point.name(), Double.isNaN(share) ? -1 : share, samples);
    }

    /** Each algorithm twice, forth and back, beginning with another one in each block, so that a drift of the machine hits all alike. */
    static List<String> order(List<String> series, int block) {
        List<String> forth = new ArrayList<>(series);
        Collections.rotate(forth, block * (series.size() / 2 + 1));
        List<String> order = new ArrayList<>(forth);
        Collections.reverse(forth);
        order.addAll(forth);
        return order;
    }
}
