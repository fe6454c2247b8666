package io.github.cqs.agent.stats;

import io.github.cqs.agent.rewrite.Site;
import java.util.function.IntConsumer;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/** Emits the events. Linked only where the JVM has the module jdk.jfr. */
final class JfrEvents {
    private static final String[] OUTCOMES = {"acquired", "timed out", "interrupted", "failed"};
    private static final int ACQUIRED = 0;
    private static final int FAILED = 3;

    JfrEvents() {
        /* Recordings that start later must know the types, and their settings apply to registered ones only. */
        FlightRecorder.register(WaitEvent.class);
        FlightRecorder.register(CancelEvent.class);
        FlightRecorder.register(HandOffEvent.class);
    }

    /** Starts an event for a wait, null if nobody listens; what it answers takes the outcome. */
    @Nullable
    IntConsumer startWait(Site site) {
        WaitEvent wait = new WaitEvent();
        CancelEvent cancel = new CancelEvent();
        if (!wait.isEnabled() && !cancel.isEnabled()) {
            return null;
        }
        wait.begin();
        cancel.begin();
        return new Wait(site, wait, cancel);
    }

    private record Wait(Site site, WaitEvent waited, CancelEvent cancel) implements IntConsumer {
        @Override
        public void accept(int outcome) {
            String how = OUTCOMES[Math.min(outcome, FAILED)];
            waited.end();
            cancel.end();
            if (waited.shouldCommit()) {
                waited.fill(site);
                waited.outcome = how;
                waited.commit();
            }
            if (outcome != ACQUIRED && outcome != FAILED && cancel.shouldCommit()) {
                cancel.fill(site);
                cancel.reason = how;
                cancel.commit();
            }
        }
    }

    void handOff(Site site, long nanos) {
        HandOffEvent event = new HandOffEvent();
        if (event.shouldCommit()) {
            event.fill(site);
            event.delay = nanos;
            event.commit();
        }
    }
}
