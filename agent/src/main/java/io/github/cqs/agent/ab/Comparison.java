package io.github.cqs.agent.ab;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One metric of one arm over another.
 *
 * @param p corrected for the metrics of its family
 * @param withoutRatio in how many blocks both runs count, and one has a figure of which there is no ratio: with any, there is no verdict
 */
record Comparison(Contrast contrast, Metric metric, Estimate estimate, double p, Verdict verdict, int withoutRatio) {
    /**
     * Two arms that are compared.
     *
     * @param headline whether this is what the user wants to know
     */
    record Contrast(String over, String base, String meaning, boolean headline) {
        String label() {
            return over + "/" + base;
        }
    }

    /** The contrasts that these arms allow, the headline first. */
    static List<Contrast> contrasts(List<Arm> arms) {
        List<Contrast> found = new ArrayList<>();
        addAll(found, arms, Arm.Kind.SWAPPED, Arm.Kind.NONE, "what swapping gives");
        addAll(found, arms, Arm.Kind.PASSTHROUGH, Arm.Kind.NONE, "the interposition alone");
        addAll(found, arms, Arm.Kind.SWAPPED, Arm.Kind.PASSTHROUGH, "the algorithm alone");
        List<Arm> without =
                arms.stream().filter(arm -> arm.kind() == Arm.Kind.NONE).toList();
        if (without.size() == 2) {
            found.add(new Contrast(
                    without.get(1).name(), without.get(0).name(), "nothing differs: what is seen is noise", false));
        }
        String headline = found.isEmpty() ? "" : found.get(0).meaning();
        return found.stream()
                .map(c -> new Contrast(
                        c.over(), c.base(), c.meaning(), c.meaning().equals(headline)))
                .toList();
    }

    private static void addAll(List<Contrast> to, List<Arm> arms, Arm.Kind over, Arm.Kind base, String meaning) {
        for (Arm a : arms) {
            for (Arm b : arms) {
                if (a.kind() == over && b.kind() == base) {
                    to.add(new Contrast(a.name(), b.name(), meaning, false));
                }
            }
        }
    }

    /**
     * Compares every metric in every contrast. Metrics that share a question (what swapping gives, say) and a rank
     * (primary or not) are corrected together.
     */
    static List<Comparison> all(List<Arm> arms, List<Metric> metrics, List<Run> runs, long seed) {
        List<Comparison> raw = new ArrayList<>();
        for (Contrast contrast : contrasts(arms)) {
            for (Metric metric : metrics) {
                Estimate estimate = Estimate.of(logRatios(runs, metric, contrast.over(), contrast.base()), seed);
                raw.add(new Comparison(
                        contrast,
                        metric,
                        estimate,
                        estimate.p(),
                        Verdict.UNDECIDED,
                        withoutRatio(runs, metric, contrast.over(), contrast.base())));
            }
        }
        Map<List<Object>, List<Integer>> families = new LinkedHashMap<>();
        for (int i = 0; i < raw.size(); i++) {
            Comparison c = raw.get(i);
            families.computeIfAbsent(List.of(c.contrast.meaning(), c.metric.primary()), key -> new ArrayList<>())
                    .add(i);
        }
        Comparison[] corrected = new Comparison[raw.size()];
        for (List<Integer> family : families.values()) {
            double[] p = Holm.correct(
                    family.stream().mapToDouble(i -> raw.get(i).p()).toArray());
            for (int j = 0; j < p.length; j++) {
                Comparison c = raw.get(family.get(j));
                Verdict verdict =
                        c.withoutRatio > 0 ? Verdict.UNDECIDED : c.estimate.verdict(p[j], c.metric.higherIsBetter());
                corrected[family.get(j)] =
                        new Comparison(c.contrast, c.metric, c.estimate, p[j], verdict, c.withoutRatio);
            }
        }
        return Arrays.asList(corrected);
    }

    /** The figures of each block that has both, the base's first. */
    private static List<double[]> pairs(List<Run> runs, Metric metric, String over, String base) {
        Map<Integer, Double> below = new HashMap<>();
        for (Run run : runs) {
            if (run.counts() && run.arm().equals(base) && !Double.isNaN(run.value(metric))) {
                below.put(run.block(), run.value(metric));
            }
        }
        return runs.stream()
                .filter(run -> run.counts() && run.arm().equals(over) && !Double.isNaN(run.value(metric)))
                .filter(run -> below.containsKey(run.block()))
                .map(run -> new double[] {Objects.requireNonNull(below.get(run.block())), run.value(metric)})
                .toList();
    }

    private static boolean hasRatio(double[] pair) {
        return pair[0] > 0 && pair[1] > 0;
    }

    /** The logarithm of each block's ratio; a block that lacks one of the two runs, or a positive figure, gives none. */
    static double[] logRatios(List<Run> runs, Metric metric, String over, String base) {
        return pairs(runs, metric, over, base).stream()
                .filter(Comparison::hasRatio)
                .mapToDouble(pair -> Math.log(pair[1]) - Math.log(pair[0]))
                .filter(Double::isFinite)
                .toArray();
    }

    /** Blocks with a figure of 0 or less. What is the same in all runs needs no ratio, so of that there are none. */
    private static int withoutRatio(List<Run> runs, Metric metric, String over, String base) {
        List<double[]> pairs = pairs(runs, metric, over, base);
        boolean same = pairs.stream().flatMapToDouble(Arrays::stream).distinct().count() == 1;
        return same ? 0 : (int) pairs.stream().filter(pair -> !hasRatio(pair)).count();
    }

    /** By how much this is worse than the base, as a share: 0.05 for five percent; negative if better. */
    double loss() {
        return metric.higherIsBetter() ? 1 - estimate.ratio() : estimate.ratio() - 1;
    }
}
