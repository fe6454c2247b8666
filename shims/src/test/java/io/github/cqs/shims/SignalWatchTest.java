package io.github.cqs.shims;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.internal.Tuning;
import io.github.cqs.shims.CqsCondition.Node;
import io.github.cqs.shims.support.Internals;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignalWatchTest {
    /** How much later it is each time that somebody looks at the clock. */
    private static final long TICK = 100;

    private static final int WAITS = 10_000;

    private static final long NEVER = Long.MAX_VALUE;

    /** A watch with a clock of its own. */
    private static final class TestWatch extends SignalWatch {
        private Node node = new Node();
        private long now;
        private long signal;
        private long yieldNanos;
        private int yields;
        private boolean mayYield = true;

        TestWatch() {
            super(((ReentrantLockSync) Internals.value(new CqsReentrantLock(), "core")).line());
        }

        @Override
        boolean mayYield() {
            return super.mayYield() && mayYield;
        }

        @Override
        void yieldProcessor() {
            yields++;
            now += yieldNanos;
        }

        @Override
        long nanoTime() {
            now += TICK;
            if (now >= signal) {
                node.casState(Node.WAITING, Node.MOVED);
            }
            return now;
        }

        /** A wait for a signal that comes after so many nanoseconds, where yields take so long. */
        void await(long signalNanos, long yieldNanos, long nanos) {
            node = new Node();
            now = 0;
            signal = signalNanos;
            yields = 0;
            this.yieldNanos = yieldNanos;
            watch(node, nanos);
        }

        int spinNanos() {
            return (int) Internals.value(this, mayYield ? "yielding->nanos" : "spinning->nanos");
        }
    }

    private final TestWatch watch = new TestWatch();

    @BeforeEach
    void somebodyWatches() {
        Assumptions.assumeTrue(Tuning.SPIN_CONDITION > 0);
        watch.await(NEVER, SignalWatch.AT_ONCE + 1, NEVER);
        assertThat(watch.spinNanos()).isEqualTo((int) Tuning.SPIN_CONDITION / 2);
    }

    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    private static long longest(boolean worthIt) {
        return worthIt ? Tuning.SPIN_CONDITION : Tuning.SPIN_CONDITION / 4;
    }

    @Test
    void aPromptSignalNeedsNoYield() {
        watch.await(SignalWatch.PROMPT / 2, 0, NEVER);
        assertThat(watch.yields).isZero();
        assertThat(watch.spinNanos()).isEqualTo((int) longest(true));
    }

    @ParameterizedTest
    @CsvSource({"0, true", "1000, true", "2001, false", "1000000, false"})
    void aLaterSignalIsWaitedForIfNobodyWantsTheProcessor(long yieldNanos, boolean worthIt) {
        watch.await(2 * SignalWatch.PROMPT, yieldNanos, NEVER);
        assertThat(watch.yields).isOne();
        assertThat(watch.spinNanos()).isEqualTo((int) longest(worthIt));
    }

    @Test
    void aSignalThatKeepsAProcessorBusyForLongIsNotWorthIt() {
        watch.await(SignalWatch.SOON_ENOUGH + 2 * TICK, 0, NEVER);
        assertThat(watch.yields).isOne();
        assertThat(watch.node.isMoved()).isTrue();
        assertThat(watch.spinNanos()).isEqualTo((int) longest(false));
    }

    @ParameterizedTest
    @CsvSource({"0, true", "1000000, false"})
    void itIsWatchedOnOnlyIfNobodyWantsTheProcessor(long yieldNanos, boolean goesOn) {
        watch.await(NEVER, yieldNanos, NEVER);
        long spun = watch.now - yieldNanos;
        if (goesOn) {
            assertThat(spun).isGreaterThanOrEqualTo(Tuning.SPIN_CONDITION / 2);
        } else {
            assertThat(spun).isBetween(SignalWatch.PROMPT, 2 * SignalWatch.PROMPT);
        }
        assertThat(watch.spinNanos()).isEqualTo((int) longest(false));
    }

    @Test
    void whoHasNoTimeToLoseDoesNotYield() {
        watch.await(NEVER, 0, Tuning.SOON);
        assertThat(watch.yields).isZero();
    }

    @Test
    void ofAWaitThatEndsSoonerNothingIsLearned() {
        watch.await(NEVER, 0, SignalWatch.PROMPT);
        assertThat(watch.spinNanos()).isEqualTo((int) Tuning.SPIN_CONDITION / 2);
    }

    @Test
    void whoIsInterruptedWatchesNoLonger() {
        Thread.currentThread().interrupt();
        watch.await(NEVER, 0, NEVER);
        assertThat(watch.yields).isZero();
        assertThat(watch.now).isLessThan(SignalWatch.PROMPT);
    }

    @ParameterizedTest
    @CsvSource({"1875, true", "7500, false"})
    void withoutYieldsOnlyAPromptSignalIsWorthIt(long signalNanos, boolean worthIt) {
        watch.mayYield = false;
        watch.await(NEVER, 0, NEVER);
        assertThat(watch.now).as("of two that sleep one spins for long").isGreaterThan(Tuning.SPIN_CONDITION);
        watch.await(signalNanos, 0, NEVER);
        assertThat(watch.yields).isZero();
        assertThat(watch.spinNanos()).isEqualTo((int) longest(worthIt));
    }

    @Test
    void onceAYieldWasDearItIsTriedOutWhetherTheyPay() {
        assertThat(Internals.value(watch, "line->yieldTrials")).isNull();
        watch.await(NEVER, Tuning.SPIN_YIELDS_DEAR, NEVER);
        assertThat(Internals.value(watch, "line->yieldTrials")).isNotNull();
    }

    /** Another program has the processors, and takes a time slice each time. */
    @Test
    void whereYieldsDoNotPayThereAreFew() {
        watch.await(NEVER, Tuning.SPIN_YIELDS_DEAR, NEVER);
        assertThat(watch.yields).isOne();
        int yields = 0;
        for (int i = 0; i < WAITS; i++) {
            watch.await(NEVER, Tuning.SPIN_YIELDS_DEAR, NEVER);
            yields += watch.yields;
        }
        assertThat(yields).isLessThan(WAITS / 32);
    }
}
