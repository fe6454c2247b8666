package io.github.cqs.ces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HandOffTest {
    private static final int BOUND = 3;

    private final FakeScheduler scheduler = new FakeScheduler(BOUND);
    private final CarrierSlot slot = scheduler.slot;

    @BeforeEach
    void useTheFake() {
        HandOff.use(scheduler);
    }

    @AfterEach
    void nothingIsLeft() {
        HandOff.use(null);
        slot.retire();
        assertThat(slot.isFull()).isFalse();
        assertThat(slot.toString()).startsWith("EMPTY");
    }

    @Test
    void theWaiterRunsWhileTheReleasingThreadYields() {
        HandOff.unpark(scheduler.waiter("a"));
        assertThat(scheduler.log).containsExactly("yield", "a");
        assertThat(scheduler.queue).isEmpty();
        assertThat(slot.count(HandOffCounters.HAND_OFFS)).isEqualTo(1);
    }

    @Test
    void aWaiterThatIsNotParkedCostsNoYield() {
        HandOff.unpark(new Thread("awake"));
        assertThat(scheduler.log).isEmpty();
    }

    @Test
    void aReleasingThreadThatCannotLeaveQueuesTheWaiter() {
        scheduler.pinned = true;
        HandOff.unpark(scheduler.waiter("a"));
        assertThat(scheduler.log).containsExactly("yield");
        assertThat(scheduler.queue).hasSize(1);
        assertThat(slot.count(HandOffCounters.FLUSHES)).isEqualTo(1);
        assertThat(slot.count(HandOffCounters.HAND_OFFS)).isZero();
    }

    @Test
    void aWaiterThatCannotEvenBeQueuedRunsWhenTheThreadLeaves() {
        scheduler.pinned = true;
        scheduler.full = true;
        HandOff.unpark(scheduler.waiter("a"));
        assertThat(slot.isFull()).isTrue();
        slot.drain();
        assertThat(scheduler.log).containsExactly("yield", "a");
    }

    @Test
    void noSlotNoHandOff() {
        scheduler.virtual = false;
        Thread waiter = scheduler.waiter("a");
        HandOff.unpark(waiter); // the plain way, which the fake does not see
        assertThat(scheduler.log).isEmpty();
        assertThat(scheduler.parked).containsKey(waiter);
    }

    @Test
    void noSchedulerNoHandOff() {
        HandOff.use(null);
        Thread waiter = scheduler.waiter("a");
        HandOff.unpark(waiter);
        HandOff.aboutToWait();
        HandOff.settle();
        HandOff.acquired();
        HandOff.released();
        assertThat(scheduler.log).isEmpty();
        assertThat(scheduler.parked).containsKey(waiter);
        assertThat(slot.holds()).isZero();
    }

    @Test
    void anotherSchedulersTasksAreNotTaken() {
        assertThat(slot.arm()).isTrue();
        assertThat(slot.take(new Object(), () -> {})).isFalse();
        slot.disarm();
        assertThat(slot.count(HandOffCounters.OTHER_SCHEDULER)).isEqualTo(1);
    }

    @Test
    void whoHoldsSomethingElseDoesNotYield() {
        HandOff.acquired();
        HandOff.acquired();
        HandOff.released();
        HandOff.unpark(scheduler.waiter("a"));
        assertThat(scheduler.log).isEmpty();
        assertThat(slot.count(HandOffCounters.NESTED)).isEqualTo(1);
        HandOff.released();
        HandOff.unpark(scheduler.waiter("b"));
        assertThat(scheduler.log).containsExactly("yield", "b");
    }

    @Test
    void releasingWhatSomebodyElseAcquiredCountsForNothing() {
        HandOff.released();
        HandOff.acquired();
        assertThat(slot.holds()).isEqualTo(1);
        HandOff.released();
    }

    @Test
    void whatAThreadHoldsGoesWithItThroughAPark() {
        HandOff.acquired();
        Thread.currentThread().interrupt(); // so that park returns
        HandOff.park(this);
        assertThat(slot.holds()).isEqualTo(1);
        HandOff.parkNanos(this, 1);
        HandOff.parkUntil(this, 1);
        assertThat(Thread.interrupted()).isTrue();
        slot.drain(); // left elsewhere
        assertThat(slot.holds()).isZero();
    }

    /** What a virtual thread does that hands over and then leaves its carrier for good, as the fake cannot suspend one. */
    private void handOverAndLeave(Thread next) {
        assertThat(slot.arm()).isTrue();
        scheduler.unpark(next);
        slot.disarm();
    }

    @Test
    void theChainEndsAtTheBoundAndTheNextWaiterQueues() {
        Thread fourth = scheduler.waiter("d");
        Thread third = scheduler.waiter("c", () -> handOverAndLeave(fourth));
        Thread second = scheduler.waiter("b", () -> handOverAndLeave(third));
        Thread first = scheduler.waiter("a", () -> handOverAndLeave(second));
        HandOff.unpark(first);
        assertThat(scheduler.log).containsExactly("yield", "a", "b", "c");
        assertThat(scheduler.queue).isEmpty();
        assertThat(slot.count(HandOffCounters.BOUND_HITS)).isEqualTo(1);
        assertThat(slot.count(HandOffCounters.HAND_OFFS)).isEqualTo(BOUND);
        scheduler.sharedQueue.remove().run();
        HandOff.unpark(scheduler.waiter("e")); // a new streak
        assertThat(scheduler.log).endsWith("d", "yield", "e");
    }

    @Test
    void atTheBoundTheReleasingThreadYieldsAfterItHasQueuedTheWaiter() {
        FakeScheduler none = new FakeScheduler(0);
        HandOff.use(none);
        Thread waiter = none.waiter("a");
        HandOff.unpark(waiter);
        assertThat(none.log).containsExactly("yield");
        assertThat(none.sharedQueue).hasSize(1);
        assertThat(none.slot.count(HandOffCounters.BOUND_HITS)).isEqualTo(1);
        none.slot.retire();
    }

    @Test
    void aChainDoesNotNest() {
        int[] depth = new int[2];
        Runnable[] step = new Runnable[1];
        int[] left = {BOUND - 1};
        step[0] = () -> {
            depth[0]++;
            depth[1] = Math.max(depth[1], depth[0]);
            if (left[0]-- > 0) {
                handOverAndLeave(scheduler.waiter("n", step[0]));
            }
            depth[0]--;
        };
        HandOff.unpark(scheduler.waiter("n", step[0]));
        assertThat(slot.count(HandOffCounters.HAND_OFFS)).isEqualTo(BOUND);
        assertThat(depth[1]).isEqualTo(1);
    }

    /** Hands over {@code length} times in a row. */
    private void chain(FakeScheduler quick, int length) {
        Runnable[] step = new Runnable[1];
        int[] left = {length - 1};
        step[0] = () -> {
            if (left[0]-- > 0) {
                HandOff.aboutToWait();
                HandOff.unpark(quick.waiter("n", step[0]));
            }
        };
        HandOff.unpark(quick.waiter("n", step[0]));
    }

    @Test
    void afterAChainOfShortSectionsWakeUpsGoThePlainWayForAWhile() {
        FakeScheduler quick = new FakeScheduler(100, 1_000_000_000);
        HandOff.use(quick);
        chain(quick, 7); // timed, and too short to tell
        assertThat(quick.slot.count(HandOffCounters.HAND_OFFS)).isEqualTo(7);
        for (int untimed = 0; untimed < 7; untimed++) {
            chain(quick, 8);
        }
        assertThat(quick.slot.count(HandOffCounters.HAND_OFFS)).isEqualTo(7 + 7 * 8);
        chain(quick, 8); // timed
        assertThat(quick.slot.count(HandOffCounters.HAND_OFFS)).isEqualTo(7 + 8 * 8);
        int plain = 0;
        while (!quick.slot.arm()) {
            plain++;
        }
        assertThat(plain).isEqualTo(4096);
        quick.slot.disarm();
        quick.slot.retire();
    }

    @Test
    void chainsOfLongSectionsGoOn() {
        FakeScheduler slow = new FakeScheduler(100, 0);
        HandOff.use(slow);
        for (int chain = 0; chain < 20; chain++) {
            chain(slow, 8);
        }
        assertThat(slow.slot.count(HandOffCounters.HAND_OFFS)).isEqualTo(20 * 8);
        slow.slot.retire();
    }

    @Test
    void whoIsAboutToWaitDoesNotYield() {
        HandOff.aboutToWait();
        HandOff.unpark(scheduler.waiter("a"));
        HandOff.unpark(scheduler.waiter("b")); // the slot is full: the plain way
        assertThat(scheduler.log).isEmpty();
        assertThat(slot.isFull()).isTrue();
        slot.drain(); // its park
        assertThat(scheduler.log).containsExactly("a");
        HandOff.settle();
        assertThat(scheduler.log).containsExactly("a");
    }

    @Test
    void whoDoesNotWaitAfterAllYieldsThen() {
        HandOff.aboutToWait();
        HandOff.unpark(scheduler.waiter("a"));
        HandOff.settle();
        assertThat(scheduler.log).containsExactly("yield", "a");
    }

    @Test
    void whoWaitsOnItsCarrierFlushes() {
        HandOff.aboutToWait();
        HandOff.unpark(scheduler.waiter("a"));
        slot.flush();
        assertThat(scheduler.queue).hasSize(1);
        assertThat(slot.count(HandOffCounters.FLUSHES)).isEqualTo(1);
    }

    @Test
    void aFailedTaskDoesNotHoldUpTheNext() {
        Thread second = scheduler.waiter("b");
        Thread first = scheduler.waiter("a", () -> {
            assertThat(slot.arm()).isTrue();
            scheduler.unpark(second);
            throw new IllegalStateException("left the continuation");
        });
        assertThatThrownBy(() -> HandOff.unpark(first)).hasMessage("left the continuation");
        assertThat(scheduler.log).containsExactly("yield", "a", "b");
        assertThat(slot.isDraining()).isFalse();
    }

    @Test
    void aFailedYieldLeavesNoWaiterBehind() {
        FakeScheduler failing = new FakeScheduler(BOUND) {
            @Override
            protected void yieldCarrier() {
                throw new RejectedExecutionException("no");
            }
        };
        HandOff.use(failing);
        assertThatThrownBy(() -> HandOff.unpark(failing.waiter("a"))).hasMessage("no");
        assertThat(failing.queue).hasSize(1);
        failing.slot.retire();
    }

    @Test
    void countersSurviveTheirCarrier() {
        long before = HandOffCounters.counts()[HandOffCounters.HAND_OFFS];
        HandOff.unpark(scheduler.waiter("a"));
        assertThat(HandOffCounters.counts()[HandOffCounters.HAND_OFFS]).isEqualTo(before + 1);
        slot.retire();
        slot.retire();
        assertThat(HandOffCounters.counts()[HandOffCounters.HAND_OFFS]).isEqualTo(before + 1);
        new CarrierSlot(scheduler.pool, BOUND, 0).retire(); // makes room among the ended ones
        new CarrierSlot(scheduler.pool, BOUND, 0).retire();
        assertThat(HandOffCounters.counts()[HandOffCounters.HAND_OFFS]).isEqualTo(before + 1);
    }
}
