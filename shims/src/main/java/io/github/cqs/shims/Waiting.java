package io.github.cqs.shims;

import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** One wait of one thread, from its first failed attempt on. */
final class Waiting {
    /** How a wait ends: it got what it waited for. */
    static final int ACQUIRED = 0;

    static final int TIMED_OUT = 1;
    static final int INTERRUPTED = 2;

    /** Ended by another thread: a broken barrier. Or by an error. */
    static final int FAILED = 3;

    /** It was no wait: the last party of a barrier. */
    static final int NONE = 4;

    /** A wait that there was no memory to take notice of. */
    private static final Waiting UNNOTICED = new Waiting();

    private final @Nullable Meter meter;
    private final @Nullable IntConsumer event;
    private final long start;
    private int outcome = FAILED;

    private Waiting() {
        meter = null;
        event = null;
        start = 0;
    }

    private Waiting(Meter meter, int most) {
        this.meter = meter;
        this.event = meter.site.event();
        meter.site.queued(Math.min(meter.join(), most));
        this.start = System.nanoTime();
    }

    /** Initialises this class: were there no memory for that when somebody first waits, nobody could wait any more. */
    static void prepare() {}

    static Waiting begin(Meter meter) {
        return begin(meter, Integer.MAX_VALUE);
    }

    /** Starts a wait; {@code most} is the length that the queue can have. */
    static Waiting begin(Meter meter, int most) {
        try {
            return new Waiting(meter, most);
        } catch (OutOfMemoryError lost) {
            return UNNOTICED;
        }
    }

    /** Says how the wait ended, {@link #FAILED} unless called; takes effect with {@link #end}. */
    void outcome(int how) {
        outcome = how;
    }

    /** The wait has ended; called once, whatever happened. */
    void end() {
        Meter meter = this.meter;
        if (meter == null) {
            return;
        }
        meter.leave();
        if (outcome == NONE) {
            meter.site.hasNotWaited();
            return;
        }
        long now = System.nanoTime();
        meter.site.time(SiteMeter.WAITED, now - start);
        if (outcome == ACQUIRED) {
            long released = meter.releasedAt;
            if (released != 0 && released - start > 0) {
                meter.site.time(SiteMeter.HANDED_OFF, Math.max(0, now - released));
            }
        } else if (outcome != FAILED) {
            meter.site.gaveUp();
        }
        IntConsumer e = event;
        if (e != null) {
            try {
                e.accept(outcome);
            } catch (Throwable lost) {
                // the event is lost; the operation that it tells of must not fail
            }
        }
    }
}
