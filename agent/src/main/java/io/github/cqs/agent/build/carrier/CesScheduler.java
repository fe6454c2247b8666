package io.github.cqs.agent.build.carrier;

import io.github.cqs.ces.CarrierScheduler;
import io.github.cqs.ces.CarrierSlot;
import org.jspecify.annotations.Nullable;

/** The JDK's scheduler of virtual threads, as the hand-off policy sees it. */
public final class CesScheduler extends CarrierScheduler {
    /** Called by the agent. */
    public CesScheduler() {}

    @Override
    protected @Nullable CarrierSlot current() {
        Thread carrier = CesCarrier.ACCESS.currentCarrierThread();
        return carrier instanceof CesCarrier ours && carrier != Thread.currentThread() ? ours.slot : null;
    }

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // of virtual threads: the queue of the scheduler
    protected void yieldCarrier() {
        Thread.yield();
    }
}
