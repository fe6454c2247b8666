package io.github.cqs.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DistanceTest {
    @Test
    void itFollowsTheLooks() {
        int known = learn(0, 60);
        assertThat(known).isBetween(50, 60);
        known = learn(known, 400);
        assertThat(known).isBetween(390, 400);
        assertThat(learn(known, 60)).isBetween(60, 70);
    }

    @Test
    void oneLookOfSomebodyWhoWasPreemptedHardlyCounts() {
        int known = learn(0, 60);
        assertThat(Distance.learn(known, Long.MAX_VALUE)).isBetween(known, known + 30);
    }

    @Test
    void itIsNeverNegativeNorWithoutBound() {
        assertThat(learn(0, -1_000)).isZero();
        assertThat(learn(50, Long.MIN_VALUE)).isBetween(0, 50);
        assertThat(learn(0, Long.MAX_VALUE)).isBetween(9_000, 10_000);
    }

    private static int learn(int known, long nanos) {
        for (int i = 0; i < 1_000; i++) {
            known = Distance.learn(known, nanos);
        }
        return known;
    }
}
