package io.github.cqs.bench.matrix;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A cell, summed up over its JVMs.
 *
 * @param ratio ours / the JDK's
 * @param noise the JDK's / the JDK's
 * @param problem why there is no figure, or null
 */
record CellResult(
        Cell cell,
        Estimate ratio,
        Estimate noise,
        ArmSummary jdk,
        ArmSummary cqs,
        double foreign,
        boolean pinned,
        @Nullable String problem) {

    /** From what JVMs measured, those of other cells among it. */
    static CellResult of(Cell cell, List<ForkResult> all, @Nullable String problem) {
        List<ForkResult> forks =
                all.stream().filter(fork -> fork.cell().equals(cell.name())).toList();
        return new CellResult(
                cell,
                estimate(cell, forks, Arm.CQS),
                estimate(cell, forks, Arm.NULL),
                arm(cell, forks, Arm.JDK),
                arm(cell, forks, Arm.CQS),
                forks.stream().mapToDouble(ForkResult::foreign).max().orElse(Double.NaN),
                forks.stream().anyMatch(ForkResult::pinned),
                problem);
    }

    /** Whether something is asked, and the interval, if there is one, reaches below it. */
    boolean mayFallShort() {
        double floor = Scorecard.floor(cell);
        return !Double.isNaN(floor) && !(ratio.low() >= floor);
    }

    /** What the reader of a figure should know. No commas: the notes are a field of a CSV file. */
    String note() {
        List<String> notes = new ArrayList<>();
        if (problem != null) {
            notes.add("FAILED: " + problem.replaceAll("[,\\s]+", " "));
        }
        if (noise.pairs() > 0) {
            notes.add(
                    String.format(Locale.ROOT, "null %.3f (%.3f to %.3f)", noise.median(), noise.low(), noise.high()));
        }
        if (pinned) {
            notes.add("pinned");
        }
        if (foreign > Launcher.FOREIGN_LIMIT) {
            notes.add(String.format(Locale.ROOT, "foreign CPU %.0f %%", foreign * 100));
        }
        return String.join("; ", notes);
    }

    private static Estimate estimate(Cell cell, List<ForkResult> forks, Arm arm) {
        return Estimate.of(forks.stream().map(fork -> ratios(cell, fork, arm)).toList());
    }

    /** One ratio from each half of a block, in which every arm has one slice. */
    private static double[] ratios(Cell cell, ForkResult fork, Arm arm) {
        int arms = Arm.values().length;
        List<Slice> slices = fork.slices();
        List<Double> ratios = new ArrayList<>();
        for (int at = 0; at + arms <= slices.size(); at += arms) {
            List<Slice> half = slices.subList(at, at + arms);
            double ratio = value(cell, half, arm) / value(cell, half, Arm.JDK);
            if (ratio > 0 && Double.isFinite(ratio)) {
                ratios.add(ratio);
            }
        }
        return ratios.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static double value(Cell cell, List<Slice> half, Arm arm) {
        return half.stream()
                .filter(slice -> slice.arm() == arm)
                .mapToDouble(cell.measure()::of)
                .sum();
    }

    private static ArmSummary arm(Cell cell, List<ForkResult> forks, Arm arm) {
        return ArmSummary.of(
                cell,
                forks.stream()
                        .flatMap(fork -> fork.slices().stream())
                        .filter(slice -> slice.arm() == arm)
                        .toList());
    }
}
