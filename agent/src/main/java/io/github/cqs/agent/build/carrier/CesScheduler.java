package io.github.cqs.agent.build.carrier;

import io.github.cqs.ces.CarrierScheduler;
import io.github.cqs.ces.CarrierSlot;
import io.github.cqs.internal.Scarcity;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** The JDK's scheduler of virtual threads, as the hand-off policy sees it. */
public final class CesScheduler extends CarrierScheduler {
    private CesScheduler() {}

    /**
     * Called by the agent.
     *
     * @param drain {@code ForkJoinPool.drainTasksTo}
     */
    public static CesScheduler create(MethodHandle drain) {
        CesCarrier.drain = drain;
        return new CesScheduler();
    }

    @Override
    protected @Nullable CarrierSlot current() {
        Thread carrier = CesCarrier.ACCESS.currentCarrierThread();
        return carrier instanceof CesCarrier ours && carrier != Thread.currentThread() ? ours.slot : null;
    }

    @Override
    protected void yieldCarrier() {
        Scarcity.tryYield(); // of virtual threads: the queue of the scheduler
    }
}
