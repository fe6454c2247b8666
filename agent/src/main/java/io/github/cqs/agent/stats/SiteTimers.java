package io.github.cqs.agent.stats;

import io.github.cqs.agent.rewrite.Site;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The timers of one site, in the order in which the delivered classes know them. */
final class SiteTimers {
    final Site site;
    final Timer waits = new Timer();
    final Timer holds = new Timer();
    final Timer handOffs = new Timer();
    private final @Nullable JfrEvents events;

    SiteTimers(Site site, @Nullable JfrEvents events) {
        this.site = site;
        this.events = events;
    }

    LongConsumer[] consumers() {
        return new LongConsumer[] {waits, holds, new HandOffs()};
    }

    @Nullable
    IntConsumer startWait() {
        return events == null ? null : events.startWait(site);
    }

    private final class HandOffs implements LongConsumer {
        @Override
        public void accept(long nanos) {
            handOffs.accept(nanos);
            if (events != null) {
                events.handOff(site, nanos);
            }
        }
    }
}
