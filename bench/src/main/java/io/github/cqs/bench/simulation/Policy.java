package io.github.cqs.bench.simulation;

import java.util.Locale;

/** What a release does with the first waiter. */
public enum Policy {
    /** Makes it the owner and queues it for a carrier; who releases goes on. */
    DISPATCH,
    /** Makes it the owner and runs it on top of who releases, which goes on when that one suspends. */
    INLINE,
    /** Frees the lock and queues the waiter, which competes with whoever comes by. */
    BARGING,
    /** Makes it the owner and leaves it the carrier; who releases is queued. */
    CES;

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
