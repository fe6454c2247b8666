package io.github.cqs.bench.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ArmTest {
    @Test
    void eachHalfOfABlockHasEveryArmOnce() {
        for (int block = 0; block < 6; block++) {
            List<Arm> order = Arm.block(block);
            assertThat(order.subList(0, 3)).containsExactlyInAnyOrder(Arm.values());
            assertThat(order.subList(3, 6)).containsExactlyInAnyOrder(Arm.values());
        }
    }

    @Test
    void aSteadyDriftHitsAllArmsAlike() {
        List<Arm> order = Arm.block(1);
        for (Arm arm : Arm.values()) {
            assertThat(order.indexOf(arm) + order.lastIndexOf(arm)).isEqualTo(order.size() - 1);
        }
    }

    @Test
    void everyArmIsFirstInSomeBlock() {
        Set<Arm> first =
                IntStream.range(0, 3).mapToObj(block -> Arm.block(block).get(0)).collect(Collectors.toSet());
        assertThat(first).containsExactlyInAnyOrder(Arm.values());
    }
}
