package io.github.cqs.internal;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Every tunable of the engines, read once from the system property {@code cqs.<area>.<name>}. A value that is not a number, or is out of
 * range, is ignored; {@link #ranges} is for who wants to say so.
 */
public final class Tuning {
    /** By key the least and the greatest value. First of all fields, since those that are read fill it. */
    private static final Map<String, long[]> RANGES = new TreeMap<>();

    /** Processors seen at start; spinning for a peer is useless on one. */
    public static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    /** Carriers of virtual threads, of which there are as many as processors unless that is set when the JVM starts. */
    static final int CARRIERS = Integer.getInteger("jdk.virtualThreadScheduler.parallelism", PROCESSORS);

    /** Cells of a segment, a power of two: {@code cqs.segment.size}. */
    public static final int SEGMENT_SIZE = powerOfTwo((int) number("cqs.segment.size", 16, 1, 1 << 14));

    /** Turns that a SYNC resume waits for its suspend before it breaks the cell: {@code cqs.sync.spins}. */
    public static final int SYNC_SPINS = (int) number("cqs.sync.spins", 300, 0, Integer.MAX_VALUE);

    /** Longest spin of a platform thread that is first in line, in nanoseconds: {@code cqs.spin.nanos}. */
    public static final long SPIN_NANOS = ifSeveral(number("cqs.spin.nanos", 8_000, 0, 1_000_000_000));

    /** Longest spin of a virtual thread, in nanoseconds, about what leaving its carrier costs: {@code cqs.spin.virtual}. */
    public static final long SPIN_VIRTUAL = ifSeveralCarriers(number("cqs.spin.virtual", 1_500, 0, 1_000_000_000));

    /**
     * The longest sections, in nanoseconds, through which a virtual thread spins where carriers are handed over: the heir of an unfair line to which one that joins it leaves its carrier,
     * and that of a fair line, which is woken as a section begins: {@code cqs.spin.swap}.
     */
    public static final long SPIN_SWAP = ifSeveralCarriers(number("cqs.spin.swap", 12_000, 0, 1_000_000_000));

    /** Longest spin of a thread that is not in the line yet, in nanoseconds: {@code cqs.spin.barge}. */
    public static final long SPIN_BARGE = ifSeveral(number("cqs.spin.barge", 8_000, 0, 1_000_000_000));

    /** Spins that may be enough before one thread waits for whom no spin is tried, so that others get its processor: {@code cqs.spin.turns}. */
    public static final int SPIN_TURNS = (int) number("cqs.spin.turns", 32, 0, Integer.MAX_VALUE);

    /** The same among virtual threads, whose carriers others wait for: {@code cqs.spin.turns.virtual}. */
    public static final int SPIN_TURNS_VIRTUAL = (int) number("cqs.spin.turns.virtual", 8, 0, Integer.MAX_VALUE);

    /** Virtual threads have more such turns as long as all that wait come in within so many nanoseconds, if each of them stays for as long: {@code cqs.spin.turns.line}. */
    public static final long SPIN_TURNS_LINE = number("cqs.spin.turns.line", 200_000, 0, 1_000_000_000);

    /** The same where who joins the line has the heir take its place on the carrier, which costs less than to leave it: {@code cqs.spin.turns.swap}. */
    public static final int SPIN_TURNS_SWAP = (int) number("cqs.spin.turns.swap", 1, 0, Integer.MAX_VALUE);

    /** Spin-wait hints between the first two looks of a thread that spins first in line: {@code cqs.spin.pauses.first}. */
    public static final int SPIN_PAUSES_FIRST = (int) number("cqs.spin.pauses.first", 1, 1, 1 << 20);

    /** The same between later looks, at most; the number doubles up to it: {@code cqs.spin.pauses}. */
    public static final int SPIN_PAUSES = (int) number("cqs.spin.pauses", 16, 1, 1 << 20);

    /** The same before each look where threads come again at once, and before a fair line if processors are far apart and sections short: {@code cqs.spin.pauses.tight}. */
    public static final int SPIN_PAUSES_TIGHT = (int) number("cqs.spin.pauses.tight", 128, 1, 1 << 20);

    /** Nanoseconds from a release to the same thread's return below which that is so: {@code cqs.spin.gap}. */
    public static final long SPIN_GAP = number("cqs.spin.gap", 120, 0, 1_000_000_000);

    /**
     * Where the look that gets what was just released takes longer than those, such a time counts as short below three fifths of what the look takes, and the most that look may be, also where
     * sections before a fair line are compared with it; 0: that makes no difference: {@code cqs.spin.far}.
     */
    public static final long SPIN_FAR = number("cqs.spin.far", 1_000, 0, 10_000);

    /**
     * Of the threads in an unfair lock's line about one in so many at most is a signalled waiter of the same condition, or one at all; others are put there when it has acquired the
     * lock. 0: all are put there at once: {@code cqs.condition.share}.
     */
    public static final int CONDITION_SHARE = (int) number("cqs.condition.share", 4, 0, 1 << 20);

    /**
     * Longest spin of a platform thread that waits for a signal, in nanoseconds: {@code cqs.spin.condition}. Longer than it takes to wake whom it waits for: of
     * two threads that pass something to and fro and both sleep, one has to spin until the other is awake. Where that is the rule it is not worth it, but where
     * signals mostly come within a sixteenth of it, or within a quarter while nobody else wants the processor.
     */
    public static final long SPIN_CONDITION = ifSeveral(number("cqs.spin.condition", 60_000, 0, 1_000_000_000));

    /**
     * The same of one that waits for a latch as the first one, or alone for a semaphore, and has spun there for {@link #SPIN_NANOS} or as long as that was enough:
     * {@code cqs.spin.watch}.
     */
    public static final long SPIN_WATCH = ifSeveral(number("cqs.spin.watch", 60_000, 0, 1_000_000_000));

    /**
     * Nanoseconds for which a platform thread that was signalled, and is alone in an unfair lock's line, leaves the lock to others, lest it finds one thing at a time, where more is done
     * so; 0: it does not: {@code cqs.condition.gather}.
     */
    public static final long CONDITION_GATHER = ifSeveral(number("cqs.condition.gather", 2_000, 0, 1_000_000));

    /** How many threads behind the first one in a fair line spin as well before they park: {@code cqs.spin.radius}. */
    public static final long SPIN_RADIUS = number("cqs.spin.radius", 2, 0, 1 << 16);

    /** How often a platform thread gives its processor away before it joins a line, or waits at a barrier of more parties than processors: {@code cqs.spin.yields}. */
    public static final int SPIN_YIELDS = (int) number("cqs.spin.yields", 4, 0, 1 << 20);

    /** The same before a fair line, where nobody was moved there by a condition: {@code cqs.spin.yields.fair}. */
    public static final int SPIN_YIELDS_FAIR = (int) number("cqs.spin.yields.fair", 4L * SPIN_YIELDS, 0, 1 << 22);

    /**
     * Nanoseconds that a yield before a line takes at least for the line to try out from then on whether more is done with yields or without; 0: it does not: {@code cqs.spin.yields.dear}.
     */
    public static final long SPIN_YIELDS_DEAR = number("cqs.spin.yields.dear", YieldCost.DEAR, 0, 1_000_000_000);

    /** Nanoseconds that a section takes at least for threads to do so at an unfair primitive of which it is not known how long they stay away: {@code cqs.spin.section}. */
    public static final long SPIN_SECTION = number("cqs.spin.section", 1_000, 0, 1_000_000_000);

    /** Nanoseconds that a section takes at most for threads to spin before they do so where they stay away for long enough, and to join the line at once where they do not: {@code cqs.spin.section.loose}. */
    public static final long SPIN_SECTION_LOOSE = number("cqs.spin.section.loose", 10_000, 0, 1_000_000_000);

    /** Nanoseconds that a section takes at most for threads to do so at any: {@code cqs.spin.section.longest}. */
    public static final long SPIN_SECTION_LONGEST = number("cqs.spin.section.longest", 150_000, 0, 1_000_000_000);

    /** The same where hardly anybody waits in an unfair line: {@code cqs.spin.section.few}. */
    public static final long SPIN_SECTION_FEW = number("cqs.spin.section.few", 90_000, 0, 1_000_000_000);

    /** Nanoseconds that the sections of all who wait in a fair line take at most for others to do so before it: {@code cqs.spin.line.longest}. */
    public static final long SPIN_LINE_LONGEST = number("cqs.spin.line.longest", 2_000_000, 0, 1_000_000_000);

    /** Nanoseconds that a section of a fair primitive takes at most for the next platform thread to be woken when it begins, rather than when it ends: {@code cqs.spin.section.early}. */
    public static final long SPIN_SECTION_EARLY = number("cqs.spin.section.early", 15_000, 0, 1_000_000_000);

    /** How often a virtual thread gives its carrier away before it joins a fair line of short sections: {@code cqs.spin.yields.virtual}. */
    public static final int SPIN_YIELDS_VIRTUAL = (int) number("cqs.spin.yields.virtual", 8, 0, 1 << 20);

    /**
     * Nanoseconds after which others have a turn at a carrier, where threads leave it or use a fair primitive; after half of them a chain of hand-offs offers the processor:
     * {@code cqs.ces.turn}.
     */
    public static final long CES_TURN = number("cqs.ces.turn", 200_000, 0, Long.MAX_VALUE);

    /** Hand-offs in a row on one carrier of virtual threads before it looks whether others wait for one: {@code cqs.ces.streak}. */
    public static final int CES_STREAK = (int) number("cqs.ces.streak", 64, 0, Integer.MAX_VALUE);

    /** Hand-offs from one that wakes another carrier for the threads that have released to the next, a power of two: {@code cqs.ces.call}. */
    public static final int CES_CALL = powerOfTwo((int) number("cqs.ces.call", 32, 1, 1 << 30));

    /** Of a hundred hand-offs, at how many some carrier must have nothing to do, or else they pause: {@code cqs.ces.idle}. */
    public static final int CES_IDLE = (int) number("cqs.ces.idle", 8, 0, 100);

    /** Nanoseconds that a section takes at least for its release to hand the carrier over: {@code cqs.ces.section}. */
    public static final long CES_SECTION = number("cqs.ces.section", 2_000, 0, 1_000_000_000);

    /** The same of a fair primitive; below it virtual threads spin beside a line that is empty: {@code cqs.ces.section.fair}. */
    public static final long CES_SECTION_FAIR = number("cqs.ces.section.fair", CES_SECTION * 5 / 2, 0, 2_500_000_000L);

    /**
     * For how long threads stay on their carriers between two sections where hand-offs still pay, in per cent of a section for each of the other carriers:
     * {@code cqs.ces.apart}.
     */
    public static final int CES_APART = (int) number("cqs.ces.apart", 75, 0, 10_000);

    /**
     * Nanoseconds within which threads that have woken somebody must mostly leave their carrier for no other one to be told before, about what it takes to move there; 0: others are told
     * at once: {@code cqs.ces.prompt}.
     */
    public static final long CES_PROMPT = ifSeveralCarriers(number("cqs.ces.prompt", 3_000, 0, 1_000_000_000));

    /** Releases of a virtual thread in a row past an heir that is awake, after which it yields, 0 for never: {@code cqs.ces.overtakes}. */
    public static final int CES_OVERTAKES = (int) number("cqs.ces.overtakes", 4, 0, Integer.MAX_VALUE);

    /**
     * Milliseconds, about, during which nobody yields for others after such threads had to be run beside their carriers, all of which were blocked; 0: that makes no difference:
     * {@code cqs.ces.recess}.
     */
    public static final int CES_RECESS = (int) number("cqs.ces.recess", 256, 0, 1 << 16);

    /** Looks of a virtual thread at an unfair primitive before it joins the line: {@code cqs.spin.looks.virtual}. */
    public static final int SPIN_LOOKS_VIRTUAL =
            (int) ifSeveralCarriers(number("cqs.spin.looks.virtual", 20, 0, 1 << 20));

    /** Waiters behind the one that is woken, without which it is woken the plain way: {@code cqs.ces.behind}. */
    public static final int CES_BEHIND = (int) number("cqs.ces.behind", 1, 0, 1 << 20);

    /** A virtual thread that releases at most so many waiters at once resumes all of them itself: {@code cqs.wake.direct}. */
    public static final int WAKE_DIRECT = (int) number("cqs.wake.direct", 64, 0, Integer.MAX_VALUE);

    /** If there are more, waiters that it resumes, and that each of those resumes: {@code cqs.wake.fan.out}. */
    public static final int WAKE_FAN_OUT = (int) number("cqs.wake.fan.out", 2, 1, 1 << 20);

    /**
     * Spin-wait hints of a thread that was not the fastest to count a latch down, before it does so all the same. Only where many more units are missing: {@code cqs.latch.pauses}.
     */
    public static final int LATCH_PAUSES = (int) number("cqs.latch.pauses", 64, 1, 1 << 20);

    /**
     * Spin-wait hints before the last look at a blocking queue's lock that is held, the number doubling up to it, before a thread waits in line:
     * {@code cqs.queue.pauses}.
     */
    public static final int QUEUE_PAUSES = (int) number("cqs.queue.pauses", 256, 0, 1 << 20);

    /**
     * Nanoseconds, with those of a clock, from which on a blocking queue's lock takes long to get from one processor to another: {@code cqs.queue.far}. Then there is one look.
     */
    public static final int QUEUE_FAR = (int) number("cqs.queue.far", 100, 0, Integer.MAX_VALUE);

    /** Spin-wait hints before that look: {@code cqs.queue.pauses.far}. */
    public static final int QUEUE_PAUSES_FAR = (int) number("cqs.queue.pauses.far", 512, 0, 1 << 20);

    /**
     * The capacity from which on an unfair blocking queue calls platform threads that sleep until there is room, one after the other, in place of serving them. Smaller ones try out what
     * lets more elements through: {@code cqs.queue.call}.
     */
    public static final int QUEUE_CALL = (int) number("cqs.queue.call", 256, 0, Integer.MAX_VALUE);

    /** Nanoseconds that a platform thread spins at a blocking queue before it gives the processor away, where elements come soon one after the other; 0: it never does: {@code cqs.queue.yield}. */
    public static final long QUEUE_YIELD = ifSeveral(number("cqs.queue.yield", 4_000, 0, 1_000_000_000));

    /** Nanoseconds from one element to the next below which that is so, about what it takes to park and be woken: {@code cqs.queue.dense}. */
    public static final long QUEUE_DENSE = number("cqs.queue.dense", 20_000, 0, 1_000_000_000);

    /**
     * Nanoseconds that a thread which spins for an element or for room of an unfair blocking queue lets pass, lest it gets them one by one, at most; 0: none: {@code cqs.queue.gather}.
     */
    public static final int QUEUE_GATHER = (int) number("cqs.queue.gather", 2000, 0, 1 << 20);

    /**
     * Busy nanoseconds before each wait at a {@code CyclicBarrier}: {@code cqs.delay.nanos}. It slows a program down by a known amount, to
     * see whether a comparison finds it.
     */
    public static final long DELAY_NANOS = number("cqs.delay.nanos", 0, 0, 1_000_000_000);

    /** The superclass of virtual threads, or null where there are none. */
    private static final @Nullable Class<?> VIRTUAL_THREAD = virtualThreadClass();

    /** Nanoseconds; who has less time left does not give its processor away. Not tunable. */
    public static final long SOON = 100_000;

    /** Nanoseconds, about what it costs to read the clock. Not tunable. */
    private static final long MOMENT = 32;

    private Tuning() {}

    /** Whether {@code thread} is virtual. */
    public static boolean isVirtual(Thread thread) {
        Class<?> virtual = VIRTUAL_THREAD;
        return virtual != null && virtual.isInstance(thread);
    }

    /** Whether a wait of {@code nanos} needs no place in a line, since it is over by now. */
    public static boolean isOver(long nanos) {
        if (nanos >= MOMENT || nanos <= 0) {
            return nanos <= 0;
        }
        long start = System.nanoTime();
        return System.nanoTime() - start >= nanos;
    }

    /** Keeps this thread busy for {@link #DELAY_NANOS}. */
    public static void delay() {
        long end = System.nanoTime() + DELAY_NANOS;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    /** The least and the greatest value of every tunable by its system property, both included. */
    public static Map<String, long[]> ranges() {
        return Collections.unmodifiableMap(RANGES);
    }

    private static long number(String key, long byDefault, long min, long max) {
        RANGES.put(key, new long[] {min, max});
        Long value = Long.getLong(key);
        return value == null || value < min || value > max ? byDefault : value;
    }

    /** None on one processor: what is waited for does not happen meanwhile. */
    private static long ifSeveral(long spin) {
        return PROCESSORS > 1 ? spin : 0;
    }

    /** None on one carrier either. */
    private static long ifSeveralCarriers(long spin) {
        return CARRIERS > 1 ? ifSeveral(spin) : 0;
    }

    private static int powerOfTwo(int size) {
        return Integer.highestOneBit(size);
    }

    private static @Nullable Class<?> virtualThreadClass() {
        try {
            return Class.forName("java.lang.BaseVirtualThread", false, null);
        } catch (ClassNotFoundException absent) {
            return null;
        }
    }
}
