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

    private final Meter meter;
    private final @Nullable IntConsumer event;
    private final long start;
    private int outcome = FAILED;

    /** Starts a wait; {@code most} is the length that the queue can have. */
    Waiting(Meter meter, int most) {
        this.meter = meter;
        this.event = meter.site.event();
        meter.site.queued(Math.min(meter.join(), most));
        this.start = System.nanoTime();
    }

    Waiting(Meter meter) {
        this(meter, Integer.MAX_VALUE);
    }

    /** Says how the wait ended, {@link #FAILED} unless called; takes effect with {@link #end}. */
    void outcome(int how) {
        outcome = how;
    }

    /** The wait has ended; called once, whatever happened. */
    void end() {
        meter.leave();
        if (outcome == NONE) {
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
