package io.github.cqs.shims;

import io.github.cqs.ces.HandOff;
import io.github.cqs.internal.Tuning;
import io.github.cqs.internal.YieldCost;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The threads that wait for an element of a {@link CqsArrayBlockingQueue}, or those that wait for room; what they are parked on. All of it under the queue's lock,
 * but for {@link #sleep} and what threads learn of their waits.
 */
final class QueueWaiters {
    /** How often newcomers may spin ahead of the listed takers of an unfair queue, before one of these is called. */
    private static final int MOST_ADVANCES = 256;

    /** About what it costs to park and be woken; longer spinning would cost more than it can save. */
    private static final int LONGEST_SPIN = (int) Math.min(1 << 29, 5 * Tuning.SPIN_NANOS);

    private static final int SHORTEST_SPIN = Math.min(LONGEST_SPIN, 250);

    /** Nanoseconds from one look to the next from which on the thread has lost the processor meanwhile to somebody who keeps it. */
    private static final long LOST = YieldCost.DEAR;

    /** Nanoseconds of a yield from which on somebody else has had the processor. */
    private static final long LET_IN = 4_000;

    /** After so many waits it is looked anew how soon elements come. */
    static final int WAITS = 16;

    /** Why {@link #sleep} has ended. */
    static final int CHANGED = 0;

    static final int INTERRUPTED = 1;
    static final int LATE = 2;
    static final int NOTHING = 3;
    static final int REFUSED = 4;

    /** One thread's wait. All of it under the lock, but for the volatile fields and, once served, the item. */
    static final class Waiter implements PoolWait.Cause {
        static final int WAITING = 0;
        static final int CALLED = 1;
        static final int SERVED = 2;
        static final int NOTICED = 3;

        final Thread thread = Thread.currentThread();

        /** What the thread wants to put, or was given. */
        @Nullable
        Object item;

        volatile int state;

        /** Written by the waiting thread alone. */
        volatile boolean parks;

        /** Why the thread could not park, if {@link #sleep} ended with REFUSED; its own. */
        @Nullable
        Error refused;

        /** Whether the thread spins before it parks. */
        boolean spins;

        /** Whether the thread, which spins, gives the processor away once before it parks. */
        boolean yields;

        /** Whether the thread, which spins, is to find several elements or places, and not to be served with the first. */
        boolean gathers;

        /** Of a putter: whether an unfair queue calls it instead of serving it. */
        boolean competes;

        boolean listed;

        boolean wasCalled;

        @Nullable
        Waiter prev;

        @Nullable
        Waiter next;

        @Nullable
        Waiter nextServed;

        Waiter(@Nullable Object item) {
            this.item = item;
        }

        @Override
        public boolean isOver() {
            return state != WAITING;
        }
    }

    @Nullable
    Waiter first;

    @Nullable
    Waiter last;

    /** The taker of an unfair queue that waits ahead of the list. */
    @Nullable
    Waiter spinner;

    /** Those in the list and the spinner. */
    int size;

    /** How many were called and have not come yet. */
    int called;

    int advances;

    /** How long the next one spins; a guess, as it is written without the lock. */
    int spinNanos = (int) Tuning.SPIN_NANOS;

    private boolean dense;

    /** Waits since it was looked, when that was, and the head then. */
    private int waits;

    private long since = System.nanoTime();
    private long sinceHead;

    /** Whether one that spins has lost the processor; written without the lock, and only ever set. */
    boolean lost;

    /** For the next to unlock: those that have parked and are served, and the one that was called. */
    @Nullable
    Waiter served;

    @Nullable
    Thread toWake;

    void addLast(Waiter waiter) {
        waiter.listed = true;
        size++;
        Waiter l = last;
        waiter.prev = l;
        last = waiter;
        if (l == null) {
            first = waiter;
        } else {
            l.next = waiter;
        }
    }

    void addFirst(Waiter waiter) {
        waiter.listed = true;
        size++;
        Waiter f = first;
        waiter.next = f;
        first = waiter;
        if (f == null) {
            last = waiter;
        } else {
            f.prev = waiter;
        }
    }

    void lead(Waiter waiter) {
        assert spinner == null;
        spinner = waiter;
        size++;
    }

    /** Does nothing to who was called or served. */
    void remove(Waiter waiter) {
        if (waiter == spinner) {
            spinner = null;
            size--;
        } else if (waiter.listed) {
            unlink(waiter);
            size--;
        }
    }

    private void unlink(Waiter waiter) {
        Waiter p = waiter.prev;
        Waiter n = waiter.next;
        if (p == null) {
            first = n;
        } else {
            p.next = n;
        }
        if (n == null) {
            last = p;
        } else {
            n.prev = p;
        }
        waiter.prev = null;
        waiter.next = null;
        waiter.listed = false;
    }

    /** Makes the spinner one of the list: behind all others, unless its turn had come before. */
    void retire(Waiter waiter) {
        remove(waiter);
        waiter.spins = false;
        waiter.gathers = false;
        if (waiter.state == Waiter.NOTICED) {
            waiter.state = Waiter.WAITING;
        }
        if (waiter.wasCalled) {
            addFirst(waiter);
        } else {
            addLast(waiter);
        }
    }

    /** Answers whether the thread must be woken. */
    boolean serve(Waiter waiter) {
        remove(waiter);
        waiter.state = Waiter.SERVED;
        if (!waiter.parks) {
            return false;
        }
        waiter.nextServed = served;
        served = waiter;
        return true;
    }

    /** Answers whether the thread must be woken. */
    boolean call(Waiter waiter) {
        remove(waiter);
        called++;
        advances = MOST_ADVANCES;
        waiter.state = Waiter.CALLED;
        if (!waiter.parks) {
            return false;
        }
        toWake = waiter.thread;
        return true;
    }

    /** Tells one that gathers that there is something; answers whether it will look by itself, and need not be served. */
    boolean notice(Waiter waiter) {
        if (!waiter.gathers) {
            return false;
        }
        if (waiter.state == Waiter.WAITING) {
            waiter.state = Waiter.NOTICED;
        }
        return !waiter.parks;
    }

    /** Whether elements come so soon one after the other that threads could hardly park and be woken for each; to be asked once for each wait. */
    boolean isDense(long head) {
        if (++waits == WAITS) {
            long now = System.nanoTime();
            dense = now - since < (head - sinceHead) * Tuning.QUEUE_DENSE;
            since = now;
            sinceHead = head;
            waits = 0;
        }
        return dense;
    }

    /** Learns from a wait that began with spinning: its time, and whether the thread had to park. */
    void waited(long nanos, boolean parked) {
        int spin = spinNanos;
        if (nanos >= 2L * LONGEST_SPIN) {
            spinNanos = Math.max(spin / 2, SHORTEST_SPIN);
        } else if (parked && spin == LONGEST_SPIN) {
            spinNanos = SHORTEST_SPIN;
        } else {
            spinNanos = Math.min(2 * Math.max(spin, SHORTEST_SPIN / 2), LONGEST_SPIN);
        }
    }

    /** Learns from a wait that was given up when the thread had parked: nothing was there to spin for. */
    void gaveUp() {
        spinNanos /= 2;
    }

    // Sleeping, without the lock

    /** Spins and parks until there is something to do, and tells what. */
    int sleep(Waiter waiter, boolean timed, long start, long deadline) {
        if (waiter.spins) {
            int why = spin(waiter, timed, start, deadline);
            if (why != NOTHING) {
                return why;
            }
        }
        if (waiter == spinner) { // to be listed before it may park
            return CHANGED;
        }
        waiter.parks = true;
        boolean parked = false;
        while (waiter.state == Waiter.WAITING) {
            if (Thread.interrupted()) {
                return INTERRUPTED;
            }
            long remaining = 0L;
            if (timed) {
                remaining = deadline - System.nanoTime();
                if (remaining <= 0) {
                    if (!parked) {
                        HandOff.timedOutUnparked(this);
                    }
                    return LATE;
                }
            }
            try {
                park(waiter, timed, remaining);
            } catch (Error refused) { // a virtual thread whose stack is too deep to leave its carrier
                waiter.refused = refused;
                return REFUSED;
            }
            parked = true;
        }
        return CHANGED;
    }

    private void park(Waiter waiter, boolean timed, long nanos) {
        if (timed) {
            LockSupport.parkNanos(this, nanos);
        } else if (PoolWait.isOfPool()) {
            PoolWait.park(this, waiter);
        } else {
            LockSupport.park(this);
        }
    }

    /** Answers why it ended: NOTHING if its time is over and the thread's is not, or if somebody else has had the processor meanwhile. */
    @SuppressWarnings("ThreadPriorityCheck") // who wants the processor may bring what the thread waits for
    private int spin(Waiter waiter, boolean timed, long start, long deadline) {
        long now = start;
        long end = start + spinNanos;
        boolean last = timed && deadline - end <= 0;
        if (last) {
            end = deadline;
        }
        boolean yields = waiter.yields && !last;
        long yieldAt = Math.min(spinNanos, Tuning.QUEUE_YIELD) + start;
        for (; ; ) {
            if (waiter.state != Waiter.WAITING) {
                return CHANGED;
            }
            long before = now;
            now = System.nanoTime();
            if (now - before >= LOST) {
                lost = true;
            }
            if (yields && now - yieldAt >= 0) {
                yields = false;
                Thread.yield();
                long back = System.nanoTime();
                if (back - now >= LET_IN) {
                    end = back;
                }
                now = back;
                continue;
            }
            if (now - end >= 0) {
                return !last ? NOTHING : Thread.interrupted() ? INTERRUPTED : LATE;
            }
            Thread.onSpinWait();
        }
    }
}
