package io.github.cqs.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WatchTest {
    private static final int LONGEST = 60_000;
    private static final int PROMPT = LONGEST / Watch.PROMPT;
    private static final int SOON_ENOUGH = LONGEST / Watch.SOON_ENOUGH;

    /** How much later it is each time that somebody looks at the clock. */
    private static final long TICK = 100;

    private static final long NEVER = Long.MAX_VALUE;

    /** When an event comes, and whether it was what was waited for. */
    private static final class Event {
        private final long time;
        private boolean over;
        private boolean good = true;

        Event(long time) {
            this.time = time;
        }
    }

    /** A watch with a clock of its own. */
    private static final class TestWatch extends Watch<Event> {
        private Event event = new Event(0);
        private long now;
        private long yieldNanos;
        private int yields;
        private boolean mayYield = true;

        TestWatch(long longest, boolean spins, boolean alsoWithoutYields) {
            super(longest, spins, alsoWithoutYields);
        }

        @Override
        protected boolean isOver(Event e) {
            return e.over;
        }

        @Override
        protected boolean isGood(Event e) {
            return e.good;
        }

        @Override
        protected boolean mayYield() {
            return mayYield;
        }

        @Override
        protected void yielded(long before, long after) {
            assertThat(after - before).isEqualTo(yieldNanos + TICK);
        }

        @Override
        protected void yieldProcessor() {
            yields++;
            now += yieldNanos;
        }

        @Override
        protected long nanoTime() {
            now += TICK;
            event.over = now >= event.time;
            return now;
        }

        /** A wait for what comes after so many nanoseconds, where yields take so long. */
        boolean await(long eventNanos, long yieldNanos, long nanos) {
            return await(new Event(eventNanos), yieldNanos, nanos);
        }

        boolean await(Event e, long yieldNanos, long nanos) {
            event = e;
            now = 0;
            yields = 0;
            this.yieldNanos = yieldNanos;
            return watch(e, nanos);
        }

        int spinNanos() {
            return Objects.requireNonNull(mayYield ? yielding : spinning).nanos();
        }
    }

    private final TestWatch watch = new TestWatch(LONGEST, true, true);

    @BeforeEach
    void somebodyWatches() {
        watch.await(NEVER, Watch.AT_ONCE, NEVER);
        assertThat(watch.spinNanos()).isEqualTo(LONGEST / 2);
    }

    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    private static int longest(boolean worthIt) {
        return worthIt ? LONGEST : LONGEST / 4;
    }

    @Test
    void aPromptEventNeedsNoYield() {
        assertThat(watch.await(PROMPT / 2, 0, NEVER)).isTrue();
        assertThat(watch.yields).isZero();
        assertThat(watch.spinNanos()).isEqualTo(longest(true));
    }

    @ParameterizedTest
    @CsvSource({"0, true", "1000, true", "2000, false", "1000000, false"})
    void aLaterEventIsWaitedForIfNobodyWantsTheProcessor(long yieldNanos, boolean worthIt) {
        watch.await(2 * PROMPT, yieldNanos, NEVER);
        assertThat(watch.yields).isOne();
        assertThat(watch.spinNanos()).isEqualTo(longest(worthIt));
    }

    @Test
    void anEventThatKeepsAProcessorBusyForLongIsNotWorthIt() {
        assertThat(watch.await(SOON_ENOUGH + 2 * TICK, 0, NEVER)).isTrue();
        assertThat(watch.yields).isOne();
        assertThat(watch.spinNanos()).isEqualTo(longest(false));
    }

    @Test
    void anEventAfterWhichAWaitFollowsIsNotWorthIt() {
        Event event = new Event(PROMPT / 2);
        event.good = false;
        assertThat(watch.await(event, 0, NEVER)).isTrue();
        assertThat(watch.spinNanos()).isEqualTo(longest(false));
    }

    @ParameterizedTest
    @CsvSource({"0, true", "1000000, false"})
    void itIsWatchedOnOnlyIfNobodyWantsTheProcessor(long yieldNanos, boolean goesOn) {
        assertThat(watch.await(NEVER, yieldNanos, NEVER)).isFalse();
        long spun = watch.now - yieldNanos;
        if (goesOn) {
            assertThat(spun).isGreaterThanOrEqualTo(LONGEST / 2);
        } else {
            assertThat(spun).isBetween((long) PROMPT, 2L * PROMPT);
        }
        assertThat(watch.spinNanos()).isEqualTo(longest(false));
    }

    @Test
    void whoHasNoTimeToLoseDoesNotYield() {
        watch.await(NEVER, 0, Tuning.SOON);
        assertThat(watch.yields).isZero();
        assertThat(watch.now).isPositive();
    }

    @Test
    void ofAWaitThatEndsSoonerNothingIsLearned() {
        watch.await(NEVER, 0, PROMPT);
        assertThat(watch.spinNanos()).isEqualTo(LONGEST / 2);
    }

    @Test
    void whoIsInterruptedWatchesNoLonger() {
        Thread.currentThread().interrupt();
        watch.await(NEVER, 0, NEVER);
        assertThat(watch.yields).isZero();
        assertThat(watch.now).isLessThan(PROMPT);
    }

    @ParameterizedTest
    @CsvSource({"1875, true", "7500, false"})
    void withoutYieldsOnlyAPromptEventIsWorthIt(long eventNanos, boolean worthIt) {
        watch.mayYield = false;
        watch.await(NEVER, 0, NEVER);
        assertThat(watch.now).as("of two that sleep one spins for long").isGreaterThan(LONGEST);
        watch.await(eventNanos, 0, NEVER);
        assertThat(watch.yields).isZero();
        assertThat(watch.spinNanos()).isEqualTo(longest(worthIt));
    }

    @Test
    void whoHasSpunBeforeYieldsAtOnce() {
        TestWatch heir = new TestWatch(LONGEST, false, false);
        heir.await(NEVER, Watch.AT_ONCE + 1, NEVER);
        assertThat(heir.yields).isOne();
        assertThat(heir.now).isLessThan(PROMPT);
        assertThat(heir.await(SOON_ENOUGH / 2, 0, NEVER)).isTrue();
        assertThat(heir.spinNanos()).isEqualTo(LONGEST);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoMayNotYieldMayNotWatchEither(boolean spins) {
        TestWatch withYields = new TestWatch(LONGEST, spins, false);
        withYields.mayYield = false;
        assertThat(withYields.await(PROMPT / 2, 0, NEVER)).isFalse();
        assertThat(withYields.now).as("nothing was watched").isZero();
    }

    private boolean isWatching() {
        return watch.spinNanos() > LONGEST / 256;
    }

    @ParameterizedTest
    @CsvSource({"0, 4", "1, 5"})
    void ifOthersWantTheProcessorAgainAndAgainThereIsNoWatch(int promptOnes, int slowYields) {
        int slow = 1; // before each test
        while (isWatching()) {
            for (int i = 0; i < promptOnes; i++) {
                watch.await(PROMPT / 2, 0, NEVER);
            }
            watch.await(NEVER, Watch.AT_ONCE, NEVER);
            slow++;
        }
        assertThat(slow).isEqualTo(slowYields);
        watch.await(PROMPT / 2, 0, NEVER);
        assertThat(watch.now).as("nothing was watched").isZero();
    }

    @Test
    void notIfNobodyDoesInBetween() {
        for (int i = 0; i < 100; i++) {
            watch.await(NEVER, Watch.AT_ONCE, NEVER);
            watch.await(SOON_ENOUGH / 2, 0, NEVER);
            watch.await(SOON_ENOUGH / 2, 0, NEVER);
            assertThat(watch.spinNanos()).isEqualTo(LONGEST);
        }
    }

    @Test
    void norIfThatIsSeldom() {
        for (int i = 0; i < 100; i++) {
            watch.await(NEVER, Watch.AT_ONCE, NEVER);
            for (int prompt = 0; prompt < 16; prompt++) {
                watch.await(PROMPT / 2, 0, NEVER);
            }
            assertThat(watch.spinNanos()).isEqualTo(LONGEST);
        }
    }

    @Test
    void mostlyThereIsNoWatchWhereItIsNotWorthIt() {
        int watched = 0;
        for (int i = 0; i < 10_000; i++) {
            watch.await(NEVER, 0, NEVER);
            watched += watch.yields;
        }
        assertThat(watched).isBetween(10, 10_000 / 16);
    }

    @Test
    void nobodyWatchesForNoTime() {
        TestWatch none = new TestWatch(0, true, true);
        assertThat(none.await(0, 0, NEVER)).isFalse();
        assertThat(none.now).isZero();
    }
}
