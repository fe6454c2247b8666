package io.github.cqs.bench.demo;

import static io.github.cqs.bench.demo.Arm.WITH;
import static io.github.cqs.bench.demo.Arm.WITHOUT;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    private static final List<Program> TWO = Program.ALL.subList(0, 2);

    @Test
    void blocksMirrorEachOther() {
        assertThat(Schedule.block(0, TWO).subList(0, 4))
                .extracting(Schedule.Slot::arm)
                .containsExactly(WITHOUT, WITH, WITH, WITHOUT);
        assertThat(Schedule.block(1, TWO).subList(0, 4))
                .extracting(Schedule.Slot::arm)
                .containsExactly(WITH, WITHOUT, WITHOUT, WITH);
    }

    @Test
    void aPairHasOneRunOfEachArm() {
        assertThat(Schedule.block(3, TWO)).extracting(Schedule.Slot::pair).containsExactly(6, 6, 7, 7, 6, 6, 7, 7);
        for (int i = 0; i < 8; i += 2) {
            assertThat(Schedule.block(3, TWO).subList(i, i + 2))
                    .extracting(Schedule.Slot::arm)
                    .containsExactlyInAnyOrder(WITHOUT, WITH);
        }
    }
}
