package io.github.cqs.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpinTimeTest {
    private static final int LONGEST = 32_768;

    private final SpinTime time = SpinTime.reluctant(LONGEST);

    /** Of so many failures. */
    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            time.wasNotEnough(time.nanos(), LONGEST);
        }
    }

    @Test
    void halvesUntilItIsNotWorthIt() {
        assertThat(time.nanos()).isEqualTo(LONGEST);
        fail(1);
        assertThat(time.nanos()).isEqualTo(LONGEST / 2);
        assertThat(time.isWorthIt(LONGEST)).isTrue();
        fail(20);
        assertThat(time.nanos()).isEqualTo(LONGEST / 256);
        assertThat(time.isWorthIt(LONGEST)).isFalse();
    }

    @Test
    void doublesUpToTheLongest() {
        fail(3);
        time.wasEnough(time.nanos(), LONGEST);
        assertThat(time.nanos()).isEqualTo(LONGEST / 4);
        time.wasEnough(LONGEST, LONGEST);
        assertThat(time.nanos()).isEqualTo(LONGEST);
    }

    @Test
    void longestIsTriedOnceInManyTimes() {
        fail(20);
        int probes = 0;
        for (int i = 0; i < 10 * 257; i++) {
            if (time.isWorthIt(LONGEST)) {
                probes++;
                assertThat(time.nanos()).isEqualTo(LONGEST);
                fail(20);
            }
        }
        assertThat(probes).isEqualTo(10);
    }

    @Test
    void waitsThatAreGivenUpBringNoTrialNearer() {
        fail(20);
        for (int i = 0; i < 10 * 257; i++) {
            assertThat(time.isWorthIt(LONGEST)).isFalse();
            time.wasGivenUp();
        }
        for (int i = 0; i < 255; i++) {
            time.wasGivenUp(); // of some that were not asked whether to spin
            assertThat(time.isWorthIt(LONGEST)).isFalse();
        }
        int others = 0;
        while (!time.isWorthIt(LONGEST)) {
            others++;
        }
        assertThat(others).as("the last one of 256 was counted").isEqualTo(255);
    }

    /** Those who began before it was known that it is not enough do not make it longer again. */
    @Test
    void whoEndsLateDoesNotProlongIt() {
        fail(20);
        for (int i = 0; i < 1_000; i++) {
            time.wasNotEnough(LONGEST, LONGEST);
        }
        assertThat(time.nanos()).isEqualTo(LONGEST / 256);
    }

    @Test
    void persistentOnesTryAgainSoon() {
        SpinTime persistent = SpinTime.persistent();
        int probes = 0;
        for (int i = 0; i < 160; i++) {
            persistent.wasNotEnough(persistent.nanos(), LONGEST);
            if (persistent.nanos() == LONGEST) {
                probes++;
            }
        }
        assertThat(probes).isEqualTo(10);
    }

    @Test
    void nothingIsWorthNoTime() {
        assertThat(time.isWorthIt(0)).isFalse();
    }
}
