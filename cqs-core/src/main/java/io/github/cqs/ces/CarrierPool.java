package io.github.cqs.ces;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The pool of carriers that {@link CarrierSlot}s belong to, and the line of threads that have yielded. Its methods are called on a carrier, and may throw when there is
 * no memory.
 */
public abstract class CarrierPool {
    /*
     * Overview.
     *
     * Threads that use fair primitives yield, at the end of a turn or before they join a line. Were they queued with what else is shared, somebody who has nothing to do
     * with them would wait for a turn of each: a thousand threads that take turns of 200 us on two carriers let in who comes behind them after a tenth of a second. In the carriers' own
     * queues they would be before those who were woken there, for whom something fair may stand still. So they have a line of their own, and what
     * the pool gets to know of is one ticket for all of them, which lies among what is shared. Who runs it
     *
     *      takes what else is shared, a few tasks of it, and then one thread of the line into its own queue
     *      shares another ticket, if the line is not empty
     *
     * I1 lined is the number of tasks that were added to the line less the number of those taken out for it. A task is added before it is counted, and taken out only by who
     *    runs a ticket. So there is one for each ticket.
     * I2 A ticket is shared, or being run, exactly as long as lined is not 0: who makes it 1 shares the first one, and who runs one and leaves it at more
     *    than 0 shares the next. So no task of the line is forgotten, the pool keeps carriers awake for it, and there is never more than one ticket.
     * I3 A task that was taken out is queued, or else run at once.
     *
     * Progress. To add is lock-free; while there is no memory for a ticket, it is tried again and again.
     */

    /** Of what else is shared, how many tasks come before the next one of the line. */
    static final int SHARED = 8;

    private final Queue<Runnable> line = new ConcurrentLinkedQueue<>();
    private final AtomicInteger lined = new AtomicInteger();

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

    /** Shares a task that calls {@link #runTicket}. */
    protected abstract void shareTicket();

    /** How much of what was shared waits; if anything does, no carrier is free. */
    protected abstract int backlog();

    /** Runs one of the tasks that wait in shared queues, and not a ticket. To be called by the carrier itself, with no thread mounted. Answers whether there was one. */
    protected abstract boolean runShared();

    /** Moves one of the tasks that wait in shared queues to this carrier's own. Answers whether there was one. */
    protected abstract boolean takeShared();

    /** Lets other threads of the operating system have this carrier's processor, if they wait for it. To be called by the carrier itself, with no thread mounted. */
    protected abstract void offerProcessor();

    /** Queues a task behind all others that were queued so, and everything that is shared before its turn. */
    final void lineUp(Runnable task) {
        line.add(task);
        if (lined.getAndIncrement() == 0) {
            renewTicket();
        }
    }

    /** The pool runs the ticket. */
    protected final void runTicket() {
        int left = SHARED;
        while (left > 0 && takeShared()) {
            left--;
        }
        Runnable next = line.remove(); // there is one, for this ticket
        boolean queued = false;
        try {
            queue(next);
            queued = true;
        } catch (Throwable refused) {
            /* No memory: below. */
        }
        if (lined.decrementAndGet() != 0) {
            renewTicket();
        }
        if (!queued) {
            next.run();
        }
    }

    /** Shares a ticket, whatever it takes: without one nobody would come for the line. */
    protected final void renewTicket() {
        for (; ; ) {
            try {
                shareTicket();
                return;
            } catch (Throwable refused) {
                offerProcessor(); // no memory, for now
            }
        }
    }
}
