package io.github.cqs.bench.ces;

import static java.util.Locale.ROOT;

import io.github.cqs.bench.matrix.Estimate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What handing over must reach against the JDK's locks, and what it reaches. */
final class Acceptance {
    /**
     * A requirement.
     *
     * @param wanted in words
     * @param reached in words
     * @param holds whether the figure satisfies it
     */
    record Line(String wanted, String reached, boolean holds) {}

    private static final double NO_CELL_BELOW = 0.97;
    private static final double UNFAIR_MEAN = 1.05;
    private static final double LONG_SECTIONS_MEAN = 1.10;
    private static final int LONG_SECTION = 1000;
    private static final double FAIR_MEAN = 1.20;
    private static final double JAIN = 0.95;
    private static final String JAIN_LOAD = new Load(Part.TABLE, 1000, 7500, 1000, 1).name();

    private final Results results;
    private final Setting setting;
    private final List<Load> loads;

    Acceptance(Results results, Setting setting, List<Load> measured) {
        this.results = results;
        this.setting = setting;
        loads = measured.stream()
                .filter(load -> load.part() == Part.TABLE && results.has(load, setting))
                .toList();
    }

    /** Empty if nothing of the table was measured. */
    List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        if (loads.isEmpty()) {
            return lines;
        }
        lines.add(worst());
        lines.add(mean("unfair: geometric mean", loads, Contender.OURS, Contender.JDK, UNFAIR_MEAN));
        List<Load> longer =
                loads.stream().filter(load -> load.section() >= LONG_SECTION).toList();
        if (!longer.isEmpty()) {
            lines.add(mean(
                    "unfair: geometric mean at sections of 1 us and more",
                    longer,
                    Contender.OURS,
                    Contender.JDK,
                    LONG_SECTIONS_MEAN));
        }
        lines.add(mean("fair: geometric mean", loads, Contender.OURS_FAIR, Contender.JDK_FAIR, FAIR_MEAN));
        loads.stream().filter(load -> load.name().equals(JAIN_LOAD)).forEach(load -> lines.add(jain(load)));
        lines.add(bystander("unfair", "", load -> results.lateRatio(load, setting, Contender.OURS, Contender.JDK)));
        lines.add(bystander(
                "fair", "", load -> results.lateRatio(load, setting, Contender.OURS_FAIR, Contender.JDK_FAIR)));
        if (setting == Setting.CES && loads.stream().anyMatch(load -> results.has(load, Setting.PLAIN))) {
            String plain = " than the JDK's with virtual=plain";
            lines.add(bystander(
                    "unfair",
                    plain,
                    load -> results.lateRatio(load, setting, Contender.OURS, Setting.PLAIN, Contender.JDK)));
            lines.add(bystander(
                    "fair",
                    plain,
                    load -> results.lateRatio(load, setting, Contender.OURS_FAIR, Setting.PLAIN, Contender.JDK_FAIR)));
        }
        return lines;
    }

    /** The loads of which ours is below what every one must reach, or may be. */
    List<Load> below() {
        return loads.stream().filter(load -> ratio(load).low() < NO_CELL_BELOW).toList();
    }

    private Line worst() {
        Load load = loads.stream()
                .min(Comparator.comparingDouble(l -> ratio(l).low()))
                .orElseThrow();
        Estimate e = ratio(load);
        return new Line(
                String.format(ROOT, "unfair: no cell below %.2f (lower end)", NO_CELL_BELOW),
                text(e) + " at " + load.name(),
                e.low() >= NO_CELL_BELOW);
    }

    private Estimate ratio(Load load) {
        return results.ratio(load, setting, Contender.OURS, Contender.JDK);
    }

    private Line mean(String what, List<Load> cells, Contender of, Contender base, double least) {
        Estimate e = results.geometricMean(cells, setting, of, base);
        return new Line(
                String.format(ROOT, "%s at least %.2f", what, least),
                text(e) + " of " + cells.size() + " cells",
                e.median() >= least);
    }

    private Line jain(Load load) {
        double ours = results.median(load, setting, Contender.OURS, Slice::jain);
        double jdk = results.median(load, setting, Contender.JDK, Slice::jain);
        return new Line(
                String.format(ROOT, "unfair: Jain's index at %s at least %.2f", load.name(), JAIN),
                String.format(ROOT, "%.3f, the JDK's %.3f", ours, jdk),
                ours >= JAIN);
    }

    /** Worse is a cell whose whole interval is. */
    private Line bystander(String order, String thanWhere, Function<Load, Estimate> ratio) {
        Map<Load, Estimate> all = new LinkedHashMap<>();
        for (Load load : loads) {
            Estimate e = ratio.apply(load);
            if (!Double.isNaN(e.median())) {
                all.put(load, e);
            }
        }
        Map<Load, Estimate> worse = new LinkedHashMap<>(all);
        worse.values().removeIf(e -> e.low() <= 1);
        String reached = worse.entrySet().stream()
                .max(Comparator.comparingDouble(entry -> entry.getValue().median()))
                .map(worst -> "worse in " + worse.size() + " of " + all.size() + " cells, " + text(worst.getValue())
                        + " at " + worst.getKey().name())
                .orElse("worse in none of " + all.size() + " cells");
        return new Line(
                order + ": p99 of the bystander's timer no worse" + thanWhere,
                reached,
                !all.isEmpty() && worse.isEmpty());
    }

    private static String text(Estimate e) {
        return String.format(ROOT, "%.3f [%.3f .. %.3f]", e.median(), e.low(), e.high());
    }
}
