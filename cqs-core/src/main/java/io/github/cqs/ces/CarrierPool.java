package io.github.cqs.ces;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The pool of carriers that {@link CarrierSlot}s belong to, and the line of threads that have yielded. Its methods are called on a carrier, and may throw when there is
 * no memory, or no further carrier can be started.
 */
public abstract class CarrierPool {
    /*
     * Overview.
     *
     * Threads that use fair primitives yield, at the end of a turn or before they join a line. Were they queued with what else is shared, somebody who has nothing to do
     * with them would wait for a turn of each: a thousand threads that take turns of 200 us on two carriers let in who comes behind them after a tenth of a second. In the carriers' own
     * queues they would be before those who are woken there, for whom something fair may stand still. So they have a line of their own, and what
     * the pool gets to know of is one ticket for all of them, which lies among what is shared.
     *
     *                         lineUp: the task is in the line
     *            NO TICKET ------------------------------------> TICKETED  --+
     *                ^                                             |   ^     | runTicket: something else that is shared, and then one task of the line, or more
     *                +-- the line is empty -------- CLEARED <------+   |     | where the ticket had to wait for others, go into the carrier's own queue
     *                                                  |               | <---+
     *                                                  +---------------+
     *                                            it is not: the next ticket
     *
     * I1 If at quiescence the line is not empty, a ticket is shared: who adds looks at the flag after that, and who runs a ticket clears the flag and looks at the line
     *    after that. So the pool keeps carriers awake for the line, and nobody in it is forgotten.
     * I2 There is one ticket. (Where no further carrier can be started the pool throws although it has queued one. Then there may be two for each of its queues: each lets somebody in, or finds
     *    nobody.)
     * I3 A task that was taken out of the line is queued, or else run at once. (Or both, for the same reason. A thread's task that comes when another one has run it does nothing, or runs it earlier than
     *    it would come.)
     *
     * A carrier whose own queue is never empty looks for no ticket. At the end of a turn, and now and then when threads leave it, it lets in some of what is shared (CarrierSlot) and takes one
     * task of the line as well, a ticket's work without the ticket, now and then several; not always if its own queue is long, since those that it takes come before who is
     * woken next.
     *
     * Progress. To add is as the pool's own queues are. While there is no memory for a ticket, it is tried again and again.
     */

    /** Of what is shared, how many tasks run at the end of a turn; and for how many that were before the ticket it lets in one more of the line. */
    static final int SHARED = 8;

    /** How many more at most, for a ticket that had to wait. */
    private static final int MOST = 15;

    private final Queue<Runnable> line = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean ticketed = new AtomicBoolean();

    /** What waited in the shared queues when the ticket came there, and how much of that was served before it was last put back. Written and read by who has it, as a hint. */
    private int before;

    private int served;

    /** For subclasses. */
    protected CarrierPool() {}

    /** Whether {@code scheduler} is this pool. */
    protected abstract boolean is(Object scheduler);

    /** Queues a task as the pool does by itself. */
    protected abstract void queue(Runnable task);

    /** Queues a task for this carrier, or for one that is awake and has nothing to do: none is woken for it. */
    protected abstract void keep(Runnable task);

    /** How many tasks this carrier's own queue has. */
    protected abstract int queued();

    /** Whether some carrier has nothing to do, or has left its place to another one for as long as its thread is pinned. */
    protected abstract boolean hasIdle();

    /** How many carriers the pool has, but for those in the place of others. */
    protected abstract int parallelism();

    /** Whether this carrier waits for something to do, also where others are in its place. May be called by any thread. */
    protected abstract boolean isIdle(Thread carrier);

    /** Wakes a carrier that sleeps, if there is one. May be called by any thread. */
    protected abstract void call();

    /** Queues a task where all carriers serve it equally, and wakes one of them if some sleep. */
    protected abstract void share(Runnable task);

    /** As {@link #share}, a task that calls {@link #runTicket}. */
    protected abstract void shareTicket();

    /** How much of what was shared waits; if anything does, no carrier is free. */
    protected abstract int backlog();

    /** Takes one of the tasks that wait in shared queues, and not a ticket; null if there is none. To be called by the carrier itself, with no thread mounted. */
    protected abstract @Nullable Runnable pollShared();

    /** Whether a task that was polled is no thread, but ends the wait of one. */
    protected abstract boolean isTimer(Runnable polled);

    /** Lets other threads of the operating system have this carrier's processor, if they wait for it. To be called by the carrier itself, with no thread mounted. */
    protected abstract void offerProcessor();

    /**
     * Takes out what was queued, kept or shared through this pool and has not run, or more, and adds it to {@code target}; what the pool got otherwise stays in its queues. May be called by
     * any thread.
     */
    protected abstract void takeTo(Queue<Runnable> target);

    /** As {@link System#nanoTime}, for turns. */
    protected long nanoTime() {
        return System.nanoTime();
    }

    /** Queues a task behind all others that were queued so. */
    final void lineUp(Runnable task) {
        line.add(task);
        ticket();
    }

    /** Takes out who has yielded through this pool and waits, and perhaps others, and adds them to {@code target}. */
    final void strandedTo(Queue<Runnable> target) {
        for (Runnable task = line.peek(); task != null; task = line.peek()) {
            target.add(task); // first, as there may be no memory for it; twice does no harm
            line.remove(task);
        }
        takeTo(target);
    }

    /** Whether somebody is in the line. */
    final boolean hasLine() {
        return !line.isEmpty();
    }

    /** Queues the first task of the line here, if there is one, without its ticket. Answers null, or what could not be queued and is to be run. */
    final @Nullable Runnable admit() {
        return queueOrReturn(line.poll());
    }

    /** The pool runs the ticket. */
    public final void runTicket() {
        Runnable refused = null;
        try {
            refused = queueOrReturn(pollShared());
            for (int left = 1 + servedSince() / SHARED; left > 0 && refused == null && hasLine(); left--) {
                refused = queueOrReturn(line.poll());
            }
        } finally {
            ticketed.set(false);
            if (hasLine()) {
                ticket();
            }
        }
        if (refused != null) {
            refused.run(); // with the next ticket shared, as it may take long
        }
    }

    /** A ticket was met by who looked for something else, and goes behind what is shared. */
    public final void putTicketBack() {
        renewTicket(servedSince());
    }

    /** How much was shared before the ticket and is not there any more, as far as it counts. */
    private int servedSince() {
        return Math.min(served + Math.max(0, before - backlog()), MOST * SHARED);
    }

    /** Null if {@code task} is queued, or there is none. */
    private @Nullable Runnable queueOrReturn(@Nullable Runnable task) {
        if (task != null) {
            try {
                queue(task);
            } catch (Throwable refused) {
                return task;
            }
        }
        return null;
    }

    private void ticket() {
        if (!ticketed.get() && ticketed.compareAndSet(false, true)) {
            renewTicket(0);
        }
    }

    /** Shares a ticket, whatever it takes: without one nobody would come for the line. */
    private void renewTicket(int servedBefore) {
        served = servedBefore;
        for (; ; ) {
            try {
                before = backlog();
                shareTicket();
                return;
            } catch (Throwable refused) {
                /* No memory, for now. */
            }
            try {
                offerProcessor();
            } catch (Throwable refused) {
                /* Nor for that. */
            }
        }
    }
}
