package io.github.cqs.ces;

import org.jspecify.annotations.Nullable;

/**
 * What one carrier knows of hand-offs. Only the carrier itself and the virtual thread mounted on it may touch it, except for the counters.
 */
public final class CarrierSlot {
    /*
     * Overview.
     *
     *               arm               take: the wake-up               drain: the releasing
     *     EMPTY -----------> ARMED ------------------> FULL ---------------------------------> task runs, EMPTY
     *       ^                  |                         |     thread has left the carrier
     *       |  disarm          |                         | flush: it cannot leave
     *       +------------------+-------------------------+
     *       |                                                                    the task goes to the pool
     *
     * I1 A slot is FULL only while the thread that filled it is still mounted: every departure drains, an exceptional one included, and
     *    nobody else mounts in between. Hence whoever runs on a carrier and finds its slot FULL has filled it.
     * I2 ARMED lasts for one wake-up. Whatever goes wrong in it, departure disarms.
     * I3 A drained task ends in drain() as well, which does not nest: the loop of the outer one goes on with what it left. So two
     *    continuations are on the carrier's stack at most, however long the chain.
     * I4 A task in the slot is nowhere else. It is run or queued, never dropped.
     *
     * The streak counts the tasks that were run from the slot since the carrier last took one from the queue. At its bound the slot passes
     * the task on to the pool's shared queue, and the releasing thread follows it there: the carrier's own queue would be served before
     * what others have submitted, and the chain would never end.
     *
     * Hand-offs that follow each other too fast do not pay: the sections are shorter than the exchange of the threads, and who would have barged in
     * meanwhile is faster. So every eighth chain is timed, and if its hand-offs took less than a bound each, the next wake-ups go the plain
     * way for a while. Then a chain is tried again.
     *
     * holds counts what the mounted thread has acquired and not yet released. Its owner takes it along through waits in our primitives
     * (HandOff.park); a thread that leaves its carrier otherwise comes back with none. So the count is never too high for long, and a thread
     * that slept while it held something may hand over too early: a loss of speed, not of correctness.
     */

    /** Chains from one that is timed to the next, less one; and the hand-offs that a chain must have to tell anything. */
    private static final int UNTIMED = 7;

    private static final int TELLING = 8;

    private int idle;
    private int looks;
    private static final int LOOKS = Integer.getInteger("cqs.ces.looks", 256);
    private static final int IDLE = Integer.getInteger("cqs.ces.idle", 8);
    private static final int CALL = Integer.getInteger("cqs.ces.call", 32);
    private static final int MOST_BOUNDS = Integer.getInteger("cqs.ces.bounds", 16);

    /** Wake-ups that go the plain way after a chain that was too fast. */
    private static final int RECESS = 4096;

    private final CarrierPool pool;
    private final int bound;
    private final long shortestNanos;
    private int chains;
    private int recess;
    private @Nullable Runnable task;
    private boolean armed;
    private boolean passedOn;
    private int limit;
    private boolean draining;
    private boolean deferred;
    private int streak;
    private int holds;

    private final long[] counts = new long[HandOffCounters.KINDS];

    /** The carrier that was there before, for {@link HandOffCounters}. */
    volatile @Nullable CarrierSlot next;

    private volatile boolean retired;

    /** Whether threads lie in this carrier's queue for which no carrier was woken. Read by {@link CarrierWatch} as well. */
    private volatile boolean kept;

    /**
     * An empty slot.
     *
     * @param pool takes the tasks that are not run here
     * @param bound hand-offs in a row before it is asked whether others wait
     * @param shortestNanos hand-offs that take less, one after the other, do not pay
     */
    public CarrierSlot(CarrierPool pool, int bound, long shortestNanos) {
        this.pool = pool;
        this.bound = bound;
        this.limit = bound;
        this.shortestNanos = shortestNanos;
        HandOffCounters.add(this);
    }

    // For the policy

    /** Makes the next wake-up come here; false if it must not. */
    boolean arm() {
        if (holds != 0) {
            counts[HandOffCounters.NESTED]++;
            return false;
        }
        if (armed || task != null) {
            return false;
        }
        if (recess > 0) {
            recess--;
            return false;
        }
        if (pool.hasIdle()) {
            idle++;
        }
        if (++looks == LOOKS) {
            if (idle * 100 < IDLE * LOOKS) {
                recess = RECESS;
            }
            looks = 0;
            idle = 0;
        }
        armed = true;
        passedOn = false;
        return true;
    }

    /** Whether the last wake-up met the bound. */
    boolean hasPassedOn() {
        return passedOn;
    }

    void disarm() {
        armed = false;
    }

    boolean isFull() {
        return task != null;
    }

    /** Whether the thread that fills the slot is about to leave the carrier anyway. */
    boolean isDeferred() {
        return deferred;
    }

    void defer(boolean deferred) {
        this.deferred = deferred;
    }

    int holds() {
        return holds;
    }

    void holds(int holds) {
        this.holds = holds;
    }

    void acquired() {
        holds++;
    }

    void released() {
        if (holds > 0) {
            holds--;
        }
    }

    // For the scheduler

    /** Whether this slot takes {@code task}, which a wake-up on this carrier has made runnable. */
    public boolean take(Object scheduler, Runnable task) {
        if (!armed) {
            if (this.task != null) {
                return keep(scheduler, task);
            }
            if (kept) {
                call(); // the task is queued behind what was kept, and the pool takes it that somebody was woken for
                // that
            }
            return false;
        }
        if (!pool.is(scheduler)) {
            counts[HandOffCounters.OTHER_SCHEDULER]++;
            return false;
        }
        armed = false;
        if (streak == limit && bound > 0 && streak < bound * MOST_BOUNDS && !pool.isBacklogged()) {
            limit += bound;
        }
        if (streak < limit) {
            this.task = task;
            return true;
        }
        try {
            pool.share(task);
        } catch (Throwable refused) {
            return false; // the pool's business
        }
        counts[HandOffCounters.BOUND_HITS]++;
        passedOn = true;
        return true;
    }

    /**
     * Whether this slot has queued {@code task}, which is the thread that hands over to the one in the slot: the others are called now and then
     * only, since waking one that sleeps takes longer than most sections.
     */
    public boolean keep(Object scheduler, Runnable task) {
        if (this.task == null || !pool.is(scheduler)) {
            return false;
        }
        try {
            if (CALL == 0 || !CarrierWatch.isOn()) {
                pool.queue(task);
            } else if ((streak & (CALL - 1)) == 0) {
                pool.share(task);
            } else {
                pool.keep(task);
                if (!kept) {
                    kept = true;
                    CarrierWatch.wake();
                }
            }
            return true;
        } catch (Throwable refused) {
            return false;
        }
    }

    /** Whether threads were queued here, and no other carrier was woken for them. */
    boolean hasKept() {
        return kept;
    }

    /** Wakes a carrier for what was kept. */
    void call() {
        kept = false;
        try {
            pool.call();
        } catch (Throwable refused) {
            kept = true; // later, then
        }
    }

    /** Queues the task of the slot, if there is one, to be called where the current thread cannot change its carrier. */
    public void flush() {
        deferred = false;
        Runnable next = task;
        if (next != null) {
            task = null;
            try {
                pool.queue(next);
                counts[HandOffCounters.FLUSHES]++;
            } catch (Throwable refused) {
                task = next; // no memory or stack for it: the slot keeps it until the thread leaves
            }
        }
    }

    /** Whether the mounted thread runs in the place of one that has handed over to it. */
    public boolean isDraining() {
        return draining;
    }

    /** Runs the tasks of the slot until it stays empty. To be called by the carrier whenever a virtual thread has left it. */
    public void drain() {
        armed = false;
        deferred = false;
        holds = 0;
        if (draining) {
            return;
        }
        if (task != null) {
            run();
        }
        streak = 0;
        limit = bound;
        if (kept) {
            call();
        }
    }

    private void run() {
        Throwable failure = null;
        boolean timed = (chains++ & UNTIMED) == 0;
        long start = timed ? System.nanoTime() : 0L;
        draining = true;
        try {
            for (Runnable next = task; next != null; next = task) {
                task = null;
                streak++;
                counts[HandOffCounters.HAND_OFFS]++;
                try {
                    next.run();
                } catch (Throwable t) {
                    failure = t; // of the machinery, not of the virtual thread; those behind it still have to run
                }
            }
        } finally {
            draining = false;
        }
        if (timed && streak >= TELLING && System.nanoTime() - start < streak * shortestNanos) {
            recess = RECESS;
        }
        if (failure != null) {
            CarrierSlot.<RuntimeException>rethrow(failure);
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> void rethrow(Throwable failure) throws T {
        throw (T) failure;
    }

    /** The carrier ends. */
    public void retire() {
        retired = true;
    }

    boolean isRetired() {
        return retired;
    }

    // Counters, read by other threads with whatever delay

    long count(int kind) {
        return counts[kind];
    }

    void addTo(long[] sums) {
        for (int i = 0; i < sums.length; i++) {
            sums[i] += counts[i];
        }
    }

    /** State and counters, for debugging. */
    @Override
    public String toString() {
        return (armed ? "ARMED" : task != null ? "FULL" : "EMPTY") + " holds=" + holds + " streak=" + streak;
    }
}
