package io.github.cqs.agent.ab;

import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Does all runs in their order. */
final class Conductor {
    /** An interval from fewer blocks is no reason to stop. */
    private static final int LEAST_BLOCKS = 6;
    /** So many failed runs of an arm are enough. */
    private static final int FAILURES = 3;

    private final Settings settings;
    private final Progress progress;
    private final Runner runner;
    private final Experiment experiment;
    private final Set<String> started = new HashSet<>();

    Conductor(Settings settings, Progress progress, Child child) throws IOException {
        this.settings = settings;
        this.progress = progress;
        runner = new Runner(settings, child);
        experiment = new Experiment(
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                settings.command(),
                settings.arguments(),
                settings.seed(),
                new LinkedHashMap<>(Machine.describe()),
                new ArrayList<>(),
                settings.arms(),
                settings.metrics(),
                new ArrayList<>(),
                new LinkedHashMap<>(),
                new LinkedHashMap<>());
    }

    /** Returns what was found, whatever ended it; a mistake means that there is nothing to find. */
    Experiment conduct() throws IOException, Mistake {
        try {
            warmUp();
            blocks();
        } catch (InterruptedException e) {
            /* The thread stays uninterrupted: it still has to write what was done. */
            note("interrupted after " + Figures.blocks(experiment.blocks()));
        } catch (Stopped e) {
            note(String.valueOf(e.getMessage()));
        }
        progress.clear();
        return experiment;
    }

    private void note(String text) {
        experiment.notes().add(text);
        progress.say(text);
    }

    private void warmUp() throws IOException, InterruptedException, Mistake, Stopped {
        for (int round = 1; round <= settings.warmups(); round++) {
            boolean last = round == settings.warmups();
            for (Arm arm : last ? observed() : settings.arms()) {
                run(arm, 0, last && settings.statistics() && arm.hasAgent());
            }
        }
    }

    /** The arms, and a pass-through where there is none, since waiting before and after is worth knowing. */
    private List<Arm> observed() {
        List<Arm> arms = new ArrayList<>(settings.arms());
        boolean swapped = arms.stream().anyMatch(arm -> arm.kind() == Arm.Kind.SWAPPED);
        boolean passthrough = arms.stream().anyMatch(arm -> arm.kind() == Arm.Kind.PASSTHROUGH);
        if (settings.statistics() && swapped && !passthrough) {
            arms.add(Arm.passthrough(""));
        }
        return arms;
    }

    private void blocks() throws IOException, InterruptedException, Mistake, Stopped {
        Schedule schedule = new Schedule(settings.arms(), settings.seed());
        for (int block = 1; block <= settings.blocks(); block++) {
            double end = progress.elapsedSeconds()
                    + progress.secondsFor(settings.arms().size());
            if (block > 1 && end > settings.limitSeconds()) {
                throw new Stopped(String.format(
                        Locale.ROOT,
                        "stopped after %s: another would exceed the limit of %s",
                        Figures.blocks(block - 1),
                        Figures.duration((double) settings.limitSeconds())));
            }
            for (Arm arm : schedule.next()) {
                run(arm, block, false);
            }
            if (preciseEnough(block)) {
                return;
            }
        }
        if (settings.precision() > 0) {
            note(String.format(
                    Locale.ROOT,
                    "%d blocks were not enough for intervals of +-%s",
                    settings.blocks(),
                    Figures.percent(settings.precision())));
        }
    }

    /** Whether to stop depends on the width of the intervals only, never on which side of 1 they are. */
    private boolean preciseEnough(int block) {
        return settings.precision() > 0
                && block >= LEAST_BLOCKS
                && experiment.comparisons().stream()
                        .filter(c -> c.contrast().headline() && c.metric().primary())
                        .allMatch(c -> c.estimate().halfWidth() <= settings.precision());
    }

    private void run(Arm arm, int block, boolean statistics)
            throws IOException, InterruptedException, Mistake, Stopped {
        progress.running(arm, block, totalRuns());
        Runner.Outcome outcome = runner.run(arm, block, statistics);
        progress.ended();
        Run run = outcome.run();
        boolean first = started.add(arm.name());
        if (first && (experiment.runs().isEmpty() || !arm.hasAgent())) {
            checkCommand(outcome, arm);
            experiment.environment().put("jvm of the command", outcome.jvm());
        }
        experiment.runs().add(run);
        AgentData agent = outcome.agent();
        if (agent != null) {
            (statistics ? experiment.statistics() : experiment.agents()).put(arm.name(), agent);
            if (statistics && settings.arms().contains(arm)) {
                experiment.agents().putIfAbsent(arm.name(), agent);
            }
        }
        if (!run.passed()) {
            progress.say("run " + run.number() + ", arm " + arm.name() + ": " + run.problem());
            if (first) {
                tryWithout();
                throw new Stopped("stopped: arm " + arm.name() + " fails at its first run: " + run.problem());
            }
            long failures = experiment.runs().stream()
                    .filter(r -> r.arm().equals(arm.name()) && !r.passed())
                    .count();
            if (failures >= FAILURES) {
                throw new Stopped("stopped: arm " + arm.name() + " failed " + failures + " times");
            }
        }
    }

    /** An arm with the agent has failed: if none without it was run yet, one is, since it may be the command's fault. */
    private void tryWithout() throws IOException, InterruptedException, Mistake, Stopped {
        for (Arm arm : settings.arms()) {
            if (!arm.hasAgent() && !started.contains(arm.name())) {
                run(arm, 0, false);
                return;
            }
        }
    }

    /** The very first run shows most mistakes, and the first one without the agent whose they are. */
    private void checkCommand(Runner.Outcome outcome, Arm arm) throws Mistake {
        Run run = outcome.run();
        String command = String.join(" ", settings.command());
        boolean blameless = arm.hasAgent() && !settings.arms().stream().allMatch(Arm::hasAgent);
        if (outcome.missing() && !blameless) {
            throw Mistake.usage(String.valueOf(run.problem()));
        }
        if (!run.passed() && !arm.hasAgent()) {
            throw Mistake.failed("the command fails already in arm " + arm.name() + ", without the agent: "
                    + run.problem() + "; command: " + command);
        }
        if (run.passed() && run.jvms() == 0) {
            throw Mistake.usage("not a JVM: the command starts none, or one without performance counters"
                    + " (-XX:-UsePerfData): " + command);
        }
    }

    private int totalRuns() {
        int warmups = settings.warmups() == 0
                ? 0
                : (settings.warmups() - 1) * settings.arms().size() + observed().size();
        return warmups + settings.blocks() * settings.arms().size();
    }

    /** No more runs; what was done counts. */
    private static final class Stopped extends Exception {
        private static final long serialVersionUID = 1L;

        Stopped(String message) {
            super(message);
        }
    }
}
