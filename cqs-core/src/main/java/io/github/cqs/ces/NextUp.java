package io.github.cqs.ces;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Whom the thread on a carrier has woken, and who goes on there as soon as that one has left: no other carrier hears of it meanwhile. Only the carrier and the thread mounted on it may
 * touch it, except for what says so.
 */
final class NextUp {
    /*
     * Overview.
     *
     *              takes: a wake-up, where threads that wake somebody mostly leave at once
     *     EMPTY --------------------------------------------------------------------------> HELD
     *       ^                                                                                |
     *       +--- departs: into the own queue, which the carrier looks at next ----------------+
     *       +--- another wake-up, or the thread keeps its carrier as it waits: into the queue -+
     *       +--- look: the watch, after some milliseconds without a departure: shared ---------+
     *
     * Two threads that wait for each other in turn need one carrier. The scheduler queues who is woken at once, another carrier that looks for work finds it there, and its
     * caches get what this one's have; meanwhile the thread that woke leaves, and this carrier looks for work. So they move with each turn, and two carriers are busy with it. What is held is in no
     * queue, so nobody finds it, and is queued when the thread leaves.
     *
     * If that one does not leave, who was woken waits in vain. So each carrier tries out what holding is worth, since how soon threads leave depends on it: who has woken another carrier's next thread meets
     * that one at once. Of some that are held the time until the departure is taken. If that is less than it takes to move it counts one for it, and otherwise as many against it as that time has
     * of the shorter one; a second wake-up before it counts one against. If more is against it, nothing is held for a while, the longer the more that was, and the more often it was so. A miss, that is when the
     * watch had to come, counts as the longest time. Nor is anything held where wake-ups are seldom: there is little to gain, and the watch would be kept awake.
     *
     * Nobody is overtaken: a wake-up is held only while the own queue is empty, and what comes there meanwhile is before it. Nobody is forgotten: whoever changes HELD to EMPTY does so
     * by one atomic step and queues the task, or puts it back; every departure looks, and the watch does. The slot writes the task and then reads whether the watch sleeps; the watch says that it sleeps and then looks at all slots, all volatile. As one
     * wake-up is held at a time, what is waited for is at most the departure of a thread that runs, or two looks of the watch, five milliseconds.
     *
     * The thread that was woken is runnable meanwhile, as it is in the scheduler's queue. Interrupts, timeouts and thread dumps find it so.
     */

    /** From one that is timed to the next at most, a power of two; by chance, as threads may come in turns of which one leaves at once and another does not. */
    private static final int TIMED_OF = 8;

    /** What is in favour of it at the beginning of a trial; and at most. */
    private static final int ADVANCE = 8;

    private static final int MOST = 2 * ADVANCE;

    /** Nanoseconds; no departure counts for more, as the operating system may have had the processor. */
    private static final long LONGEST = 1_000_000;

    /** Nanoseconds from one timed one to the next above which wake-ups are seldom. */
    private static final long SELDOM = 4_000_000;

    /** Wake-ups that are not held before the first trial and after one; four times as many the next time, up to so many. And for each that is against it. */
    private static final int RECESS = 256;

    private static final int LONGEST_RECESS = RECESS << 6;

    private static final int RECESS_EACH = 8;

    private final CarrierPool pool;
    private final long prompt;

    private volatile @Nullable Runnable task;

    /** During a wake-up of the mounted thread, until it has made somebody runnable here. */
    private boolean waking;

    /** It has held one since it came, which the watch may have taken. */
    private boolean holds;

    /** How many are held before the next that is timed; 0 before the first one of a trial. */
    private int untilTimed;

    private int random = 1;
    private boolean timed;
    private long woken;
    private long balance = ADVANCE;
    private long recess = RECESS;
    private long nextRecess = RECESS;

    /** The watch's: how many had left at its last look. */
    private int seen;

    /**
     * Empty.
     *
     * @param prompt nanoseconds from waking somebody to leaving the carrier, below which that was prompt; 0: nothing is held
     */
    NextUp(CarrierPool pool, long prompt) {
        this.pool = pool;
        this.prompt = prompt;
    }

    /** The mounted thread wakes somebody. {@link #endsWaking} must follow. */
    void beginsWaking() {
        waking = prompt > 0;
    }

    void endsWaking() {
        waking = false;
    }

    /** Whether somebody is held whom the mounted thread has woken. */
    boolean holds() {
        return holds;
    }

    /** Whether {@code runnable} is held, which was made runnable on this carrier. */
    boolean takes(Object scheduler, Runnable runnable) {
        if (!waking || !pool.is(scheduler)) {
            return false;
        }
        waking = false;
        if (holds) {
            flush();
            return false;
        }
        if (recess > 0) {
            recess--;
            return false;
        }
        if (pool.queued() != 0 || !CarrierWatch.isOn() || !TASK.compareAndSet(this, null, runnable)) {
            return false;
        }
        holds = true;
        try {
            CarrierWatch.wake();
            time();
        } catch (Throwable refused) {
            return takeOut() == null; // no stack or memory for the watch: nobody would come for it
        }
        return true;
    }

    private void time() {
        if (--untilTimed > 0) {
            return;
        }
        long now = pool.nanoTime();
        if (untilTimed == 0 && now - woken > SELDOM) {
            pause(0);
            return;
        }
        timed = true;
        woken = now;
        random = random * 1_103_515_245 + 12_345; // of a congruential generator, whose high bits will do
        untilTimed = 1 + (random >>> 16) % TIMED_OF;
    }

    /**
     * The mounted thread has left.
     *
     * @param ownQueueIsNext whether the carrier looks at its own queue next
     * @return whether one was held until now
     */
    boolean departs(boolean ownQueueIsNext) {
        waking = false;
        Runnable last = isToTakeOut() ? takeOut() : null;
        if (last == null) {
            timed = false;
            return false;
        }
        if (timed) {
            timed = false;
            learn(pool.nanoTime() - woken);
        }
        queue(last, ownQueueIsNext);
        return true;
    }

    /** Queues what is held, as the thread does not leave at once. */
    void flush() {
        Runnable first = isToTakeOut() ? takeOut() : null;
        timed = false;
        if (first != null) {
            queue(first, false);
            learn(prompt);
        }
    }

    /** One may be there that was put back. */
    private boolean isToTakeOut() {
        return holds || task != null;
    }

    private @Nullable Runnable takeOut() {
        holds = false;
        Runnable task = (Runnable) TASK.getAndSet(this, null);
        if (task == null) {
            learn(LONGEST); // the watch has it
        }
        return task;
    }

    private void learn(long stayed) {
        if (stayed < prompt) {
            if (++balance > MOST) {
                balance = MOST;
                nextRecess = RECESS;
            }
            return;
        }
        balance -= Math.min(stayed, LONGEST) / prompt;
        if (balance < 0) {
            pause(-balance);
        }
    }

    private void pause(long against) {
        recess = Math.max(nextRecess, against * RECESS_EACH);
        nextRecess = Math.min(4 * nextRecess, LONGEST_RECESS);
        balance = ADVANCE;
        untilTimed = 0;
    }

    /** Where there is no memory for that it is put back, for the watch or the next departure. */
    private void queue(Runnable task, boolean ownQueueIsNext) {
        try {
            if (ownQueueIsNext) {
                pool.keep(task);
            } else {
                pool.queue(task);
            }
        } catch (Throwable refused) {
            putBack(task);
        }
    }

    // By any thread

    /** Called by the watch only: shares what is held, unless some thread has left this carrier since its last look. {@code departures} is how many have. */
    void look(int departures) {
        if (departures != seen) {
            seen = departures;
            return;
        }
        Runnable task = (Runnable) TASK.getAndSet(this, null);
        if (task != null) {
            try {
                pool.share(task);
            } catch (Throwable refused) {
                putBack(task);
            }
        }
    }

    /** Keeps {@code task}, which could not be queued; whatever it takes, as nobody else knows of it. */
    void putBack(Runnable task) {
        while (!TASK.compareAndSet(this, null, task)) {
            try {
                pool.share(task);
                return;
            } catch (Throwable refused) {
                /* No memory, for now; what is there is one that was put back, too. */
            }
        }
        CarrierWatch.wake();
    }

    boolean isEmpty() {
        return task == null;
    }

    // VarHandle mechanics
    private static final VarHandle TASK;

    static {
        try {
            TASK = MethodHandles.lookup().findVarHandle(NextUp.class, "task", Runnable.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
