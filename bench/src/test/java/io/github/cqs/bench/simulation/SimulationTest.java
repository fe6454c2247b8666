package io.github.cqs.bench.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.cqs.bench.simulation.Scenario.Spread;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Cases whose answer is known. */
class SimulationTest {
    private static final double MILLI = 1e6;
    private static final Costs COSTS = new Costs(40, 200, 150, 100, 300, 250, 80, 20_000, 3_000, 5_000);

    @ParameterizedTest
    @EnumSource
    void oneTaskTakesItsWorkAndItsLock(Policy policy) {
        Outcome o = Simulation.run(scenario(policy, 1, 1, 300, 660), COSTS);
        assertThat(o.throughput()).isCloseTo(1e9 / (300 + 660 + 40), within(1e6 * 1e-3));
        assertThat(o.contended()).isZero();
        assertThat(o.steals()).isZero();
    }

    /** But for INLINE: two that meet once share a carrier for good. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "INLINE")
    void tasksThatNeverMeetScaleWithCarriers(Policy policy) {
        Scenario apart = new Scenario(policy, 8, 8, 4096, 10, 100_000, Spread.FIXED, 100 * MILLI, 3);
        assertThat(Simulation.run(apart, Costs.NONE).throughput()).isCloseTo(8e9 / 100_010, within(200.0));
    }

    @ParameterizedTest
    @EnumSource
    void aFreeHandOffKeepsASaturatedLockBusy(Policy policy) {
        Outcome o = Simulation.run(scenario(policy, 16, 200, 1000, 1000), Costs.NONE);
        if (policy == Policy.INLINE) { // all tasks come to lie on one carrier: section and work by turns
            assertThat(o.throughput()).isLessThan(0.6e6);
        } else {
            assertThat(o.throughput()).isCloseTo(1e6, within(2e3));
        }
    }

    @Test
    void aSaturatedLockUnderCesTakesSectionAndExchange() {
        Costs costs = new Costs(40, 0, 0, 100, 300, 0, 0, 0, 0, 0);
        Outcome o = Simulation.run(scenario(Policy.CES, 16, 200, 1000, 1000), costs);
        assertThat(o.throughput()).isCloseTo(1e9 / (1000 + 20 + 100 + 300), within(2e3));
        assertThat(o.stayedShare()).isGreaterThan(0.99);
        assertThat(o.delays().quantile(0.5)).isCloseTo(420, within(420 / 16.0));
    }

    @Test
    void dispatchOnBusyCarriersWaitsForOne() {
        Scenario busy = new Scenario(Policy.DISPATCH, 4, 400, 1, 2000, 10_000, Spread.EXPONENTIAL, 100 * MILLI, 1);
        Outcome dispatch = Simulation.run(busy, COSTS);
        Outcome ces = Simulation.run(busy.with(Policy.CES), COSTS);
        assertThat(dispatch.delays().quantile(0.5))
                .isGreaterThan(2 * ces.delays().quantile(0.5));
        assertThat(ces.throughput()).isGreaterThan(dispatch.throughput());
    }

    @ParameterizedTest
    @EnumSource(names = {"DISPATCH", "BARGING"})
    void exponentialWorkIsTheMachineRepairModel(Policy policy) {
        int n = 6;
        double section = 1000;
        double parallel = 4000;
        Scenario repair = new Scenario(policy, n, n, 1, section, parallel, Spread.EXPONENTIAL, 2000 * MILLI, 5);
        assertThat(Simulation.run(repair, Costs.NONE).throughput())
                .isCloseTo(repairThroughput(n, section, parallel), within(0.01 * 1e9 / section));
    }

    /** M/M/1//N: one server, n customers who think; exact. */
    private static double repairThroughput(int n, double service, double think) {
        double weight = 1;
        double sum = 1;
        for (int k = 1; k <= n; k++) {
            weight *= (n - k + 1) * service / think;
            sum += weight;
        }
        return (1 - 1 / sum) * 1e9 / service;
    }

    @Test
    void handOffIsFairAndBargingIsNot() {
        Costs slowToWake = new Costs(40, 200, 150, 100, 300, 250, 80, 20_000, 3_000, 0);
        for (Policy policy : new Policy[] {Policy.DISPATCH, Policy.CES}) {
            assertThat(Simulation.run(scenario(policy, 2, 200, 7500, 100), slowToWake)
                            .jain())
                    .isGreaterThan(0.99);
        }
        assertThat(Simulation.run(scenario(Policy.BARGING, 2, 200, 7500, 100), slowToWake)
                        .jain())
                .isLessThan(0.3);
    }

    @ParameterizedTest
    @EnumSource
    void everyTaskIsInOnePlace(Policy policy) {
        for (int seed = 0; seed < 20; seed++) {
            Scenario busy = new Scenario(policy, 5, 40, 3, 500, 700, Spread.EXPONENTIAL, 3 * MILLI, seed);
            assertThat(Simulation.places(busy, COSTS))
                    .extracting(place -> Integer.parseInt(place.substring(place.indexOf(' ') + 1)))
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.range(0, 40).boxed().toList());
        }
    }

    @ParameterizedTest
    @EnumSource
    void carriersDoNoMoreThanTheyCan(Policy policy) {
        Outcome o = Simulation.run(scenario(policy, 8, 100, 1000, 5000), COSTS);
        assertThat(o.working()).isPositive().isLessThanOrEqualTo(1.001);
        assertThat(o.throughput()).isLessThanOrEqualTo(1e9 / 1000);
        assertThat(o.stayed()).isLessThanOrEqualTo(o.contended());
    }

    @ParameterizedTest
    @EnumSource
    void aSeedGivesTheSameFigures(Policy policy) {
        Scenario one = new Scenario(policy, 6, 50, 2, 400, 3000, Spread.EXPONENTIAL, 10 * MILLI, 11);
        Outcome first = Simulation.run(one, COSTS);
        Outcome again = Simulation.run(one, COSTS);
        assertThat(again).usingRecursiveComparison().isEqualTo(first);
        Scenario other = new Scenario(policy, 6, 50, 2, 400, 3000, Spread.EXPONENTIAL, 10 * MILLI, 12);
        assertThat(Simulation.run(other, COSTS).working()).isNotEqualTo(first.working());
    }

    @Test
    void asManyTasksAsCarriersWakeEachOther() {
        Outcome o = Simulation.run(scenario(Policy.DISPATCH, 4, 4, 10_000, 100), COSTS);
        assertThat(o.ops()).isPositive();
        assertThat(o.throughput()).isLessThan(1e9 / 10_000);
    }

    private static Scenario scenario(Policy policy, int carriers, int tasks, double section, double parallel) {
        return new Scenario(policy, carriers, tasks, 1, section, parallel, Spread.FIXED, 50 * MILLI, 1);
    }
}
