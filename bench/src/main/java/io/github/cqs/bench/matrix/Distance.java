package io.github.cqs.bench.matrix;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Median;
import org.jspecify.annotations.Nullable;

/**
 * What a recorded run says of slices in which the processors were far apart, beside those in which they were near: {@link CacheLine} tells which.
 * Far is more than twice the run's median.
 */
final class Distance {
    private static final double FAR = 2;

    /** Fewer slices of an implementation in one cell say nothing. */
    private static final int ENOUGH = 2;

    private enum Where {
        NEAR,
        FAR
    }

    /** Values of one cell by implementation, the JDK's in two arms. */
    private static final class Values {
        final Cell cell;
        final Map<Where, List<Double>> jdk = none();
        final Map<Where, List<Double>> cqs = none();

        Values(Cell cell) {
            this.cell = cell;
        }

        private static Map<Where, List<Double>> none() {
            return new EnumMap<>(Map.of(Where.NEAR, new ArrayList<>(), Where.FAR, new ArrayList<>()));
        }

        void add(Where where, Slice slice) {
            of(slice.arm() == Arm.CQS ? cqs : jdk, where).add(cell.measure().of(slice));
        }

        int slices(Where where) {
            return of(cqs, where).size();
        }

        boolean saysSomething() {
            return Stream.of(jdk, cqs)
                    .flatMap(values -> values.values().stream())
                    .allMatch(values -> values.size() >= ENOUGH);
        }

        double ratio(Where where) {
            return median(of(cqs, where)) / median(of(jdk, where));
        }

        /** What ours or the JDK's does far apart, relative to near. */
        static double kept(Map<Where, List<Double>> values) {
            return median(of(values, Where.FAR)) / median(of(values, Where.NEAR));
        }

        private static List<Double> of(Map<Where, List<Double>> values, Where where) {
            return Objects.requireNonNull(values.get(where));
        }
    }

    private Distance() {}

    /** A table of the cells, in Markdown, after a sentence about the run. */
    static String markdown(Path folder) throws IOException {
        RawData data = RawData.read(folder);
        List<Double> trips = trips(data);
        if (trips.isEmpty()) {
            return "Not known of this run.\n";
        }
        double typical = median(trips);
        Map<String, Values> cells = new LinkedHashMap<>();
        for (ForkResult fork : data.forks()) {
            Values values = cells.computeIfAbsent(fork.cell(), name -> new Values(Catalogue.find(name)));
            for (int i = 0; i < fork.slices().size(); i++) {
                Where where = where(fork.slices(), i, typical);
                if (where != null) {
                    values.add(where, fork.slices().get(i));
                }
            }
        }
        return sentence(data.machine().jdk(), trips, typical)
                + table(cells.values().stream().filter(Values::saysSomething).toList());
    }

    private static String sentence(String jdk, List<Double> trips, double typical) {
        List<Double> far = trips.stream().filter(trip -> trip > FAR * typical).toList();
        return String.format(
                Locale.ROOT,
                "%s: %.0f ns, the median of %,d%s.\n\n",
                jdk,
                typical,
                trips.size(),
                far.isEmpty()
                        ? ", and none of them is far"
                        : String.format(
                                Locale.ROOT,
                                ", and %.0f ns, the median of the %.1f %% of them that are far",
                                median(far),
                                100.0 * far.size() / trips.size()));
    }

    private static List<Double> trips(RawData data) {
        return data.forks().stream()
                .flatMap(fork -> fork.slices().stream())
                .filter(slice -> slice.lineNanos() > 0)
                .map(slice -> (double) slice.lineNanos())
                .toList();
    }

    /** Where the processors were during a slice: both before and after it; null if that is not known, or changed. */
    private static @Nullable Where where(List<Slice> slices, int i, double typical) {
        long before = slices.get(i).lineNanos();
        long after = i + 1 < slices.size() ? slices.get(i + 1).lineNanos() : before;
        if (before == 0 || after == 0 || (before > FAR * typical) != (after > FAR * typical)) {
            return null;
        }
        return before > FAR * typical ? Where.FAR : Where.NEAR;
    }

    private static String table(List<Values> cells) {
        StringBuilder text = new StringBuilder("""
                | cell | slices near, far | ours / JDK's, near | far | ours, far / near | JDK's |
                |---|--:|--:|--:|--:|--:|
                """);
        for (Values cell : cells) {
            text.append(String.format(
                    Locale.ROOT,
                    "| `%s` | %d, %d | %.2f | %.2f | %.2f | %.2f |\n",
                    cell.cell.name(),
                    cell.slices(Where.NEAR),
                    cell.slices(Where.FAR),
                    cell.ratio(Where.NEAR),
                    cell.ratio(Where.FAR),
                    Values.kept(cell.cqs),
                    Values.kept(cell.jdk)));
        }
        return text.toString();
    }

    private static double median(List<Double> values) {
        return Median.withDefaults()
                .evaluate(values.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
