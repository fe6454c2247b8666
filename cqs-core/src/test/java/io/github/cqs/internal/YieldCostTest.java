package io.github.cqs.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class YieldCostTest {
    /** Times of the clock begin anywhere and pass every number. */
    private long now = Long.MAX_VALUE - YieldCost.DEAR;

    private final YieldCost cost = new YieldCost();

    private void yielded(long nanos) {
        cost.note(now, now + nanos);
        now += nanos;
    }

    /** Goes through a recess; answers how long it was, exactly if it is a multiple of {@link YieldCost#DEAR}. */
    private long recess() {
        long begin = now;
        while (cost.isDear(now)) {
            now += YieldCost.DEAR;
        }
        return now - begin;
    }

    @Test
    void yieldsAreCheapAtFirst() {
        assertThat(cost.isDear(now)).isFalse();
        assertThat(cost.isDear(Long.MIN_VALUE)).isFalse();
    }

    @Test
    void shortYieldChangesNothing() {
        yielded(YieldCost.DEAR - 1);
        assertThat(recess()).isZero();
    }

    @Test
    void longYieldIsTheLastForAFewTimesAsLong() {
        yielded(3 * YieldCost.DEAR);
        assertThat(recess()).isEqualTo(YieldCost.FIRST_RECESS * 3 * YieldCost.DEAR);
        assertThat(cost.isDear(now - 1)).as("forgotten").isFalse();
    }

    @Test
    void whatManyLoseAtOnceCountsOnce() {
        for (int i = 0; i < 10; i++) {
            cost.note(now, now + YieldCost.DEAR);
        }
        now += YieldCost.DEAR;
        assertThat(recess()).isEqualTo(YieldCost.FIRST_RECESS * YieldCost.DEAR);
        yielded(YieldCost.DEAR);
        assertThat(recess()).isLessThan(YieldCost.LONGEST_RECESS * YieldCost.DEAR);
    }

    @Test
    void recessGrowsWhereThatComesAgain() {
        long last = 0;
        for (int i = 0; i < 10; i++) {
            yielded(YieldCost.DEAR);
            yielded(1);
            long recess = recess();
            assertThat(recess)
                    .isGreaterThanOrEqualTo(last)
                    .isLessThanOrEqualTo(YieldCost.LONGEST_RECESS * YieldCost.DEAR);
            last = recess;
        }
        assertThat(last).isGreaterThan((YieldCost.LONGEST_RECESS - 1) * YieldCost.DEAR);
    }

    @Test
    void manyShortYieldsShortenIt() {
        for (int i = 0; i < 10; i++) {
            yielded(YieldCost.DEAR);
            recess();
        }
        for (int i = 0; i < 10 * YieldCost.CHEAP; i++) {
            yielded(1);
        }
        yielded(YieldCost.DEAR);
        assertThat(recess()).isEqualTo(YieldCost.FIRST_RECESS * YieldCost.DEAR);
    }

    @Test
    void pauseOfTheWholeProgramIsNotPaidForManyTimes() {
        yielded(100 * YieldCost.LONGEST_NANOS);
        assertThat(recess()).isEqualTo(YieldCost.LONGEST_NANOS);
    }
}
