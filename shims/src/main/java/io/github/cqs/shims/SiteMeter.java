package io.github.cqs.shims;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What is counted at one site with {@code stats=on}, over all instances that the site has made.
 *
 * <p>Counters are here. What needs more than the base module, histograms and events, is behind interfaces of the JDK that
 * {@link #connect} brings in. Nothing here throws: a figure that cannot be recorded is lost.
 */
public final class SiteMeter {
    /** Sites beyond this many are not metered. */
    private static final int CAPACITY = 1 << 20;

    private static final int PAGE_BITS = 8;
    private static final int PAGE = 1 << PAGE_BITS;

    private static final AtomicReferenceArray<AtomicReferenceArray<SiteMeter>> PAGES =
            new AtomicReferenceArray<>(CAPACITY >>> PAGE_BITS);

    /** For instances that no rewritten site has made: nobody asks it. */
    static final SiteMeter NONE = new SiteMeter(-1);

    private static volatile @Nullable IntFunction<LongConsumer[]> recorders;
    private static volatile @Nullable IntFunction<IntConsumer> events;

    private final int site;
    private final LongAdder acquires = new LongAdder();
    private final LongAdder contended = new LongAdder();
    private final LongAdder cancelled = new LongAdder();
    private final LongAccumulator maxQueued = new LongAccumulator(Math::max, 0);
    private volatile LongConsumer @Nullable [] own;

    private SiteMeter(int site) {
        this.site = site;
    }

    /**
     * Says where times and events go.
     *
     * @param timers for a site, the takers of nanoseconds that were waited, held, and lost between a release and its waiter
     * @param waits for a site, called at the start of a wait; what it answers, if anything, takes the wait's outcome
     */
    public static void connect(IntFunction<LongConsumer[]> timers, @Nullable IntFunction<IntConsumer> waits) {
        recorders = timers;
        events = waits;
    }

    /** What was counted at {@code site}: acquires, contended, cancelled, the longest queue; null if nothing was. */
    public static long @Nullable [] totals(int site) {
        AtomicReferenceArray<SiteMeter> page = PAGES.get(site >>> PAGE_BITS);
        SiteMeter meter = page == null ? null : page.get(site & PAGE - 1);
        return meter == null
                ? null
                : new long[] {meter.acquires.sum(), meter.contended.sum(), meter.cancelled.sum(), meter.maxQueued.get()
                };
    }

    static SiteMeter at(int site) {
        if (site < 0 || site >= CAPACITY) {
            return NONE;
        }
        AtomicReferenceArray<SiteMeter> page = PAGES.get(site >>> PAGE_BITS);
        if (page == null) {
            PAGES.compareAndSet(site >>> PAGE_BITS, null, new AtomicReferenceArray<>(PAGE));
            page = PAGES.get(site >>> PAGE_BITS);
        }
        SiteMeter meter = page.get(site & PAGE - 1);
        if (meter == null) {
            page.compareAndSet(site & PAGE - 1, null, new SiteMeter(site));
            meter = page.get(site & PAGE - 1);
        }
        return meter;
    }

    void acquired() {
        try {
            acquires.increment();
        } catch (OutOfMemoryError lost) {
            // the adder wants to grow; the acquisition stands
        }
    }

    void queued(int length) {
        try {
            contended.increment();
            maxQueued.accumulate(length);
        } catch (OutOfMemoryError lost) {
            // as above
        }
    }

    /** Who was counted as one that waits has not. */
    void hasNotWaited() {
        try {
            contended.decrement();
        } catch (OutOfMemoryError lost) {
            // as above
        }
    }

    void gaveUp() {
        try {
            cancelled.increment();
        } catch (OutOfMemoryError lost) {
            // as above
        }
    }

    static final int WAITED = 0;
    static final int HELD = 1;
    static final int HANDED_OFF = 2;

    /** Records {@code nanos} as one of the kinds above. */
    void time(int kind, long nanos) {
        try {
            LongConsumer[] timers = own;
            if (timers == null) {
                IntFunction<LongConsumer[]> source = recorders;
                if (source == null || this == NONE) {
                    return;
                }
                timers = source.apply(site);
                own = timers;
            }
            timers[kind].accept(nanos);
        } catch (Throwable lost) {
            // out of memory or of stack: the operation that is being timed must not fail
        }
    }

    @Nullable
    IntConsumer event() {
        try {
            IntFunction<IntConsumer> source = events;
            return source == null || this == NONE ? null : source.apply(site);
        } catch (Throwable lost) {
            return null;
        }
    }
}
