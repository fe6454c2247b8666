package io.github.cqs.bench.ces;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AcceptanceTest {
    private static final Load LONG = new Load(Part.TABLE, 1000, 7500, 1000, 1);
    private static final Load SHORT = new Load(Part.TABLE, 16, 0, 1000, 1);
    private static final List<Load> LOADS = List.of(SHORT, LONG);

    @Test
    void twiceAsFastAndAsPunctualHolds() {
        List<Acceptance.Line> lines = lines(List.of(jvm(SHORT, 2, 1), jvm(LONG, 2, 1)));
        assertThat(lines).hasSize(7).allMatch(Acceptance.Line::holds);
        assertThat(lines.get(1).reached()).isEqualTo("2.000 [2.000 .. 2.000] of 2 cells");
        assertThat(lines.get(2).reached()).endsWith("of 1 cells");
    }

    @Test
    void oneCellThatLosesFails() {
        List<Acceptance.Line> lines = lines(List.of(jvm(SHORT, 0.9, 1), jvm(LONG, 2, 1)));
        assertThat(lines.get(0).holds()).isFalse();
        assertThat(lines.get(0).reached()).isEqualTo("0.900 [0.900 .. 0.900] at table.n16.s0.p1000");
        assertThat(lines.get(1).holds()).isTrue();
    }

    @Test
    void whatWasDoneBesideTheBystanderIsNotJudged() {
        List<Jvm> jvms = List.of(jvm(SHORT, 2, 1));
        Results results = new Results(jvms);
        assertThat(results.ratioBeside(SHORT, Setting.CES, Contender.OURS, Contender.JDK)
                        .median())
                .isEqualTo(1);
        assertThat(lines(jvms).get(1).reached()).startsWith("2.000 ");
    }

    @Test
    void aLateBystanderFails() {
        List<Acceptance.Line> lines = lines(List.of(jvm(SHORT, 2, 1), jvm(LONG, 2, 4)));
        assertThat(lines.get(5).holds()).isFalse();
        assertThat(lines.get(5).reached()).startsWith("worse in 1 of 2 cells, ").endsWith(LONG.name());
    }

    @Test
    void aBystanderIsComparedToThatOnTheJdksCarriersToo() {
        List<Jvm> jvms = new ArrayList<>();
        for (Load load : LOADS) {
            jvms.add(jvm(load, Setting.CES, 2, 2, 2));
            jvms.add(jvm(load, Setting.PLAIN, 1, load == LONG ? 1 : 4, 1));
        }
        List<Acceptance.Line> lines = lines(jvms);
        assertThat(lines).hasSize(9);
        assertThat(lines.get(5).holds()).isTrue();
        assertThat(lines.get(7).wanted())
                .isEqualTo("unfair: p99 of the bystander's timer no worse than the JDK's with virtual=plain");
        assertThat(lines.get(7).reached()).startsWith("worse in 1 of 2 cells, ").endsWith(LONG.name());
        assertThat(lines.get(8).holds()).isFalse();
    }

    @Test
    void whatWasNotMeasuredIsNotJudged() {
        assertThat(lines(List.of(jvm(SHORT, 2, 1))))
                .hasSize(5)
                .noneMatch(line -> line.wanted().contains("Jain"));
        assertThat(lines(List.of())).isEmpty();
    }

    @Test
    void aBystanderThatWasNotSeenDoesNotHold() {
        assertThat(lines(List.of(new Jvm(SHORT.name(), Setting.CES, "Cqs", 0, List.of()))))
                .filteredOn(line -> line.wanted().contains("bystander"))
                .hasSize(2)
                .noneMatch(Acceptance.Line::holds);
    }

    @Test
    void loadsThatMayFallShortAreThoseWhoseIntervalReachesBelow() {
        List<Jvm> jvms = List.of(jvm(SHORT, 0.9, 1), jvm(SHORT, 2, 1), jvm(LONG, 0.98, 1));
        assertThat(new Acceptance(new Results(jvms), Setting.CES, LOADS).below())
                .containsExactly(SHORT);
        assertThat(new Acceptance(new Results(List.of()), Setting.CES, LOADS).below())
                .isEmpty();
    }

    @Test
    void tablesHaveAFieldForEachHeading() {
        Results results = new Results(List.of(jvm(SHORT, 2, 1)));
        List<String> csv = new CesTables(LOADS, results).csv(25);
        assertThat(csv).hasSize(1 + 5);
        assertThat(csv)
                .allSatisfy(line -> assertThat(line.split(",", -1)).hasSameSizeAs(CesTables.CSV_HEADER.split(",", -1)));
        assertThat(csv.get(2)).startsWith("table.n16.s0.p1000,25,ces,ours,jdk,2.0000,2.0000,2.0000,4,");
        assertThat(new CesTables(LOADS, results).text()).contains("unfair: no cell below 0.97");
    }

    private static List<Acceptance.Line> lines(List<Jvm> jvms) {
        return new Acceptance(new Results(jvms), Setting.CES, LOADS).lines();
    }

    /** Ours does {@code factor} times as much, and the bystander is late by {@code late} ms instead of one. */
    private static Jvm jvm(Load load, double factor, int late) {
        return jvm(load, Setting.CES, factor, 1, late);
    }

    private static Jvm jvm(Load load, Setting setting, double factor, int lateJdk, int late) {
        Map<Contender, Double> speed = Map.of(Contender.OURS, factor, Contender.OURS_FAIR, factor);
        List<Slice> slices = new ArrayList<>();
        for (int block = 0; block < 2; block++) {
            for (Contender contender : Contender.block(setting.contenders(Part.TABLE), block)) {
                boolean ours = speed.containsKey(contender);
                Histogram lateness = new Histogram();
                lateness.add((ours ? late : lateJdk) * 1_000_000L);
                slices.add(new Slice(
                        contender,
                        1_000_000,
                        Math.round(1000 * speed.getOrDefault(contender, 1.0)),
                        ours ? 0.99 : 0.1,
                        0,
                        0,
                        new Slice.Beside(1_000_000, 900, lateness.text()),
                        null));
            }
        }
        return new Jvm(load.name(), setting, "Cqs", 0, slices);
    }
}
