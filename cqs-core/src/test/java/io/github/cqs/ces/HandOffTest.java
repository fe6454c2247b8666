package io.github.cqs.ces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.cqs.internal.Tuning;
import io.github.cqs.testing.Threads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HandOffTest {
    private static final int TURN = 160;
    private static final int BOUND = 3;

    private final FakeScheduler scheduler = new FakeScheduler(BOUND);
    private final CarrierSlot slot = scheduler.slot;

    /** The last that a test has started. */
    private Thread watch;

    @BeforeEach
    void useTheFake() {
        Threads.awaitUntil(() -> !Rescue.isRecess()); // a watch of a test before may have found that it stood still
        HandOff.use(scheduler);
        HandOff.count();
    }

    @AfterEach
    void nothingIsLeft() throws InterruptedException {
        endWatch();
        HandOff.use(null);
        CarrierWatch.watchedBy(null);
        slot.retire();
        assertThat(slot.isFull()).isFalse();
        assertThat(slot.toString()).startsWith("EMPTY");
    }

    @Test
    void theWaiterRunsWhileTheReleasingThreadYields() {
        unpark(scheduler.waiter("a"));
        assertThat(scheduler.log).containsExactly("yield", "a");
        assertThat(scheduler.queue).isEmpty();
        assertThat(slot.count(HandOffCounters.HAND_OFFS)).isEqualTo(1);
        assertThat(slot.count(HandOffCounters.PLAIN)).isZero();
    }

    @Test
    void aWaiterThatIsNotParkedCostsNoYield() {
        unpark(new Thread("awake"));
        assertThat(scheduler.log).isEmpty();
        assertThat(slot.count(HandOffCounters.PLAIN)).isEqualTo(1);
    }

    @Test
    void aReleasingThreadThatCannotLeaveQueuesTheWaiter() {
        scheduler.pinned = true;
        unpark(scheduler.waiter("a"));
        assertThat(scheduler.log).containsExactly("yield");
        assertThat(scheduler.queue).hasSize(1);
        assertThat(slot.count(HandOffCounters.FLUSHES)).isEqualTo(1);
        assertThat(slot.count(HandOffCounters.HAND_OFFS)).isZero();
    }

    @Test
    void aWaiterThatCannotEvenBeQueuedIsQueuedWhenTheThreadLeaves() {
        scheduler.pinned = true;
        scheduler.full = true;
        unpark(scheduler.waiter("a"));
        assertThat(slot.isFull()).isFalse();
        assertThat(slot.hasKept()).as("for the watch").isTrue();
        scheduler.full = false;
        slot.drain();
        assertThat(scheduler.kept).hasSize(1);
        assertThat(slot.hasKept()).isFalse();
        assertThat(scheduler.log).containsExactly("yield");
    }

    /** It may wait for just that one, and never leave. */
    @Test
    void aWaiterThatCannotEvenBeQueuedIsSharedByTheWatch() {
        scheduler.pinned = true;
        scheduler.full = true;
        unpark(scheduler.waiter("a"));
        scheduler.full = false;
        assertThat(slot.callForKept()).isTrue();
        assertThat(scheduler.sharedQueue).hasSize(1);
        assertThat(slot.hasKept()).isFalse();
    }

    @Test
    void noSlotNoHandOff() {
        scheduler.virtual = false;
        long plain = HandOffCounters.counts()[HandOffCounters.PLAIN];
        Thread waiter = scheduler.waiter("a");
        unpark(waiter); // the plain way, which the fake does not see
        assertThat(HandOffCounters.counts()[HandOffCounters.PLAIN]).isEqualTo(plain + 1);
        assertThat(scheduler.log).isEmpty();
        assertThat(scheduler.parked).containsKey(waiter);
    }

    @Test
    void noSchedulerNoHandOff() {
        HandOff.use(null);
        Thread waiter = scheduler.waiter("a");
        unpark(waiter);
        HandOff.aboutToWait();
        HandOff.settle();
        HandOff.acquired(HandOff.LOCK);
        HandOff.released(HandOff.LOCK);
        assertThat(scheduler.log).isEmpty();
        assertThat(scheduler.parked).containsKey(waiter);
        assertThat(slot.holds()).isZero();
    }

    @Test
    void anotherSchedulersTasksAreNotTaken() {
        assertThat(slot.arm(false)).isTrue();
        assertThat(slot.take(new Object(), () -> {}, false)).isFalse();
        slot.disarm();
        assertThat(slot.count(HandOffCounters.OTHER_SCHEDULER)).isEqualTo(1);
    }

    @Test
    void whoHoldsSomethingElseDoesNotYield() {
        HandOff.acquired(HandOff.LOCK);
        HandOff.acquired(HandOff.LOCK);
        HandOff.released(HandOff.LOCK);
        unpark(scheduler.waiter("a"));
        assertThat(scheduler.log).isEmpty();
        assertThat(slot.count(HandOffCounters.NESTED)).isEqualTo(1);
        HandOff.released(HandOff.LOCK);
        unpark(scheduler.waiter("b"));
        assertThat(scheduler.log).containsExactly("yield", "b");
    }

    @Test
    void releasingWhatSomebodyElseAcquiredCountsForNothing() {
        HandOff.released(HandOff.LOCK);
        HandOff.acquired(HandOff.LOCK);
        assertThat(slot.holds()).isEqualTo(1);
        HandOff.released(HandOff.LOCK);
    }

    @Test
    void permitsAreCountedApartFromLocks() {
        HandOff.acquired(HandOff.LOCK);
        HandOff.acquired(3 * HandOff.PERMIT);
        assertThat(HandOff.released(2 * HandOff.PERMIT)).isTrue();
        assertThat(slot.holds()).isEqualTo(HandOff.LOCK + HandOff.PERMIT);
        assertThat(HandOff.released(2 * HandOff.PERMIT))
                .as("one of them was acquired by another")
                .isFalse();
        assertThat(slot.holds()).isEqualTo(HandOff.LOCK);
        assertThat(HandOff.released(HandOff.PERMIT)).isFalse();
        assertThat(HandOff.released(HandOff.LOCK)).isTrue();
        assertThat(HandOff.released(HandOff.LOCK)).isFalse();
        HandOff.acquired(HandOff.PERMIT);
        assertThat(HandOff.released(HandOff.LOCK)).isFalse();
        assertThat(HandOff.releasedAndGiveWay(HandOff.PERMIT, false)).isTrue();
        assertThat(slot.holds()).isZero();
    }

    @Test
    void asManyPermitsAreCountedAsThereIsRoomFor() {
        HandOff.acquired(HandOff.LOCK);
        for (int i = 0; i < 3_000; i++) {
            HandOff.acquired(HandOff.PERMIT);
        }
        assertThat(HandOff.released(HandOff.permits(3_000))).isTrue();
        assertThat(slot.holds()).isEqualTo(HandOff.LOCK);
        HandOff.acquired(HandOff.permits(1_000));
        for (int i = 0; i < 1_000; i++) {
            assertThat(HandOff.released(HandOff.PERMIT)).as("permit " + i).isTrue();
        }
        assertThat(HandOff.released(HandOff.PERMIT)).isFalse();
        assertThat(HandOff.released(HandOff.LOCK)).isTrue();
        assertThat(slot.holds()).isZero();
    }

    @Test
    void permitsThatDoNotComeToAnEndAreForgotten() {
        Thread.currentThread().interrupt(); // so that park returns
        HandOff.acquired(HandOff.LOCK);
        for (int i = 0; i < 3 * CarrierSlot.PATIENCE; i++) {
            HandOff.acquired(HandOff.PERMIT);
            HandOff.park(this);
            assertThat(HandOff.released(HandOff.PERMIT)).as("turn " + i).isTrue();
        }
        HandOff.acquired(HandOff.PERMIT);
        for (int i = 0; i < 2 * CarrierSlot.PATIENCE; i++) {
            HandOff.stepAside();
            unpark(scheduler.waiter("l" + i));
        }
        assertThat(slot.holds()).as("the lock prevents these").isEqualTo(HandOff.LOCK + HandOff.PERMIT);
        assertThat(HandOff.released(HandOff.LOCK)).isTrue();
        for (int i = 1; i < CarrierSlot.PATIENCE; i++) {
            HandOff.acquired(HandOff.PERMIT);
            switch (i % 4) {
                case 0 -> HandOff.park(this);
                case 1 -> HandOff.yieldCarrier(false);
                case 2 -> HandOff.stepAside();
                default -> unpark(scheduler.waiter("w" + i));
            }
            assertThat(HandOff.released(HandOff.PERMIT)).as("turn " + i).isTrue();
        }
        HandOff.acquired(HandOff.LOCK);
        HandOff.park(this);
        assertThat(slot.holds()).isEqualTo(HandOff.LOCK);
        assertThat(HandOff.released(HandOff.LOCK)).isTrue();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void whatIsHeldIsCountedOnlyWhenSomebodyHandsOver() {
        HandOff.use(scheduler);
        HandOff.acquired(HandOff.LOCK);
        assertThat(slot.holds()).isZero();
        HandOff.count();
        HandOff.released(HandOff.LOCK); // it was acquired before
        HandOff.acquired(HandOff.LOCK);
        assertThat(slot.holds()).isEqualTo(1);
        HandOff.released(HandOff.LOCK);
    }

    @Test
    void whatAThreadHoldsGoesWithItThroughAPark() {
        HandOff.acquired(HandOff.LOCK);
        Thread.currentThread().interrupt(); // so that park returns
        HandOff.park(this);
        assertThat(slot.holds()).isEqualTo(1);
        HandOff.parkNanos(this, 1);
        HandOff.parkUntil(this, 1);
        assertThat(Thread.interrupted()).isTrue();
        slot.drain(); // left elsewhere
        assertThat(slot.holds()).isZero();
    }

    @Test
    void aSampleTellsWhetherItsThreadWouldHaveLeftButForWhatItHolds() {
        HandOff.samples();
        assertThat(HandOff.endsSample()).as("nothing else was released").isFalse();
        HandOff.samples();
        unpark(scheduler.waiter("a"));
        assertThat(scheduler.log).isEmpty();
        assertThat(HandOff.endsSample()).as("handed over").isTrue();
        assertThat(HandOff.endsSample()).as("no sample").isFalse();
        HandOff.samples();
        HandOff.giveWay(false, false);
        assertThat(HandOff.endsSample()).as("fair").isTrue();
        HandOff.samples();
        HandOff.giveWayLate();
        assertThat(HandOff.endsSample()).as("unfair").isTrue();
        HandOff.samples();
        HandOff.stepAside();
        assertThat(HandOff.endsSample()).as("stepped aside").isTrue();
        assertThat(slot.holds()).isZero();
    }

    @Test
    void aSampleGoesWithItsThreadAndIsNoMoreThanItsThreadHolds() {
        HandOff.acquired(HandOff.LOCK);
        HandOff.acquired(HandOff.permits(1));
        HandOff.samples();
        for (int i = 0; i < CarrierSlot.PATIENCE - 1; i++) {
            Thread.currentThread().interrupt(); // so that park returns
            HandOff.park(this);
        }
        HandOff.giveWay(false, false);
        Thread.currentThread().interrupt();
        HandOff.park(this); // the permit is forgotten
        assertThat(Thread.interrupted()).isTrue();
        assertThat(HandOff.endsSample()).isTrue();
        assertThat(slot.holds()).isEqualTo(HandOff.LOCK);
        assertThat(HandOff.released(HandOff.LOCK)).isTrue();
        HandOff.samples();
        slot.drain(); // left elsewhere
        assertThat(slot.holds()).isZero();
    }

    /** What a virtual thread does that hands over and then leaves its carrier for good, as the fake cannot suspend one. */
    private void handOverAndLeave(Thread next) {
        assertThat(slot.arm(false)).isTrue();
        scheduler.unpark(next);
        slot.disarm();
    }

    @Test
    void theChainEndsAtTheBoundAndTheNextWaiterQueues() {
        Thread fourth = scheduler.waiter("d");
        Thread third = scheduler.waiter("c", () -> handOverAndLeave(fourth));
        Thread second = scheduler.waiter("b", () -> handOverAndLeave(third));
        Thread first = scheduler.waiter("a", () -> handOverAndLeave(second));
        unpark(first);
        assertThat(scheduler.log).containsExactly("yield", "a", "b", "c");
        assertThat(scheduler.queue).isEmpty();
        assertThat(slot.count(HandOffCounters.BOUND_HITS)).isEqualTo(1);
        assertThat(slot.count(HandOffCounters.HAND_OFFS)).isEqualTo(BOUND);
        scheduler.sharedQueue.remove().run();
        unpark(scheduler.waiter("e")); // a new streak
        assertThat(scheduler.log).endsWith("d", "yield", "e");
    }

    @Test
    void atTheBoundTheReleasingThreadYieldsAfterItHasQueuedTheWaiterBehindOthers() {
        FakeScheduler none = new FakeScheduler(0);
        HandOff.use(none);
        none.sharedQueue.add(() -> none.log.add("shared"));
        Thread waiter = none.waiter("a");
        unpark(waiter);
        assertThat(none.log).containsExactly("yield", "shared", "a");
        assertThat(none.slot.count(HandOffCounters.HAND_OFFS)).isZero();
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
        unpark(scheduler.waiter("n", step[0]));
        assertThat(slot.count(HandOffCounters.HAND_OFFS)).isEqualTo(BOUND);
        assertThat(depth[1]).isEqualTo(1);
    }

    /** Hands over {@code length} times in a row. */
    private void chain(FakeScheduler quick, int length) {
        chain(quick, length, 0);
    }

    private void chain(FakeScheduler quick, int length, long section) {
        Runnable[] step = new Runnable[1];
        int[] left = {length - 1};
        step[0] = () -> {
            quick.now += section;
            if (left[0]-- > 0) {
                HandOff.aboutToWait();
                unpark(quick.waiter("n", step[0]));
            }
        };
        unpark(quick.waiter("n", step[0]));
    }

    @Test
    void theChainGoesOnAtTheBoundIfNobodyWaitsForACarrier() {
        scheduler.backlog = 0;
        depart(1);
        chain(scheduler, 16 * BOUND + 1);
        assertThat(slot.count(HandOffCounters.HAND_OFFS)).isEqualTo(16 * BOUND);
        assertThat(slot.count(HandOffCounters.BOUND_HITS)).isEqualTo(1);
        assertThat(scheduler.sharedQueue).hasSize(1);
    }

    @Test
    void theChainEndsWithTheTurnIfOthersWait() {
        assertThat(handOffsOfAChain(0)).isEqualTo(99);
        assertThat(handOffsOfAChain(1))
                .isEqualTo(8); // half a turn is four sections, and the clock is looked at every fourth time
    }

    private long handOffsOfAChain(int backlog) {
        FakeScheduler chained = new FakeScheduler(100, 0, 160);
        HandOff.use(chained);
        chained.backlog = backlog;
        chain(chained, 99, 20);
        chained.slot.retire();
        assertThat(chained.slot.count(HandOffCounters.BOUND_HITS)).isEqualTo(backlog);
        return chained.slot.count(HandOffCounters.HAND_OFFS);
    }

    @Test
    void whileAllCarriersAreBusyWakeUpsGoThePlainWay() {
        FakeScheduler busy = new FakeScheduler(100, 50);
        HandOff.use(busy);
        busy.idle = false;
        assertThat(wakeUps(busy, 10)).containsExactly(256, 4096, 256, 16384, 256, 65536, 256, 262144, 256, 262144);
        busy.idle = true;
        for (int i = 1; i < 256; i++) { // the first one has ended the last run
            chain(busy, 1);
        }
        busy.idle = false;
        assertThat(wakeUps(busy, 2)).containsExactly(256, 4096);
        busy.slot.retire();
    }

    /** Wakes until it was found {@code runs} times that wake-ups hand over no longer, or do again; answers how many there were between. */
    private List<Integer> wakeUps(FakeScheduler scheduler, int runs) {
        List<Integer> lengths = new ArrayList<>();
        int length = 0;
        boolean before = false;
        while (lengths.size() < runs) {
            long handed = scheduler.slot.count(HandOffCounters.HAND_OFFS);
            chain(scheduler, 1);
            boolean now = scheduler.slot.count(HandOffCounters.HAND_OFFS) > handed;
            if (length > 0 && now != before) {
                lengths.add(length);
                length = 0;
            }
            before = now;
            length++;
        }
        return lengths;
    }

    @Test
    void whatOneWaiterAloneCanUseIsHandedOverEvenThen() {
        FakeScheduler busy = new FakeScheduler(100, 50);
        HandOff.use(busy);
        busy.idle = false;
        wakeUps(busy, 1);
        HandOff.unpark(busy.waiter("a"), true);
        busy.slot.drain();
        assertThat(busy.slot.count(HandOffCounters.HAND_OFFS)).isEqualTo(257);
        busy.slot.retire();
    }

    @Test
    void whileSomeCarrierIsIdleEnoughHandOffsGoOn() {
        FakeScheduler idle = new FakeScheduler(100, 50);
        HandOff.use(idle);
        for (int i = 0; i < 5000; i++) {
            idle.idle = (i & 1) == 0; // half of them
            chain(idle, 1);
        }
        assertThat(idle.slot.count(HandOffCounters.HAND_OFFS)).isEqualTo(5000);
        idle.slot.retire();
    }

    private static void unpark(Thread waiter) {
        HandOff.unpark(waiter, false);
    }

    /** Fills the slot, so that a thread which is queued now is the one that hands over. */
    private void keep(String name) {
        handOverAndLeave(scheduler.waiter("heir of " + name));
        assertThat(slot.keep(scheduler, () -> scheduler.log.add(name))).isTrue();
    }

    @Test
    void theFirstThreadOfAChainIsSharedAsIsEveryFourthAndTheOthersAreKept() {
        scheduler.backlog = 0;
        CarrierWatch.watchedBy(new Thread("never started"));
        Runnable[] step = new Runnable[1];
        int[] left = {2 * FakeScheduler.CALL};
        step[0] = () -> {
            if (left[0]-- > 0) {
                handOverAndLeave(scheduler.waiter("n", step[0]));
                assertThat(slot.take(scheduler, () -> {}, false)).isTrue(); // this thread, which yields
            }
        };
        step[0].run();
        slot.drain();
        assertThat(scheduler.sharedQueue).hasSize(2);
        assertThat(scheduler.kept).hasSize(2 * FakeScheduler.CALL - 2);
        assertThat(slot.hasKept()).isFalse();
        assertThat(scheduler.calls).hasValue(1); // the chain has ended
    }

    @Test
    void whoIsQueuedBehindKeptThreadsCallsForThem() {
        CarrierWatch.watchedBy(new Thread("never started"));
        Thread second = scheduler.waiter("b");
        unpark(scheduler.waiter("a", () -> {
            handOverAndLeave(second);
            assertThat(slot.keep(scheduler, () -> {})).isTrue();
            assertThat(slot.hasKept()).isTrue();
            slot.flush(); // the heir goes to the queue
            assertThat(slot.take(scheduler, () -> {}, false)).isFalse(); // as does the next
            assertThat(slot.hasKept()).isFalse();
            assertThat(scheduler.calls).hasValue(1);
        }));
        assertThat(scheduler.log).containsExactly("yield", "a");
    }

    @Test
    void aCallThatFailsIsRepeated() {
        CarrierWatch.watchedBy(new Thread("never started"));
        unpark(scheduler.waiter("a", () -> keep("b")));
        assertThat(slot.hasKept()).isFalse();
        scheduler.full = true;
        unpark(scheduler.waiter("c", () -> keep("d")));
        assertThat(slot.hasKept()).isTrue();
        scheduler.full = false;
        slot.drain();
        assertThat(slot.hasKept()).isFalse();
    }

    @Test
    void withoutAWatchNothingIsKept() {
        keep("a");
        slot.drain();
        assertThat(scheduler.kept).isEmpty();
        assertThat(scheduler.queue).hasSize(1);
    }

    @Test
    void nobodyIsKeptWhoDoesNotHandOver() {
        CarrierWatch.watchedBy(new Thread("never started"));
        assertThat(slot.keep(scheduler, () -> {})).isFalse();
        assertThat(slot.take(scheduler, () -> {}, false)).isFalse();
        assertThat(scheduler.kept).isEmpty();
    }

    private Thread startWatch() {
        watch = new Thread(CarrierWatch::watch, "watch");
        watch.setDaemon(true);
        watch.setUncaughtExceptionHandler((thread, failure) -> {});
        watch.start();
        Threads.awaitUntil(CarrierWatch::isOn);
        return watch;
    }

    /** Else it would look at the slots of the tests that follow. They begin without a recess, which only a watch ends. */
    private void endWatch() throws InterruptedException {
        if (watch != null && watch.isAlive()) {
            Threads.awaitUntil(() -> !Rescue.isRecess());
            CarrierWatch.watchedBy(null); // so that the one that ends does not begin another recess
            slot.belongsTo(Thread.currentThread());
            scheduler.failure = new LinkageError("for a test");
            CarrierWatch.wake();
            LockSupport.unpark(watch);
            watch.join();
        }
    }

    @Test
    void aLookForWhichThereIsNoMemoryIsNotTheLast() {
        slot.belongsTo(Thread.currentThread());
        scheduler.failure = new OutOfMemoryError("for a test");
        Thread watch = startWatch();
        Threads.awaitUntil(() -> scheduler.failures.get() > 0);
        scheduler.failure = null;
        Threads.awaitUntil(() -> watch.getState() == Thread.State.WAITING); // nothing has been kept for a while
        unpark(scheduler.waiter("a", () -> {
            keep("b");
            Threads.awaitUntil(() -> !slot.hasKept());
        }));
        assertThat(CarrierWatch.isOn()).isTrue();
    }

    @Test
    void withoutAnyLooksNobodyYieldsForOthers() throws InterruptedException {
        slot.belongsTo(Thread.currentThread());
        Thread watch = startWatch();
        scheduler.failure = new LinkageError("for a test");
        CarrierWatch.wake();
        watch.join();
        assertThat(CarrierWatch.isOn()).isFalse();
        assertThat(slot.arm(true)).isFalse();
        assertThat(slot.stepsAside()).isFalse();
        scheduler.failure = null;
        startWatch();
        Threads.awaitUntil(() -> !Rescue.isRecess());
        assertThat(slot.arm(true)).isTrue();
        slot.drain();
    }

    @Test
    void aCarrierThatCouldNotBeStartedIsNotKnown() {
        CarrierSlot other = new CarrierSlot(scheduler.pool, BOUND, FakeScheduler.CALL, 0, 0);
        for (CarrierSlot known = HandOffCounters.firstSlot(); known != null; known = known.next) {
            assertThat(known).isNotSameAs(other);
        }
    }

    @Test
    void theWatchCallsForWhatNobodyElseCallsFor() {
        Thread watch = startWatch();
        for (int round = 1; round <= 3; round++) {
            Threads.awaitUntil(() -> watch.getState() == Thread.State.WAITING); // nothing has been kept for a while
            watch.interrupt();
            int before = scheduler.calls.get();
            unpark(scheduler.waiter("a", () -> {
                keep("b");
                Threads.awaitUntil(() -> !slot.hasKept()); // this thread runs on, and does nothing about it
            }));
            assertThat(scheduler.calls.get()).isGreaterThan(before);
        }
    }

    @Test
    void whoHasYieldedIsRunWhereNoCarrierComes() {
        Thread watch = startWatch();
        AtomicReference<Thread> ranOn = new AtomicReference<>();
        slot.departs();
        scheduler.pool.lineUp(() -> {}); // others in the line come as well
        scheduler.pool.keep(() -> {
            ranOn.set(Thread.currentThread());
            HandOffCounters.returnsElsewhere();
        });
        Threads.awaitUntil(() -> ranOn.get() != null);
        assertThat(ranOn.get()).isNotSameAs(watch).isNotSameAs(Thread.currentThread());
        assertThat(scheduler.pool.hasLine()).isFalse();
        assertThat(HandOffCounters.away()).isZero();
        assertThat(slot.arm(true)).as("for a while nobody yields").isFalse();
        assertThat(slot.stepsAside()).isFalse();
        Threads.awaitUntil(() -> !Rescue.isRecess());
        assertThat(slot.arm(true)).isTrue();
        slot.drain();
    }

    /** One carrier stands still, another one has enough to do, and the pool says that one has nothing to do, since it counts the first for such. */
    @Test
    void whoHasYieldedIsRunWhereTheOnlyOtherCarrierIsBusy() {
        CarrierSlot busy = new CarrierSlot(scheduler.pool, BOUND, FakeScheduler.CALL, 0, 0);
        busy.begin();
        AtomicBoolean ran = new AtomicBoolean();
        slot.departs();
        scheduler.pool.keep(() -> {
            HandOffCounters.returnsElsewhere();
            ran.set(true);
        });
        Rescue rescue = new Rescue();
        scheduler.parallelism = 3; // so there will be another one
        for (int i = 0; i < 1_000; i++) {
            busy.drain();
            rescue.look(1);
        }
        assertThat(scheduler.kept).hasSize(1);
        scheduler.parallelism = 2;
        Threads.awaitUntil(() -> {
            busy.drain();
            rescue.look(1);
            return ran.get();
        });
        busy.retire();
        Threads.awaitUntil(() -> !rescue.look(1) && !Rescue.isRecess());
    }

    @Test
    void anIdleCarrierIsNotTakenForOneThatStandsStill() {
        slot.belongsTo(Thread.currentThread());
        int still;
        do {
            still = slot.still(1);
            assertThat(still).isNotNegative();
        } while (still < 1_000_000); // far more than a watch looks, which may look as well
        scheduler.idleCarrier = Thread.currentThread();
        assertThat(slot.still(1)).isEqualTo(CarrierSlot.IDLE);
        scheduler.idleCarrier = null;
        assertThat(slot.still(1)).as("it has just woken").isBetween(0, 500_000);
    }

    @Test
    void aLookThatComesLaterCountsForMore() {
        int still = slot.still(1);
        assertThat(slot.still(4)).isEqualTo(still + 4);
        slot.drain();
        assertThat(slot.still(4)).isZero();
    }

    @Test
    void whoIsAboutToWaitDoesNotYield() {
        HandOff.aboutToWait();
        unpark(scheduler.waiter("a"));
        unpark(scheduler.waiter("b")); // the slot is full: the plain way
        assertThat(scheduler.log).isEmpty();
        assertThat(slot.isFull()).isTrue();
        slot.drain(); // its park
        assertThat(scheduler.log).containsExactly("a");
        HandOff.settle();
        assertThat(scheduler.log).containsExactly("a");
    }

    @Test
    void whomAThreadWakesThatHasYetToLeaveIsNotTakenForIt() {
        CarrierWatch.watchedBy(new Thread("never started"));
        HandOff.aboutToWait();
        unpark(scheduler.waiter("a"));
        scheduler.unpark(scheduler.waiter("b"));
        assertThat(scheduler.queue).hasSize(1);
        assertThat(scheduler.kept).isEmpty();
        assertThat(slot.hasKept()).isFalse();
        slot.drain();
        assertThat(scheduler.log).containsExactly("a");
        HandOff.settle();
    }

    @Test
    void whoDoesNotWaitAfterAllYieldsThen() {
        HandOff.aboutToWait();
        unpark(scheduler.waiter("a"));
        HandOff.settle();
        assertThat(scheduler.log).containsExactly("yield", "a");
    }

    @Test
    void whoLeavesItsCarrierToAnotherThreadHandsItOverWhetherOrNotThatPays() {
        FakeScheduler busy = new FakeScheduler(BOUND, 100);
        HandOff.use(busy);
        busy.idle = false;
        busy.backlog = 0;
        for (int i = 0; i < 300; i++) {
            HandOff.unpark(busy.waiter("h"), false);
            busy.queue.clear();
        }
        busy.log.clear();
        HandOff.unpark(busy.waiter("a"), false);
        assertThat(busy.log).as("it does not pay").isEmpty();
        busy.queue.add(() -> {});
        assertThat(HandOff.aboutToSwap()).as("something waits for the carrier").isFalse();
        busy.queue.clear();
        busy.backlog = 1;
        assertThat(HandOff.aboutToSwap()).as("something shared waits").isFalse();
        busy.backlog = 0;
        assertThat(HandOff.aboutToSwap()).isTrue();
        HandOff.unpark(busy.waiter("b"), false);
        assertThat(busy.log).isEmpty();
        busy.slot.drain();
        HandOff.settle();
        assertThat(busy.log).containsExactly("b");
        HandOff.unpark(busy.waiter("c"), false);
        assertThat(busy.log).as("as before").containsExactly("b");
        busy.slot.retire();
    }

    @Test
    void whoWaitsOnItsCarrierFlushes() {
        HandOff.aboutToWait();
        unpark(scheduler.waiter("a"));
        slot.flush();
        assertThat(scheduler.queue).hasSize(1);
        assertThat(slot.count(HandOffCounters.FLUSHES)).isEqualTo(1);
    }

    private static void useSomethingFair(int times) {
        for (int i = 0; i < times; i++) {
            HandOff.acquired(HandOff.LOCK);
            if ((i & 1) == 0) {
                HandOff.released(HandOff.LOCK);
                HandOff.giveWay(false, false);
            } else {
                HandOff.releasedAndGiveWay(HandOff.LOCK, false);
            }
        }
    }

    @Test
    void whoUsesSomethingFairYieldsWhenItsTurnIsOverAndWhatIsSharedRunsInItsPlace() {
        scheduler.sharedQueue.add(() -> scheduler.log.add("shared"));
        useSomethingFair(15);
        assertThat(scheduler.log).isEmpty();
        useSomethingFair(1);
        assertThat(scheduler.log).containsExactly("yield", "shared");
        assertThat(slot.count(HandOffCounters.HAND_OFFS)).isZero();
        useSomethingFair(16);
        assertThat(scheduler.log).containsExactly("yield", "shared", "yield");
    }

    /** To look at the clock is little beside them, and sixteen may be longer than a turn. */
    @Test
    void whoUsesSomethingForLongYieldsAfterFewerSections() {
        HandOff.count();
        assertThat(sectionsUntilAYield(() -> HandOff.giveWay(true, false))).isBetween(1, 4);
        assertThat(sectionsUntilAYield(() -> HandOff.giveWay(true, false))).isBetween(1, 4);
        assertThat(sectionsUntilAYield(() -> HandOff.releasedAndGiveWay(0, true)))
                .isBetween(1, 4);
        assertThat(sectionsUntilAYield(() -> HandOff.giveWayLate())).isBetween(1, 4);
        assertThat(sectionsUntilAYield(() -> HandOff.giveWay(false, false))).isBetween(8, 16);
    }

    private int sectionsUntilAYield(Runnable release) {
        scheduler.log.clear();
        int sections = 0;
        while (!scheduler.log.contains("yield")) {
            release.run();
            assertThat(++sections).isLessThan(100);
        }
        return sections;
    }

    private static void useSomethingUnfair(int times) {
        for (int i = 0; i < times; i++) {
            HandOff.acquired(HandOff.LOCK);
            HandOff.released(HandOff.LOCK);
            HandOff.giveWayLate();
        }
    }

    /** Those who run without waiting do not leave with the JDK's primitives either, and do more the longer they stay. */
    @Test
    void whoUsesSomethingUnfairYieldsLateWhereNothingIsShared() {
        FakeScheduler other = new FakeScheduler(BOUND, 0, 100);
        HandOff.use(other);
        HandOff.count();
        other.backlog = 0;
        other.now = 400 * 100 - 1;
        useSomethingUnfair(1_000);
        assertThat(other.log).isEmpty();
        other.backlog = 1;
        useSomethingUnfair(16);
        assertThat(other.log).containsExactly("yield");
        other.backlog = 0;
        other.now += 400 * 100;
        useSomethingUnfair(16);
        assertThat(other.log).containsExactly("yield", "yield");
        other.slot.retire();
    }

    @Test
    void whoUsesSomethingUnfairYieldsAfterManyTurnsHoweverMuchIsShared() {
        FakeScheduler other = new FakeScheduler(BOUND, 0, 100);
        HandOff.use(other);
        HandOff.count();
        other.backlog = 1_000_000;
        other.sharedQueue.add(() -> other.log.add("shared"));
        other.now = 20 * 100 - 1;
        useSomethingUnfair(1_000);
        assertThat(other.log).isEmpty();
        other.now++;
        useSomethingUnfair(15);
        assertThat(other.log).containsExactly("yield", "shared");
        useSomethingUnfair(1_000);
        assertThat(other.log).as("the next turn").hasSize(2);
        other.now += 20 * 100;
        HandOff.acquired(HandOff.LOCK);
        useSomethingUnfair(1_000);
        assertThat(other.log).as("who holds something else").hasSize(2);
        HandOff.released(HandOff.LOCK);
        useSomethingUnfair(16);
        assertThat(other.log).containsExactly("yield", "shared", "yield");
        other.slot.retire();
    }

    @Test
    void whoWaitsForSomethingUnfairMakesRoomForWhatIsSharedAndHasWaitedForLong() {
        FakeScheduler other = new FakeScheduler(BOUND, 0, 100);
        HandOff.use(other);
        other.sharedQueue.add(() -> other.log.add("shared"));
        other.now = 20 * 100 - 1;
        assertThat(leavesAtOnce()).isFalse();
        other.now++;
        other.backlog = 0;
        assertThat(leavesAtOnce()).as("nothing waits").isFalse();
        other.backlog = 1;
        assertThat(leavesAtOnce()).isTrue();
        assertThat(HandOff.holdsBack()).isTrue();
        departFrom(other, 1);
        assertThat(other.log).containsExactly("shared");
        assertThat(HandOff.holdsBack()).isFalse();
        assertThat(leavesAtOnce()).as("the next one").isFalse();
        other.slot.retire();
    }

    /** Whether one of some threads that come does. */
    private static boolean leavesAtOnce() {
        for (int i = 0; i < 4; i++) { // a look at the clock
            if (HandOff.leavesAtOnce()) {
                return true;
            }
        }
        return false;
    }

    @Test
    void aTurnLastsAndIsShorterTheMoreIsShared() {
        assertThat(lengthOfATurn(8)).isEqualTo(1_600);
        assertThat(lengthOfATurn(16)).isEqualTo(800);
        assertThat(lengthOfATurn(1_000_000)).isEqualTo(100);
    }

    @Test
    void aTurnIsHalfAsLongIfOthersWaitForWhatWasHeldForLong() {
        assertThat(lengthOfATurn(8, () -> HandOff.giveWay(true, true))).isEqualTo(800);
        assertThat(lengthOfATurn(16, () -> HandOff.giveWay(true, true))).isEqualTo(400);
        assertThat(lengthOfATurn(8, () -> HandOff.giveWay(true, false))).isEqualTo(1_600);
        assertThat(lengthOfATurn(8, () -> HandOff.giveWay(false, true))).isEqualTo(1_600);
    }

    private static long lengthOfATurn(int backlog) {
        return lengthOfATurn(backlog, () -> useSomethingFair(2));
    }

    private static long lengthOfATurn(int backlog, Runnable use) {
        FakeScheduler other = new FakeScheduler(BOUND, 0, 1_600);
        HandOff.use(other);
        HandOff.count();
        other.backlog = backlog;
        while (other.log.isEmpty()) {
            other.now++;
            for (int i = 0; i < 8 && other.log.isEmpty(); i++) { // a look at the clock
                use.run();
            }
        }
        other.slot.retire();
        return other.now;
    }

    private void depart(int times) {
        departFrom(scheduler, times);
    }

    /** Where the own queue is never empty. */
    private static void departFrom(FakeScheduler scheduler, int times) {
        scheduler.queued = 1;
        for (int i = 0; i < times; i++) {
            scheduler.slot.drain();
        }
        scheduler.queued = 0;
    }

    @Test
    void whatIsSharedRunsWhereThreadsLeaveForWhateverReason() {
        share(1);
        depart(3);
        assertThat(scheduler.log).isEmpty();
        depart(1);
        assertThat(scheduler.log).containsExactly("shared");
    }

    /** So often in so many turns, one after the other, where the own queue is empty; answers how many of 10 tasks were polled meanwhile. */
    private static int polledByAnEmptyCarrier(int departures, int turns) {
        FakeScheduler other = new FakeScheduler(BOUND, 0, TURN);
        other.backlog = 0;
        for (int i = 0; i < 10; i++) {
            other.sharedQueue.add(() -> {});
        }
        for (int i = 1; i <= departures; i++) {
            other.now = (long) turns * TURN * i / departures;
            other.slot.drain();
        }
        departFrom(other, 4); // which are busy again, and would find a turn over that is as old as that
        other.slot.retire();
        return 10 - other.sharedQueue.size();
    }

    @Test
    void whereTheCarrierLooksForItselfOftenEnoughNothingIsLetInBesides() {
        assertThat(polledByAnEmptyCarrier(8, 1)).isZero();
        assertThat(polledByAnEmptyCarrier(32, CarrierSlot.OVERDUE - 1)).isZero();
    }

    /** Who is to end the sleep of others may wait for it. */
    @Test
    void aCarrierThatAlwaysFindsSomethingOffersItsProcessor() {
        FakeScheduler other = new FakeScheduler(BOUND, 0, TURN);
        other.backlog = 0;
        for (int i = 1; i <= 80; i++) {
            other.now = i * TURN / 16;
            other.slot.drain();
        }
        other.slot.retire();
        assertThat(other.offers).as("once in half a turn or somewhat more").isBetween(5, 10);
    }

    @Test
    void notForeverThough() {
        assertThat(polledByAnEmptyCarrier(32, CarrierSlot.OVERDUE)).isEqualTo(8);
    }

    @Test
    void whereItLooksLessOftenThanATurnLetsInThatEndsAsAlways() {
        assertThat(polledByAnEmptyCarrier(4, 1)).isEqualTo(8);
    }

    @Test
    void departuresCountAsSectionsDo() {
        share(1);
        useSomethingFair(15);
        assertThat(scheduler.log).isEmpty();
        depart(1);
        assertThat(scheduler.log).containsExactly("shared");
    }

    @Test
    void allOfThemComeHoweverLongTheyTake() {
        FakeScheduler other = new FakeScheduler(BOUND, 0, TURN);
        other.now = TURN;
        for (int i = 0; i < 8; i++) {
            other.sharedQueue.add(() -> {
                other.now += 1_000;
                other.slot.drain(); // leaves
            });
        }
        departFrom(other, 4);
        assertThat(other.sharedQueue).isEmpty();
        other.slot.retire();
    }

    @Test
    void theTimeOfWhatWasLetInIsNotThatOfTheOwnQueue() {
        FakeScheduler other = new FakeScheduler(BOUND, 0, TURN);
        other.backlog = 0;
        other.now = TURN;
        other.sharedQueue.add(() -> other.now += 1_000);
        departFrom(other, 4);
        assertThat(other.now).isEqualTo(1_160);
        other.sharedQueue.add(() -> other.log.add("next"));
        departFrom(other, 4);
        assertThat(other.log).isEmpty();
        other.now += TURN;
        departFrom(other, 4);
        assertThat(other.log).containsExactly("next");
        other.slot.retire();
    }

    @Test
    void whatWasLetInMayHandOverAsOftenAsOthers() {
        Thread third = scheduler.waiter("c");
        Thread second = scheduler.waiter("b", () -> handOverAndLeave(third));
        Thread first = scheduler.waiter("a", () -> handOverAndLeave(second));
        scheduler.sharedQueue.add(() -> {
            scheduler.now = -1; // its own turn is not over
            handOverAndLeave(first);
        });
        depart(4);
        assertThat(scheduler.log).containsExactly("a", "b", "c");
        assertThat(slot.count(HandOffCounters.BOUND_HITS)).isZero();
    }

    @Test
    void whomATimerWakesComesNextAlthoughOthersWaitHere() {
        scheduler.queue.add(() -> {});
        scheduler.shareTimer(scheduler.waiter("first"));
        scheduler.shareTimer(scheduler.waiter("second", () -> scheduler.unpark(scheduler.waiter("third"))));
        depart(16);
        assertThat(scheduler.log).containsExactly("first", "second");
        assertThat(scheduler.queue).hasSize(2); // with the third
        assertThat(slot.count(HandOffCounters.HAND_OFFS)).isZero();
    }

    @Test
    void soDoesWhomItWakesWhereNobodyWaits() {
        Runnable timer = () -> {
            boolean kept = slot.keep(scheduler, () -> scheduler.log.add("woken"));
            scheduler.log.add("kept: " + kept);
        };
        scheduler.timers.add(timer);
        scheduler.sharedQueue.add(timer);
        share(3);
        depart(16);
        assertThat(scheduler.log).containsExactly("kept: true", "woken", "shared", "shared", "shared");
    }

    @Test
    void aTimerOfAnotherSchedulerWakesThePlainWay() {
        Runnable timer = () -> {
            boolean taken = slot.take(new Object(), () -> scheduler.log.add("here"), false);
            scheduler.log.add("taken: " + taken);
        };
        scheduler.timers.add(timer);
        scheduler.sharedQueue.add(timer);
        depart(16);
        assertThat(scheduler.log).containsExactly("taken: false");
    }

    private int sharedByAGuestBeside(int queued) {
        scheduler.queue.clear();
        scheduler.sharedQueue.clear();
        for (int i = 0; i < queued; i++) {
            scheduler.queue.add(() -> {});
        }
        scheduler.sharedQueue.add(() -> {
            scheduler.unpark(scheduler.waiter("woken"));
            scheduler.unpark(scheduler.waiter("woken"));
            slot.drain(); // it leaves
            scheduler.unpark(scheduler.waiter("woken by another"));
        });
        int[] shared = {0};
        scheduler.sharedQueue.add(() -> shared[0] = scheduler.sharedQueue.size());
        depart(16);
        return shared[0];
    }

    @Test
    void whoIsWokenByAGuestIsSharedWhereTheOwnQueueIsLong() {
        assertThat(sharedByAGuestBeside(30)).isZero();
        assertThat(scheduler.queue).hasSize(30 + 3);
        assertThat(scheduler.log).isEmpty();
        assertThat(sharedByAGuestBeside(32)).isEqualTo(2);
        assertThat(scheduler.queue).hasSize(32 + 1);
        assertThat(scheduler.log).containsExactly("woken", "woken");
    }

    private void queueMany(FakeScheduler at) {
        for (int i = 0; i < 32; i++) {
            at.queue.add(() -> {});
        }
    }

    @Test
    void whoYieldsIsSharedWhereTheOwnQueueIsLong() {
        for (int queued = 0; queued < 32; queued++) {
            assertThat(slot.take(scheduler, () -> {}, false)).isFalse();
            scheduler.queue.add(() -> {});
        }
        assertThat(slot.take(new Object(), () -> {}, false)).isFalse();
        assertThat(slot.take(scheduler, () -> {}, true)).isFalse(); // woken by a thread of the own queue
        assertThat(scheduler.sharedQueue).isEmpty();
        assertThat(slot.take(scheduler, () -> {}, false)).isTrue();
        assertThat(scheduler.sharedQueue).hasSize(1);
    }

    @Test
    void whoIsSentToTheSharedQueueComesNoLaterThanItWouldHere() {
        FakeScheduler slow = new FakeScheduler(BOUND, 0, 1_000_000);
        queueMany(slow);
        assertThat(slow.slot.take(slow, () -> slow.log.add("sent"), false)).isTrue();
        for (int i = 0; i < 31; i++) {
            slow.slot.drain();
        }
        assertThat(slow.log).isEmpty();
        slow.slot.drain();
        assertThat(slow.log).containsExactly("sent");
        slow.slot.retire();
    }

    @Test
    void allWhoWereSentToTheSharedQueueComeWhileThoseComeWhoStayed() {
        FakeScheduler slow = new FakeScheduler(BOUND, 0, 1_000_000);
        queueMany(slow);
        for (int i = 0; i < 40; i++) {
            assertThat(slow.slot.take(slow, () -> slow.log.add("sent"), false)).isTrue();
        }
        for (int i = 0; i < 32; i++) {
            slow.slot.drain();
        }
        assertThat(slow.log).hasSize(40);
        slow.slot.retire();
    }

    @Test
    void whoMayYieldIsToldWhetherItHas() {
        HandOff.count();
        assertThat(HandOff.unpark(scheduler.waiter("a"), false)).isTrue();
        assertThat(HandOff.stepAside()).isTrue();
        assertThat(HandOff.giveWay(false, false)).as("within its turn").isFalse();
        HandOff.acquired(HandOff.LOCK);
        assertThat(HandOff.unpark(scheduler.waiter("b"), false)).isFalse();
        assertThat(HandOff.stepAside()).isFalse();
        HandOff.released(HandOff.LOCK);
        HandOff.use(null);
        assertThat(HandOff.unpark(Thread.currentThread(), false)).isFalse();
        assertThat(HandOff.stepAside()).isFalse();
        assertThat(HandOff.giveWay(false, false)).isFalse();
    }

    @Test
    void whoYieldsForOthersOfThisCarrierGoesBehindThem() {
        queueMany(scheduler);
        scheduler.kept.add(() -> {}); // as if the carrier's own queue were not empty
        scheduler.yielding = () -> scheduler.log.add("back");
        HandOff.count();
        share(1);
        HandOff.stepAside();
        assertThat(scheduler.log).containsExactly("yield", "shared");
        assertThat(scheduler.queue).hasSize(33);
    }

    private void runLine() {
        while (scheduler.tickets > 0) {
            scheduler.runTicket();
        }
        while (!scheduler.queue.isEmpty()) {
            scheduler.queue.remove().run();
        }
    }

    @Test
    void whoseTurnIsOverGoesToTheEndOfALineAndItsFirstComesIn() {
        for (String name : new String[] {"a", "b"}) {
            scheduler.pool.lineUp(() -> scheduler.log.add(name));
        }
        scheduler.yielding = () -> scheduler.log.add("c");
        share(1);
        useSomethingFair(16);
        scheduler.kept.add(() -> {}); // as if the carrier's own queue were not empty
        scheduler.yielding = () -> scheduler.log.add("d");
        HandOff.yieldCarrier(true);
        assertThat(scheduler.queue).hasSize(1);
        assertThat(scheduler.tickets).isEqualTo(1);
        share(1);
        runLine();
        assertThat(scheduler.log).containsExactly("yield", "shared", "yield", "a", "shared", "b", "c", "d");
    }

    @Test
    void whereHardlyAnybodyWaitsWhoYieldsIsQueuedHereInPlaceOfALine() {
        scheduler.backlog = 0;
        scheduler.yielding = () -> {};
        for (int queued = 1; queued <= 3; queued++) {
            HandOff.yieldCarrier(true);
            assertThat(scheduler.queue).hasSize(queued);
            assertThat(scheduler.tickets).isZero();
        }
        HandOff.yieldCarrier(true); // the own queue is long
        assertThat(scheduler.queue).hasSize(3);
        assertThat(scheduler.tickets).isEqualTo(1);
        scheduler.queue.clear();
        HandOff.yieldCarrier(true); // somebody is in the line
        assertThat(scheduler.queue).isEmpty();
        scheduler.runTicket();
        scheduler.runTicket();
        assertThat(scheduler.tickets).isZero();
        scheduler.queue.clear();
        scheduler.backlog = 1;
        HandOff.yieldCarrier(true); // somebody else waits for a carrier
        assertThat(scheduler.queue).isEmpty();
        scheduler.runTicket();
    }

    @Test
    void onlyTheThreadThatYieldsIsLinedUp() {
        scheduler.yielding = () -> {};
        HandOff.yieldCarrier(true);
        assertThat(scheduler.tickets).isEqualTo(1);
        assertThat(slot.take(scheduler, () -> {}, false)).isFalse();
        assertThat(slot.keep(scheduler, () -> {})).isFalse();
        scheduler.runTicket();
        assertThat(scheduler.tickets).isZero();

        scheduler.pinned = true;
        HandOff.yieldCarrier(true);
        useSomethingFair(16);
        assertThat(slot.take(scheduler, () -> {}, false)).isFalse();
        assertThat(slot.keep(scheduler, () -> {})).isFalse();
        scheduler.pinned = false;
        slot.drain();
        assertThat(scheduler.tickets).isZero();
        assertThat(scheduler.log).containsExactly("yield", "yield", "yield");
    }

    @Test
    void whoHoldsSomethingElseOrIsAnothersIsNotLinedUp() {
        scheduler.yielding = () -> scheduler.log.add("holder");
        HandOff.acquired(HandOff.LOCK);
        for (int yields = 1; yields <= 3; yields++) {
            HandOff.yieldCarrier(true);
            assertThat(scheduler.queue).hasSize(yields);
            assertThat(slot.holds()).isEqualTo(1);
        }
        HandOff.released(HandOff.LOCK);
        slot.yields(true);
        assertThat(slot.keep(new Object(), () -> {})).isFalse();
        assertThat(slot.take(scheduler, () -> {}, false)).isFalse();
        assertThat(scheduler.tickets).isZero();
    }

    @Test
    void somebodyOfTheLineIsLetInAlthoughTheOwnQueueIsNeverEmpty() {
        scheduler.yielding = () -> scheduler.log.add("lined up");
        HandOff.yieldCarrier(true);
        scheduler.yielding = null;
        depart(3); // threads of the own queue, for whatever reason
        assertThat(scheduler.queue).hasSize(1);
        assertThat(scheduler.tickets).isEqualTo(1);
        depart(8);
        assertThat(scheduler.queue).hasSize(1);
        runLine();
        assertThat(scheduler.log).containsExactly("yield", "lined up");
    }

    private void lineUp(int times) {
        for (int i = 0; i < times; i++) {
            scheduler.pool.lineUp(() -> scheduler.log.add("lined up"));
        }
    }

    @Test
    void severalWhereThreadsThatWaitForOthersKeepItFull() {
        lineUp(10);
        scheduler.queue.addAll(List.of(() -> {}, () -> {}, () -> {}));
        depart(16);
        assertThat(scheduler.queue).hasSize(3 + 1); // every fourth turn
        depart(4);
        assertThat(scheduler.queue).hasSize(3 + 1 + 8);
        runLine();
    }

    @Test
    void oneAtTheEndOfATurnAndNotAlwaysIfThatQueueIsLong() {
        scheduler.yielding = () -> {};
        lineUp(100);
        for (int turn = 1; turn <= 3; turn++) {
            endTurn();
            assertThat(scheduler.queue).hasSize(turn);
        }
        for (int turn = 1; turn <= 3; turn++) {
            endTurn();
            assertThat(scheduler.queue).hasSize(3);
        }
        endTurn();
        assertThat(scheduler.queue).hasSize(4);
        runLine();
    }

    private void endTurn() {
        int yields = scheduler.log.size();
        while (scheduler.log.size() == yields) {
            useSomethingFair(1);
        }
    }

    @Test
    void whoOfTheLineCannotBeQueuedRunsHereAndMayHandOver() {
        Thread waiter = scheduler.waiter("a");
        scheduler.pool.lineUp(() -> {
            assertThat(slot.isDraining()).isTrue();
            handOverAndLeave(waiter);
        });
        scheduler.full = true;
        useSomethingFair(16);
        assertThat(scheduler.log).containsExactly("yield", "a");
        scheduler.full = false;
        runLine();
    }

    @Test
    void whoYieldsForATimeKeepsWhatItHolds() {
        HandOff.acquired(HandOff.LOCK);
        HandOff.yieldCarrier(false);
        assertThat(slot.holds()).isEqualTo(1);
        HandOff.released(HandOff.LOCK);
    }

    @Test
    void whoHasNoCarrierOfOursYieldsAllTheSame() {
        scheduler.virtual = false;
        HandOff.yieldCarrier(true);
        HandOff.use(null);
        HandOff.yieldCarrier(true);
        assertThat(scheduler.log).isEmpty();
    }

    @Test
    void aFailedYieldLeavesNobodyInTheLine() {
        FakeScheduler failing = new FakeScheduler(BOUND) {
            @Override
            protected void yieldCarrier() {
                throw new StackOverflowError("no room to yield");
            }
        };
        HandOff.use(failing);
        assertThatThrownBy(() -> HandOff.yieldCarrier(true)).isInstanceOf(StackOverflowError.class);
        assertThat(failing.slot.take(failing, () -> {}, false)).isFalse();
        assertThat(failing.tickets).isZero();
        failing.slot.retire();
    }

    @Test
    void whoHoldsSomethingElseKeepsItsCarrier() {
        HandOff.acquired(HandOff.LOCK);
        useSomethingFair(1_000);
        assertThat(scheduler.log).isEmpty();
        HandOff.released(HandOff.LOCK);
        useSomethingFair(16);
        assertThat(scheduler.log).containsExactly("yield");
    }

    @Test
    void nobodyGivesWayBeforeItIsCountedWhatThreadsHold() {
        HandOff.use(scheduler);
        useSomethingFair(1_000);
        HandOff.use(null);
        useSomethingFair(1_000);
        HandOff.use(scheduler);
        HandOff.count();
        scheduler.virtual = false;
        useSomethingFair(1_000);
        assertThat(scheduler.log).isEmpty();
    }

    @Test
    void whereThreadsWaitAgainAndAgainWhatIsSharedHasItsTurnAsWell() {
        scheduler.queued = 1;
        scheduler.sharedQueue.add(() -> scheduler.log.add("shared"));
        for (int i = 0; i < 3; i++) {
            HandOff.parkNanos(this, 1);
            slot.drain();
        }
        assertThat(scheduler.log).isEmpty();
        HandOff.acquired(HandOff.LOCK); // does not matter: it leaves anyway
        HandOff.parkNanos(this, 1);
        slot.drain();
        assertThat(scheduler.log).containsExactly("shared");
    }

    @Test
    void inAChainTheCarriersOwnQueueComesBeforeWhatIsShared() {
        scheduler.sharedQueue.add(() -> scheduler.log.add("shared"));
        unpark(scheduler.waiter("a", () -> useSomethingFair(16)));
        assertThat(scheduler.log).containsExactly("yield", "a", "yield");
        scheduler.now = -1; // the next turn is not over
        slot.drain(); // a thread of the own queue leaves
        assertThat(scheduler.log).endsWith("shared");
    }

    @Test
    void whatRunsInItsPlaceMayHandOver() {
        Thread waiter = scheduler.waiter("a");
        scheduler.sharedQueue.add(() -> handOverAndLeave(waiter));
        useSomethingFair(16);
        assertThat(scheduler.log).containsExactly("yield", "a");
        assertThat(slot.count(HandOffCounters.HAND_OFFS)).isEqualTo(1);
    }

    private void share(int times) {
        for (int i = 0; i < times; i++) {
            scheduler.sharedQueue.add(() -> scheduler.log.add("shared"));
        }
    }

    @Test
    void whoStepsAsideLetsSomeOfWhatIsSharedRunInItsPlace() {
        share(20);
        HandOff.stepAside();
        assertThat(scheduler.log).startsWith("yield").hasSize(1 + 8).endsWith("shared");
        slot.drain(); // once for each time that it steps aside
        assertThat(scheduler.log).hasSize(1 + 8);
        HandOff.stepAside();
        HandOff.stepAside();
        assertThat(scheduler.log).hasSize(1 + 8 + 1 + 8 + 1 + 4);
        assertThat(slot.count(HandOffCounters.HAND_OFFS)).isZero();
    }

    @Test
    void eachOfThemMayHandOverAsOftenAsOthers() {
        scheduler.now = -1; // the turn is not over
        for (int i = 0; i < 2; i++) {
            Thread third = scheduler.waiter("c");
            Thread second = scheduler.waiter("b", () -> handOverAndLeave(third));
            Thread first = scheduler.waiter("a", () -> handOverAndLeave(second));
            scheduler.sharedQueue.add(() -> handOverAndLeave(first));
        }
        HandOff.stepAside();
        assertThat(BOUND).isEqualTo(3);
        assertThat(scheduler.log).containsExactly("yield", "a", "b", "c", "a", "b", "c");
        assertThat(slot.count(HandOffCounters.BOUND_HITS)).isZero();
    }

    @Test
    void whoStepsAsideInThePlaceOfAnotherLeavesTheRestToTheNextOne() {
        scheduler.sharedQueue.add(HandOff::stepAside);
        share(3);
        HandOff.stepAside();
        assertThat(scheduler.log).containsExactly("yield", "yield");
        slot.drain();
        assertThat(scheduler.log).containsExactly("yield", "yield", "shared", "shared", "shared");
    }

    @Test
    void whoHoldsSomethingElseDoesNotStepAsideNorDoesWhoHasNoSlot() {
        HandOff.acquired(HandOff.LOCK);
        HandOff.stepAside();
        HandOff.released(HandOff.LOCK);
        scheduler.virtual = false;
        HandOff.stepAside();
        scheduler.virtual = true;
        HandOff.use(scheduler); // nothing is counted yet
        HandOff.stepAside();
        assertThat(scheduler.log).isEmpty();
    }

    @Test
    void afterAChainThatHasMetTheBoundSomeOfWhatIsSharedRuns() {
        share(1);
        scheduler.now = -1; // the turn is not over
        chain(scheduler, BOUND + 1);
        assertThat(scheduler.log).doesNotContain("shared");
        slot.drain(); // the next thread of the own queue leaves
        assertThat(scheduler.log).contains("shared");
        assertThat(scheduler.log.indexOf("shared")).isLessThan(scheduler.log.lastIndexOf("n"));
    }

    /** How often a chain whose sections take 8 ns offers the processor, with turns of 160 ns, if others take it for {@code takes}. */
    private int offers(int length, long takes) {
        FakeScheduler chained = new FakeScheduler(length + 1, 0, 160);
        HandOff.use(chained);
        chained.backlog = 0;
        chained.takes = takes;
        chain(chained, length, 8);
        assertThat(chained.slot.count(HandOffCounters.HAND_OFFS)).isEqualTo(length);
        chained.slot.retire();
        return chained.offers;
    }

    @Test
    void aChainOffersTheProcessorInBetween() {
        assertThat(offers(7, 0)).isZero();
        assertThat(offers(8, 0)).isEqualTo(1);
        assertThat(offers(80, 0)).isEqualTo(10);
        assertThat(offers(80, 79)).isEqualTo(10);
    }

    @Test
    void theProcessorIsOfferedSeldomWhereOthersKeepIt() {
        int wholeSlice = 1_000;
        int next = 8 + 16 * wholeSlice / 8;
        assertThat(offers(next - 1, wholeSlice)).isEqualTo(1);
        assertThat(offers(next, wholeSlice)).isEqualTo(2);
    }

    @Test
    void whatFailsInItsPlaceHoldsNobodyUp() {
        Thread waiter = scheduler.waiter("a");
        scheduler.sharedQueue.add(() -> {
            handOverAndLeave(waiter);
            throw new IllegalStateException("left the continuation");
        });
        assertThatThrownBy(() -> useSomethingFair(16)).hasMessage("left the continuation");
        assertThat(scheduler.log).containsExactly("yield", "a");
        assertThat(slot.isDraining()).isFalse();
    }

    @Test
    void aFailedTaskDoesNotHoldUpTheNext() {
        Thread second = scheduler.waiter("b");
        Thread first = scheduler.waiter("a", () -> {
            assertThat(slot.arm(false)).isTrue();
            scheduler.unpark(second);
            throw new IllegalStateException("left the continuation");
        });
        assertThatThrownBy(() -> unpark(first)).hasMessage("left the continuation");
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
        assertThatThrownBy(() -> unpark(failing.waiter("a"))).hasMessage("no");
        assertThat(failing.queue).hasSize(1);
        failing.slot.retire();
    }

    @Test
    void countersSurviveTheirCarrier() {
        long before = HandOffCounters.counts()[HandOffCounters.HAND_OFFS];
        unpark(scheduler.waiter("a"));
        assertThat(HandOffCounters.counts()[HandOffCounters.HAND_OFFS]).isEqualTo(before + 1);
        slot.retire();
        slot.retire();
        assertThat(HandOffCounters.counts()[HandOffCounters.HAND_OFFS]).isEqualTo(before + 1);
        for (int i = 0; i < 2; i++) { // each makes room among the ended ones
            CarrierSlot other = new CarrierSlot(scheduler.pool, BOUND, FakeScheduler.CALL, 0, 0);
            other.begin();
            other.retire();
        }
        assertThat(HandOffCounters.counts()[HandOffCounters.HAND_OFFS]).isEqualTo(before + 1);
    }

    // Who is next on the carrier

    /** Until a carrier tries out whether to keep to itself whom a thread wakes. */
    private void firstWakeUps() {
        assumeTrue(Tuning.CES_PROMPT > 0, "a single processor");
        CarrierWatch.watchedBy(Thread.currentThread());
        for (int i = 0; i < 256; i++) {
            HandOff.wake(scheduler.waiter("before"));
            assertThat(scheduler.queue).hasSize(1);
            scheduler.queue.clear();
        }
    }

    @Test
    void aCarrierThatHasSomebodyNextDoesNotLookForWhatIsShared() {
        firstWakeUps();
        share(1);
        for (int i = 0; i < 4; i++) {
            assertThat(scheduler.log).isEmpty();
            HandOff.wake(scheduler.waiter("next"));
            assertThat(HandOff.holdsBack()).isTrue();
            slot.drain();
        }
        assertThat(scheduler.log).containsExactly("shared");
    }

    @Test
    void whoIsWokenIsNextOnceTheThreadHasLeft() {
        firstWakeUps();
        HandOff.wake(scheduler.waiter("a"));
        assertThat(scheduler.queue).isEmpty();
        assertThat(slot.hasKept()).isTrue();
        assertThat(HandOff.holdsBack()).isTrue();
        slot.drain();
        assertThat(scheduler.kept).hasSize(1);
        assertThat(slot.hasKept()).isFalse();
        assertThat(HandOff.holdsBack()).isFalse();
        assertThat(scheduler.calls).hasValue(0);
        assertThat(slot.count(HandOffCounters.NEXT_UP)).isEqualTo(1);
        HandOff.wake(scheduler.waiter("b"));
        scheduler.queue.add(() -> {}); // by somebody else
        slot.drain();
        assertThat(scheduler.kept).hasSize(2);
    }

    @Test
    void whoYieldsIsQueuedBehindWhomItHasWoken() {
        firstWakeUps();
        scheduler.backlog = 0;
        HandOff.wake(scheduler.waiter("a"));
        scheduler.yielding = () -> scheduler.log.add("the one that yields");
        HandOff.yieldCarrier(true);
        scheduler.queue.forEach(Runnable::run);
        assertThat(scheduler.log).containsExactly("yield", "a", "the one that yields");
    }

    @Test
    void whoIsPinnedAsItWaitsLeavesWhomItHasWokenToOthers() {
        firstWakeUps();
        HandOff.wake(scheduler.waiter("a"));
        slot.flush();
        assertThat(scheduler.queue).hasSize(1);
        assertThat(slot.hasKept()).isFalse();
        scheduler.queue.clear();
    }

    @Test
    void theWatchSharesWhoWaitsForAThreadThatStays() {
        firstWakeUps();
        slot.callForKept();
        HandOff.wake(scheduler.waiter("a"));
        assertThat(HandOffCounters.hasKept()).isTrue();
        HandOffCounters.callForKept();
        HandOffCounters.callForKept();
        assertThat(scheduler.sharedQueue).hasSize(1);
        assertThat(HandOffCounters.hasKept()).isFalse();
    }
}
