package io.github.cqs.agent.ab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class GuardsTest {
    private final List<Run> runs = MadeUp.runs(10, 1, 0.01, 1);
    private final Experiment experiment = MadeUp.experiment(runs);

    private List<String> findings() {
        return Reports.of(experiment).guards().stream().map(Guard::toString).toList();
    }

    private void change(UnaryOperator<Run> how) {
        runs.replaceAll(how);
    }

    private static Run with(Run run, double foreign, double shared, Run.Output output) {
        return new Run(
                run.number(),
                run.block(),
                run.arm(),
                run.startSeconds(),
                run.exitCode(),
                run.problem(),
                foreign,
                run.jvms(),
                run.loadedClasses(),
                shared,
                output,
                run.values(),
                run.curves());
    }

    @Test
    void nothingIsFoundWhereNothingIsWrong() {
        assertThat(findings()).isEmpty();
    }

    @Test
    void nothingSwappedMakesTheComparisonInvalid() {
        experiment.agents().put("B", MadeUp.agent(0, 0));
        assertThat(findings()).singleElement().asString().contains("NOT VALID", "nothing was swapped in arm B", "scan");
    }

    @Test
    void nothingCreatedIsAsBad() {
        experiment.agents().put("B", MadeUp.agent(2, 0));
        assertThat(findings()).singleElement().asString().contains("NOT VALID", "ever created");
    }

    @Test
    void nothingContendedIsSaid() {
        experiment
                .statistics()
                .put(
                        "B",
                        new AgentData(
                                "1",
                                2,
                                0,
                                Map.of("Semaphore", 1L),
                                List.of(),
                                List.of(new AgentData.SiteStats(
                                        "a.B.c:1",
                                        "Semaphore",
                                        100,
                                        0,
                                        0,
                                        0,
                                        new AgentData.Waiting(0, 0, 0, 0, 0, 0, 0)))));
        assertThat(findings()).singleElement().asString().contains("Caution", "nothing waited in arm B");
    }

    @Test
    void aLostArchiveIsSaid() {
        change(run -> run.arm().equals("B") ? with(run, 0.01, 0, run.output()) : run);
        assertThat(findings())
                .singleElement()
                .asString()
                .contains("800 classes in arm A and 0 in arm B", "-Xshare:off");
    }

    @Test
    void otherOutputIsSaidOnlyWhereTheFirstArmNeverVaries() {
        change(run -> run.arm().equals("B") ? with(run, 0.01, 800, new Run.Output("y", "y")) : run);
        assertThat(findings()).singleElement().asString().contains("arm B prints something else");
        change(run -> with(run, 0.01, 800, new Run.Output("n" + run.number(), "m")));
        assertThat(findings()).isEmpty();
        change(run -> with(
                run, 0.01, 800, new Run.Output("n" + run.number(), run.arm().equals("B") ? "k" : "m")));
        assertThat(findings()).singleElement().asString().contains("arm B prints something else");
    }

    @Test
    void ofASingleRunNobodyKnowsWhetherItAlwaysPrintsTheSame() {
        runs.removeIf(run -> run.block() > 1);
        change(run -> with(run, 0.01, 800, new Run.Output("n" + run.number(), "m")));
        assertThat(findings()).singleElement().asString().contains("only 1 block");
        change(run -> with(run, 0.01, 800, new Run.Output("n" + run.number(), run.arm())));
        assertThat(findings())
                .anySatisfy(finding -> assertThat(finding).contains("in its single run", "more runs"))
                .noneMatch(finding -> finding.startsWith("NOT VALID"));
    }

    @Test
    void foreignLoadIsCounted() {
        change(run -> run.block() == 3 ? with(run, 0.3, 800, run.output()) : run);
        assertThat(findings()).singleElement().asString().contains("in 3 of 30 runs (up to 30 %)");
    }

    @Test
    void driftIsSaid() {
        change(run -> MadeUp.run(
                run.number(),
                run.block(),
                run.arm().equals("A") ? MadeUp.A : run.arm().equals("B") ? MadeUp.B : MadeUp.AP,
                Map.of("ops", run.value(MadeUp.OPS) * (1 + 0.01 * run.block()), "p99 ms", run.value(MadeUp.MILLIS))));
        assertThat(findings()).singleElement().asString().contains("ops drifted by +", "run-order chart");
    }

    @Test
    void failuresAndOtherExitCodesAreSaid() {
        runs.set(29, MadeUp.failed(30, 10, MadeUp.B));
        assertThat(findings()).hasSize(2).allMatch(finding -> finding.startsWith("NOT VALID"));
        assertThat(Reports.of(experiment).failed()).isTrue();
    }

    @Test
    void requestsThatFailAreSaid() {
        Experiment loaded = MadeUp.experiment(runs, List.of(MadeUp.OPS, Load.ANSWERED, Load.ERRORS));
        assertThat(Reports.of(failing(loaded, 0)).guards()).isEmpty();
        assertThat(Reports.of(failing(loaded, 1)).guards())
                .singleElement()
                .asString()
                .contains("Caution: ", "10 of 1,000 requests to arm B failed");
        assertThat(Reports.of(failing(loaded, 2)).guards())
                .singleElement()
                .asString()
                .contains("NOT VALID: ", "20 of 1,000 requests to arm B failed", "--rate");
    }

    /** Each run of B has so many failures of a hundred requests. */
    private Experiment failing(Experiment loaded, int failures) {
        change(run -> {
            Map<String, Double> values = new LinkedHashMap<>(run.values());
            int failed = run.arm().equals("B") ? failures : 0;
            values.put(Load.ERRORS.name(), (double) failed);
            values.put(Load.ANSWERED.name(), 100.0 - failed);
            return MadeUp.with(run, values, run.curves());
        });
        return loaded;
    }

    @Test
    void fewBlocksAreSaid() {
        List<Run> few = new ArrayList<>(MadeUp.runs(3, 1, 0.01, 1));
        assertThat(Reports.of(MadeUp.experiment(few)).guards())
                .singleElement()
                .asString()
                .contains("only 3 blocks", "--runs 10");
        assertThat(Reports.of(MadeUp.experiment(List.of())).guards()).asString().contains("no block is complete");
    }
}
