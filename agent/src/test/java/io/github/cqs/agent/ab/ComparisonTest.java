package io.github.cqs.agent.ab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static Comparison find(List<Comparison> all, String contrast, Metric metric) {
        return all.stream()
                .filter(c -> c.contrast().label().equals(contrast) && c.metric().equals(metric))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aSlowedArmIsFoundWithTheRightSize() {
        List<Comparison> all = MadeUp.experiment(MadeUp.runs(12, 0.9, 0.02, 1)).comparisons();
        Comparison slowed = find(all, "B/A", MadeUp.OPS);
        assertThat(slowed.verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(slowed.estimate().ratio()).isCloseTo(0.9, within(0.02));
        assertThat(slowed.loss()).isCloseTo(0.1, within(0.02));
        assertThat(find(all, "B/A'", MadeUp.OPS).verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(find(all, "A'/A", MadeUp.OPS).verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(find(all, "B/A", MadeUp.MILLIS).verdict()).isEqualTo(Verdict.UNDECIDED);
    }

    @Test
    void metricsOfOneQuestionAreCorrectedTogether() {
        List<Comparison> all = MadeUp.experiment(MadeUp.runs(8, 0.97, 0.03, 2)).comparisons();
        Comparison ops = find(all, "B/A", MadeUp.OPS);
        Comparison millis = find(all, "B/A", MadeUp.MILLIS);
        assertThat(new double[] {ops.p(), millis.p()})
                .containsExactly(Holm.correct(
                        new double[] {ops.estimate().p(), millis.estimate().p()}));
    }

    @Test
    void onlyWholeBlocksArePaired() {
        List<Run> runs = new ArrayList<>();
        runs.add(MadeUp.run(1, 0, MadeUp.A, Map.of("ops", 1.0)));
        runs.add(MadeUp.run(2, 1, MadeUp.A, Map.of("ops", 100.0)));
        runs.add(MadeUp.run(3, 1, MadeUp.B, Map.of("ops", 200.0)));
        runs.add(MadeUp.run(4, 2, MadeUp.B, Map.of("ops", 400.0)));
        runs.add(MadeUp.failed(5, 2, MadeUp.A));
        runs.add(MadeUp.run(6, 3, MadeUp.B, Map.of("ops", 300.0)));
        runs.add(MadeUp.run(7, 3, MadeUp.A, Map.of("ops", 0.0)));
        assertThat(Comparison.logRatios(runs, MadeUp.OPS, "B", "A"))
                .containsExactly(new double[] {Math.log(2)}, within(1e-12));
        assertThat(MadeUp.experiment(runs).blocks()).isZero();
    }

    @Test
    void contrastsFollowFromTheArms() {
        Arm b1 = new Arm("B1", Arm.Kind.SWAPPED, "");
        Arm b2 = new Arm("B2", Arm.Kind.SWAPPED, "");
        assertThat(Comparison.contrasts(List.of(MadeUp.A, MadeUp.AP, b1, b2)))
                .extracting(c -> c.label() + (c.headline() ? "!" : ""))
                .containsExactly("B1/A!", "B2/A!", "A'/A", "B1/A'", "B2/A'");
        assertThat(Comparison.contrasts(List.of(MadeUp.AP, b1)))
                .extracting(Comparison.Contrast::label, Comparison.Contrast::headline)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("B1/A'", true));
        assertThat(Comparison.contrasts(List.of(MadeUp.A, new Arm("A2", Arm.Kind.NONE, ""))))
                .extracting(Comparison.Contrast::label)
                .containsExactly("A2/A");
    }

    @Test
    void everyBlockHasEveryArmAndTheSeedDecidesTheOrder() {
        List<Arm> arms = List.of(MadeUp.A, MadeUp.AP, MadeUp.B);
        Schedule one = new Schedule(arms, 1);
        Schedule again = new Schedule(arms, 1);
        HashSet<List<Arm>> orders = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            List<Arm> block = one.next();
            assertThat(block).containsExactlyInAnyOrderElementsOf(arms).isEqualTo(again.next());
            orders.add(block);
        }
        assertThat(orders).hasSize(6);
    }
}
