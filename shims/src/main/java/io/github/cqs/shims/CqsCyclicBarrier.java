package io.github.cqs.shims;

import io.github.cqs.internal.DontInline;
import io.github.cqs.internal.LatchQueue;
import io.github.cqs.internal.ReservedStack;
import io.github.cqs.internal.Scarcity;
import io.github.cqs.internal.Tuning;
import io.github.cqs.internal.YieldCost;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A {@link CyclicBarrier} whose waiters queue in a {@code CancellableQueueSynchronizer}.
 *
 * <p><b>Preserved:</b> arrival indices, the action in the last thread before anyone is released, breakage by interrupt, timeout, reset and a
 * throwing action, all or none of a generation pass, other threads wait for the end of a running action, memory consistency effects.
 */
public class CqsCyclicBarrier extends CyclicBarrier {
    /*
     * Overview.
     *
     * Each generation is an object with one word: how many have arrived, and how it ended.
     *
     *    state = 4 * arrivals + { OPEN, TRIPPED, BROKEN, RESET }
     *
     *              the last party's action is done
     *      OPEN -----------------------------------> TRIPPED     everybody returns an index
     *       |  \  interrupt, timeout (while some party is missing), or the action threw
     *       |   \----------------------------------> BROKEN      stays the current generation until reset
     *       | reset (while some party is missing), or in the action
     *       +--------------------------------------> RESET       BrokenBarrierException for those inside
     *
     * Arriving is one fetch-and-add; the value before gives the index. The one that completes the number runs the action and ends the
     * generation. Once all have arrived nobody else can end it: the CASes to BROKEN and RESET demand that a party is missing. So "all or none":
     * a party whose interrupt or timeout comes too late waits for the outcome and keeps its interrupt status. Threads that arrive beyond
     * the number, while the action runs, wait for the outcome too and then join the next generation, as they do behind the JDK's lock;
     * likewise those who reset the barrier or look at it. The action itself may do all of this: its reset takes effect when it has ended, or when it waits
     * for the barrier after that, as one of the next generation's parties. If it waits without a reset, for which nobody can come, that ends by interrupt or timeout, and the generation ends as if it had been reset when the
     * action has ended. (With the JDK's, others who come, or reset the barrier, end such a wait as well, since it gives up the lock; here they wait for the action, as all others.)
     *
     * Actions do not overlap: the next generation is in place only when the action of this one has ended, or none will come since it was reset. (Unless an action has reset the barrier and waited; what it does after that is beside the next ones.) TRIPPED is
     * written after the next generation is in place, so whoever sees it finds a new one. RESET is written before, as somebody may complete the generation until then; whoever sees it
     * puts the next one in place.
     *
     * Waiting. Platform threads watch the word for a short while if all parties can run at once; otherwise they give their processors to each other a few
     * times, so that in short phases everybody has come before the first one sleeps, and a phase costs switches in place of sleeps and wake-ups. Not
     * where that costs whole time slices (YieldCost): all parties have to come, and each would lose one in each phase. (Virtual threads do not yield: to wait takes them
     * hardly longer.) Then they wait in a LatchQueue, made by the first thread that needs it. The end of a generation is
     * written before the queue is looked for; a waiter publishes the queue before it looks at the word again.
     *
     * After the CQS paper's barrier (PLDI 2023, section 4.1), with a queue of its own for each generation: in a shared queue a fast thread of the
     * next generation could take a value left for a slow thread of the previous one.
     */

    private static final int OPEN = 0;
    private static final int TRIPPED = 1;
    private static final int BROKEN = 2;
    private static final int RESET = 3;
    private static final int STATUS = 3;
    private static final long ARRIVAL = 4;
    private static final int ALL = Integer.MAX_VALUE;

    private final int parties;
    private final @Nullable Runnable action;

    /** Of those who arrive, or null if all of them can run at once. */
    private final @Nullable YieldCost yields;

    @SuppressWarnings("NullAway.Init") // by way of GENERATION
    private volatile Generation generation;

    /** As {@link CyclicBarrier#CyclicBarrier(int)}. */
    public CqsCyclicBarrier(int parties) {
        this(parties, null);
    }

    /** As {@link CyclicBarrier#CyclicBarrier(int, Runnable)}. */
    @SuppressWarnings("this-escape") // into a VarHandle
    public CqsCyclicBarrier(int parties, @Nullable Runnable barrierAction) {
        super(parties, barrierAction);
        if (parties <= 0) { // with the agent, the JDK's constructor leaves an exact shim before its own check
            throw new IllegalArgumentException();
        }
        this.parties = parties;
        this.action = barrierAction;
        this.yields = parties > Tuning.PROCESSORS ? new YieldCost() : null;
        GENERATION.set(this, new Generation()); // a volatile write would wait for all stores before it
        VarHandle.storeStoreFence(); // as for final fields: the barrier may be published by a race
    }

    private static final class Generation implements ForkJoinPool.ManagedBlocker {
        private volatile long state;
        private volatile @Nullable LatchQueue queue;

        /** Runs the action now; read only to ask whether that is the current thread. */
        private @Nullable Thread actor;

        /**
         * How the generation ends for those that wait when the action has returned: TRIPPED; RESET if the action has reset the barrier, BROKEN if it was interrupted or timed out waiting for
         * it. The actor's own, which sees it at once.
         */
        private int outcome = TRIPPED;

        int status() {
            return (int) state & STATUS;
        }

        long arrivals() {
            return state >>> 2;
        }

        boolean isInAction() {
            return actor == Thread.currentThread();
        }

        /** Ends an open generation as {@code status} if fewer than {@code arrivals} have arrived: the number of parties, or {@code ALL} for who has completed it. A method of its own, so that who can call it can do so again. */
        @DontInline
        @ReservedStack
        boolean tryEnd(int status, int arrivals) {
            for (; ; ) {
                long s = state;
                if ((s & STATUS) != OPEN || s >>> 2 >= arrivals) {
                    return false;
                }
                if (STATE.compareAndSet(this, s, s + status)) {
                    wakeAll();
                    return true;
                }
            }
        }

        private void wakeAll() {
            LatchQueue q = queue;
            if (q != null) {
                q.open();
            }
        }

        /** Where to wait, as soon as there is memory for it, or null if the generation has ended. */
        @Nullable
        LatchQueue queue(CqsCyclicBarrier barrier) {
            LatchQueue q = queue;
            for (int failures = 0; q == null && status() == OPEN; failures++) {
                try {
                    int segmentSize = Math.min(Tuning.SEGMENT_SIZE, Integer.highestOneBit(barrier.parties));
                    LatchQueue made = new LatchQueue(segmentSize, barrier);
                    LatchQueue winner = (LatchQueue) QUEUE.compareAndExchange(this, null, made);
                    q = winner == null ? made : winner;
                } catch (OutOfMemoryError exhausted) {
                    Scarcity.pause(failures);
                    q = queue;
                }
            }
            return status() == OPEN ? q : null;
        }

        /** Whether nobody need wait, as a pool asks before it replaces a thread of its own by another. */
        @Override
        public boolean isReleasable() {
            return status() != OPEN;
        }

        /** Waits until it has ended or the thread is interrupted; for who has been given the {@link #queue}. */
        @Override
        public boolean block() throws InterruptedException {
            LatchQueue q = queue;
            if (q != null) {
                q.awaitOpen();
            }
            return true;
        }

        /** Waits until the generation has ended. */
        void awaitEnd(CqsCyclicBarrier barrier) {
            LatchQueue q = queue(barrier);
            if (q != null) {
                q.awaitOpenUninterruptibly();
            }
        }

        /** Watches the word for up to {@code nanos}. */
        void spin(long nanos) {
            long end = System.nanoTime() + nanos;
            do {
                for (int turn = 0; turn < 16; turn++) {
                    if (status() != OPEN) {
                        return;
                    }
                    Thread.onSpinWait();
                }
            } while (System.nanoTime() - end < 0);
        }

        // VarHandle mechanics
        private static final VarHandle STATE;
        private static final VarHandle QUEUE;

        static {
            try {
                MethodHandles.Lookup l = MethodHandles.lookup();
                STATE = l.findVarHandle(Generation.class, "state", long.class);
                QUEUE = l.findVarHandle(Generation.class, "queue", LatchQueue.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }

    @Override
    public int await() throws InterruptedException, BrokenBarrierException {
        try {
            return await(false, 0L);
        } catch (TimeoutException impossible) {
            throw new AssertionError(impossible);
        }
    }

    @Override
    public int await(long timeout, TimeUnit unit)
            throws InterruptedException, BrokenBarrierException, TimeoutException {
        return await(true, unit.toNanos(timeout));
    }

    private int await(boolean timed, long nanos) throws InterruptedException, BrokenBarrierException, TimeoutException {
        if (Tuning.DELAY_NANOS > 0) {
            Tuning.delay();
        }
        boolean interrupted = false;
        for (; ; ) {
            Generation g = generation;
            int status = g.status();
            if (status == BROKEN) {
                throw broken(interrupted);
            }
            if (status == RESET) {
                renew(g);
            } else if (status == OPEN) {
                if (g.outcome != TRIPPED && g.isInAction()) {
                    if (g.outcome == BROKEN) {
                        throw broken(interrupted);
                    }
                    renew(g); // its reset takes effect now, since others may come while it waits
                    g.tryEnd(RESET, ALL);
                    continue;
                }
                if (interrupted || Thread.interrupted()) {
                    if (g.tryEnd(BROKEN, parties)) {
                        throw new InterruptedException();
                    }
                    if (g.isInAction()) {
                        g.outcome = BROKEN;
                        throw new InterruptedException();
                    }
                    interrupted = true;
                    g.awaitEnd(this);
                    continue;
                }
                if (parties == 1 && action == null) {
                    return 0; // nobody to wait for and nothing to run: a phase leaves no trace
                }
                g.tryEnd(
                        OPEN,
                        0); // does nothing: a stack too short to end the generation overflows before the thread arrives
                long before = (long) Generation.STATE.getAndAdd(g, ARRIVAL);
                if ((before & STATUS) == OPEN) {
                    long index = parties - 1 - (before >>> 2);
                    try {
                        if (index > 0) {
                            return awaitOthers(g, (int) index, timed, nanos);
                        }
                        if (index == 0) {
                            trip(g);
                            return 0;
                        }
                    } catch (
                            Throwable
                                    failure) { // of those who have ended it, or of a stack too short to wait or to run
                        // the action
                        g.tryEnd(BROKEN, index == 0 ? ALL : parties);
                        throw failure;
                    }
                    if (g.isInAction()) {
                        return awaitInAction(g, timed, nanos);
                    }
                    g.awaitEnd(this);
                }
            }
        }
    }

    private static BrokenBarrierException broken(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return new BrokenBarrierException();
    }

    /** The last party: runs the action and lets the others go. */
    private void trip(Generation g) {
        Runnable command = action;
        Generation next;
        try {
            next = new Generation(); // before the action, so that nothing fails after it
            if (command != null) {
                g.actor = Thread.currentThread();
                command.run();
            }
        } catch (Throwable failure) {
            g.tryEnd(BROKEN, ALL);
            Generation later = generation;
            if (later != g) { // the action has reset the barrier, and has waited
                later.tryEnd(BROKEN, parties);
            }
            throw failure;
        } finally {
            g.actor = null;
        }
        GENERATION.compareAndSet(this, g, next);
        g.tryEnd(g.outcome == TRIPPED ? TRIPPED : RESET, ALL);
    }

    /** Puts the next generation in the place of {@code g}, which was reset, if nobody else has. */
    private void renew(Generation g) {
        GENERATION.compareAndSet(this, g, new Generation());
    }

    /** The action waits for its own barrier, which never returns normally. */
    private int awaitInAction(Generation g, boolean timed, long nanos)
            throws InterruptedException, BrokenBarrierException, TimeoutException {
        try {
            LatchQueue q = g.queue(this);
            if (q != null) {
                if (timed) {
                    q.awaitOpen(System.nanoTime() + Math.max(nanos, 0L));
                    g.outcome = BROKEN;
                    throw new TimeoutException();
                }
                q.awaitOpen();
            }
            throw new BrokenBarrierException();
        } catch (InterruptedException e) {
            g.outcome = BROKEN;
            throw e;
        }
    }

    /** A platform thread stays runnable for a while, of up to {@code nanos} but for what yields take. */
    private void linger(Generation g, long nanos) {
        if (yields != null) {
            yieldProcessor(g, nanos, yields);
        } else if (Tuning.SPIN_NANOS > 0) {
            g.spin(Math.min(nanos, Tuning.SPIN_NANOS));
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // the others may need this core
    private static void yieldProcessor(Generation g, long nanos, YieldCost cost) {
        long left = nanos;
        long now = System.nanoTime();
        for (int i = Tuning.SPIN_YIELDS; i > 0 && left >= Tuning.SOON && !cost.isDear(now); i--) {
            if (g.status() != OPEN || Thread.currentThread().isInterrupted()) {
                return;
            }
            Thread.yield();
            long before = now;
            now = System.nanoTime();
            left -= now - before;
            cost.note(before, now);
        }
    }

    private int awaitOthers(Generation g, int index, boolean timed, long nanos)
            throws InterruptedException, BrokenBarrierException, TimeoutException {
        boolean interrupted = false;
        if (!timed || nanos > 0) {
            long deadline = timed ? System.nanoTime() + nanos : 0L;
            try {
                if (!Tuning.isVirtual(Thread.currentThread())) {
                    linger(g, timed ? nanos : Long.MAX_VALUE);
                }
                LatchQueue q = g.status() == OPEN ? g.queue(this) : null;
                if (q != null) {
                    if (timed) {
                        q.awaitOpen(deadline);
                    } else if (PoolWait.isOfPool()) {
                        PoolWait.block(g);
                    } else {
                        q.awaitOpen();
                    }
                }
            } catch (InterruptedException e) {
                if (g.tryEnd(BROKEN, parties)) {
                    throw e;
                }
                interrupted = true;
            } catch (Error failure) { // no stack to wait with: this party leaves, and the others must not wait for it
                if (g.tryEnd(BROKEN, parties) || g.status() != TRIPPED) {
                    throw failure;
                }
            }
        }
        if (g.status() == OPEN) {
            // Out of time, or interrupted when all had arrived already: then the outcome is near, and stands.
            if (!interrupted && g.tryEnd(BROKEN, parties)) {
                throw new TimeoutException();
            }
            g.awaitEnd(this);
        }
        if (g.status() != TRIPPED) {
            throw broken(interrupted);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return index;
    }

    @Override
    public void reset() {
        for (; ; ) {
            Generation g = generation;
            int status = g.status();
            if (status == OPEN && g.arrivals() >= parties) {
                if (g.isInAction()) {
                    g.outcome = RESET;
                    return;
                }
                g.awaitEnd(this);
                continue;
            }
            Generation next = new Generation(); // before the end of this one, so that nothing fails after it
            if (status == OPEN) {
                if (g.tryEnd(RESET, parties)) {
                    GENERATION.compareAndSet(this, g, next);
                    return;
                }
            } else if (GENERATION.compareAndSet(this, g, next) && status == BROKEN) {
                return;
            }
        }
    }

    @Override
    public int getParties() {
        return parties;
    }

    @Override
    public boolean isBroken() {
        Generation g = settled();
        return g.status() == BROKEN || (g.outcome == BROKEN && g.isInAction());
    }

    /** The current generation, when no other thread's action runs in it. */
    private Generation settled() {
        for (; ; ) {
            Generation g = generation;
            if (g.status() != OPEN || g.arrivals() < parties || g.isInAction()) {
                return g;
            }
            g.awaitEnd(this);
        }
    }

    @Override
    public int getNumberWaiting() {
        for (; ; ) {
            Generation g = settled();
            long s = g.state;
            if ((s & STATUS) == BROKEN) {
                return 0;
            }
            if ((s & STATUS) == OPEN) {
                if (s >>> 2 < parties) {
                    return (int) (s >>> 2);
                }
                if (g.isInAction()) {
                    return g.outcome == TRIPPED ? parties : 0;
                }
            } else if ((s & STATUS) == RESET) {
                return 0;
            }
        }
    }

    @Override
    public String toString() {
        return JdkIdentity.of(this, CqsCyclicBarrier.class, CyclicBarrier.class);
    }

    // VarHandle mechanics
    private static final VarHandle GENERATION;

    static {
        try {
            GENERATION = MethodHandles.lookup().findVarHandle(CqsCyclicBarrier.class, "generation", Generation.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        PoolWait.isOfPool();
        new CqsCyclicBarrier(1).reset(); // linked now: later there may be no memory for that (see Segment)
    }
}
