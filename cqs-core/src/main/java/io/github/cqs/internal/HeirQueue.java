package io.github.cqs.internal;

import io.github.cqs.ces.HandOff;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The waiting line of a primitive whose state lives elsewhere and may be taken by barging: locks and semaphores. The line decides who competes
 * for the state, in FIFO order; the state decides who gets it.
 *
 * <p>A subclass defines {@link #tryAcquire} and {@link #isAvailable}. Whoever makes the state available calls {@link #signal} afterwards.
 */
public abstract class HeirQueue extends LineHints {
    /*
     * Overview.
     *
     * Handing the state itself to the first waiter makes everybody wait for that waiter's wake-up (a lock convoy). Here a release frees the
     * state and at most wakes one waiter, the heir, to compete for it. The heir keeps its place at the head of the line until it has
     * acquired or given up, so that the others still follow in FIFO order; all others wait in the CQS. One word tells everything:
     *
     *    line = 8 * (threads in the CQS that no heir role was given to) + 4 * spinner + heir, heir being
     *
     *                       role by CAS from an empty line, or through resume(ROLE)
     *               NONE ---------------------------------------------------------> AWAKE <---+
     *                 ^                                                              |  |     | signal: CAS, then unpark
     *                 |   acquired, given up, or the role refused                    |  |     |
     *                 +--------------------------------------------------------------+  +-> PARKED
     *
     * At most one thread has the role. It was either alone (CAS 0 -> AWAKE: nothing is enqueued at all), or the role was given away: whoever
     * changes NONE to AWAKE takes one thread off the count in the same CAS and owes the CQS one resume(ROLE). So the count is the CQS's
     * contract: each unit stands for one suspend that has come or is sure to come, and each resume was paid with one unit.
     *
     * Nobody is forgotten. The line is stuck if at quiescence the state is available, someone waits, and no heir is awake. Each event that could
     * complete this condition is followed by a look at the other parts, all accesses being volatile:
     *  - the state becomes available: signal() reads the line after the write. It wakes a PARKED heir, or gives the role away. AWAKE needs
     *    nothing: such an heir tries again after it announced PARKED, or ends its role, and either CAS comes after our read. Neither does a
     *    spinner, see below.
     *  - a thread joins: after adding itself to the count it looks whether the state is available while there is no heir, and signals.
     *  - the role ends (acquired, given up, refused): after giving it back the thread looks for an available state and signals; with
     *    several permits that is what lets the next waiter in beside the one that just acquired.
     * A thread that saw the state unavailable may leave the rest to the one that has it, whose release will signal.
     *
     * Cancellation, by interrupt, timeout, or because a virtual thread has no stack to leave its carrier. A waiter in the CQS that leaves takes its unit off the count; if the count is 0 the role is already on its way to it and
     * is refused, which ends the role. An heir that leaves ends its role as above: nothing that a release did for it is lost.
     *
     * The thread of the heir is published in a field. signal() reads it only after its CAS from PARKED to AWAKE: read before, it might name
     * an earlier heir, and the present one would sleep on. Read after, it may at worst name a later heir, which ignores the stray permit,
     * since the heir for which the CAS was made has left without sleeping.
     *
     * Fair primitives refuse to barge in while the line is not empty, and give the role on as soon as the heir has acquired (wake-ahead), so
     * that the next one is awake and first when the state becomes available. Virtual threads do not before a long section, as the
     * next one would leave its carrier a second time, unless it spins until that is over (Waking ahead). Nor do platform threads before a long section: the next one would go back to sleep before it is over, and take a
     * processor twice from those that have something to do. Nor is anybody woken ahead in a line most of which signals of a condition have moved there:
     * they slept through what came before, most of them will sleep again after a look at what they wait for, and to wake two at a time costs more than
     * the state stands still.
     *
     * The spinner. A thread that comes to an unfair line which is not empty may spin for the state before it joins, as the only one: it has set
     * the bit. As long as it is there signal() wakes nobody, since the spinner is awake and about to take what became available: that is
     * what makes two running threads pass a state to and fro while the others sleep. It is an heir without a place, and not forgotten for the same
     * reason: when it takes the bit away, with or without the state, it looks whether something is available, and signals. A
     * release that saw the bit has written the state before, so this look sees it.
     *
     * Spinning. The heir spins, in an unfair line the spinner, and in a fair one the first two platform threads behind the heir;
     * everybody else parks, and all do with one processor. The time doubles whenever it was enough and halves whenever it was not, between two
     * bounds: where the state is held for long, or its holder has no core, spinning soon costs next to nothing. Every sixteenth time that it was not
     * enough (the spinner: every 256th) the longest time is tried: the shortest one would never be enough where the state is held a little longer. Heirs that spin, wait,
     * and give up have no say in that: after them the time falls further, as there was nothing to wait for. Virtual threads spin for about as
     * long as leaving the carrier takes and not longer, for somebody else may need it. Where sections are long enough for carriers to be handed over, but not longer than a
     * platform thread would spin, the heir does so for a whole section: to leave the carrier and come back from another one takes longer.
     *
     * Waking ahead. In a fair line of such sections, and of somewhat longer ones, the next one is woken as a section begins, and spins until it is over, for up to two of them: the line moves on in its order, and who has released works outside of the section
     * meanwhile, without an exchange of carriers. Not if more than one thread waits for the carrier of who wakes (one may have handed it over): the next one might have none in time. And not more than now and then where too many spun in vain (Odds).
     * Whether carriers are handed over does not matter for it. If they are, the release does so where nobody was woken ahead, and where the heir has gone to sleep.
     *
     * Watching. A platform heir that is alone and has spun in vain may wait on without parking (Watch), if the subclass has it so: where what is waited for comes from who
     * in turn waits for this one both would sleep each time, and neither ever spin long enough to meet the other awake.
     *
     * Swapping places. In unfair lines of such sections no virtual thread spins beside the line. Two that alternate would have the state for milliseconds, since to leave takes so long that hardly anybody does; and
     * if one leaves its carrier has nothing to do until the other one's release wakes the heir. So who joins the line wakes the heir, though there is nothing to be had yet, and has its carrier
     * run that one next. The switch takes place while somebody else is in the section, the heir is awake when that one releases, and nobody else is woken: the line moves on with
     * each meeting, in its order. Not if somebody is awake already, or if anybody waits for the carrier, and not more than now and then where too many heirs did so in vain (Odds): there the
     * heir is woken by the release. It spins for up to two sections, whatever was enough before: the carrier has nothing else to do. As to the state this is a signal without anything available, of which an AWAKE heir takes no notice: it looks, announces PARKED, and looks again. The role may come to the one that wakes
     * if nobody is before it.
     *
     * Lingering. Before it joins a fair line that is empty, a thread looks a few times more, unless it is a virtual one with a single carrier: sections shorter than that need no line, and who
     * comes next not to wait behind an heir that has come for nothing. A virtual one that may yield then spins until a section that has just begun would be over, and for as long again: two that run
     * pass sections to and fro without leaving their carriers. One at a time does, as with more carriers others would only burn theirs; and not if sections are so short that its looks would prolong them. A virtual thread looks for about a microsecond before it joins an unfair
     * line, whatever was learned: two running threads whose sections hardly meet then come to alternate without anybody's waiting, where otherwise
     * each meeting lets another thread in, which meets the next. Where it could swap places with the heir only until that was enough once, and then not before somebody has swapped: where others wait for all
     * carriers nobody does, and nobody looks.
     *
     * Yielding. A platform thread gives its processor away a few times, looking again each time, before it joins: a fair line, and an unfair one
     * if sections are long, or it is loose. A line in which all users of a lock stand costs each section a system call that wakes, one that sleeps, and the time until
     * a processor has come to itself; and it stays, since who has been served comes back behind the others. Who yields instead remains
     * runnable: it costs a switch, or a system call if no one else wants the processor, and meanwhile those in the line are served, until there is none.
     * Before a line of several that a condition has moved there nobody yields: it does not drain, as they come back by being signalled. (One that was moved and
     * one that comes by itself are two threads that pass a condition to and fro, which gain by yields. Virtual threads gain nothing, and do not yield if anybody in the line
     * was moved.)
     * A yield lets in whoever wants the processor. If that is another program, which uses up its time slice, and the same happens to the thread that has the state, next to nothing is
     * done: each yield gives away a share of the processor to which who sleeps, and is woken, would have a claim. But if it is another thread of this program, which runs for its time slice without meeting anybody,
     * nothing is better. Both look the same to who yields. So once a yield has taken a millisecond or more, it is tried out now and then in which way more is released (Trials).
     * The order in a fair line is the order of joining, as ever: nobody passes it, and who comes joins after so many yields at most; until then it has
     * no place, and a later one may be before it. Virtual threads do so at fair lines of sections that are too short to hand the carrier over, or that they can spin through and that are not what all wait for (isWorthDraining), unless the line
     * stands: each time that it is served the threads that yield have come round once, so that as many join as are served, however often they yield. That shows in
     * many a thread in a row that yielded in vain while the line became hardly shorter. Then nobody yields for a while, the longer the more often it was so, or until the line was empty. Carriers are
     * not taken from those that run, so where the line is drained, and the running threads do not meet, those who release yield now and then (HandOff.giveWay); in
     * unfair ones of short sections they do not as long as they meet nobody, as they do not with the JDK's locks; in others after many turns, and after many times as many where nobody waits for the carrier but whom they have woken themselves, as two threads that never have to wait never leave.
     *
     * Tight lines. Where a thread that releases comes again within less time than the state takes from one processor to the other, two threads that pass it to and
     * fro do less than one alone, and whoever looks at it slows that one down: each look takes the cache line away. So it is learned how
     * long a thread stays away, and whether any has several turns in a row (LineHints). If so, and that is short, whoever comes joins an unfair line without a look, and the heir looks seldom, and not at once: it has just met who has the state, and to take it between two turns
     * of that one would bring all its cache lines over for one turn. (Who was moved by a condition looks at once: it mostly has its turn after somebody who waits now. So does
     * who has a deadline, which may have passed by then.) A virtual thread that has just come from the line, and meets who was there before, pauses likewise
     * instead of going back behind the others; so it is the other one that leaves. How short depends on how far apart the processors are: about as long as the state takes from one to the other, which is somewhat more than half of what a look takes that gets it from a thread that comes again at once.
     *
     * In fair lines platform threads that yield before they join do alike where the processors are far apart, and a section takes no longer than a few looks do: they look late, and leave whoever runs alone meanwhile. Near, threads that
     * look soon are faster, since one of them works outside of the sections while another has the state.
     *
     * Loose lines. Where threads stay away for longer than that two that run do more than one alone, and do it without sleeping: one is outside while
     * the other has the state, and who comes a little early spins for it. What ends that is somebody in the line: each release that meets nobody awake wakes the next one, by a system call
     * that takes longer than a short section, and who is woken may take the processor of one that has the state, for which the others wait then, and join the line in turn. So before a platform
     * thread joins an unfair line of short sections that is loose it spins for about two of them, lets others run, and does so a few times; most need not join it, and it drains. As
     * nobody has several turns in a row there, how long threads stay away is known from who has to wait right after the section that was timed. Before sections of some microseconds it does so as long
     * as such spins mostly are enough; they are not where who has the state waits for another one, as those do that hold two locks. Then, and while it is not known how long threads stay away, it
     * yields only. If they are known to come again soon, for what a section takes too, it does neither: two that take turns do no more than one, and take twice the processor time.
     *
     * Gathering. Two threads that fill and empty a buffer alternate if each takes the lock as soon as it was signalled: it finds one element or place, and waits again, and all that they share
     * moves from one processor to the other each time. So an heir that a condition has moved to an unfair line, and that is alone there, leaves the state to others for two microseconds, without a look,
     * and finds what they have done meanwhile. Where the other one waits for it, as two do that signal each other in turn, that is time lost. It shows in what is released, so it is tried out
     * which is more (Trials), by the heir, and few waits are given to it once it was found not to be. It has its place, and runs: nobody else is woken meanwhile, and who comes joins behind it.
     *
     * Turns. After some spins and looks that were enough one thread does not spin: else two threads might keep their processors for ever while
     * others are runnable, or sleep in the line. Virtual threads go on for longer where few wait and turns are short, so that all come in soon anyway (LineHints);
     * to leave costs as much as many such sections. Of virtual threads not the one that has come from the line last, if it is the first to be asked: so those that run leave in
     * the order in which they came, each after two turns or so, where otherwise chance keeps some for long.
     *
     * Carriers are handed over (HandOff) where sections are long. An exchange of carriers costs a virtual thread two switches instead of one: for
     * a shorter section that is more than the time for which the state would have stood still. So what was learned of the time from
     * an acquisition in the line to the release decides. In a fair line all such releases hand over to an heir that is not awake: the state is to be had by that one
     * alone, and stands still until it has a carrier, however many others have theirs. But sections have to be longer there than in an unfair one: where those that run spin beside the line
     * and yield, no exchange of carriers comes between two sections.
     * Nothing hands over where threads stay on their carriers between two sections for about as long as others have theirs (isBottleneck): those that run come to alternate and hardly wait, as long as
     * none is made to leave. Turns go on there, as nobody else would get a carrier.
     * What threads hold is counted, in every line that virtual threads wait in and for good, from when a fair line is waited for, or an unfair one has been of long sections for a
     * while. It makes a tight section half as long again, and more, and is for nothing where nobody leaves its carrier from within a section. So of an unfair lock's short sections only
     * those are that are timed, until one of them has kept its thread from leaving.
     *
     * Overtaking. An heir that was woken the plain way is awake in the scheduler's queue, and nobody else is woken meanwhile. If the carrier that has
     * it is not running, since the operating system has given the processor to something else, the thread that does run takes an unfair state again and again for
     * milliseconds; so does the first thread of many that have just been started. Who has released a few times in a row while an heir was awake
     * therefore yields, where carriers are handed over, and some of what others have submitted runs before it. Several running threads that take turns are left
     * alone, but for some milliseconds: each time that one leaves it takes a while until those that run need not wait for each other.
     *
     * Progress. signal() is lock-free. Acquiring blocks.
     *
     * From the CQS paper (PLDI 2023) come the queue, its counter discipline and smart cancellation; the heir replaces the paper's hand-off,
     * which JDK types with a barging tryX and with acquire(n) cannot use.
     */

    private static final long CES_BEHIND = Tuning.CES_BEHIND * QUEUED;

    /** Looks at a fair primitive before its line is joined: about as long as the JDK's locks take to enqueue. */
    static final int LINGER = 3;

    /** Waiters behind the heir of an unfair line from which on yields save something where sections are long. */
    static final int FEW = 3;

    /** Nanoseconds, with two sections, for which a thread looks at a loose line's state before it lets others run. */
    private static final long PATIENCE = 300;

    /** Nanoseconds of a section below which no virtual thread spins beside a fair line: every look would prolong that. */
    static final long BRIEF = 200;

    /** What the CQS hands over: the role of the heir. */
    private static final Object ROLE = true;

    /** How a wait ends. */
    public static final Object ACQUIRED = "acquired";

    private static final Object TIMED_OUT = "timed out";
    private static final Object INTERRUPTED = "interrupted";

    /** How long the next heir may spin. */
    private final SpinTime heirs = SpinTime.persistent();

    /** How long the next thread may spin that is not in the line, or has taken the place of one that has joined it. */
    private final SpinTime spinners = SpinTime.reluctant(Tuning.SPIN_BARGE);

    /**
     * Whether who spins until the section is over mostly gets the state: of virtual threads heirs whom others have left their carriers to, or woken ahead, which may be there too late; of platform
     * threads those that spin beside a loose line, in vain where who has the state waits for another one.
     */
    private final Odds outlasting = new Odds();

    /** Whether somebody has left its carrier to the next heir, or woken it ahead. A hint, as it is found out without order. */
    private boolean takesPlace;

    /** Whether a virtual thread spins beside a fair line. A hint, as it is changed without order. */
    private boolean spinsBeside;

    /** How many are in the line whom {@link #transfer} has put there. Changed by who has the state; as a hint, read by others. */
    private int moved;

    /** Whether the last one to acquire in the line was one of those. Of a state that is exclusive; used by who has it. */
    private boolean lastWasMoved;

    /** A line with the default segment size. */
    protected HeirQueue() {
        this(Tuning.SEGMENT_SIZE);
    }

    /** A line whose memory grows in blocks of {@code segmentSize} waiters. */
    protected HeirQueue(int segmentSize) {
        super(segmentSize);
    }

    /** Takes {@code arg} units of the state for the current thread, if they are there. */
    protected abstract boolean tryAcquire(int arg);

    /** Whether some waiter might acquire now. Must be true after every change for which {@link #signal} is called, until taken. */
    protected abstract boolean isAvailable();

    /**
     * The heir, a platform thread that has spun for what was enough before, is alone and about to park unless it can acquire {@code arg} units: may wait for those otherwise, up to
     * {@code nanos} or an interrupt.
     *
     * @return whether they may be available
     */
    protected boolean watch(int arg, long nanos) {
        return false;
    }

    // Acquiring

    /** Waits until {@code arg} units were acquired; interrupts are kept as status. */
    public final void acquireUninterruptibly(int arg) {
        acquire(arg, false, false, 0L);
    }

    /**
     * Waits until {@code arg} units were acquired.
     *
     * @return the outcome, for {@link #orThrow}: interrupted if that came first, the interrupt status being cleared
     */
    public final Object acquireInterruptibly(int arg) {
        return acquire(arg, true, false, 0L);
    }

    /**
     * Waits until {@code arg} units were acquired, at most {@code nanos} nanoseconds.
     *
     * @return the outcome, for {@link #orThrow}, as of {@link #acquireInterruptibly}, or that time ran out
     */
    public final Object acquireNanos(int arg, long nanos) {
        return acquire(arg, true, true, System.nanoTime() + Math.max(0, nanos));
    }

    /**
     * What every outcome has to go through, in a method that is compiled into the application's: an exception is slower with each method that it leaves and that is not.
     *
     * @return whether what was waited for was acquired
     * @throws InterruptedException if the outcome is that the thread was interrupted first
     */
    public static boolean orThrow(Object outcome) throws InterruptedException {
        if (outcome == INTERRUPTED) {
            throw new InterruptedException();
        }
        return outcome == ACQUIRED;
    }

    /** Answers {@link #ACQUIRED}, {@link #TIMED_OUT} or {@link #INTERRUPTED}. */
    @DontInline
    private Object acquire(int arg, boolean interruptible, boolean timed, long deadline) {
        boolean virtual = Tuning.isVirtual(Thread.currentThread());
        if (virtual) {
            noteVirtualReturn();
        }
        boolean swaps = virtual && swapsPlaces() && !(timed && deadline - System.nanoTime() < Tuning.SOON);
        boolean leaves = virtual && !isFair() && HandOff.leavesAtOnce();
        if (!leaves && linger(arg, timed, deadline)) {
            return ACQUIRED;
        }
        if (!tryInherit()) {
            if (!leaves && !isFair() && !swaps && barge(arg, timed, deadline)) {
                return ACQUIRED;
            }
            long before = (long) LINE.getAndAdd(this, QUEUED);
            if ((before & HEIR) == NONE && isAvailable()) {
                signal();
            }
            swaps = swaps && swapPlaces();
            Object got;
            try {
                got = suspend(interruptible, timed, deadline, TIMED_OUT, INTERRUPTED);
            } finally {
                if (swaps) {
                    HandOff.settle();
                }
            }
            if (got == TIMED_OUT || got == INTERRUPTED) {
                spinners.wasGivenUp();
                return got;
            }
        }
        return compete(Thread.currentThread(), arg, interruptible, timed, deadline, false);
    }

    /** Looks at the state from beside the line, in a fair one only while that is empty; between looks a platform thread lets others run. */
    private boolean linger(int arg, boolean timed, long deadline) {
        boolean fair = isFair();
        boolean virtual = Tuning.isVirtual(Thread.currentThread());
        int looks = LINGER;
        if (!virtual) {
            if (!fair) {
                noteReturn();
                boolean isShort = sectionNanos() < Tuning.SPIN_SECTION;
                boolean loose = isLoose();
                if (loose && alternates(isShort)) {
                    return alternate(arg, timed, deadline);
                }
                if (isShort || (gapNanos() != 0 && !loose && isBrief())) {
                    return false;
                }
            }
        } else if (fair) {
            noteVirtual();
            looks = Tuning.SPIN_VIRTUAL > 0 ? LINGER : 1;
        } else {
            if (isTight()) {
                return isNewcomer() && lookLater(arg);
            }
            if (!mayStay(true)) {
                return false;
            }
            looks = Tuning.SPIN_LOOKS_VIRTUAL;
        }
        int yields = yields(virtual);
        boolean yielding = yields > 0;
        boolean looksLater = fair && !virtual && isLookDear();
        boolean lookIsTimed = fair && !virtual && isNextTimed();
        for (; ; yields--) {
            for (int i = 0; i < looks && (!fair || line == 0); i++) {
                if (i > 0) {
                    Thread.onSpinWait();
                }
                if (looksLater) {
                    pause(Tuning.SPIN_PAUSES_TIGHT);
                    if (line != 0) {
                        break;
                    }
                }
                long before = lookIsTimed ? System.nanoTime() : 0L;
                if (isAvailable() && tryAcquire(arg)) {
                    if (lookIsTimed) {
                        learnLook(System.nanoTime() - before);
                    }
                    return hasLingered(virtual, yielding);
                }
            }
            if (yielding && virtual && line == 0 && outlast(arg, timed, deadline)) {
                return hasLingered(true, true);
            }
            if (yields == 0 || (timed && deadline - System.nanoTime() < Tuning.SOON)) {
                if (yielding && virtual) {
                    yieldedInVain();
                }
                return false;
            }
            if (!virtual) {
                yieldProcessor();
            } else {
                HandOff.yieldCarrier(!timed); // behind others it might be too late
            }
        }
    }

    /** The current thread has acquired from beside the line, which it was about to yield before, or not. */
    private boolean hasLingered(boolean virtual, boolean yielding) {
        if (!virtual) {
            noteAcquisition();
        } else if (isFair()) {
            noteNext();
        } else {
            hadTurn();
        }
        if (yielding) {
            yieldedWithSuccess();
        }
        return true;
    }

    /** A virtual thread spins beside a fair line while that is empty, for as long as a section that has just begun would take; as the only one, roughly. */
    private boolean outlast(int arg, boolean timed, long deadline) {
        if (spinsBeside || sectionNanos() < BRIEF || Tuning.SPIN_VIRTUAL == 0) {
            return false;
        }
        long now = System.nanoTime();
        if (timed && deadline - now < Tuning.SOON) {
            return false;
        }
        spinsBeside = true;
        try {
            long end = now + longestSection();
            do {
                Thread.onSpinWait();
                if (isAvailable() && line == 0 && tryAcquire(arg)) {
                    return true;
                }
            } while (line == 0 && System.nanoTime() - end < 0);
            return false;
        } finally {
            spinsBeside = false;
        }
    }

    /** Whether a platform thread that comes to an unfair line, which is loose, spins for the state before it lets others run. */
    private boolean alternates(boolean isShort) {
        return Tuning.SPIN_BARGE > 0 && (isShort || (isBrief() && outlasting.areGood()));
    }

    /** Whether sections are short enough for threads to spin through them, if there is something to be gained by it. */
    private boolean isBrief() {
        return sectionNanos() < Tuning.SPIN_SECTION_LOOSE;
    }

    /** Spins beside an unfair line that is loose, and lets others run in between. */
    private boolean alternate(int arg, boolean timed, long deadline) {
        for (int yields = yields(false); yields > 0; yields--) {
            long now = System.nanoTime();
            if (timed && deadline - now < Tuning.SOON) {
                return false;
            }
            boolean acquired = spin(PATIENCE + 2L * sectionNanos(), arg, now, timed, deadline);
            outlasting.learn(acquired);
            if (acquired) {
                noteAcquisitionBeside(now);
                return true;
            }
            yieldProcessor();
        }
        return false;
    }

    @SuppressWarnings(
            "ThreadPriorityCheck") // who has the state, or is before this thread in the line, may need this core
    private void yieldProcessor() {
        long before = System.nanoTime();
        Thread.yield();
        yielded(System.nanoTime() - before);
    }

    /** How often the current thread gives its processor or carrier away before it joins the line. */
    final int yields(boolean virtual) {
        boolean fair = isFair();
        if (!virtual) {
            return (moved > 1 && isMoved(line)) || hasDeferred() || lastsLong(fair) || !triesYields()
                    ? 0
                    : fair && moved == 0 ? Tuning.SPIN_YIELDS_FAIR : Tuning.SPIN_YIELDS;
        }
        return fair && HandOff.isOn() && isWorthDraining() && moved == 0 && !isInRecess(line == 0)
                ? Tuning.SPIN_YIELDS_VIRTUAL
                : 0;
    }

    /** Whether sections are so long, or so many wait for theirs in a fair line, or so few in an unfair one, that yields cost more than they save. */
    private boolean lastsLong(boolean fair) {
        long section = sectionNanos();
        if (section > Tuning.SPIN_SECTION_LONGEST) {
            return true;
        }
        return fair
                ? section * (line / QUEUED) > Tuning.SPIN_LINE_LONGEST
                : section > Tuning.SPIN_SECTION_FEW && line / QUEUED < FEW; // the line is read last: others write it
    }

    /** Takes the role if the line is empty. */
    private boolean tryInherit() {
        return line == 0 && LINE.compareAndSet(this, 0L, AWAKE);
    }

    /** Spins for the state without a place in the line, as the only one who does. */
    private boolean barge(int arg, boolean timed, long deadline) {
        boolean virtual = Tuning.isVirtual(Thread.currentThread());
        long longest = virtual ? Math.min(Tuning.SPIN_VIRTUAL, Tuning.SPIN_BARGE) : Tuning.SPIN_BARGE;
        long l = line;
        if ((l & SPINNER) != 0 || (!virtual && (l & HEIR) == AWAKE) || isTight() || !spinners.isWorthIt(longest)) {
            return false;
        }
        if (!hasTurn(virtual) || !LINE.compareAndSet(this, l, l + SPINNER)) {
            return false;
        }
        try {
            return spin(spinners, longest, arg, System.nanoTime(), timed, deadline);
        } finally {
            LINE.getAndAdd(this, -SPINNER);
            if (isAvailable()) {
                signal();
            }
        }
    }

    /**
     * The current thread, a virtual one, has joined the line, and is about to leave its carrier: unless that has something else to do, or somebody is awake for the state, the heir gets it.
     *
     * @return whether {@link HandOff#settle} is to follow
     */
    private boolean swapPlaces() {
        if (!needsSignal(line) || !outlasting.areGood() || !HandOff.aboutToSwap()) {
            return false;
        }
        noTurns();
        takesPlace = true;
        for (long l = line; needsSignal(l); l = line) {
            if (call(l)) {
                return true;
            }
        }
        takesPlace = false;
        return true;
    }

    /** What the heir does until it has acquired or gives up; {@code wasMoved} by {@link #transfer}, perhaps. */
    private Object compete(
            Thread current, int arg, boolean interruptible, boolean timed, long deadline, boolean wasMoved) {
        heir = current;
        int nanos = heirs.nanos();
        boolean virtual = Tuning.isVirtual(current);
        long longest = longestSpin(virtual);
        boolean acquired = false;
        boolean interrupted = false;
        boolean parked = false;
        try {
            boolean swapped = false;
            boolean spins = heirs.isWorthIt(longest)
                    && (!virtual || ((isSpunThrough() || hasTurn(true)) && !HandOff.holdsBack()));
            if (virtual) {
                noteVirtual();
            } else if (wasMoved && longest > 0 && mayGather() && gathers()) {
                leaveToOthers(Tuning.CONDITION_GATHER);
            }
            for (boolean looks = !spins || timed || wasMoved || !isTight(); ; looks = true) {
                if (takesPlace) { // perhaps of who came when this one had spun already
                    takesPlace = false;
                    swapped = true;
                }
                if (interruptible && Thread.interrupted()) { // the release that woke this thread may have come after
                    return INTERRUPTED;
                }
                acquired = looks && tryAcquire(arg);
                if (!acquired && (spins || swapped || timed)) {
                    long now = System.nanoTime();
                    if (timed && deadline - now <= 0) {
                        if (interruptible && Thread.interrupted()) {
                            return INTERRUPTED;
                        }
                        return TIMED_OUT;
                    }
                    acquired = swapped
                            ? spin(longestSection(), arg, now, timed, deadline)
                            : spins && spin(heirs, longest, arg, now, timed, deadline);
                }
                if (swapped) {
                    swapped = false;
                    outlasting.learn(acquired);
                }
                if (!acquired
                        && spins
                        && !virtual
                        && line < QUEUED
                        && watch(arg, timed ? deadline - System.nanoTime() : Long.MAX_VALUE)) {
                    acquired = tryAcquire(arg);
                }
                if (acquired) {
                    return ACQUIRED;
                }
                setHeir(PARKED);
                acquired = tryAcquire(arg);
                if (acquired) {
                    return ACQUIRED;
                }
                while ((line & HEIR) == PARKED) {
                    if (Thread.interrupted()) {
                        if (interruptible) {
                            return INTERRUPTED;
                        }
                        interrupted = true;
                    } else if (timed) {
                        long remaining = deadline - System.nanoTime();
                        if (remaining <= 0) {
                            // Who has released may have lost its processor before it could wake this one.
                            acquired = tryAcquire(arg);
                            return acquired ? ACQUIRED : TIMED_OUT;
                        }
                        HandOff.parkNanos(blocker(), remaining);
                        parked = true;
                    } else {
                        HandOff.park(blocker());
                    }
                }
            }
        } finally {
            if (interrupted) {
                current.interrupt();
            }
            if (acquired) {
                lastWasMoved = wasMoved;
                if (wasMoved) {
                    moved--;
                }
                leave(virtual);
            } else {
                heirs.wasInVain(nanos, longest);
                endRole(); // interrupted, out of time, or tryAcquire threw
                if (timed && !parked) {
                    HandOff.timedOutUnparked(blocker());
                }
            }
        }
    }

    /** Whether others may be about to do more of what the heir was signalled for. */
    private boolean mayGather() {
        return Tuning.CONDITION_GATHER > 0 && !isFair() && line < QUEUED;
    }

    /** Lets so much time pass. */
    static void leaveToOthers(long nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    private boolean spin(SpinTime time, long longest, int arg, long now, boolean timed, long deadline) {
        int nanos = time.nanos(longest);
        if (spin(nanos, arg, now, timed, deadline)) {
            time.wasEnough(nanos, longest);
            return true;
        }
        time.wasNotEnough(nanos, longest);
        return false;
    }

    private boolean spin(long nanos, int arg, long now, boolean timed, long deadline) {
        boolean tight = isTight();
        long end = now + (timed ? Math.min(nanos, deadline - now) : nanos);
        int pauses = Tuning.SPIN_PAUSES_FIRST;
        int longestPauses = Tuning.SPIN_PAUSES;
        int spent = 0;
        long last = now;
        if (tight) {
            pauses = Tuning.SPIN_PAUSES_TIGHT;
            longestPauses = pauses;
            pause(pauses);
            last = System.nanoTime();
        }
        do {
            if (isAvailable() && tryAcquire(arg)) {
                if ((tight || spent > 0) && isLookTimed(last)) {
                    learnLook(System.nanoTime() - last);
                }
                hadTurn();
                return true;
            }
            pause(pauses);
            spent += pauses;
            pauses = Math.min(2 * pauses, longestPauses); // every look takes the holder's cache line away
            last = System.nanoTime();
        } while (spent < nanos && last - end < 0); // no hint takes less than a nanosecond
        return false;
    }

    /** Looks once at the state of a tight line, and not at once. */
    private boolean lookLater(int arg) {
        pause(Tuning.SPIN_PAUSES_TIGHT);
        return isAvailable() && tryAcquire(arg);
    }

    private static void pause(int hints) {
        for (int i = 0; i < hints; i++) {
            Thread.onSpinWait();
        }
    }

    /** Changes AWAKE or PARKED to {@code state}, by the heir itself or in its name. */
    private void setHeir(long state) {
        for (; ; ) {
            long l = line;
            if (LINE.compareAndSet(this, l, (l & ~HEIR) | state)) {
                return;
            }
        }
    }

    /** The heir has acquired. */
    private void leave(boolean virtual) {
        noteHeir();
        if (virtual && !isFair()) {
            cameIn();
        }
        if (virtual) {
            noteNext();
        } else {
            noteAcquisition();
        }
        if (moved != 0 && line < QUEUED) {
            moved = 0; // a moved thread without the stack to acquire has not taken itself off
        }
        if (!isFair()
                || isMoved(line)
                || (virtual ? mayHandOver() && !wakesNext() : sectionNanos() > Tuning.SPIN_SECTION_EARLY)) {
            endRole();
            return;
        }
        heir = null;
        for (; ; ) {
            long l = line;
            if (l < QUEUED) {
                if (LINE.compareAndSet(this, l, 0L)) {
                    return;
                }
            } else if (LINE.compareAndSet(this, l, (l & ~HEIR) - QUEUED + AWAKE)) {
                resume(ROLE);
                return;
            }
        }
    }

    /** Whether the current thread, a virtual one, wakes the next one for that one to spin until the section is over. */
    private boolean wakesNext() {
        if (line < QUEUED || !wakesAhead() || !outlasting.areGood() || !HandOff.hasCarrierToItself()) {
            return false;
        }
        takesPlace = true;
        return true;
    }

    /** Whether most of those behind the heir were moved there by a condition. */
    private boolean isMoved(long line) {
        return 2 * QUEUED * moved > (line & -QUEUED);
    }

    /** How many {@link #transfer} has put into the line that have not acquired yet; 0 if nobody waits. */
    final int moved() {
        return moved;
    }

    private void endRole() {
        heir = null;
        for (; ; ) {
            long l = line;
            if (LINE.compareAndSet(this, l, l & ~HEIR)) {
                if (l >= QUEUED && isAvailable()) {
                    signal();
                }
                return;
            }
        }
    }

    // Releasing

    /** To be called after {@code n} units of the state were acquired, by those at least who were {@link #askNext asked} to, and by all while {@link HandOff#counts it is counted} what threads hold. */
    public final void acquired(int n) {
        if (notes != 0) { // small, as released()
            afterAcquisition(n);
        }
    }

    /** Not compiled into its callers: as part of them it is so large that they in turn are not compiled into theirs. */
    @DontInline
    private void afterAcquisition(int n) {
        if ((notes & COUNTED) != 0) {
            noteNextTurn(); // first, as it takes the time
        }
        if (isTold() && n > 0 && isCounted() && !HandOff.acquired(held(n))) {
            noteHolder(true, n); // nobody will know who held it
        }
        if ((notes & NEXT) != 0) {
            beginsNext();
        }
    }

    /** What {@code n} units of the state are to the hand-off policy. */
    private int held(int n) {
        return isOwned() ? HandOff.LOCK : HandOff.permits(n);
    }

    /**
     * To be called after {@code n} units of the state were released: {@link #signal}, and the end of what {@link #acquired} began.
     *
     * @param last whether the caller has nothing else to do for others, and so may yield at the end of its carrier's turn; if not, {@link #giveWay} may follow. For the heir it leaves its
     *     carrier in either case
     */
    public final void released(int n, boolean last) {
        if (notes != 0 || needsSignal(line)) { // small: this is part of every release once somebody has waited
            afterRelease(n, last);
        }
    }

    /** Whether somebody waits, and none of those is awake. */
    private static boolean needsSignal(long line) {
        return (line & (AWAKE | SPINNER)) == 0 && line != 0;
    }

    /** Not compiled into its callers, as {@link #afterAcquisition}. */
    @DontInline
    private void afterRelease(int n, boolean last) {
        boolean timed = (notes & TIMED) != 0;
        if (timed) {
            noteSection(); // first, as what follows may not be compiled
        }
        if ((notes & PASSING) != 0) {
            notePassed();
        }
        if (isTold() && n > 0 && isCounted()) {
            if (last && isFair() && line == 0 && !timed) { // nobody is to be woken
                noteHolder(HandOff.releasedAndGiveWay(held(n), isLong()), n);
                return;
            }
            noteHolder(HandOff.released(held(n)), n);
        }
        if ((notes & NEXT) != 0) {
            askNext();
        }
        signal();
        if (timed) {
            noteTimedTurn();
        } else if ((notes & COUNTED) != 0) {
            noteTurn();
        }
        if (last) {
            giveWay();
        }
    }

    /** To be called after {@link #released}, by who has nothing else to do for others: a virtual thread may yield. */
    public final void giveWay() {
        if (!isTold()) {
            return;
        }
        boolean fair = isFair();
        if (!fair && !mayHandOver()) {
            return;
        }
        boolean yielded;
        if (fair) {
            yielded = HandOff.giveWay(isLong(), line != 0);
        } else if ((line & HEIR) == AWAKE && handsOver() && overtakesAgain()) {
            yielded = HandOff.stepAside();
        } else {
            yielded = HandOff.giveWayLate();
        }
        if (yielded) {
            noteYield();
        }
    }

    /** To be called after the state has become available, or more of it. */
    public final void signal() {
        for (long l = line; needsSignal(l) && isAvailable(); l = line) {
            if (call(l)) {
                return;
            }
        }
    }

    /** Wakes the heir, or gives the role away, if the line is still {@code l}. */
    private boolean call(long l) {
        if ((l & HEIR) == PARKED) {
            if (!LINE.compareAndSet(this, l, l - PARKED + AWAKE)) {
                return false;
            }
            Thread waiter = heir;
            if (waiter != null) {
                unpark(waiter);
            }
            return true;
        }
        if (!LINE.compareAndSet(this, l, l - QUEUED + AWAKE)) {
            return false;
        }
        resume(ROLE);
        return true;
    }

    /**
     * Waking the heir is the last act of a release, and of giving the role up: on virtual threads the carrier may go with it. Not without others
     * behind the heir: they are the sign that the state is what all wait for, and not the processors, which an exchange only costs. And not
     * by a thread that has just acquired, which wakes the next one of a fair line ahead. Who was alone in an unfair line may be next on the carrier all the same,
     * where threads that wake somebody leave at once; not in a fair one, where the thread that wakes comes back and looks, or yields, meanwhile.
     */
    @Override
    protected final void unpark(Thread waiter) {
        if (!HandOff.isOn()) {
            LockSupport.unpark(waiter);
        } else {
            unparkOrHandOver(waiter);
        }
    }

    /** Not compiled into its callers, of which there are many. */
    @DontInline
    private void unparkOrHandOver(Thread waiter) {
        boolean fair = isFair();
        boolean alone = line < CES_BEHIND && !hasDeferred();
        if (alone && !fair) {
            HandOff.wake(waiter);
        } else if (alone || !handsOver() || (fair && !(isTold() && isAvailable()))) {
            HandOff.unparkPlainly(waiter);
        } else if (HandOff.unpark(waiter, fair)) {
            noteYield();
        }
    }

    /** In a fair line the first two behind the heir are about to follow; whoever comes later parks at once, and so does a virtual thread, on whose carrier others may wait. */
    @Override
    protected final long spinNanos() {
        return isFair() && line < (Tuning.SPIN_RADIUS + 1) * QUEUED && !Tuning.isVirtual(Thread.currentThread())
                ? heirs.nanos()
                : 0;
    }

    // Cancellation in the CQS

    @Override
    protected final boolean onCancellation() {
        for (; ; ) {
            long l = line;
            if (l < QUEUED) {
                return false;
            }
            if (LINE.compareAndSet(this, l, l - QUEUED)) {
                return true;
            }
        }
    }

    @Override
    protected final void completeRefusedResume(Object role) {
        endRole();
    }

    @Override
    protected final void beforeResume(@Nullable Thread waiter) {
        heir = waiter;
    }

    // Waiting in another place first (conditions)

    /** The place of a thread in the line that was put there by {@link #transfer}. */
    public static class Place extends Ticket {
        private boolean inherited;

        /** No place yet. */
        protected Place() {}
    }

    /**
     * Appends {@code waiter}, which waits elsewhere, to the line without waking it. Only the holder of a state that is exclusive may call
     * this. The waiter continues with {@link #acquireTransferred}, {@code place} being published to it by the caller after this call.
     *
     * @return false if the waiter is to be woken by the caller
     */
    protected final boolean transfer(Thread waiter, Place place) {
        moved++;
        if (tryInherit()) {
            heir = waiter;
            place.inherited = true;
            setHeir(PARKED);
            return true;
        }
        LINE.getAndAdd(this, QUEUED);
        return suspendFor(waiter, place);
    }

    /** The second half of {@link #transfer}, called by the waiter: waits until {@code arg} units were acquired. */
    protected final void acquireTransferred(Place place, int arg) {
        if (!place.inherited) {
            awaitUninterruptibly(place);
        }
        compete(Thread.currentThread(), arg, false, false, 0L, true);
    }

    /** Whether some threads that wait for the state are to have a place in the line later, by {@link #transfer}. They count as if they had it. */
    protected boolean hasDeferred() {
        return false;
    }

    /** Those threads, without whoever was given a place before this call. */
    protected List<Thread> deferredThreads() {
        return List.of();
    }

    /** How many have a place in the line. */
    public final long places() {
        long l = line;
        return l / QUEUED + ((l & HEIR) == NONE ? 0 : 1);
    }

    /**
     * Whether the last one to acquire in the line was put there by {@link #transfer}, and has not released since: somebody is behind it, and nobody awake. As a hint, and only if
     * somebody is behind it. To be asked by who has the state.
     */
    public final boolean isStillWithMoved() {
        return lastWasMoved && needsSignal(line);
    }

    // Inspection

    /** Whether nobody has a place in the line or is about to. */
    public final boolean isEmpty() {
        return (line & ~SPINNER) == 0;
    }

    /** Whether {@link #threads} would name one. */
    public final boolean hasThreads() {
        return hasDeferred() || (!isEmpty() && (seenHeir() != null || !threads().isEmpty()));
    }

    /** How many {@link #threads} would name. */
    public final int length() {
        return threads().size();
    }

    /** Whether {@link #threads} would name {@code thread}. An heir is published before it leaves its cell, so it is seen in one of the places. */
    public final boolean contains(Thread thread) {
        return isIn(deferredThreads(), thread) || isQueued(thread) || seenHeir() == thread;
    }

    /** Not by {@code equals}, which may be the application's. */
    private static boolean isIn(Iterable<Thread> threads, Thread thread) {
        for (Thread t : threads) {
            if (t == thread) {
                return true;
            }
        }
        return false;
    }

    /**
     * The heir, but for the current thread, which waits for nothing as it asks: who gives the role away publishes whom it found, and until it
     * has found out that this one had just given up, that one may be here. (So others may be told of it for as long; it has not returned
     * from its wait, or just so.)
     */
    private @Nullable Thread seenHeir() {
        Thread h = heir;
        return h == Thread.currentThread() ? null : h;
    }

    /**
     * The threads that wait; a snapshot. All that is told of the line is of those that can be seen here: a thread is counted before it is in its
     * cell, and who was told of a waiter will ask for it.
     */
    public final List<Thread> threads() {
        List<Thread> deferred = deferredThreads(); // before the line, into which they go
        List<Thread> threads = queuedThreads();
        Thread first = seenHeir();
        if (first != null && !isIn(threads, first)) {
            threads.add(0, first);
        }
        if (deferred.isEmpty()) {
            return threads;
        }
        List<Thread> all = new ArrayList<>(threads);
        Set<Thread> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        seen.addAll(threads);
        for (Thread thread : deferred) {
            if (seen.add(thread)) {
                all.add(thread);
            }
        }
        return all;
    }

    static {
        link(new HeirQueue(1) {
            @Override
            protected boolean tryAcquire(int arg) {
                return false;
            }

            @Override
            protected boolean isAvailable() {
                return false;
            }

            @Override
            protected boolean isFair() {
                return false;
            }

            @Override
            protected boolean isOwned() {
                return false;
            }
        });
    }

    /** Runs each kind of operation once: later there may be no memory for that (see {@link Segment}). */
    private static void link(HeirQueue unused) {
        LINE.getAndAdd(unused, 0L);
        unused.setHeir((long) LINE.getAndAdd(unused, 0L));
        unused.note(TIMED);
        unused.noteNoMore(TIMED);
        unused.learnLook(0L);
        unused.yielded(Long.MAX_VALUE);
        for (int i = 0; i <= Trials.WAITS; i++) {
            unused.triesYields();
            unused.gathers();
        }
    }
}
