package io.github.cqs.ces;

import io.github.cqs.internal.Tuning;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs threads that have left their carriers for others where no carrier comes to them. Used by one thread, the watch. */
final class Rescue {
    /*
     * Overview.
     *
     * A release of the JDK's does not leave the carrier. What its thread does next, others may wait for in ways that nobody sees: it may own a monitor, or be about to count down a
     * latch. When it yields for its heir it depends on a carrier, and where all of them are blocked by pinned threads that wait for just this thread, a program stands still for good that
     * the JDK's primitives bring to its end. The JVM adds no carrier for a pinned thread that blocks on a monitor, and seldom one for one that parks.
     *
     * So who yields after a release is counted as away until it goes on (HandOff). While somebody is away and no thread has left any busy carrier in so many periods of
     * the watch, each a millisecond, or for longer one has stood still and the pool has as many as it may have, what has yielded is taken out of the pool's queues and run by a
     * thread of ours: a virtual thread's continuation runs on any platform thread. If that is blocked in turn, another one goes on with the rest.
     *
     * Nothing is lost or run twice: a task is in our queue before it leaves a line of ours, what the pool's queues had is queued there again but for those tasks, and
     * a continuation's task that comes when it has run does nothing, or runs it where it waits anyway. Where carriers compute for that long, nothing is stuck, and who is away
     * gets a thread of its own without need: it would have kept its carrier with the JDK's primitives.
     *
     * Who had to be rescued may have to be again: at the pace of the watch that program would make a few dozen steps a second. So nobody yields for others for a quarter of a second then, and for
     * twice as long each time that it comes again soon, up to a minute. Programs for which that matters run as with the plain wake-up, nearly always.
     *
     * A carrier that waits for something to do does not count. There may be such ones although others are all that the pool lets run: those that it started in the place of pinned
     * threads. Nor need there be one where the pool says so: a pinned thread may count as one that has left its carrier to others (ForkJoinPool's compensation), while none was started and the
     * only other one, which is awake, has a queue of its own that never ends. So it is asked of each carrier, too, once there are as many as the pool has.
     *
     * Which threads are away is only known as a number, and is exact while no carrier moves. So a rescue may find nobody, for who is away is just about to
     * run; then it takes twice as many periods until the next one.
     */

    /** Periods, that is about milliseconds, in which nobody has left any carrier. */
    private static final int PERIODS = 16;

    /** In which nobody has left one of them, if no other is idle. */
    private static final int PERIODS_AT_ONE = 128;

    private static final int MOST_PERIODS = 1 << 10;

    /** Threads of ours at a time. */
    private static final int MOST = 256;

    /** Periods during which nobody yields for others after a rescue, at most. */
    private static final int LONGEST_RECESS = 1 << 16;

    /** It comes again soon if that is before so many times as many periods. */
    private static final int SOON = 8;

    private static final int LONG_AGO = SOON * LONGEST_RECESS;

    /** Whether nobody is to yield for others. Written by the watch, read without synchronization. */
    private static boolean recess;

    private final Queue<Runnable> stranded = new ConcurrentLinkedQueue<>();
    private final AtomicInteger threads = new AtomicInteger();
    private final AtomicInteger taken = new AtomicInteger();
    private int seen;

    /** Periods until the next rescue at the earliest, and how many that were after the last one. */
    private int rest;

    private int patience = PERIODS;

    /** Periods since the last rescue, and for how many of them nobody yields for others. */
    private int since = LONG_AGO;

    private int pause;

    /** Whether threads keep their carriers after a release for now. */
    static boolean isRecess() {
        return recess;
    }

    /** Rescues whom nobody comes for, so many {@code periods} after the last look. Answers whether there is something to look at before long. */
    boolean look(int periods) {
        boolean away = HandOffCounters.away() != 0;
        int least = Integer.MAX_VALUE;
        int most = 0;
        int busy = 0;
        boolean idle = false;
        CarrierPool pool = null;
        for (CarrierSlot slot = HandOffCounters.firstSlot(); slot != null; slot = slot.next) {
            int still = slot.still(periods);
            if (slot.isRetired()) {
                continue;
            }
            if (still == CarrierSlot.IDLE) {
                idle = true;
            } else {
                pool = slot.pool();
                least = Math.min(least, still);
                most = Math.max(most, still);
                busy++;
            }
        }
        if (rest > 0) {
            rest -= periods;
        } else if (away
                && pool != null
                && least != Integer.MAX_VALUE
                && (least >= PERIODS
                        || (most >= PERIODS_AT_ONE && (!pool.hasIdle() || (!idle && busy >= pool.parallelism()))))) {
            takeFrom(pool);
            if (stranded.isEmpty()) {
                patience = Math.min(2 * patience, MOST_PERIODS);
            } else {
                patience = PERIODS;
                pause = since / SOON < pause ? Math.min(2 * pause, LONGEST_RECESS) : Tuning.CES_RECESS;
                since = 0;
            }
            rest = patience;
        }
        recess = since < pause;
        if (since < LONG_AGO) {
            since += periods;
        }
        boolean waiting = isAtWork();
        if (waiting && seen == taken.get() && threads.get() < MOST) {
            startThread();
        }
        seen = taken.get();
        return away || waiting || recess;
    }

    /** Whether some are being rescued. */
    boolean isAtWork() {
        return !stranded.isEmpty();
    }

    /** There are no looks any more: who yielded for others would depend on a carrier. */
    void end() {
        recess = true;
    }

    private void takeFrom(CarrierPool pool) {
        try {
            pool.strandedTo(stranded);
        } catch (Throwable refused) {
            /* No memory: what was found is there, the rest is where it was. */
        }
    }

    private void startThread() {
        threads.getAndIncrement();
        try {
            Thread thread = new Thread(null, this::run, "cqs-carrier", 0, false); // a daemon, as the watch
            thread.start();
        } catch (Throwable refused) {
            threads.getAndDecrement(); // later, then
        }
    }

    private void run() {
        try {
            for (Runnable task = stranded.poll(); task != null; task = stranded.poll()) {
                taken.getAndIncrement();
                try {
                    task.run();
                } catch (Throwable failure) {
                    /* Of the machinery: with those behind it we go on. */
                }
            }
        } finally {
            threads.getAndDecrement();
        }
    }
}
