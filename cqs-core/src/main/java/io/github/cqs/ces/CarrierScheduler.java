package io.github.cqs.ces;

import org.jspecify.annotations.Nullable;

/**
 * What {@link HandOff} needs of the scheduler of virtual threads. The scheduler in turn asks the {@link CarrierSlot} of a carrier: {@link
 * CarrierSlot#take} before it queues a task that a thread on that carrier has made runnable, {@link CarrierSlot#drain} each time a virtual
 * thread has left the carrier, and {@link CarrierSlot#flush} before a virtual thread blocks the carrier under it.
 */
public abstract class CarrierScheduler {
    /** For subclasses. */
    protected CarrierScheduler() {}

    /**
     * The slot of the carrier that the current thread runs on.
     *
     * @return null if the current thread is not virtual, or its carrier takes no hand-offs
     */
    protected abstract @Nullable CarrierSlot current();

    /** Wakes a thread; if that makes a virtual thread runnable, the scheduler asks the slot of the current carrier first. */
    protected void unpark(Thread waiter) {
        HandOff.unparkPlainly(waiter);
    }

    /** Puts the current virtual thread at the end of the scheduler's queue. It keeps its carrier if it cannot leave it, for want of memory or stack as well: a release must not fail by that. */
    protected abstract void yieldCarrier();
}
