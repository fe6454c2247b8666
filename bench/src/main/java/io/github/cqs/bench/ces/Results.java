package io.github.cqs.bench.ces;

import io.github.cqs.bench.matrix.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.Quantile;

/** What the JVMs measured, summed up. */
final class Results {
    private static final int RESAMPLES = 500;
    private static final long SEED = 7;
    /** Of the bystander's delays, one in a hundred is longer. */
    private static final double TAIL = 0.99;

    private final List<Jvm> jvms;

    Results(List<Jvm> jvms) {
        this.jvms = jvms;
    }

    /** Paired throughput ratios, an array for each JVM. Each half of a block gives one pair. */
    List<double[]> ratios(Load load, Setting setting, Contender of, Contender base) {
        return ratios(load, setting, of, base, Slice::throughput);
    }

    private List<double[]> ratios(
            Load load, Setting setting, Contender of, Contender base, ToDoubleFunction<Slice> throughput) {
        return jvms(load, setting)
                .map(jvm -> pairs(jvm, of, base).stream()
                        .mapToDouble(pair -> throughput.applyAsDouble(pair[0]) / throughput.applyAsDouble(pair[1]))
                        .filter(ratio -> ratio > 0 && Double.isFinite(ratio))
                        .toArray())
                .toList();
    }

    Estimate ratio(Load load, Setting setting, Contender of, Contender base) {
        return Estimate.of(ratios(load, setting, of, base));
    }

    /** The same beside the bystander. */
    Estimate ratioBeside(Load load, Setting setting, Contender of, Contender base) {
        return Estimate.of(ratios(load, setting, of, base, Slice::throughputBeside));
    }

    Estimate geometricMean(List<Load> loads, Setting setting, Contender of, Contender base) {
        return Estimate.geometricMean(
                loads.stream().map(load -> ratios(load, setting, of, base)).toList());
    }

    /** The median over the slices; NaN if there are none. */
    double median(Load load, Setting setting, Contender contender, ToDoubleFunction<Slice> figure) {
        double[] values = slices(load, setting, contender).mapToDouble(figure).toArray();
        return values.length == 0 ? Double.NaN : Median.withDefaults().evaluate(values);
    }

    /** The bystander's p99 over all slices, in nanoseconds. */
    double late(Load load, Setting setting, Contender contender) {
        return quantile(slices(load, setting, contender).map(Slice::late).toList(), TAIL);
    }

    /** Ratio of the bystander's p99s; the interval draws pairs of neighbouring slices. */
    Estimate lateRatio(Load load, Setting setting, Contender of, Contender base) {
        return lateRatio(jvms(load, setting)
                .flatMap(jvm -> pairs(jvm, of, base).stream())
                .toList());
    }

    /** The same against JVMs of another setting; the interval draws JVMs and then their slices, of each setting. */
    Estimate lateRatio(Load load, Setting setting, Contender of, Setting baseSetting, Contender base) {
        List<List<Histogram>> ours = late(jvms(load, setting), of);
        List<List<Histogram>> theirs = late(jvms(load, baseSetting), base);
        if (ours.isEmpty() || theirs.isEmpty()) {
            return Estimate.of(List.of());
        }
        SplittableRandom random = new SplittableRandom(SEED);
        double[] drawn = new double[RESAMPLES];
        for (int i = 0; i < RESAMPLES; i++) {
            drawn[i] = quantile(draw(ours, random), TAIL) / quantile(draw(theirs, random), TAIL);
        }
        double ratio = quantile(flat(ours), TAIL) / quantile(flat(theirs), TAIL);
        return estimate(ratio, drawn, Math.min(flat(ours).size(), flat(theirs).size()));
    }

    private static List<List<Histogram>> late(Stream<Jvm> jvms, Contender contender) {
        return jvms.map(jvm -> jvm.slices().stream()
                        .filter(slice -> slice.contender() == contender)
                        .map(Slice::late)
                        .toList())
                .filter(slices -> !slices.isEmpty())
                .toList();
    }

    private static List<Histogram> flat(List<List<Histogram>> jvms) {
        return jvms.stream().flatMap(List::stream).toList();
    }

    private static List<Histogram> draw(List<List<Histogram>> jvms, SplittableRandom random) {
        return flat(draw(jvms.size(), random)
                .mapToObj(jvms::get)
                .map(slices -> draw(slices.size(), random).mapToObj(slices::get).toList())
                .toList());
    }

    /** As many indices as there are, drawn with replacement. */
    private static IntStream draw(int size, SplittableRandom random) {
        return random.ints(size, 0, size);
    }

    private static Estimate estimate(double value, double[] drawn, int pairs) {
        double[] ends = Quantile.withDefaults().evaluate(drawn, 0.025, 0.975);
        return new Estimate(value, ends[0], ends[1], pairs);
    }

    private static Estimate lateRatio(List<Slice[]> slices) {
        List<Histogram[]> pairs = slices.stream()
                .map(pair -> new Histogram[] {pair[0].late(), pair[1].late()})
                .toList();
        if (pairs.isEmpty()) {
            return Estimate.of(List.of());
        }
        SplittableRandom random = new SplittableRandom(SEED);
        double[] drawn = new double[RESAMPLES];
        for (int i = 0; i < RESAMPLES; i++) {
            drawn[i] =
                    ratioOfTails(draw(pairs.size(), random).mapToObj(pairs::get).toList());
        }
        return estimate(ratioOfTails(pairs), drawn, pairs.size());
    }

    private static double ratioOfTails(List<Histogram[]> pairs) {
        return quantile(pairs.stream().map(pair -> pair[0]).toList(), TAIL)
                / quantile(pairs.stream().map(pair -> pair[1]).toList(), TAIL);
    }

    private static double quantile(List<Histogram> parts, double q) {
        Histogram all = new Histogram();
        parts.forEach(all::add);
        return all.quantile(q);
    }

    /** A quantile of the delays between sections, over all slices, in nanoseconds. */
    double delay(Load load, Setting setting, Contender contender, double q) {
        return quantile(
                followed(load, setting, contender)
                        .map(followed -> Histogram.parse(followed.delays()))
                        .toList(),
                q);
    }

    /** Share of the contended sections that ran where the one before did. */
    double stayed(Load load, Setting setting, Contender contender) {
        long contended = followed(load, setting, contender)
                .mapToLong(Followed::contended)
                .sum();
        return contended == 0
                ? Double.NaN
                : (double) followed(load, setting, contender)
                                .mapToLong(Followed::stayed)
                                .sum()
                        / contended;
    }

    /** Share of the sections that somebody waited for. */
    double contended(Load load, Setting setting, Contender contender) {
        long all =
                followed(load, setting, contender).mapToLong(Followed::sections).sum();
        return (double) followed(load, setting, contender)
                        .mapToLong(Followed::contended)
                        .sum()
                / all;
    }

    /** Where sections ran; empty if that was not told. */
    List<long[]> traces(Load load, Setting setting, Contender contender) {
        return followed(load, setting, contender)
                .map(Followed::traces)
                .filter(traces -> !traces.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    /** Largest share of foreign CPU time; NaN if unknown. */
    double foreign(Load load) {
        return jvms.stream()
                .filter(jvm -> jvm.load().equals(load.name()))
                .mapToDouble(Jvm::foreign)
                .max()
                .orElse(Double.NaN);
    }

    boolean has(Load load, Setting setting) {
        return jvms(load, setting).findAny().isPresent();
    }

    private Stream<Followed> followed(Load load, Setting setting, Contender contender) {
        return slices(load, setting, contender).map(Slice::followed).filter(Objects::nonNull);
    }

    private Stream<Slice> slices(Load load, Setting setting, Contender contender) {
        return jvms(load, setting).flatMap(jvm -> jvm.slices().stream()).filter(s -> s.contender() == contender);
    }

    private Stream<Jvm> jvms(Load load, Setting setting) {
        return jvms.stream().filter(jvm -> jvm.load().equals(load.name()) && jvm.setting() == setting);
    }

    /** In each half of a block every contender has one slice. */
    private static List<Slice[]> pairs(Jvm jvm, Contender of, Contender base) {
        int contenders =
                (int) jvm.slices().stream().map(Slice::contender).distinct().count();
        List<Slice[]> pairs = new ArrayList<>();
        for (int at = 0; contenders > 0 && at + contenders <= jvm.slices().size(); at += contenders) {
            List<Slice> half = jvm.slices().subList(at, at + contenders);
            half.stream()
                    .filter(slice -> slice.contender() == of)
                    .forEach(slice -> half.stream()
                            .filter(other -> other.contender() == base)
                            .forEach(other -> pairs.add(new Slice[] {slice, other})));
        }
        return pairs;
    }
}
