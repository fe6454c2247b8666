package io.github.cqs.ces;

import io.github.cqs.internal.DontInline;
import io.github.cqs.internal.Scarcity;
import io.github.cqs.internal.Tuning;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Decides, when a release wakes a waiter, whether the waiter continues at once on this carrier while the releasing thread goes on elsewhere.
 *
 * <p>Without a scheduler, on platform threads, and wherever a hand-off would not be right, all of this is the plain {@link LockSupport}.
 */
public final class HandOff {
    /*
     * Overview.
     *
     * A release that wakes a waiter the plain way puts it into the scheduler's queue, where it waits while nobody holds the primitive: the
     * paper's queuing delay. Here the wake-up leaves the waiter in the slot of the carrier (see CarrierSlot), and the releasing thread
     * yields; on its way out the carrier runs the slot. What was exchanged is who waits in the queue: the thread that has left its critical
     * section, not the one that is about to enter it.
     *
     *      unpark(waiter):   arm -> LockSupport.unpark -> disarm -> slot full? -> yield -> still full (pinned)? -> flush
     *
     * The primitive is free while this happens, nothing is owned by the waiter yet: a barging thread may come first, and nobody ever depends
     * on the waiter's getting a carrier. Hence no deadlock comes from a hand-off that is late. On the releasing thread's getting one others may well depend, though: see Rescue.
     *
     * No hand-off, but a plain wake-up,
     *  - while the releasing thread holds another primitive, as far as that is counted: those who wait for that one would wait for the queue as well;
     *  - at the bound of the streak, or the end of the carrier's turn, if others wait for a carrier: what waits in the queue has its turn, then the waiter, then the releasing
     *    thread, which would otherwise take the primitive again and again until the waiter gets its turn;
     *  - while every carrier has enough to do (see CarrierSlot), and somebody else than the waiter may take the primitive;
     *  - on a platform thread, a carrier that is not ours, with another scheduler: there is no slot.
     *
     * The races.
     *  - A waiter that is still on its way to park, or parked on its carrier (pinned), is not made runnable through the scheduler: the slot
     *    stays empty, and the release goes on as without it.
     *  - Interrupt and timeout of the waiter compete with the wake-up for its state in the scheduler, and one of them makes it runnable. If it
     *    was not the release, the slot stays empty; if it was, the slot has it, and the waiter finds the interrupt when it runs. Who gets the
     *    permit is decided before and elsewhere, in the queue of the primitive.
     *  - A thread dump may make a runnable thread runnable once more. Whichever of its tasks comes first runs it, the other does nothing.
     *  - Between arm and disarm nothing is called but the wake-up, which does not leave the carrier.
     *  - The releasing thread cannot leave its carrier, since it is pinned, or there is no memory or stack for that: yield returns with the slot full, and the waiter goes to the queue.
     *  - The releasing thread is about to wait (deferred): it does not yield first, its park drains the slot. If it does not come to that, it
     *    flushes; if the park keeps the carrier (pinned), the scheduler flushes.
     *  - An exception out of any of this leaves at worst a full slot, which is drained when the thread leaves its carrier for any reason.
     *
     * Whose slot. It belongs to the carrier, and a virtual thread may go on upon another carrier than it came from, but only where it leaves one: at
     * a park, a yield, a monitor that is taken (from JDK 24 on). So whoever has read the slot may use it until then.
     *  - park, exchange and the other yields leave, and read the slot anew. So a slot is always that of the carrier underneath when its task is looked at and taken
     *    out, flush included, which in addition is called only by threads that cannot leave. A task cannot be overwritten or be forgotten
     *    because a thread took another carrier's slot for its own.
     *  - Between arm and disarm the wake-up submits to the pool, which may start a carrier. The JDK pins the thread for that; at the bound, and where a slot sends a task to a shared queue, we
     *    do not, and rely on nothing in there being a monitor that somebody else may have: HandOffCounters takes none.
     *  - Should a thread leave in there after all, its departure disarms and resets the old slot, and it disarms that once more when it comes
     *    back: at worst the wake-up of the thread that runs there now goes the plain way. The task is not touched.
     *  - What a thread holds is lost when it leaves otherwise than by park and our yields: it may then hand over while it holds something. For the same
     *    reason nothing that counts or looks at slots may make a virtual thread wait for a monitor.
     *
     * Turns (CarrierSlot). Where threads use fair primitives without waiting, each of them yields now and then, to the end of a line (CarrierPool), so that others get a carrier; not
     * while it holds something else, and not before it has woken all that wait for what it did. Between CarrierSlot.yields and the yield the thread does nothing that would submit another task; should it
     * not be able to leave, the slot forgets about the line. Likewise who takes something unfair again and again
     * while somebody who was woken for it has no carrier.
     *
     * Exactly one of those who want a waiter to run makes it runnable, by CAS of its state in the scheduler, and only that one's carrier may get it
     * into its slot. In particular a waiter that has just left its carrier can be seen as parked, and woken, before that carrier has looked once
     * more whether a wake-up came; if the carrier is first, it queues the waiter, and a release that was about to hand over has no task and does
     * not yield. So of n releases with a parked waiter at most n hand over, and with several carriers now and then less.
     *
     * After S. Koenig, L. Epple, C. Becker, "Minimize Your Critical Path with Combine-and-Exchange Locks", with these departures: the primitive is not passed on, it is free to be
     * taken; streaks are bounded; and a thread that holds something else does not yield.
     */

    /** A lock; what is held is a sum of these and of permits. */
    public static final int LOCK = 1;

    /** A permit, that is something that another thread may release. */
    static final int PERMIT = 1 << 12;

    /** More permits than these count as these. */
    static final int MOST_PERMITS = 1_023;

    /** Waits that are over before the thread parks, to one after which it does. */
    private static final int ATTEMPTS = 16;

    /** Read without synchronization: a thread that does not see it yet wakes the plain way. */
    private static @Nullable CarrierScheduler scheduler;

    /** Whether it is counted what threads hold: not before somebody yields for others, as it would slow every acquisition. Read without synchronization. */
    private static boolean counting;

    private HandOff() {}

    /** Hand-offs from now on through {@code scheduler}, or none if it is null. */
    public static void use(@Nullable CarrierScheduler scheduler) {
        HandOff.scheduler = scheduler;
        counting = false;
    }

    /** Whether carriers are handed over at all in this JVM. */
    public static boolean isOn() {
        return scheduler != null;
    }

    private static @Nullable CarrierSlot current() {
        CarrierScheduler s = scheduler;
        return s == null ? null : s.current();
    }

    // What the current thread holds

    /** From now on it is counted what threads acquire. One that holds something already is taken for one that holds nothing. */
    public static void count() {
        if (!counting) {
            counting = true;
        }
    }

    /** Whether it is counted what threads acquire. */
    public static boolean counts() {
        return counting;
    }

    /** What {@code n} permits are, that is of something that another thread may release. */
    public static int permits(int n) {
        return Math.min(n, MOST_PERMITS) * PERMIT;
    }

    /**
     * The current thread has acquired {@code what} and is expected to release it: a {@link #LOCK} or some {@link #permits}.
     *
     * @return whether that is counted
     */
    public static boolean acquired(int what) {
        CarrierSlot slot = counting ? current() : null;
        if (slot == null) {
            return false;
        }
        slot.acquired(what);
        return true;
    }

    /**
     * The current thread releases {@code what}; to be called before the waiter is woken.
     *
     * @return whether it held that, as far as is known
     */
    public static boolean released(int what) {
        CarrierSlot slot = counting ? current() : null;
        return slot != null && slot.released(what);
    }

    /** The current thread has acquired a lock of which that is not counted, and finds out whether it should be. {@link #endsSample} must follow at its release. */
    public static void samples() {
        CarrierSlot slot = counting ? current() : null;
        if (slot != null) {
            slot.samples();
        }
    }

    /** Whether the current thread would have left its carrier since {@link #samples}, but for what it held. */
    public static boolean endsSample() {
        CarrierSlot slot = counting ? current() : null;
        return slot != null && slot.endsSample();
    }

    /** {@link #released} and {@link #giveWay} of something fair at once, where nobody is to be woken: with one look for the slot. */
    public static boolean releasedAndGiveWay(int what, boolean wasLong) {
        CarrierScheduler s = counting ? scheduler : null;
        CarrierSlot slot = s == null ? null : s.current();
        if (s == null || slot == null) {
            return false;
        }
        boolean held = slot.released(what);
        giveWay(s, slot, wasLong, false);
        return held;
    }

    /** Remains the same as long as the current thread, a virtual one, stays on its carrier, and mostly differs once it has left; 0 if that is not known. */
    public static int mounting() {
        CarrierSlot slot = current();
        return slot == null ? 0 : slot.mounting();
    }

    // Waking

    /**
     * As {@link LockSupport#unpark}, for the last act of a release: may hand the carrier over and yield.
     *
     * @param alone nobody but the waiter can use what was released: it does not matter whether other carriers have enough to do
     * @return whether the current thread has yielded
     */
    public static boolean unpark(Thread waiter, boolean alone) {
        CarrierScheduler s = scheduler;
        CarrierSlot slot = s == null ? null : s.current();
        if (s != null && slot != null && slot.arm(alone)) {
            try {
                s.unpark(waiter);
            } finally {
                slot.disarm();
            }
            if (!slot.isFull() && !slot.hasPassedOn()) {
                slot.wokePlainly();
            } else if (!slot.isDeferred()) {
                exchange(s, slot);
                return true;
            }
        } else {
            unparkPlainly(waiter);
            if (s != null && slot == null) {
                HandOffCounters.wokePlainlyElsewhere();
            }
        }
        return false;
    }

    /** As {@link LockSupport#unpark}. Not compiled into its callers: for virtual threads it is so large that compilers would have their work with each of them. */
    @DontInline
    public static void unparkPlainly(Thread waiter) {
        LockSupport.unpark(waiter);
    }

    /** As {@link LockSupport#unpark}, where the carrier is not handed over: who is woken may run here next, once the current thread has left. */
    public static void wake(Thread waiter) {
        CarrierScheduler s = scheduler;
        if (s == null) {
            LockSupport.unpark(waiter);
        } else {
            wake(s, waiter);
        }
    }

    /** Not compiled into its callers, as {@link #unparkPlainly}. */
    @DontInline
    private static void wake(CarrierScheduler s, Thread waiter) {
        CarrierSlot slot = s.current();
        if (slot == null) {
            unparkPlainly(waiter);
            return;
        }
        NextUp next = slot.nextUp();
        next.beginsWaking();
        try {
            s.unpark(waiter);
        } finally {
            next.endsWaking();
        }
    }

    /**
     * To be called by who has released something fair and woken whom that was for: where such threads have had the carrier to themselves for a
     * while, the current one yields.
     *
     * @param wasLong whether that was held for some microseconds, and a look at the clock does not matter
     * @param waitedFor whether others wait for it, who go on meanwhile
     * @return whether the current thread has yielded
     */
    public static boolean giveWay(boolean wasLong, boolean waitedFor) {
        CarrierScheduler s = counting ? scheduler : null;
        CarrierSlot slot = s == null ? null : s.current();
        return s != null && slot != null && giveWay(s, slot, wasLong, waitedFor);
    }

    private static boolean giveWay(CarrierScheduler s, CarrierSlot slot, boolean wasLong, boolean waitedFor) {
        if (!slot.endsTurn(wasLong, waitedFor)) {
            return false;
        }
        lineUp(s, slot);
        return true;
    }

    /** As {@link #giveWay} of something unfair that was held for some microseconds: after a longer while. */
    public static boolean giveWayLate() {
        CarrierScheduler s = counting ? scheduler : null;
        CarrierSlot slot = s == null ? null : s.current();
        if (s == null || slot == null || !slot.endsLongTurn()) {
            return false;
        }
        lineUp(s, slot);
        return true;
    }

    private static void lineUp(CarrierScheduler s, CarrierSlot slot) {
        slot.departs();
        try {
            yieldCarrier(s, slot, true);
        } finally {
            isBack(s);
        }
    }

    /**
     * To be called by who has released something several times in a row for which somebody else is awake: the current thread yields, unless it holds something else.
     *
     * @return whether it has yielded
     */
    public static boolean stepAside() {
        CarrierScheduler s = counting ? scheduler : null;
        CarrierSlot slot = s == null ? null : s.current();
        if (s == null || slot == null || !slot.stepsAside()) {
            return false;
        }
        slot.departs();
        try {
            s.yieldCarrier();
        } finally {
            isBack(s);
        }
        return true;
    }

    /**
     * As {@link Thread#yield}; the current thread keeps what it holds.
     *
     * @param linesUp others who yield so come first, for a virtual thread that is about to wait
     */
    public static void yieldCarrier(boolean linesUp) {
        CarrierScheduler s = scheduler;
        CarrierSlot slot = s == null ? null : s.current();
        if (s == null || slot == null) {
            Scarcity.tryYield();
        } else {
            yieldCarrier(s, slot, linesUp);
        }
    }

    private static void yieldCarrier(CarrierScheduler s, CarrierSlot slot, boolean linesUp) {
        int holds = slot.leaves();
        slot.yields(linesUp);
        try {
            s.yieldCarrier();
        } finally {
            CarrierSlot now = s.current();
            if (now != null) {
                now.hasYielded(holds);
            }
        }
    }

    private static void exchange(CarrierScheduler s, CarrierSlot left) {
        left.departs();
        try {
            s.yieldCarrier();
        } finally {
            CarrierSlot slot = isBack(s);
            if (slot != null && slot.isFull()) {
                slot.flush();
            }
        }
    }

    /** Answers the slot of the carrier on which the current thread goes on. */
    private static @Nullable CarrierSlot isBack(CarrierScheduler s) {
        CarrierSlot slot = s.current();
        if (slot != null) {
            slot.isBack();
        } else {
            HandOffCounters.returnsElsewhere();
        }
        return slot;
    }

    // Waiting

    /** Whether whom the current thread has woken, or something shared, goes on once it has left its carrier, and not before: it had better not spin, perhaps for just that one. */
    public static boolean holdsBack() {
        CarrierSlot slot = current();
        return slot != null && slot.holdsBack();
    }

    /** As {@link #holdsBack}, for who is about to wait for something unfair: so does something shared, where it has waited for a long while. */
    public static boolean leavesAtOnce() {
        CarrierSlot slot = current();
        if (slot == null) {
            return false;
        }
        slot.makeRoom();
        return slot.holdsBack();
    }

    /** As {@link LockSupport#park(Object)}; the current thread keeps what it holds. */
    public static void park(Object blocker) {
        int holds = leave();
        LockSupport.park(blocker);
        if (holds != 0) {
            restore(holds);
        }
    }

    /** As {@link LockSupport#parkNanos(Object, long)}; the current thread keeps what it holds. */
    public static void parkNanos(Object blocker, long nanos) {
        int holds = leave();
        LockSupport.parkNanos(blocker, nanos);
        if (holds != 0) {
            restore(holds);
        }
    }

    /** As {@link LockSupport#parkUntil(Object, long)}; the current thread keeps what it holds. */
    public static void parkUntil(Object blocker, long deadline) {
        int holds = leave();
        LockSupport.parkUntil(blocker, deadline);
        if (holds != 0) {
            restore(holds);
        }
    }

    /**
     * To be called by who has waited in vain and has not parked, its time being over before. A virtual thread parks now and then after all, since it may poll until something happens
     * that needs its carrier; with the JDK's primitives it comes to park more often. A yield would not do: on a single carrier the JVM's scheduler may run the same thread next, again and again.
     */
    public static void timedOutUnparked(Object blocker) {
        if (Tuning.isVirtual(Thread.currentThread())
                && (ThreadLocalRandom.current().nextInt() & (ATTEMPTS - 1)) == 0) {
            try {
                parkNanos(blocker, 1);
            } catch (OutOfMemoryError | StackOverflowError refused) {
                Thread.onSpinWait();
            }
        }
    }

    /** What the current thread holds, which is about to leave its carrier. */
    private static int leave() {
        CarrierSlot slot = current();
        return slot == null ? 0 : slot.leaves();
    }

    private static void restore(int holds) {
        CarrierSlot slot = current();
        if (slot != null) {
            slot.holds(holds);
        }
    }

    /** The current thread is about to release and then to wait: the next wake-up does not yield. {@link #settle} must follow. */
    public static void aboutToWait() {
        CarrierSlot slot = current();
        if (slot != null) {
            slot.defer(true);
        }
    }

    /** Whether the current thread has a carrier that may be handed over, and for which hardly anybody waits. */
    public static boolean hasCarrierToItself() {
        CarrierSlot slot = current();
        return slot != null && slot.isAlmostFree();
    }

    /**
     * As {@link #aboutToWait}, where the current thread leaves to another one what it would do otherwise: nothing is done, and false returned, if its carrier has something else
     * to run. Whether hand-offs pay is not asked then, as the carrier is left anyway. If true, {@link #settle} must follow.
     */
    public static boolean aboutToSwap() {
        CarrierSlot slot = current();
        return slot != null && slot.swaps();
    }

    /** The wait that was announced is over, or does not come. */
    public static void settle() {
        CarrierScheduler s = scheduler;
        CarrierSlot slot = s == null ? null : s.current();
        if (s != null && slot != null) {
            slot.defer(false);
            if (slot.isFull()) {
                exchange(s, slot);
            }
        }
    }
}
