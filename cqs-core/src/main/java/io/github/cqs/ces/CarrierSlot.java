package io.github.cqs.ces;

import static io.github.cqs.ces.CarrierPool.SHARED;

import io.github.cqs.internal.Tuning;
import java.lang.invoke.VarHandle;
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
     *       |                                                                    the task goes to the pool, or waits in NextUp until there is memory for that
     *
     * I1 A slot is FULL only while the thread that filled it is still mounted: every departure drains, an exceptional one included, and
     *    nobody else mounts in between. Hence whoever runs on a carrier and finds its slot FULL has filled it.
     * I2 ARMED lasts for one wake-up. Whatever goes wrong in it, departure disarms.
     * I3 A drained task ends in drain() as well, which does not nest: the loop of the outer one goes on with what it left. So two
     *    continuations are on the carrier's stack at most, however long the chain.
     * I4 A task in the slot is nowhere else. It is run or queued, never dropped.
     *
     * The thread that has handed over is queued on this carrier, behind those before it, and nobody is woken for it: to wake another carrier that
     * sleeps takes longer than many a section, and the chain would stand still meanwhile. One that is awake and has nothing to do takes
     * the thread without being called. As the pool promises to run only what it knows of, what was kept so has to be told it before long:
     *  - by the first hand-off of a streak and then by every so many, whose thread goes to the shared queue instead, which wakes a carrier;
     *  - when anything else is queued on this carrier, since the pool takes a queue that is not empty for one that somebody was woken for;
     *  - when the chain ends;
     *  - by CarrierWatch after one to five milliseconds, for the case that the last heir of a chain runs on and does none of this.
     * Without a watch nothing is kept.
     *
     * The streak counts the tasks that were run from the slot since the carrier last took one from a queue. At its bound the slot looks whether
     * something in the shared queues has found no carrier: what others have submitted, or the thread of the last call. Then it passes the task on
     * to a shared queue and the chain ends, and some of what is shared runs when the next thread has left the carrier. Otherwise it goes on to the next bound, up to sixteen of them. A turn that is over while the chain runs is a bound as well.
     *
     * A carrier that hands over never sleeps, and a thread of the operating system that was woken on its processor may have to wait there for the end of
     * a time slice, some milliseconds: another carrier perhaps, or the thread that ends the sleep of virtual threads. So a chain offers the processor in
     * between, at a moment at which none of its threads holds the primitive; and so does a carrier whose threads leave it and that soon finds another one, as where the heir of a fair line is woken ahead. Where the processor is wanted by somebody who keeps it for a whole time slice, another process for
     * example, a carrier that offers its own slice again and again would hardly run at all; so it does so seldom then.
     *
     * Hand-offs pay where a carrier has nothing to do: there the primitive is what all wait for. Where all of them are busy, a thread that goes on
     * with what it has in its caches is faster than one from elsewhere. So each chain looks, and if too few of its last hand-offs saw a
     * carrier without work, the next wake-ups go the plain way for a while. (In plain wake-ups this cannot be seen: each has just given
     * the other carrier something to do.)
     *
     * Turns. Threads that use a fair primitive without ever having to wait keep their carriers, and nothing else gets one: neither who waits for the
     * same primitive without being in its line, nor anybody else. So each carrier looks at the clock in every sixteenth section, and when its turn
     * is over the thread that has just left the section yields, to the end of a line of all who do so (see CarrierPool), or of the own queue where hardly anybody waits. In its place comes what waits in a shared queue, which the pool looks at only
     * when this carrier's own queue is empty, and that may never be the case: those that others here have woken go there. Up to eight
     * of them come, each with those it hands over to, unless one of them finds that the turn is over again. After them the own queue is next. The clock is looked at when threads leave the carrier, too,
     * for whatever reason, every fourth time, but not by those who were let in, since threads that wake one another may keep the own queue from ever being empty, as some do that pass something unfair to and fro.
     * Then one of those in the line is queued here, only every fourth time if the own queue is long, and several after five turns in a row that ended so. Where more waits in the shared queues than comes in at the end of one turn, as after the start of many threads, turns are shorter by as much, but for a
     * sixteenth: a new thread has had one, and is in the line, or waits, before those behind it have waited for long.
     * A carrier whose own queue runs empty looks at the shared queues by itself, and where it does so as often as a turn lets in, turns begin anew: to poll besides takes from other carriers
     * what they are at, and both then exchange their threads for a while. It does not end there, as the pool stays with the shared queue that it has found something in while more comes to that one,
     * for seconds where threads start threads, and a timer may lie in another. So after five turns (OVERDUE) one is over all the same.
     * Turns are half as long in a chain, and for who has released something that was held for long and that others wait for: those go on meanwhile, and beside such sections a yield costs little. Where nobody waits it takes a share of what could be done.
     * After so many turns without any of that (LONG_TURN) who has released something unfair yields as well, if its sections are long.
     * If they are short it does not; but who comes to something unfair that somebody has, after as long, joins the line at once if something is shared. It would have left its carrier there with the JDK's primitives, while ours spins.
     *
     * Guests. Where a line has drained, or handed its threads' carriers over, thousands of them may be in the own queue that had waited for the primitive otherwise, and who has nothing to do with it would wait for all of
     * them. To come in from a shared queue is no help to who is only woken there: the JDK's timers are tasks that wake a thread, and what polls sockets is a thread that wakes others and yields. So whom a timer wakes runs at once; and
     * whom a guest wakes, that is a thread that came in from a shared queue and has not left again, goes to a shared queue if the own one is too long. So does a thread that has yielded, as it
     * would go there if the own queue were empty, or was woken on its way to park, and whom a thread wakes by its end. Of what is shared so much runs now and then that all who were sent there come while those come who were before them in the own queue. But who yields for others of
     * this carrier (runsShared) goes behind those.
     *
     * holds counts what the mounted thread has acquired and not yet released. Its owner takes it along through waits in our primitives
     * (HandOff.park) and our yields; a thread that leaves its carrier otherwise comes back with none. So a thread
     * that slept while it held something may hand over too early: a loss of speed, not of correctness. Permits are counted apart from locks, as one thread may give back what another has
     * acquired; the other would never hand over again, were it not to get rid of what it will not give back. So a line that such permits come from is not
     * counted once it is known (HeirQueue), and whose permits have not come to an end in so many waits and hand-offs that they prevented (PATIENCE) has none.
     * Of a lock that is not counted one section in many is a sample: as such it is held as well, and it is noted whether that has kept the thread on its carrier. Two of them at a time are one, and the first to end tells.
     */

    // What is held, in one number: locks; permits, of which no more are counted than there is room for; waits
    // since there were none of those (PATIENCE); a sample, and what it has found. 4096 locks would be taken for a
    // permit.

    private static final int LOCKS = HandOff.PERMIT - HandOff.LOCK;
    private static final int PERMITS = HandOff.MOST_PERMITS * HandOff.PERMIT;
    private static final int WAIT = PERMITS + HandOff.PERMIT;

    /** Waits, yields, and hand-offs that did not take place, after which permits that were never all given back are not expected to be. */
    static final int PATIENCE = 256;

    private static final int WAITS = (PATIENCE - 1) * WAIT;
    private static final int SAMPLE = PATIENCE * WAIT;
    private static final int PREVENTED = Integer.MIN_VALUE;

    /** Bounds of a streak, at each of which it ends if others wait, and at the last of which it ends. */
    private static final int BOUNDS = 16;

    /** Hand-offs at which it is looked whether another carrier has nothing to do, before that is judged. */
    private static final int LOOKS = 256;

    /** Of {@link #still}: the carrier has nothing to do. */
    static final int IDLE = -1;

    private static final int LONGEST_STILL = 1 << 20;

    /** Wake-ups that go the plain way when hand-offs do not pay. Four times as many the next time: each trial disturbs who is running well. */
    private static final int RECESS = 4_096;

    private static final int LONGEST_RECESS = 64 * RECESS;

    /** Sections from one look at the clock to the next, a power of two. */
    private static final int CLOCK_EVERY = 16;

    /** Hand-offs from one look at the clock to the next, a power of two. */
    private static final int OFFER_EVERY = 8;

    /** The shortest turns, as a part of the others, where more is shared. */
    private static final int SHORTEST = 16;

    /** Tasks in the own queue with which it is long, and times out of which one such a queue gets somebody of the line all the same. */
    private static final int LONG = 3;

    private static final int EVEN_SO = 4;

    /** As so many sections a departure counts, or a long one, a power of two: it takes longer than a short one. */
    private static final int DEPARTURE = 4;

    /** Turns in a row that departures have ended, after which several of the line are queued here. */
    private static final int TURNS = 5;

    /** Tasks in the own queue with which it is too long for who has come from elsewhere. */
    private static final int TOO_LONG = 32;

    /** So many turns are one of threads that use something unfair: to let others in ends a state in which nobody waits. */
    static final int LONG_TURN = 20;

    /** The same where nothing is shared, and whoever waits for this carrier was woken by those who have it: with the JDK's primitives that would take as long as they do not wait. */
    static final int LONGEST_TURN = 20 * LONG_TURN;

    /** After so many turns something shared is let in although the carrier looks for it by itself. */
    static final int OVERDUE = 5;

    private static final int NEVER = Integer.MAX_VALUE;

    /** If others have taken the processor for long, it is not offered for so many times as long. */
    private static final int DEAR = 16;

    /** Nanoseconds, as it may have been a pause of the whole JVM. */
    private static final long LONGEST_PAUSE = 1_000_000_000;

    private final CarrierPool pool;
    private final int bound;
    private final int longest;
    private final int callEvery;
    private final int least;
    private final long turn;
    private final long longTurn;
    private final long longestTurn;
    private final long overdue;
    private final NextUp nextUp;
    private int looks;
    private int idle;
    private int recess;
    private int nextRecess = RECESS;
    private @Nullable Runnable task;
    private boolean armed;
    private boolean passedOn;
    private int limit;
    private boolean draining;
    private boolean deferred;
    private boolean swaps;
    private int streak;
    private int holds;

    /** Sections of fair primitives that were seen here, and departures, which count as several; when the last turn was over; and whether something shared comes next. */
    private int sections;

    private long turned;

    /** How often the carrier has looked for something shared by itself since then, about: of so many departures one is seen; and when something shared was last let in. */
    private int visits;

    private long letIn;

    /** When it was last looked how much is shared. */
    private long looked;

    private boolean runsShared;

    /** Turns in a row that departures have ended. */
    private int departed;

    /** The mounted thread is about to yield, to the end of the line of the pool: the next task that comes here. */
    private boolean linesUp;

    /** How often nobody of the line was let in because the own queue was long. */
    private int passedOver;

    /** What runs here and was shared: a timer that has not woken anybody yet, or a thread that has not left yet. And whom the timer woke. */
    private boolean timer;

    private boolean guest;
    private @Nullable Runnable woken;

    /**
     * How many were sent to the shared queue from here and may be there still; after how many departures some of what is there runs each time, so that they come while those come who were queued here, if
     * nothing else is shared; and how many of these are left.
     */
    private int sent;

    private int interval = NEVER;
    private int due = NEVER;

    /** When the processor is offered to others next. */
    private long offers;

    private final long[] counts = new long[HandOffCounters.KINDS];

    /** The carrier that was there before, for {@link HandOffCounters}. */
    volatile @Nullable CarrierSlot next;

    private volatile boolean retired;

    /** Whose slot this is, if known. */
    private volatile @Nullable Thread carrier;

    /** The mounted thread has released something, and yields for others. */
    private boolean departs;

    /** How often a thread has left; what {@link CarrierWatch} has seen of that, and for how many of its periods it has not changed. */
    private int departures;

    private int seen;
    private int still;

    /** Whether threads lie in this carrier's queue for which no carrier was woken. Read by {@link CarrierWatch} as well. */
    private volatile boolean kept;

    /**
     * An empty slot, of a carrier that is to {@link #begin}.
     *
     * @param pool takes the tasks that are not run here
     * @param bound hand-offs in a row before it is asked whether others wait
     * @param callEvery hand-offs from one that wakes another carrier to the next, a power of two
     * @param least of a hundred hand-offs, at how many another carrier must have nothing to do
     * @param turn nanoseconds after which something shared has its turn, where threads leave the carrier or use fair primitives; a chain offers the processor after a quarter of them
     */
    public CarrierSlot(CarrierPool pool, int bound, int callEvery, int least, long turn) {
        this.pool = pool;
        this.bound = bound;
        this.limit = bound;
        longest = (int) Math.min((long) bound * BOUNDS, Integer.MAX_VALUE);
        this.callEvery = callEvery;
        this.least = least;
        this.turn = turn;
        longTurn = turns(LONG_TURN);
        longestTurn = turns(LONGEST_TURN);
        overdue = turns(OVERDUE);
        nextUp = new NextUp(pool, Tuning.CES_PROMPT);
        turned = pool.nanoTime();
        letIn = turned;
        looked = turned;
        offers = turned + turn / 4;
    }

    private long turns(int n) {
        return turn > Long.MAX_VALUE / n ? Long.MAX_VALUE : n * turn;
    }

    // For the policy

    /** Makes the next wake-up come here; false if it must not. Whether it pays is not asked if what was released is for one waiter alone. */
    boolean arm(boolean alone) {
        if (holds != 0) {
            counts[HandOffCounters.NESTED]++;
            permitsPrevent();
            return false;
        }
        if (armed || task != null) {
            return false;
        }
        if (Rescue.isRecess() || (!alone && !swaps && !pays())) {
            return false;
        }
        armed = true;
        passedOn = false;
        return true;
    }

    private boolean pays() {
        if (recess > 0) {
            recess--;
            return false;
        }
        if (pool.hasIdle()) {
            idle++;
        }
        if (++looks == LOOKS) {
            if (idle * 100 < least * LOOKS) {
                recess = nextRecess;
                nextRecess = Math.min(4 * nextRecess, LONGEST_RECESS);
            } else {
                nextRecess = RECESS;
            }
            looks = 0;
            idle = 0;
        }
        return true;
    }

    /** What {@link HandOff#mounting} answers on this carrier. */
    int mounting() {
        return departures ^ System.identityHashCode(this);
    }

    NextUp nextUp() {
        return nextUp;
    }

    /** Whether the last wake-up met the bound. */
    boolean hasPassedOn() {
        return passedOn;
    }

    void disarm() {
        armed = false;
    }

    /** Whom the mounted thread has woken did not come here. */
    void wokePlainly() {
        counts[HandOffCounters.PLAIN]++;
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
        swaps = false;
    }

    /** Whether hardly anybody waits for this carrier: at most one, as who has handed it over does. */
    boolean isAlmostFree() {
        return pool.queued() <= 1 && pool.backlog() == 0;
    }

    /** Whether nothing waits for this carrier. Then the mounted thread, which is about to leave it, has the one run here that it wakes first. */
    boolean swaps() {
        swaps = pool.queued() == 0 && pool.backlog() == 0;
        deferred |= swaps;
        return swaps;
    }

    int holds() {
        return holds;
    }

    void holds(int holds) {
        this.holds = holds;
    }

    /** What of it the mounted thread takes along as it leaves. */
    int leaves() {
        loseHope();
        return holds;
    }

    /** The mounted thread does not leave since it holds something. */
    private void notePrevented() {
        if ((holds & SAMPLE) != 0) {
            holds |= PREVENTED;
        }
    }

    /** The same, where somebody may wait for that. */
    private void permitsPrevent() {
        notePrevented();
        if ((holds & LOCKS) == 0) {
            loseHope();
        }
    }

    /** Somebody waits while permits are held. */
    private void loseHope() {
        if ((holds & PERMITS) != 0) {
            holds = (holds & WAITS) == WAITS ? holds & ~(PERMITS | WAITS) : holds + WAIT;
        }
    }

    void samples() {
        holds = (holds & ~PREVENTED) | SAMPLE;
    }

    boolean endsSample() {
        boolean prevented = (holds & PREVENTED) != 0;
        holds &= ~(SAMPLE | PREVENTED);
        return prevented;
    }

    void acquired(int what) {
        if (what < HandOff.PERMIT) {
            holds += what;
        } else {
            holds += Math.min(what, PERMITS - (holds & PERMITS));
        }
    }

    /** Whether the mounted thread held all of that, as far as it is counted. */
    boolean released(int what) {
        int kind = what < HandOff.PERMIT ? LOCKS : PERMITS;
        boolean held = (holds & kind) >= what;
        holds = held ? holds - what : holds & ~kind;
        if ((holds & PERMITS) == 0) {
            holds &= ~WAITS;
        }
        return held;
    }

    /**
     * To be asked after a section: whether it is somebody else's turn on this carrier. Then the current thread is to line up and to yield.
     *
     * @param wasLong whether the section was
     * @param waitedFor whether others wait for what was released
     */
    boolean endsTurn(boolean wasLong, boolean waitedFor) {
        if (holds != 0) {
            notePrevented();
            return false;
        }
        if (!looksAtClock(wasLong ? DEPARTURE : 1) || !isTurnOver(wasLong && waitedFor) || Rescue.isRecess()) {
            return false;
        }
        departed = 0;
        return true;
    }

    /** The current thread is about to yield, to the end of the line if {@code linesUp}. Not who holds something, since others may wait for that. */
    void yields(boolean linesUp) {
        this.linesUp = linesUp && holds == 0;
    }

    /** The current thread has yielded, or could not, and holds what it held. */
    void hasYielded(int holds) {
        linesUp = false;
        this.holds = holds;
    }

    /** The current thread, which has released something, is about to yield: it is to get a carrier before long. */
    void departs() {
        departs = true;
        counts[HandOffCounters.DEPARTURES]++;
        VarHandle.fullFence(); // with the watch, which says that it sleeps and then looks
        CarrierWatch.wake();
    }

    /** Such a thread goes on here, or could not leave. */
    void isBack() {
        departs = false;
        counts[HandOffCounters.RETURNS]++;
    }

    /** To be asked after a section: whether the current thread may yield. Then something shared runs in its place. */
    boolean stepsAside() {
        if (holds != 0) {
            permitsPrevent();
            return false;
        }
        if (Rescue.isRecess()) {
            return false;
        }
        runsShared = true;
        return true;
    }

    /** To be called by who is about to wait: something shared runs in its place if nothing was let in for {@link #LONG_TURN} turns. */
    void makeRoom() {
        if (looksAtClock(DEPARTURE) && pool.backlog() != 0 && pool.nanoTime() - letIn >= longTurn) {
            runsShared = true;
        }
    }

    /** Whether something goes on here once the mounted thread has left that does not before. */
    boolean holdsBack() {
        return runsShared || nextUp.holds();
    }

    /** As {@link #endsTurn}, after a long section of something unfair, where turns are {@link #LONG_TURN long}, and the {@link #LONGEST_TURN longest} where nothing is shared. */
    boolean endsLongTurn() {
        if (holds != 0) {
            notePrevented();
            return false;
        }
        if (!looksAtClock(DEPARTURE) || Rescue.isRecess()) {
            return false;
        }
        long now = pool.nanoTime();
        long had = now - turned;
        if (had < longTurn || (had < longestTurn && pool.backlog() == 0 && !pool.hasLine())) {
            return false;
        }
        turned = now;
        departed = 0;
        runsShared = true;
        return true;
    }

    /** Whether the clock is to be looked at, after something that counts as so many sections. */
    private boolean looksAtClock(int weight) {
        sections += weight;
        return (sections & (CLOCK_EVERY - 1)) < weight;
    }

    /** Whether the carrier, which a thread has just left, looks for something shared by itself. */
    private boolean comesToShared() {
        return !draining && !runsShared && task == null && !nextUp.holds() && pool.queued() == 0;
    }

    /** Whether something shared is to be let in although the carrier looks for it by itself. Offers the processor, as such a carrier is never idle perhaps. */
    private boolean isOverdue() {
        visits += CLOCK_EVERY / DEPARTURE;
        if (visits < SHARED) {
            return false;
        }
        visits = 0;
        offerProcessor();
        turned = pool.nanoTime();
        runsShared = turned - letIn >= overdue;
        return runsShared;
    }

    /**
     * Whether it is somebody else's turn.
     *
     * @param half whether turns are half as long
     */
    private boolean isTurnOver(boolean half) {
        long now = pool.nanoTime();
        long had = now - turned;
        long length = half ? turn / 2 : turn;
        if (had < length) {
            if (had < length / SHORTEST || now - looked < length / SHORTEST) {
                return false;
            }
            looked = now;
            if (had * Math.max(SHARED, pool.backlog()) / SHARED < length) {
                return false;
            }
        } else if (streak > 0) {
            limit = Math.min(limit, streak + 1);
        }
        turned = now;
        runsShared = true;
        return true;
    }

    // For the scheduler

    /**
     * Whether this slot takes {@code task}, which was made runnable on this carrier.
     *
     * @param mounted whether by a thread that is mounted here, not by what runs between two of them
     */
    public boolean take(Object scheduler, Runnable task, boolean mounted) {
        if (!armed) {
            if (linesUp) {
                return lineUp(scheduler, task);
            }
            if (this.task != null && !mounted) {
                return keep(scheduler, task);
            }
            if (comesNext(scheduler, task)) {
                return true;
            }
            if (nextUp.takes(scheduler, task)) {
                return true;
            }
            if ((guest || !mounted) && !runsShared && sendAway(scheduler, task)) {
                return true;
            }
            if (kept) {
                call(); // the pool would take it that somebody was woken for what is before this task
            }
            return departs && !mounted && queue(scheduler, task);
        }
        if (!pool.is(scheduler)) {
            counts[HandOffCounters.OTHER_SCHEDULER]++;
            return false;
        }
        armed = false;
        if (streak == limit && streak < longest && pool.backlog() == 0) {
            limit = (int) Math.min((long) limit + bound, longest);
        }
        if (streak < limit) {
            this.task = task;
            return true;
        }
        if (!share(scheduler, task)) {
            return false;
        }
        counts[HandOffCounters.BOUND_HITS]++;
        passedOn = true;
        runsShared = true;
        return true;
    }

    /** Whether {@code task} is whom a timer wakes, and runs as soon as that has ended. */
    private boolean comesNext(Object scheduler, Runnable task) {
        if (!timer || !pool.is(scheduler)) {
            return false;
        }
        timer = false;
        woken = task;
        return true;
    }

    /** Whether {@code task} is shared because the own queue is too long. */
    private boolean sendAway(Object scheduler, Runnable task) {
        int queued = pool.queued();
        if (queued < TOO_LONG || !share(scheduler, task)) {
            return false;
        }
        sent++;
        interval = Math.min(interval, Math.max(1, (int) ((long) queued * SHARED / Math.max(sent, SHARED))));
        due = Math.min(due, interval);
        return true;
    }

    private boolean share(Object scheduler, Runnable task) {
        return passOn(scheduler, task, false);
    }

    /** Whether {@code task}, a thread that leaves, was queued as the scheduler would, but so that it can be found there; and behind whom it has woken. */
    private boolean queue(Object scheduler, Runnable task) {
        if (!pool.is(scheduler)) {
            return false;
        }
        nextUpDeparts(false);
        try {
            pool.queue(task);
            return true;
        } catch (Throwable refused) {
            return false;
        }
    }

    /** Whether {@code task}, which is the thread that has just yielded, is in the line; or in the own queue, if hardly anybody waits. */
    private boolean lineUp(Object scheduler, Runnable task) {
        linesUp = false;
        if (pool.queued() < LONG && !pool.hasLine() && pool.backlog() == 0) {
            return queue(scheduler, task); // nobody gains by the line, which costs a ticket besides
        }
        return passOn(scheduler, task, true);
    }

    private boolean passOn(Object scheduler, Runnable task, boolean toLine) {
        if (!pool.is(scheduler)) {
            return false;
        }
        try {
            if (toLine) {
                pool.lineUp(task);
            } else {
                pool.share(task);
            }
            return true;
        } catch (Throwable refused) {
            return false; // the pool's business
        }
    }

    /**
     * Whether this slot has queued {@code task}, which is the thread that hands over to the one in the slot, or yields to the end of the line; or whom a timer wakes, if nothing is
     * queued here.
     */
    public boolean keep(Object scheduler, Runnable task) {
        if (linesUp) {
            return lineUp(scheduler, task);
        }
        if (this.task == null) {
            return comesNext(scheduler, task) || (departs && share(scheduler, task));
        }
        if (!pool.is(scheduler)) {
            return false;
        }
        try {
            if (!CarrierWatch.isOn()) {
                pool.queue(task);
            } else if ((streak & (callEvery - 1)) == 0) {
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

    /** Whether somebody is here of whom no other carrier was told. */
    boolean hasKept() {
        return kept || !nextUp.isEmpty();
    }

    /** Called by the watch only: tells another carrier of who is here, but of who is next only where no thread has left since its last look; whether there was anybody. */
    boolean callForKept() {
        boolean had = hasKept();
        if (kept) {
            call();
        }
        nextUp.look(departures);
        return had;
    }

    /** Wakes a carrier for what was kept. */
    private void call() {
        kept = false;
        try {
            pool.call();
        } catch (Throwable refused) {
            kept = true; // later, then
        }
    }

    /** To be called before {@link #begin}, or never where nobody is to be taken for idle. */
    public void belongsTo(Thread thread) {
        carrier = thread;
    }

    /** Others know of this slot from now on. To be called once by the carrier itself, before anything runs on it: one that could not be started would never {@link #retire}. */
    public void begin() {
        HandOffCounters.add(this);
    }

    /** Called by the watch only, so many {@code periods} after its last look: in how many of them nobody has left this carrier, but no more than LONGEST_STILL, or IDLE. */
    int still(int periods) {
        int now = departures;
        Thread thread = carrier;
        if (thread != null && pool.isIdle(thread)) {
            still = 0;
            seen = now;
            return IDLE;
        }
        still = now == seen ? Math.min(still + periods, LONGEST_STILL) : 0;
        seen = now;
        return still;
    }

    CarrierPool pool() {
        return pool;
    }

    /** Queues the task of the slot, if there is one, and who is next, to be called where the current thread cannot change its carrier. */
    public void flush() {
        defer(false);
        nextUp.flush();
        Runnable next = task;
        if (next != null) {
            task = null;
            try {
                pool.queue(next);
                counts[HandOffCounters.FLUSHES]++;
            } catch (Throwable refused) {
                // No memory or stack for it. The thread may wait for just that one, and keep its carrier.
                nextUp.putBack(next);
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
        defer(false);
        linesUp = false;
        departs = false;
        departures++;
        guest = false;
        holds = 0;
        boolean wasLetIn = draining && streak == 0;
        if (!wasLetIn && looksAtClock(DEPARTURE) && (comesToShared() ? isOverdue() : isTurnOver(streak > 0))) {
            departed++;
        }
        if (sent > 0 && --due <= 0) {
            runsShared = true;
        }
        nextUpDeparts(!draining && task == null && !runsShared);
        if (draining) {
            return;
        }
        try {
            if (task != null) {
                run();
            } else if (runsShared) {
                runShared();
            }
        } finally {
            endChain();
        }
    }

    private void nextUpDeparts(boolean ownQueueIsNext) {
        if (nextUp.departs(ownQueueIsNext)) {
            counts[HandOffCounters.NEXT_UP]++;
        }
    }

    private void runShared() {
        runsShared = false;
        offerProcessor();
        int admitted = pool.queued() < LONG || (++passedOver & (EVEN_SO - 1)) == 0 ? 1 : 0;
        if (departed >= TURNS) {
            departed = 0;
            admitted = SHARED;
        }
        int left = SHARED;
        Runnable next;
        do {
            next = pool.pollShared();
            if (next != null) {
                runHere(next);
            }
        } while (next != null && --left > 0 && !runsShared);
        turned = pool.nanoTime(); // they were not the own queue's
        letIn = turned;
        visits = 0;
        sent = next == null ? 0 : Math.max(0, sent - (SHARED - left));
        interval = sent == 0 ? NEVER : interval;
        due = interval;
        while (admitted > 0 && pool.hasLine()) {
            admitted--;
            Runnable refused = pool.admit();
            if (refused != null) {
                runHere(refused);
            }
        }
    }

    private void runHere(Runnable next) {
        draining = true;
        try {
            timer = pool.isTimer(next);
            guest = !timer;
            next.run();
        } finally {
            timer = false;
            guest = false;
            draining = false;
            Runnable thread = woken;
            if (thread != null) {
                woken = null;
                runHere(thread);
            }
            if (task != null) {
                run();
            }
            endChain();
        }
    }

    private void endChain() {
        streak = 0;
        limit = bound;
        if (kept) {
            call();
        }
    }

    private void offerProcessor() {
        long now = pool.nanoTime();
        if (now - offers >= 0) {
            pool.offerProcessor();
            long later = pool.nanoTime();
            long taken = later - now;
            offers = later + Math.max(turn / 4, taken < turn / 2 ? 0 : Math.min(DEAR * taken, LONGEST_PAUSE));
        }
    }

    private void run() {
        Throwable failure = null;
        draining = true;
        try {
            for (Runnable next = task; next != null; next = task) {
                if ((++streak & (OFFER_EVERY - 1)) == 0) {
                    offerProcessor();
                }
                task = null;
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
        kept = false;
        carrier = null;
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
