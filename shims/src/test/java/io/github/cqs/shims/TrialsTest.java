package io.github.cqs.shims;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TrialsTest {
    private final Trials trials = new Trials(false, 1.25);
    private long now = 1_000_000_000_000L;
    private long passed = 7;

    /** Lets that many waits pass, each for so many nanoseconds and elements; answers how many of them were with it. */
    private int pass(int waits, int with, int without, int nanos) {
        int counted = 0;
        for (int i = 0; i < waits; i++) {
            if (trials.isOver()) {
                trials.change(now, passed);
            }
            boolean on = trials.isOn();
            counted += on ? 1 : 0;
            passed += on ? with : without;
            now += nanos;
        }
        return counted;
    }

    private int tried(int with, int without) {
        return pass(Trials.TRIALS * Trials.WAITS, with, without, 1_000);
    }

    @Test
    void halfOfTheWaitsThatTryAreWithIt() {
        assertThat(pass(Trials.WAITS, 1, 1, 1_000)).isZero();
        assertThat(tried(1, 1)).isEqualTo(Trials.TRIALS * Trials.WAITS / 2);
    }

    @Test
    void itIsKeptWhereMoreElementsPass() {
        pass(Trials.WAITS, 1, 1, 1_000);
        tried(4, 2);
        assertThat(pass(Trials.KEPT, 4, 2, 1_000)).isEqualTo(Trials.KEPT);
    }

    @Test
    void itIsNotWhereAsManyPass() {
        pass(Trials.WAITS, 1, 1, 1_000);
        tried(11, 10);
        assertThat(pass(Trials.KEPT, 11, 10, 1_000)).isZero();
    }

    @Test
    void oneTrialInWhichTheProcessorWasLostDecidesNothing() {
        pass(Trials.WAITS, 1, 1, 1_000);
        pass(Trials.WAITS, 4, 2, 4_000_000);
        pass((Trials.TRIALS - 1) * Trials.WAITS, 4, 2, 1_000);
        assertThat(pass(Trials.KEPT, 4, 2, 1_000)).isEqualTo(Trials.KEPT);
    }

    @Test
    void whatIsFoundAgainIsKeptForTwiceAsLong() {
        pass(Trials.WAITS, 1, 1, 1_000);
        tried(4, 2);
        pass(Trials.KEPT, 4, 2, 1_000);
        tried(4, 2);
        assertThat(pass(2 * Trials.KEPT, 4, 2, 1_000)).isEqualTo(2 * Trials.KEPT);
        tried(2, 2);
        assertThat(pass(Trials.KEPT, 2, 2, 1_000)).as("once it no longer pays").isZero();
        assertThat(tried(4, 2)).as("and tried again").isEqualTo(Trials.TRIALS * Trials.WAITS / 2);
    }

    @Test
    void whatIsDoneAtFirstEndsWhereItDoesNotPay() {
        Trials first = new Trials(true, 1.1);
        assertThat(first.isOn()).isTrue();
        for (int i = 0; i <= Trials.TRIALS; i++) {
            now += 1_000;
            passed += 100;
            first.change(now, passed);
        }
        assertThat(first.isOn()).isFalse();
    }

    @Test
    void aClockThatStandsStillIsNoFault() {
        pass(Trials.WAITS, 1, 1, 0);
        assertThat(pass(Trials.TRIALS * Trials.WAITS, 1, 1, 0)).isPositive();
        assertThat(pass(Trials.KEPT, 1, 1, 0)).isZero();
    }
}
