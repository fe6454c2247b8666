package io.github.cqs.internal;

import io.github.cqs.ces.HandOff;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * What the line of a primitive has learned of those who use it, on which {@link HeirQueue} decides who spins, yields, looks, and hands its carrier over. Nothing
 * here is needed for anybody to be served.
 */
abstract class LineHints extends LineState {
    /*
     * Overview.
     *
     * Sections and gaps are timed now and then, by those who have the state:
     *
     *              acquisition in the line, one of several           release
     *    nothing -------------------------------------> TIMED ---------------------------> section learned; COUNTED, in an unfair line
     *
     *              releases of the same thread in a row      that one acquires      it releases        it acquires once more
     *    COUNTED ------------------------------------> asked -----------------> TIMED ----------> asked ----------------------> gap learned
     *       |
     *       +--> nothing: another thread has released or acquired
     *
     * Of virtual threads it is not the section of who has waited that is timed, but the next one, whoever's (NEXT, and asked for at the release where acquisitions are not told anyway).
     * Where waits are rare the first took 1 to 8 us in place of 250 ns, the next about 1. The same section of an unfair lock is a sample of whether it has to be counted who holds that one.
     *
     * Which are timed no period of the program may decide: where sixteen threads are woken one after the other by one whose sections are longer, each sixteenth is always of the same thread.
     * So what is added for each acquisition is the golden ratio's part of an int's range, and those are timed with which the sum has gone round and is small: where it is one of eight, after 5, 8 or 13 of them.
     * That sum, and what a time is noted in, are written in the section, and come from another processor where the state does. So those that spin beside a loose line take the clock for the sum, which
     * they have read, and time fewer once nobody has had turns in a row for a while.
     *
     * What times them is not compiled before it has run some hundred times, and until then takes longer than most of what it times: a gap of 5 ns looked like 300, one of 130 like 450, and compiled like 100 and 240.
     * So an unfair line's first sections are timed more often than later ones, and nothing but what a thread does by itself lies between the two looks at the clock that a gap is taken from.
     * A fair line learns no gaps, and its sections are timed seldom once it knows that they are short: one that is long, of those few, has others timed more often.
     *
     * A gap is the time for which a thread stays away that has the state several times in a row; by its last turns those who have just lost the state are
     * asleep. Where nobody has it several times in a row it is the time until who has released a timed section has to wait. That tells how soon threads come again, and not that the state is best left to one:
     * two that signal each other have it in strict turns, come again at once, and gain by looking. So a line is tight only if turns in a row were among the last gaps (MOST_RETURNS), or there were few gaps yet. Turns are counted at releases; when the next one begins is told by who acquires, always or if asked to (askNext): where all that
     * is done is to take the state, a question after each acquisition is a tenth of it. What threads do of this is noted in one field, so that who has nothing to do
     * finds that out by one look.
     *
     * The gaps of virtual threads that hand their carriers over are known from who has to wait again after a section that was timed, and tell whether hand-offs pay (isBottleneck). They are taken from when that
     * one goes on, which may be long after its release. Only those count for which it stays on its carrier: where threads leave theirs between two sections others have sections meanwhile, however long they are away.
     * Who has left it by what a release does here, at the end of a turn or to hand over, has not left it by itself, and tells nothing: hand-offs would be taken for a sign that they pay.
     *
     * A semaphore may be no lock: where threads release what others have acquired, as those that pass things on through a bounded pool do, nobody is in a section, and what was
     * timed is how long something lies there. Nothing is gained then by handing over or by stepping aside for who is awake. So who ends a section that is timed
     * is compared with who began it; of several permits, any of the holders may be the next to release, so it takes many others in a row (strangers).
     *
     * How far apart the processors are is learned from looks that get the state. Who leaves its carrier to others, and whether yields drain
     * the line, is counted. Whether to yield at all, where that has cost time slices, and whether to gather, is tried out: releases are counted while that goes on (PASSING), of
     * which some get lost where several threads release at once; so are waits. What is found is noted by one thread at a time (judging), and read by the others without order.
     *
     * All fields but notes and judging are updated without synchronization: what gets lost is a hint, and comes again. Times are learned of threads that may have lost their
     * processor meanwhile, while others wrote when something later began: whatever the difference is, what is learned stays in its range.
     */

    /** Of {@code 1 << EVERY_BITS} acquisitions after a wait one is timed: a clock costs as much as a lock. */
    private static final int EVERY_BITS = 3;

    /** The same of an unfair line's first ones: what is not compiled yet takes several times as long as most of what it times. */
    private static final int EVERY_FIRST_BITS = 1;

    /** The same of a fair line's short sections, but for the first ones. */
    private static final int EVERY_FAIR_BITS = 7;

    /** So many sections timed are the first ones. */
    static final int FIRST = 256;

    /** The same where it is the next section that is timed: to ask for that costs as much again. */
    private static final int EVERY_NEXT_BITS = 4;

    /** The same of who spins beside a loose line, once it has been so for a while. */
    private static final int EVERY_BESIDE_BITS = 5;

    /** The golden ratio's part of an int's range: what is added for each. */
    private static final int GOLDEN = 0x9E37_79B9;

    /** Nanoseconds, with those of a clock, that a look takes at least if the processors are far apart. */
    private static final int FAR = 100;

    /** Of so many looks a section is short. */
    private static final int LOOKS = 3;

    /** The part of the difference to the last section timed that is learned: little enough for one whose thread lost its processor not to look like what sections are now. */
    private static final int LEARNED = 16;

    /** The same before {@link #STEADY} were timed. */
    private static final int LEARNED_FIRST = 4;

    /** A section counts as at most so many times what was learned, and these nanoseconds: in a longer one somebody slept or was preempted. */
    private static final int OUTLIER = 4;

    private static final int OUTLIER_NANOS = 1_000;

    /** For so many sections who spins until one is over does so: some are longer than others. */
    private static final int OUTLASTED = 2;

    /**
     * After how many timed sections in a row that leave what was learned long it is taken for granted: code that is not compiled yet, and threads that
     * lose their processor, make a few of the first ones long.
     */
    static final int STEADY = 64;

    /** What is learned of gaps is one of the shorter ones, as others were prolonged by contention: half of the way down, this part of it up. */
    private static final int RISE = 64;

    /** The same of virtual threads, which are sampled less often. */
    private static final int RISE_VIRTUAL = 16;

    /** Where threads stay away for less than this part of a section two of them do at most that much more than one alone, and take up to twice its processor time. */
    private static final int CROWDED = 6;

    /** So many timed sections in a row that others have ended than began them are none. */
    static final int STRANGERS = 64;

    /** Once so many more units were released by threads that did not hold all of them than by others, it is no longer counted who holds the state. */
    static final int MOST_STRAYS = 1_024;

    /** After so many gaps in a row learned from who comes back, and none from turns in a row, nobody has the state several times in a row. */
    static final int MOST_RETURNS = 64;

    /** Turns in a row after which the time between two of them is taken. */
    private static final int TURNS = 8;

    /** After so many more turns it is looked how long they took: a clock takes as long as a short one. */
    private static final int LOOK_TURNS = 8;

    /** Turns that are counted until somebody leaves. */
    static final int MOST_TURNS = Math.max(128, Math.max(Tuning.SPIN_TURNS, Tuning.SPIN_TURNS_VIRTUAL));

    /** Of who yields before a fair line of virtual threads, after how many that did so in vain others do not; at first, and at most. */
    static final int MOST_IN_VAIN = 256;

    static final int RECESS = 32 * MOST_IN_VAIN;
    private static final int LONGEST_RECESS = 64 * RECESS;

    /** By how many at least a line that drains has become shorter after so many. */
    static final int DRAINS = MOST_IN_VAIN / 4;

    /** After so many releases they are not counted any longer until the next trial: there may be nobody who would ever wait again. */
    static final int MOST_PASSED = 1 << 20;

    /** By what factor gathering has to be better: it delays what a thread was signalled for. */
    private static final double GATHER_GAIN = 1.25;

    /** Yields are given up only where clearly more is done without: mostly they are for the better, and save processor time. */
    private static final double YIELD_GAIN = 0.7;

    /** Units released by who did not hold all of them, less those by who did, and never below 0, roughly; from {@link #MOST_STRAYS} on it is not counted. */
    private int strays;

    /** Spins and looks that were enough since somebody went to sleep without one, roughly. */
    private int turns;

    /** When that one did so. */
    private long departure;

    /** Which virtual thread came last from an unfair line, by its identity hash code; 0 once it had a turn for that. */
    private int newcomer;

    /** When the section began that is being timed, and by whom. */
    private long since;

    private int timedBy;

    /** Timed sections in a row that others have ended than began them, up to {@link #STRANGERS}. Until one was ended by who began it nobody knows. */
    private int strangers = STRANGERS;

    /** Sections timed, up to {@link #FIRST}. */
    private int timings;

    /** {@link #GOLDEN} for each acquisition after a wait. */
    private int acquisitions;

    /** How long sections are, in nanoseconds; of several permits, how long it takes until one is released. */
    private int section;

    /** How often in a row, at most {@link #STEADY}, that was long enough for releases to hand the carrier over. */
    private int longInRow;

    /**
     * How long a thread that has released takes until it comes again, in nanoseconds, 0 if that is not known: one of the shorter times, taken from a
     * thread that had the state several times in a row, as others were prolonged by those who look at it, or from one that comes back and has to wait.
     */
    private int gap;

    /** How often the latter since the former, up to {@link #MOST_RETURNS}. */
    private int returns;

    /** How long a virtual thread stays on its carrier between two sections, in nanoseconds: one of the shorter times, 0 if that is not known, or as threads leave theirs. */
    private int apart;

    /** The {@link HandOff#mounting} of the one whose turns are counted, when it had released. */
    private int mounting;

    /** How {@link Distance far} away the other users are. */
    private int lookNanos;

    /** Whose turns in a row are being counted, how many it has had, and when the last one that was timed ended. */
    private int leaver;

    private int turnsInRow;
    private long left;

    /** Virtual threads in a row that yielded before a fair line and joined it nevertheless, and how many were waiting when the first one did. */
    private int inVain;

    private long waiting;

    /** So many that come join it without yields; and so many the next time. */
    private int recess;

    private int nextRecess = RECESS;

    /** Null unless a platform thread has yielded for long. What has passed is counted only while something is tried. */
    private volatile @Nullable Trials yieldTrials;

    /** Whether the heir gathers, null unless one might have; its own. */
    private @Nullable Trials gatherTrials;

    private long passed;
    private long mostPassed;

    @SuppressWarnings("UnusedVariable") // through the VarHandle
    private volatile boolean judging;

    /** Who has released last while an heir was awake, and how often in a row, nobody else and no heir having had the state in between. */
    private int overtaker;

    private int overtakes;

    LineHints(int segmentSize) {
        super(segmentSize);
    }

    /** Whether the next waiter is to be woken while the state is still held. */
    protected abstract boolean isFair();

    /** Whether nobody releases but who has acquired. */
    protected abstract boolean isOwned();

    /**
     * Has whoever acquires next call {@link HeirQueue#acquired}. Called right after a release. For a primitive where every acquisition does so there is nothing to be done.
     *
     * @return false if somebody has acquired already
     */
    protected boolean askNext() {
        return true;
    }

    /** A virtual thread waits. */
    final void noteVirtual() {
        if (HandOff.isOn() && (isFair() || isSteadilyLong())) {
            HandOff.count();
            tell();
        } else if (!isOwned() && HandOff.counts()) {
            tell();
        }
    }

    private void tell() {
        if (!isTold()) {
            note(TOLD);
        }
    }

    // How long sections and gaps are

    /** The section that begins now is timed, now and then. */
    final void noteAcquisition() {
        acquisitions += GOLDEN;
        if (isOneOf(everyBits(), acquisitions)) {
            begins();
        }
    }

    private int everyBits() {
        if (isFair()) {
            return timings < FIRST || section >= Tuning.SPIN_SECTION ? EVERY_BITS : EVERY_FAIR_BITS;
        }
        return timings < FIRST ? EVERY_FIRST_BITS : EVERY_BITS;
    }

    /** As {@link #noteAcquisition}, by who has spun beside a loose line since {@code now}. */
    final void noteAcquisitionBeside(long now) {
        if (isOneOf(returns < MOST_RETURNS ? EVERY_BITS : EVERY_BESIDE_BITS, GOLDEN * (int) now)) {
            begins();
        }
    }

    /** Whether an acquisition that makes the sum {@code acquisitions} is the one of {@code 1 << bits} that is timed. */
    private static boolean isOneOf(int bits, int acquisitions) {
        return acquisitions >>> (Integer.SIZE - bits) == 0;
    }

    /**
     * The same of the section after this one, which a virtual thread has begun: where waits are rare, one that begins with a wait takes much longer than others. Not in a fair line without hand-offs, which is told of no acquisition, and has no use for it.
     */
    final void noteNext() {
        if (isFair() && !HandOff.isOn()) {
            return;
        }
        acquisitions += GOLDEN;
        if (isOneOf(EVERY_NEXT_BITS, acquisitions)) {
            note(NEXT);
        }
    }

    /** The section that begins now is the one {@link #noteNext} wants. */
    final void beginsNext() {
        noteNoMore(NEXT);
        if (isOwned() && !isTold()) {
            HandOff.samples();
        }
        begins();
        since = System.nanoTime(); // without the note, which takes its time before it is compiled
    }

    /** The current thread begins a section that is timed. */
    private void begins() {
        timings = Math.min(timings + 1, FIRST);
        timedBy = System.identityHashCode(Thread.currentThread());
        since = System.nanoTime();
        note(TIMED);
    }

    /** Whether the next one is. */
    final boolean isNextTimed() {
        return isOneOf(everyBits(), acquisitions + GOLDEN);
    }

    /** A section that was timed has ended. */
    final void noteSection() {
        long taken = System.nanoTime() - since;
        boolean prevented = HandOff.endsSample();
        if (timedBy == System.identityHashCode(Thread.currentThread())) {
            strangers = 0;
        } else if (isOwned()) {
            return; // who released late has met the next one's section, which that one ends
        } else if (strangers < STRANGERS) {
            strangers++;
        }
        learnSection(taken);
        noteNoMore(TIMED);
        if (prevented) {
            tell();
        }
    }

    /** Whether what is timed are sections, and not how long what some threads release lies there for others. */
    private boolean hasSections() {
        return strangers < STRANGERS || isOwned() || Tuning.CES_SECTION == 0;
    }

    /** The release of a section that was timed is done: the current thread's turns are counted from now on, or if they were the time until its next one is taken. */
    final void noteTimedTurn() {
        if (isFair()) {
            if (mayHandOver()) {
                noteLeaver();
            }
            return;
        }
        if ((notes & COUNTED) == 0 || !isLeaver()) {
            noteLeaver();
            note(COUNTED);
        } else if (turnsInRow > TURNS) {
            ask();
            left = System.nanoTime(); // last, and first when the next turn begins: nothing else is to be timed
        }
    }

    private void noteLeaver() {
        leaver = System.identityHashCode(Thread.currentThread());
        turnsInRow = 0;
        mounting = HandOff.mounting();
        left = System.nanoTime();
    }

    /** The current thread has released while it is counted how often the one does that released a timed section. */
    final void noteTurn() {
        if (!isLeaver()) {
            noteNoMore(COUNTED);
        } else if (++turnsInRow >= TURNS) {
            turnsInRow = TURNS;
            ask();
        }
    }

    /** Whether it is the current thread's turns that are counted. */
    private boolean isLeaver() {
        return leaver == System.identityHashCode(Thread.currentThread());
    }

    private void ask() {
        if (!askNext()) {
            noteNoMore(COUNTED);
        }
    }

    /** The current thread has acquired while that is counted: after enough turns of it the section is timed, and then the time until the next one. */
    final void noteNextTurn() {
        long now = System.nanoTime();
        if (!isLeaver()) {
            noteNoMore(COUNTED);
        } else if (turnsInRow == TURNS) {
            turnsInRow++;
            begins();
        } else if (turnsInRow > TURNS) {
            learnTurn(now - left);
            noteNoMore(COUNTED);
        }
    }

    /**
     * The current thread has to wait: if it has released the section that was timed, and nothing since as far as is counted, it has stayed away until now. (Once another one has released it is
     * counted no longer. What is too long by that is learned slowly.)
     */
    final void noteReturn() {
        if (returns()) {
            learnReturn(System.nanoTime() - left);
        }
    }

    /** Whether the current thread has released the section that was timed, and not come back since; now it has. */
    private boolean returns() {
        if (turnsInRow != 0 || !isLeaver()) {
            return false;
        }
        turnsInRow = 1;
        return true;
    }

    /** The same of a virtual thread, where sections are such that carriers may be handed over. */
    final void noteVirtualReturn() {
        if (mayHandOver() && returns()) {
            int now = HandOff.mounting();
            learnApart(now != 0 && now == mounting ? System.nanoTime() - left : 0);
        }
    }

    /** The current thread has left its carrier to others as part of a release: whether it would have stayed there nobody knows. */
    final void noteYield() {
        if (isLeaver()) {
            leaver = 0;
        }
    }

    /** A section has taken so many nanoseconds, or less than none if a later one has begun. */
    final void learnSection(long taken) {
        int last = section;
        if (taken >= 0) {
            long difference = Math.min(taken, OUTLIER * (long) last + OUTLIER_NANOS) - last;
            section = toInt(last + difference / (timings < STEADY ? LEARNED_FIRST : LEARNED));
            longInRow = isLong() ? Math.min(longInRow + 1, STEADY) : 0;
        }
    }

    /** A thread that has the state several times in a row was away for so many nanoseconds, or for less than none if another has released since. */
    final void learnTurn(long away) {
        if (away > 0) {
            returns = 0;
            learnGap(away);
        }
    }

    /** A thread that has to wait has been away for so many nanoseconds, or for less than none. */
    final void learnReturn(long away) {
        if (away > 0) {
            returns = Math.min(returns + 1, MOST_RETURNS);
            learnGap(away);
        }
    }

    /** A virtual thread that has to wait was away for so many nanoseconds and stayed on its carrier, or for less than none; or it has left that, and these are 0. */
    final void learnApart(long away) {
        if (away >= 0) {
            apart = shorter(apart, away, RISE_VIRTUAL);
        }
    }

    private void learnGap(long away) {
        gap = shorter(gap, away, RISE);
    }

    /** What is learned where {@code last} was: half of the way down, of the way up one part of {@code rise}. */
    private static int shorter(long last, long away, int rise) {
        if (last == 0) {
            return toInt(away);
        }
        return toInt(away < last ? (last + away) / 2 : last + 1 + Math.min(away - last, last) / rise);
    }

    /** Whether the look that gets the state now, and began at {@code before}, is to be {@link #learnLook learned}. */
    final boolean isLookTimed(long before) {
        return !isFair() && isOneOf(EVERY_BITS, GOLDEN * (int) before);
    }

    /** Somebody was seen to release, by a look that has taken so many nanoseconds and got the state. */
    final void learnLook(long nanos) {
        lookNanos = Distance.learn(lookNanos, nanos);
    }

    private static int toInt(long nanos) {
        return (int) Math.min(nanos, Integer.MAX_VALUE);
    }

    /** How long sections are, as far as is known. */
    final long sectionNanos() {
        return section;
    }

    /** How long a thread that has released stays away, as far as is known. */
    final long gapNanos() {
        return gap;
    }

    /** Whether sections have been long enough for hand-offs for some time: what is decided then is for good. */
    final boolean isSteadilyLong() {
        return (longInRow == STEADY || Tuning.CES_SECTION == 0) && hasSections();
    }

    /** Whether sections are such that releases may hand the carrier over. */
    final boolean mayHandOver() {
        return HandOff.isOn() && isLong() && hasSections();
    }

    /** Whether releases hand the carrier over. */
    final boolean handsOver() {
        return mayHandOver() && isBottleneck();
    }

    /**
     * Whether the state is what virtual threads wait for. It is not if each stays on its carrier between two sections for about as long as one on each of the other carriers takes, or for longer: they
     * can all run without waiting then, and come to, unless carriers change hands. So for some time those do not before that is known: once many threads have a place in a fair line it stays so.
     * Perhaps no thread ever comes back.
     */
    private boolean isBottleneck() {
        long others = Math.max(Tuning.CARRIERS - 1, 1);
        return Tuning.CES_SECTION == 0
                || (apart == 0 ? isSteadilyLong() : 100L * apart <= Tuning.CES_APART * others * section);
    }

    /** Whether it takes as long as sections must for that until something is released, by whomever. */
    final boolean isLong() {
        return section >= (isFair() ? Tuning.CES_SECTION_FAIR : Tuning.CES_SECTION);
    }

    /**
     * For how long at most an heir spins: a virtual thread for about as long as leaving its carrier takes, and for a whole section of those that hand the carrier over, unless it
     * would take longer than a platform thread spins.
     */
    final long longestSpin(boolean virtual) {
        if (!virtual) {
            return Tuning.SPIN_NANOS;
        }
        return isWorthAWait() ? Math.max(section, Tuning.SPIN_VIRTUAL) : Tuning.SPIN_VIRTUAL;
    }

    /** Whether a virtual thread may wait on its carrier until a section is over. */
    private boolean isWorthAWait() {
        return section <= Tuning.SPIN_NANOS && Tuning.SPIN_VIRTUAL > 0 && handsOver();
    }

    /** Whether a virtual thread that joins the line is to have the heir take its place on the carrier, and wait there until the section is over. */
    final boolean swapsPlaces() {
        return !isFair() && isSpunThrough();
    }

    /** Whether the next one, a virtual thread, is to be woken when a section begins, although that is long, and to spin until it is over. */
    final boolean wakesAhead() {
        return isFair() && isSpunThrough();
    }

    /** Whether sections are long, and in an unfair line hand the carrier over, and short enough for a virtual thread to spin through one. */
    final boolean isSpunThrough() {
        return isBriefForVirtual() && (isFair() ? mayHandOver() : handsOver());
    }

    private boolean isBriefForVirtual() {
        return section <= Tuning.SPIN_SWAP && Tuning.SPIN_VIRTUAL > 0;
    }

    /** Whether virtual threads are to yield before they join a fair line: sections are short, or not longer than they spin for and nothing that all wait for. */
    final boolean isWorthDraining() {
        return !isLong() || (isBriefForVirtual() && hasSections() && !isBottleneck());
    }

    /** For how long at most who spins until a section is over does so. */
    final long longestSection() {
        return OUTLASTED * (long) section;
    }

    /**
     * Whether threads have several turns in a row, and come again before two of them could do more than one alone, which others do not look at: that one is fastest.
     */
    final boolean isTight() {
        return !isFair() && returns < MOST_RETURNS && gap != 0 && gap < breakEven();
    }

    /**
     * Whether threads stay away for so long that two of them have the state more often than one alone would, for all that it takes to get from one processor to the other, and for all
     * that the second one spins through sections.
     */
    final boolean isLoose() {
        return gap != 0 && gap >= section / CROWDED && gap >= breakEven();
    }

    /**
     * How long threads stay away where two of them do about as much as one alone: for as long as the state is on its way. A look at a state that one thread takes again and again gets
     * that twice, once to read it and once to change it.
     */
    private long breakEven() {
        long look = Math.min(lookNanos, Tuning.SPIN_FAR);
        return Math.max(Tuning.SPIN_GAP, 3 * look / 5);
    }

    /** Whether the processors are far apart, and sections so short that a look of another thread prolongs them much. */
    final boolean isLookDear() {
        int look = (int) Math.min(lookNanos, Tuning.SPIN_FAR);
        return look >= FAR && section != 0 && section < LOOKS * look;
    }

    // Whose turn it is

    /** Whether the current thread may spin, and not have to leave its processor to others for once. */
    final boolean hasTurn(boolean virtual) {
        if (mayStay(virtual)) {
            return true;
        }
        noTurns();
        return false;
    }

    /** Whether it is not yet time for somebody to leave, or not for the current thread. */
    final boolean mayStay(boolean virtual) {
        if (!virtual) {
            return turns < Tuning.SPIN_TURNS;
        }
        if (swapsPlaces()) {
            return turns < Tuning.SPIN_TURNS_SWAP || isNewcomer();
        }
        return turns < Tuning.SPIN_TURNS_VIRTUAL
                || (turns < MOST_TURNS && (turns % LOOK_TURNS != 0 || allComeInSoon(System.nanoTime() - departure)))
                || isNewcomer();
    }

    /** Whether so few virtual threads wait, and turns take so little, that nobody waits for long if each of them stays for so many nanoseconds and more. */
    final boolean allComeInSoon(long stayed) {
        return stayed * (1 + waiting()) < Tuning.SPIN_TURNS_LINE;
    }

    /** Somebody has left. */
    final void noTurns() {
        if (turns > 0) {
            turns = 0;
            departure = System.nanoTime();
        }
    }

    /** A spin or some looks of the current thread were enough. */
    final void hadTurn() {
        if (turns < MOST_TURNS) { // others read what is in this cache line
            turns++;
        }
    }

    /** The current thread, a virtual one, has come from the line. */
    final void cameIn() {
        newcomer = System.identityHashCode(Thread.currentThread());
    }

    /** Whether the current thread came last from the line, and was not told so before. */
    final boolean isNewcomer() {
        if (newcomer == 0 || newcomer != System.identityHashCode(Thread.currentThread())) {
            return false;
        }
        newcomer = 0;
        return true;
    }

    /** An heir has acquired, so nobody overtakes it any longer. */
    final void noteHeir() {
        overtakes = 0;
    }

    /** The current thread has released while an heir was awake: whether it has done so as often in a row as it may. */
    final boolean overtakesAgain() {
        int me = System.identityHashCode(Thread.currentThread());
        if (overtaker != me) {
            overtaker = me;
            overtakes = 0;
        }
        if (++overtakes < Tuning.CES_OVERTAKES) {
            return false;
        }
        overtakes = 0;
        return Tuning.CES_OVERTAKES > 0;
    }

    // Whether yields drain the line

    /** Whether platform threads that come are to yield before they join the line, or while they wait for something else; to be asked once for each wait. */
    protected final boolean triesYields() {
        Trials t = yieldTrials;
        if (t != null && t.isOver() && JUDGING.compareAndSet(this, false, true)) {
            try {
                judge(t);
            } finally {
                judging = false;
            }
        }
        return t == null || t.isOn();
    }

    /** Whether that is being tried out. */
    final boolean isTryingYields() {
        return isTrying(yieldTrials);
    }

    /** Whether that of the heir is. */
    final boolean isTryingToGather() {
        return isTrying(gatherTrials);
    }

    private static boolean isTrying(@Nullable Trials t) {
        return t != null && t.isTrying();
    }

    private void judge(Trials t) {
        t.change(System.nanoTime(), passed);
        countWhileTrying();
    }

    /** After a trial has begun or ended: whether releases are counted. */
    private void countWhileTrying() {
        if (!isTryingYields() && !isTryingToGather()) {
            noteNoMore(PASSING);
        } else {
            mostPassed = passed + MOST_PASSED;
            if ((notes & PASSING) == 0) {
                note(PASSING);
            }
        }
    }

    /** Whether the heir, a platform thread that was signalled and is alone in an unfair line, is to gather ({@link HeirQueue}); to be asked by it, once for each wait. */
    final boolean gathers() {
        Trials t = gatherTrials;
        if (t == null) {
            try {
                t = new Trials(false, GATHER_GAIN, 0);
            } catch (OutOfMemoryError exhausted) {
                return false; // it is only a guess
            }
            gatherTrials = t;
        }
        if (t.isOver()) {
            t.change(System.nanoTime(), passed);
            countWhileTrying();
        }
        return t.isOn();
    }

    /** A platform thread has yielded for so many nanoseconds. */
    protected final void yielded(long nanos) {
        if (Tuning.SPIN_YIELDS_DEAR > 0 && nanos >= Tuning.SPIN_YIELDS_DEAR && yieldTrials == null) {
            try {
                yieldTrials = new Trials(true, YIELD_GAIN, Trials.TIME_SLICES);
            } catch (OutOfMemoryError exhausted) {
                /* It comes again. */
            }
        }
    }

    /** Something was released while that is counted. */
    final void notePassed() {
        if (++passed >= mostPassed) {
            noteNoMore(PASSING);
        }
    }

    /** Whether virtual threads that come to the line are to join it without yields, it not being {@code empty}. */
    final boolean isInRecess(boolean empty) {
        if (recess > 0 && !empty) {
            recess--;
            return true;
        }
        recess = 0;
        return false;
    }

    /** A virtual thread has yielded before a fair line, and joins it. Those that do so in a recess began before it. */
    final void yieldedInVain() {
        if (recess > 0) {
            return;
        }
        if (inVain == 0) {
            waiting = waiting();
        }
        if (++inVain >= MOST_IN_VAIN) {
            inVain = 0;
            if (waiting - waiting() < DRAINS) {
                recess = nextRecess;
                nextRecess = Math.min(4 * nextRecess, LONGEST_RECESS);
            }
        }
    }

    private long waiting() {
        return line / QUEUED;
    }

    /** A thread has yielded, and need not join the line. */
    final void yieldedWithSuccess() {
        inVain = 0;
        nextRecess = RECESS;
    }

    // Who holds the state

    /** Whether it is counted who holds the state. */
    final boolean isCounted() {
        return strays < MOST_STRAYS;
    }

    /** {@code n} units were released, by who {@code held} them or not. */
    final void noteHolder(boolean held, int n) {
        if (isOwned()) {
            return;
        }
        if (!held) {
            strays = (int) Math.min((long) strays + n, MOST_STRAYS);
        } else if (strays > 0) { // others read what is in this cache line
            strays = Math.max(0, strays - n);
        }
    }

    // VarHandle mechanics
    private static final VarHandle JUDGING;

    static {
        try {
            JUDGING = MethodHandles.lookup().findVarHandle(LineHints.class, "judging", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
