package io.github.cqs.bench.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class CalibratedTest {
    private static final Map<String, Double> MEASURED = Map.of(
            "lock",
            20.0,
            "yield",
            400.0,
            "pingpong",
            500.0,
            "submit",
            100.0,
            "local",
            350.0,
            "stolen",
            600.0,
            "line",
            60.0,
            "wake",
            30_000.0,
            "wakingSubmit",
            2_100.0);

    @Test
    void sumsAreTakenApart() {
        Costs costs = Calibrated.costs(MEASURED);
        assertThat(costs.lock()).isEqualTo(20);
        assertThat(costs.submit()).isEqualTo(100);
        assertThat(costs.mount() + costs.suspend() + costs.submit()).isEqualTo(500);
        assertThat(costs.submit() + costs.exchange()).isEqualTo(400);
        assertThat(costs.steal()).isEqualTo(250);
        assertThat(costs.line()).isEqualTo(60);
        assertThat(costs.wake()).isEqualTo(30_000 - 100 - 200);
        assertThat(costs.signal()).isEqualTo(2_000);
    }

    @Test
    void whatIsQuickerThanItsPartsCostsNothing() {
        Map<String, Double> odd = new java.util.HashMap<>(MEASURED);
        odd.put("stolen", 100.0);
        assertThat(Calibrated.costs(odd).steal()).isZero();
    }
}
