package io.github.cqs.shims;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GatherTrialsTest {
    private final GatherTrials trials = new GatherTrials();
    private long now = 1_000_000_000_000L;
    private long head = 7;

    /** Lets that many waits pass, each for so many nanoseconds and elements; answers how many of them gathered. */
    private int pass(int waits, int with, int without, int nanos) {
        int gathered = 0;
        for (int i = 0; i < waits; i++) {
            if (trials.isOver()) {
                trials.change(now, head);
            }
            boolean gathers = trials.gathers();
            gathered += gathers ? 1 : 0;
            head += gathers ? with : without;
            now += nanos;
        }
        return gathered;
    }

    private int tried(int with, int without) {
        return pass(GatherTrials.TRIALS * GatherTrials.WAITS, with, without, 1_000);
    }

    @Test
    void halfOfTheWaitsThatTryGather() {
        assertThat(pass(GatherTrials.WAITS, 1, 1, 1_000)).isZero();
        assertThat(tried(1, 1)).isEqualTo(GatherTrials.TRIALS * GatherTrials.WAITS / 2);
    }

    @Test
    void gatheringIsKeptWhereMoreElementsPass() {
        pass(GatherTrials.WAITS, 1, 1, 1_000);
        tried(4, 2);
        assertThat(pass(GatherTrials.KEPT, 4, 2, 1_000)).isEqualTo(GatherTrials.KEPT);
    }

    @Test
    void itIsNotWhereAsManyPass() {
        pass(GatherTrials.WAITS, 1, 1, 1_000);
        tried(11, 10);
        assertThat(pass(GatherTrials.KEPT, 11, 10, 1_000)).isZero();
    }

    @Test
    void oneTrialInWhichTheProcessorWasLostDecidesNothing() {
        pass(GatherTrials.WAITS, 1, 1, 1_000);
        pass(GatherTrials.WAITS, 4, 2, 4_000_000);
        pass((GatherTrials.TRIALS - 1) * GatherTrials.WAITS, 4, 2, 1_000);
        assertThat(pass(GatherTrials.KEPT, 4, 2, 1_000)).isEqualTo(GatherTrials.KEPT);
    }

    @Test
    void whatIsFoundAgainIsKeptForTwiceAsLong() {
        pass(GatherTrials.WAITS, 1, 1, 1_000);
        tried(4, 2);
        pass(GatherTrials.KEPT, 4, 2, 1_000);
        tried(4, 2);
        assertThat(pass(2 * GatherTrials.KEPT, 4, 2, 1_000)).isEqualTo(2 * GatherTrials.KEPT);
        tried(2, 2);
        assertThat(pass(GatherTrials.KEPT, 2, 2, 1_000))
                .as("once it no longer pays")
                .isZero();
        assertThat(tried(4, 2)).as("and tried again").isEqualTo(GatherTrials.TRIALS * GatherTrials.WAITS / 2);
    }

    @Test
    void aClockThatStandsStillIsNoFault() {
        pass(GatherTrials.WAITS, 1, 1, 0);
        assertThat(pass(GatherTrials.TRIALS * GatherTrials.WAITS, 1, 1, 0)).isPositive();
        assertThat(pass(GatherTrials.KEPT, 1, 1, 0)).isZero();
    }
}
