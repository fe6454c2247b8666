package io.github.cqs.bench.startup;

import io.github.cqs.bench.demo.Machine;
import io.github.cqs.bench.demo.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The tables, the figures that the targets speak of, and what one must know to read them. */
final class Summary {
    static final double NOISY = 0.10;

    private static final double HELLO_TARGET_MILLIS = 100;
    private static final double CLASS_TARGET_MICROS = 3;

    private final List<Application> applications;
    private final List<Sample> samples;
    private final List<ClassSources> sources;
    private final List<Lockstep.Cost> costs;

    /** @param applications a hello-world, one whose classes do not hit, and one of the same size with hits */
    Summary(
            List<Application> applications,
            List<Sample> samples,
            List<ClassSources> sources,
            List<Lockstep.Cost> costs) {
        this.applications = applications;
        this.samples = samples;
        this.sources = sources;
        this.costs = costs;
    }

    String text(Machine machine) {
        TextTable table = new TextTable("-program", "-arm", "wall ms", "more", "-95 %", "cpu ms", "more", "-95 %");
        for (Application application : applications) {
            for (Arm arm : Arm.values()) {
                table.add(
                        arm == Arm.NONE ? application.name() : "",
                        arm.toString(),
                        figure(median(application, arm, Sample::wallMillis)),
                        difference(more(application, arm, Sample::wallMillis)),
                        interval(more(application, arm, Sample::wallMillis)),
                        figure(median(application, arm, Sample::cpuMillis)),
                        difference(more(application, arm, Sample::cpuMillis)),
                        interval(more(application, arm, Sample::cpuMillis)));
            }
        }
        StringBuilder text = new StringBuilder(table.toString());
        text.append(line(""));
        targets(text);
        text.append(line(""));
        if (!costs.isEmpty()) {
            perClass(text);
            text.append(line(""));
        }
        classData(text);
        text.append(line(""));
        text.append(
                line(
                        "How to read it: medians over fresh JVMs, from the start of the process to its end; CPU is user and system"));
        text.append(
                line(
                        "time of all its threads. \"More\" is the median difference to the empty agent's run of the same block,"));
        text.append(line("with its 95 % bootstrap interval. The order within a block is random."));
        if (!costs.isEmpty()) {
            text.append(
                    line(
                            "Costs of a class: medians over rounds, in each of which one JVM of each arm loads the same classes in turn."));
        }
        noise(text);
        text.append(line(
                machine.jdk() + ", " + machine.os() + ", " + machine.cores() + " cores, commit " + machine.commit()));
        return text.toString();
    }

    private void targets(StringBuilder text) {
        Application hello = applications.get(0);
        Application plain = applications.get(1);
        Application mixed = applications.get(2);
        Estimate start = more(hello, Arm.OURS, Sample::wallMillis);
        text.append(line(String.format(
                Locale.ROOT,
                "hello-world: %s ms more than the empty agent (%s), target at most %.0f: %s",
                difference(start),
                interval(start),
                HELLO_TARGET_MILLIS,
                verdict(start, HELLO_TARGET_MILLIS))));
        double perClass = 1000.0 / plain.classes();
        Estimate scan = growth(hello, plain, Sample::cpuMillis).times(perClass);
        text.append(line(String.format(
                Locale.ROOT,
                "a scanned class without a hit: %s us of CPU time (%s)",
                difference(scan),
                interval(scan))));
        Estimate wall = growth(hello, plain, Sample::wallMillis).times(perClass);
        text.append(line(
                String.format(Locale.ROOT, "the same on the clock: %s us (%s)", difference(wall), interval(wall))));
        Estimate rewrite = growth(plain, mixed, Sample::cpuMillis).times(1000.0 / mixed.hits());
        text.append(line(String.format(
                Locale.ROOT, "a rewritten class: %s us of CPU time (%s)", difference(rewrite), interval(rewrite))));
    }

    /** What a class without a hit costs, from the JVMs that took turns. */
    private void perClass(StringBuilder text) {
        TextTable table = new TextTable(
                "-us of CPU time a class",
                "loading thread",
                "-95 %",
                "compilers",
                "-95 %",
                "rest",
                "-95 %",
                "all",
                "-95 %");
        row(table, "the JVM, to show it to any transformer", Arm.IDLE, Arm.EMPTY);
        row(table, "the agent, beyond that", Arm.OURS, Arm.IDLE);
        row(table, "both", Arm.OURS, Arm.EMPTY);
        text.append(table);
        Estimate ours = turn(Arm.OURS, Arm.IDLE, ThreadTimes::loading);
        Estimate both = turn(Arm.OURS, Arm.EMPTY, ThreadTimes::loading);
        text.append(line(String.format(
                Locale.ROOT,
                "target at most %.0f us a class, on the loading thread: the agent itself %s, with what the JVM takes %s",
                CLASS_TARGET_MICROS,
                verdict(ours, CLASS_TARGET_MICROS),
                verdict(both, CLASS_TARGET_MICROS))));
    }

    private void row(TextTable table, String what, Arm arm, Arm base) {
        Estimate loading = turn(arm, base, ThreadTimes::loading);
        Estimate compiling = turn(arm, base, ThreadTimes::compiling);
        Estimate rest = turn(arm, base, ThreadTimes::rest);
        Estimate all = turn(arm, base, ThreadTimes::total);
        table.add(
                what,
                difference(loading),
                interval(loading),
                difference(compiling),
                interval(compiling),
                difference(rest),
                interval(rest),
                difference(all),
                interval(all));
    }

    /** The difference between two arms in the rounds in which they took turns. */
    Estimate turn(Arm arm, Arm base, ToDoubleFunction<ThreadTimes> figure) {
        List<Double> differences = new ArrayList<>();
        for (Lockstep.Cost cost : costs) {
            for (Lockstep.Cost other : costs) {
                if (cost.arm() == arm && other.arm() == base && cost.round() == other.round()) {
                    differences.add(figure.applyAsDouble(cost.micros()) - figure.applyAsDouble(other.micros()));
                }
            }
        }
        return Estimate.of(differences);
    }

    private static String verdict(Estimate estimate, double bound) {
        return estimate.high() <= bound ? "met" : estimate.low() > bound ? "missed" : "undecided";
    }

    private void classData(StringBuilder text) {
        for (ClassSources source : sources) {
            text.append(line(String.format(
                    Locale.ROOT,
                    "hello-world, %s: %d classes loaded, %d of them from the JDK's class-data archive",
                    source.arm(),
                    source.loaded(),
                    source.shared())));
        }
        boolean clean = samples.stream().allMatch(sample -> sample.problem() == null);
        text.append(line(clean ? "No JVM printed a warning." : "Some runs failed or printed more than they should."));
    }

    private void noise(StringBuilder text) {
        long noisy = samples.stream().filter(s -> s.foreignCpu() > NOISY).count();
        if (noisy > 0) {
            text.append(line(String.format(
                    Locale.ROOT,
                    "Noisy: other processes took more than %.0f %% of the CPU in %d of %d runs; repeat on a quieter"
                            + " machine.",
                    100 * NOISY,
                    noisy,
                    samples.size())));
        }
    }

    private double median(Application application, Arm arm, ToDoubleFunction<Sample> figure) {
        double[] all = samples.stream()
                .filter(s -> s.application().equals(application.name()) && s.arm() == arm && s.problem() == null)
                .mapToDouble(figure)
                .toArray();
        return all.length == 0 ? Double.NaN : Estimate.median(all);
    }

    /** How much more than with the empty agent. */
    Estimate more(Application application, Arm arm, ToDoubleFunction<Sample> figure) {
        List<Double> differences = new ArrayList<>();
        for (int block = 0; block < blocks(); block++) {
            Double difference = difference(application, arm, block, figure);
            if (difference != null) {
                differences.add(difference);
            }
        }
        return Estimate.of(differences);
    }

    /** By how much the agent's difference to the empty one is larger in {@code large} than in {@code small}. */
    Estimate growth(Application small, Application large, ToDoubleFunction<Sample> figure) {
        List<Double> differences = new ArrayList<>();
        for (int block = 0; block < blocks(); block++) {
            Double less = difference(small, Arm.OURS, block, figure);
            Double more = difference(large, Arm.OURS, block, figure);
            if (less != null && more != null) {
                differences.add(more - less);
            }
        }
        return Estimate.of(differences);
    }

    private @Nullable Double difference(Application application, Arm arm, int block, ToDoubleFunction<Sample> figure) {
        Sample ours = find(application, arm, block);
        Sample empty = find(application, Arm.EMPTY, block);
        return ours == null || empty == null ? null : figure.applyAsDouble(ours) - figure.applyAsDouble(empty);
    }

    private @Nullable Sample find(Application application, Arm arm, int block) {
        return samples.stream()
                .filter(s -> s.application().equals(application.name())
                        && s.arm() == arm
                        && s.block() == block
                        && s.problem() == null)
                .findFirst()
                .orElse(null);
    }

    private int blocks() {
        return 1 + samples.stream().mapToInt(Sample::block).max().orElse(-1);
    }

    private static String figure(double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%,.1f", value);
    }

    private static String difference(Estimate estimate) {
        return Double.isNaN(estimate.median()) ? "-" : String.format(Locale.ROOT, "%+,.1f", estimate.median());
    }

    private static String interval(Estimate estimate) {
        return Double.isNaN(estimate.median())
                ? "-"
                : String.format(Locale.ROOT, "%+,.1f .. %+,.1f", estimate.low(), estimate.high());
    }

    private static String line(String text) {
        return text + System.lineSeparator();
    }
}
