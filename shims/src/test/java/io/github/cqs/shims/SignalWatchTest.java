package io.github.cqs.shims;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.internal.Tuning;
import io.github.cqs.shims.CqsCondition.Node;
import io.github.cqs.shims.support.Internals;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SignalWatchTest {
    private static final int WAITS = 10_000;

    /** A watch whose yields take long, by a clock of its own. */
    private static final class TestWatch extends SignalWatch {
        private long now;
        private int yields;

        TestWatch() {
            super(((ReentrantLockSync) Internals.value(new CqsReentrantLock(), "core")).line());
        }

        @Override
        protected void yieldProcessor() {
            yields++;
            now += Tuning.SPIN_YIELDS_DEAR;
        }

        @Override
        protected long nanoTime() {
            now += 100;
            return now;
        }

        int spinNanos() {
            return (int) Internals.value(this, "yielding->nanos");
        }
    }

    private final TestWatch watch = new TestWatch();
    private final Node node = new Node();

    @BeforeEach
    void somebodyWatches() {
        Assumptions.assumeTrue(Tuning.SPIN_CONDITION > 0);
    }

    @Test
    void aSignalledThreadThatWaitsForTheLockHasGainedNothing() {
        node.casState(Node.WAITING, Node.MOVED);
        watch.watch(node, Long.MAX_VALUE);
        assertThat(watch.spinNanos()).isEqualTo((int) Tuning.SPIN_CONDITION);
        Node deferred = new Node();
        deferred.casState(Node.WAITING, Node.DEFERRED);
        watch.watch(deferred, Long.MAX_VALUE);
        assertThat(watch.spinNanos()).isEqualTo((int) Tuning.SPIN_CONDITION / 2);
    }

    @Test
    void onceAYieldWasDearItIsTriedOutWhetherTheyPay() {
        assertThat(Internals.value(watch, "line->yieldTrials")).isNull();
        watch.watch(node, Long.MAX_VALUE);
        assertThat(Internals.value(watch, "line->yieldTrials")).isNotNull();
    }

    /** Another program has the processors, and takes a time slice each time. */
    @Test
    void whereYieldsDoNotPayThereAreFew() {
        watch.watch(node, Long.MAX_VALUE);
        assertThat(watch.yields).isOne();
        for (int i = 0; i < WAITS; i++) {
            watch.watch(node, Long.MAX_VALUE);
        }
        assertThat(watch.yields).isBetween(2, WAITS / 32);
    }
}
