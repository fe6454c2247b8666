package io.github.cqs.ces;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Hands over once, to see whether a scheduler does what {@link HandOff} relies on. */
public final class HandOffCheck {
    private static final long SHORTEST_PAUSE_NANOS = 100_000;
    private static final long LONGEST_PAUSE_NANOS = 50_000_000;

    private final CarrierScheduler scheduler;
    private final long patience;
    private long pause = SHORTEST_PAUSE_NANOS;

    /** When what runs on a carrier now must be over; written before {@link #begun}. */
    private long deadline;

    /** How many of the two threads a carrier has come to. */
    private volatile int begun;

    private @Nullable CarrierSlot from;
    private @Nullable CarrierSlot to;
    private volatile boolean released;
    private volatile boolean woken;
    private volatile @Nullable String outcome;

    private HandOffCheck(CarrierScheduler scheduler, long nanos) {
        this.scheduler = scheduler;
        this.patience = nanos;
    }

    /**
     * Tries a hand-off between two virtual threads, on a platform thread that may wait. It may wait for long: the application's threads may keep the carriers to themselves, which says
     * nothing about the scheduler.
     *
     * @param virtual makes virtual threads
     * @param nanos the longest wait for a step, from when a carrier has come to the thread that makes it
     * @return what is wrong, or null
     */
    public static @Nullable String run(CarrierScheduler scheduler, ThreadFactory virtual, long nanos) {
        return new HandOffCheck(scheduler, nanos).run(virtual);
    }

    private @Nullable String run(ThreadFactory virtual) {
        Thread waiter = virtual.newThread(new Waiter(this));
        waiter.start();
        while (waiter.getState() != Thread.State.WAITING) {
            if (isLate(1) || !waiter.isAlive()) {
                return "a virtual thread does not park";
            }
            pause();
        }
        Thread releaser = virtual.newThread(new Releaser(this, waiter));
        releaser.start();
        while (outcome == null) {
            if (isLate(2) && !woken) { // if woken, the releaser waits for a carrier to say so
                return "a hand-off does not end";
            }
            pause();
        }
        String result = outcome;
        return result == null || result.isEmpty() ? null : result;
    }

    /** Longer from time to time: each end of a pause takes a processor away from somebody who may be why it takes long. */
    private void pause() {
        LockSupport.parkNanos(this, pause);
        pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
    }

    private void begin(int thread) {
        deadline = System.nanoTime() + patience;
        begun = thread;
    }

    private boolean isLate(int thread) {
        return begun == thread && System.nanoTime() - deadline > 0;
    }

    private static final class Waiter implements Runnable {
        private final HandOffCheck check;

        Waiter(HandOffCheck check) {
            this.check = check;
        }

        @Override
        public void run() {
            check.begin(1);
            while (!check.released) {
                LockSupport.park(check);
            }
            check.to = check.scheduler.current();
            check.woken = true;
        }
    }

    private static final class Releaser implements Runnable {
        private final HandOffCheck check;
        private final Thread waiter;

        Releaser(HandOffCheck check, Thread waiter) {
            this.check = check;
            this.waiter = waiter;
        }

        @Override
        public void run() {
            check.begin(2);
            String result;
            try {
                result = check.handOver(waiter);
            } catch (Throwable t) {
                result = String.valueOf(t);
            }
            check.outcome = result;
        }
    }

    /** Answers what is wrong; nothing is left in the slot by then. */
    private String handOver(Thread waiter) {
        CarrierSlot slot = scheduler.current();
        if (slot == null) {
            released = true;
            LockSupport.unpark(waiter);
            return "the carriers were there before";
        }
        from = slot;
        boolean armed = slot.arm(false);
        released = true;
        scheduler.unpark(waiter);
        slot.disarm();
        if (!armed || !slot.isFull()) {
            return "a wake-up does not reach the slot";
        }
        scheduler.yieldCarrier();
        CarrierSlot now = scheduler.current();
        if (now != null && now.isFull()) {
            now.flush();
            return "the slot is still full after a yield";
        }
        while (!woken && !isLate(2)) {
            scheduler.yieldCarrier(); // this thread may be on another carrier while the waiter still starts
        }
        if (!woken || to != from) {
            return "the waiter did not run on the carrier that was handed over";
        }
        return "";
    }
}
