package io.github.cqs.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OddsTest {
    private final Odds odds = new Odds();

    /** Of so many chances. */
    private int taken(int chances, int winsInARow) {
        int taken = 0;
        for (int i = 0; i < chances; i++) {
            if (odds.areGood()) {
                taken++;
                odds.learn(taken % (winsInARow + 1) != 0);
            }
        }
        return taken;
    }

    @Test
    void whatMostlySucceedsIsDoneEachTime() {
        assertThat(taken(10_000, 9)).isEqualTo(10_000);
    }

    @Test
    void whatFailsIsGivenUpAfterAFewTimesAndTriedNowAndThen() {
        assertThat(taken(10_000, 0)).isBetween(10_000 / Odds.TRIAL, 10_000 / Odds.TRIAL + 5);
    }

    @Test
    void whatFailsTooOftenIsDoneSeldom() {
        assertThat(taken(10_000, 2)).isLessThan(1_000);
    }

    @Test
    void oneSuccessIsEnoughToBeginAgainHoweverOftenItHasFailed() {
        taken(1_000_000, 0);
        while (!odds.areGood()) {
            /* until the next trial */
        }
        odds.learn(true);
        assertThat(taken(100, 9)).isEqualTo(100);
    }
}
