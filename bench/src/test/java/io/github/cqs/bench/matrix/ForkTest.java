package io.github.cqs.bench.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ForkTest {
    @Test
    void warmUpGoesOnWhileSomeArmHasDoneLittleButNotForEver() {
        Map<Arm, Long> done = Map.of(Arm.JDK, 1_000_000L, Arm.CQS, 2_000L);
        assertThat(Fork.isCold(done, 4)).isTrue();
        assertThat(Fork.isCold(done, 24)).isFalse();
        assertThat(Fork.isCold(Map.of(Arm.JDK, 1_000_000L, Arm.CQS, 200_000L), 4))
                .isFalse();
    }
}
