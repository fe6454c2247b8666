package io.github.cqs.agent.ab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** All that is written about an experiment. */
record Reports(Experiment experiment, List<Comparison> comparisons, List<Guard> guards) {
    /** What {@link #write} writes. */
    static final List<String> FILES = List.of(Experiment.FILE, "runs.csv", "report.md", "report.html");

    static Reports of(Experiment experiment) {
        List<Comparison> comparisons = experiment.comparisons();
        return new Reports(experiment, comparisons, Guards.check(experiment, comparisons));
    }

    String text() {
        return new Summary(experiment, comparisons, guards).text();
    }

    void write(Path directory) throws IOException {
        experiment.write(directory, comparisons, guards);
        write(directory, "runs.csv", RunsTable.csv(experiment));
        write(directory, "report.md", new Summary(experiment, comparisons, guards).markdown());
        write(directory, "report.html", new HtmlReport(experiment, comparisons, guards).render());
    }

    private static void write(Path directory, String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text, StandardCharsets.UTF_8);
    }

    /** Whether a run that should count failed, or there is nothing to compare. */
    boolean failed() {
        return experiment.blocks() == 0 || experiment.runs().stream().anyMatch(run -> !run.passed());
    }

    /** Whether there are figures of what the user wants to know that cannot be judged. */
    boolean unjudged() {
        return comparisons.stream()
                .anyMatch(c -> c.contrast().headline() && c.metric().primary() && c.withoutRatio() > 0);
    }

    /** Whether what the user wants to know is worse, for sure, and its estimate by more than the given share. */
    boolean slowerThan(double share) {
        return comparisons.stream()
                .filter(c -> c.contrast().headline() && c.metric().primary())
                .anyMatch(c -> c.verdict() == Verdict.SLOWER && c.loss() > share);
    }
}
