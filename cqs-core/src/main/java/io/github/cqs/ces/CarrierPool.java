package io.github.cqs.ces;

/** The pool of carriers that a {@link CarrierSlot} belongs to. Its methods are called on the carrier, and may throw when there is no memory. */
public abstract class CarrierPool {
    /** For subclasses. */
    protected CarrierPool() {}

    /** Whether {@code scheduler} is this pool. */
    protected abstract boolean is(Object scheduler);

    /** Queues a task as the pool does by itself. */
    protected abstract void queue(Runnable task);

    /** Queues a task for this carrier, or for one that is awake and has nothing to do: none is woken for it. */
    protected abstract void keep(Runnable task);

    /** Whether some carrier has nothing to do. */
    protected abstract boolean hasIdle();

    /** Wakes a carrier that sleeps, if there is one. May be called by any thread. */
    protected abstract void call();

    /** Queues a task where all carriers serve it equally, and wakes one of them if some sleep. */
    protected abstract void share(Runnable task);

    /** Whether some of what was shared waits: then no carrier is free. */
    protected abstract boolean isBacklogged();

    /** Runs one of the tasks that wait in shared queues, if there is one. To be called by the carrier itself, with no thread mounted. */
    protected abstract void runShared();

    /** Lets other threads of the operating system have this carrier's processor, if they wait for it. To be called by the carrier itself, with no thread mounted. */
    protected abstract void offerProcessor();
}
