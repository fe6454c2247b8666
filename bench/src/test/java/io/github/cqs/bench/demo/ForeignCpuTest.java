package io.github.cqs.bench.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ForeignCpuTest {
    @Test
    void ownTimeIsThatOfTheProcessAndItsEndedChildren() {
        // user, system, user of children, system of children: fields 14 to 17 of proc(5)
        String stat = "42 (a) name) S 1 42 42 0 -1 4194304 9 8 7 6 1000 200 30 4 20 0 33 0 5 6 7";
        assertThat(ForeignCpu.ownTime(stat)).isEqualTo(1234);
    }

    @Test
    void ofThisMachineIsAShare() {
        ForeignCpu foreign = new ForeignCpu();
        assertThat(foreign.share())
                .satisfiesAnyOf(
                        share -> assertThat(share).isBetween(0.0, 1.0),
                        share -> assertThat(share).isNaN());
    }
}
