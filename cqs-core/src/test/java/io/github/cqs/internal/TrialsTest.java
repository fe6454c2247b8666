package io.github.cqs.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TrialsTest {
    private final Trials trials = new Trials(false, 1.25, 0);
    private long now = 1_000_000_000_000L;
    private long passed = 7;

    /** As {@link Trials#next}, with a clock of our own. */
    private boolean next(Trials of) {
        if (of.isOver()) {
            of.change(now, passed);
        }
        return of.isOn();
    }

    /** Lets that many waits pass, each for so many nanoseconds and elements; answers how many of them were with it. */
    private int pass(int waits, int with, int without, int nanos) {
        int counted = 0;
        for (int i = 0; i < waits; i++) {
            boolean on = next(trials);
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
        Trials first = new Trials(true, 1.1, 0);
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

    /** Lets trials that take at least 1000 ns follow each other; answers the nanoseconds until the next ones begin. */
    private long decide(Trials timed, int with, int without) {
        int waits = 0;
        while (!timed.isTrying()) {
            next(timed);
        }
        while (timed.isTrying()) {
            assertThat(++waits).as("waits of all trials").isLessThanOrEqualTo(Trials.TRIALS * 100);
            passed += timed.isOn() ? with : without;
            now += 10;
            next(timed);
        }
        long end = now;
        while (!timed.isTrying()) {
            now += 100;
            next(timed);
        }
        return now - end;
    }

    @Test
    void itIsTriedOutWhateverTheClockShows() {
        now = Long.MIN_VALUE / 2;
        pass(Trials.WAITS + 1, 1, 1, 10);
        assertThat(trials.isTrying()).isTrue();
    }

    @Test
    void whatTakesTimeIsTriedForThatLong() {
        Trials timed = new Trials(true, 1.0, 1_000);
        while (!timed.isTrying()) {
            next(timed);
        }
        long begin = now;
        for (int i = 0; i < 99; i++) {
            now += 10;
            assertThat(next(timed)).as("after %d ns", now - begin).isFalse();
        }
        now += 10;
        assertThat(next(timed)).isTrue();
    }

    @Test
    void whatTakesTimeIsKeptForManyTimesAsLong() {
        long took = Trials.TRIALS * 1_000;
        Trials timed = new Trials(true, 1.0, 1_000);
        long last = Trials.TIMES_IF_IT_PAYS * took;
        for (int i = 0; i < 5; i++) {
            assertThat(decide(timed, 2, 1)).isGreaterThanOrEqualTo(last);
            last = Math.min(2 * last, Trials.TIMES_MOST * took);
        }
        assertThat(decide(timed, 1, 2)).isGreaterThanOrEqualTo(Trials.TIMES * took);
    }

    @Test
    void whatLetsNothingPassEitherWayIsLeftAsItWas() {
        for (boolean on : new boolean[] {true, false}) {
            Trials timed = new Trials(on, 1.0, 1_000);
            decide(timed, 0, 0);
            while (timed.isTrying()) {
                now += 10;
                next(timed);
            }
            assertThat(timed.isOn()).isEqualTo(on);
        }
    }
}
