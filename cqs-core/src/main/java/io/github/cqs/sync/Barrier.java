package io.github.cqs.sync;

import io.github.cqs.CancellableQueueSynchronizer;
import io.github.cqs.CancellationMode;
import io.github.cqs.ResumeMode;
import io.github.cqs.internal.Tuning;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Lets a fixed number of threads wait for each other, phase after phase. As in the paper there is no way to leave the barrier: a thread that has
 * arrived stays until all have, and interrupts are kept as status.
 *
 * <p><b>Memory consistency effects:</b> what happens in any thread before {@code arrive} <i>happens-before</i> what follows the return from
 * {@code arrive} of the same phase in every other.
 *
 * <p>CQS paper (PLDI 2023), section 4.1. The paper's barrier serves one phase; reusing its queue would let a fast thread of the next phase
 * take a value that was left for a slow thread of the previous one, so each phase has a queue of its own.
 */
public final class Barrier {
    private final int parties;
    private final int segmentSize;
    private volatile Phase phase;

    /**
     * A barrier for {@code parties} threads.
     *
     * @throws IllegalArgumentException if {@code parties} is not positive
     */
    public Barrier(int parties) {
        this(parties, Math.min(Tuning.SEGMENT_SIZE, Integer.highestOneBit(Math.max(1, parties))));
    }

    Barrier(int parties, int segmentSize) {
        if (parties <= 0) {
            throw new IllegalArgumentException("parties must be positive: " + parties);
        }
        this.parties = parties;
        this.segmentSize = segmentSize;
        this.phase = new Phase(parties, segmentSize);
        VarHandle.storeStoreFence(); // as for a final field: the barrier may be published by a race
    }

    /**
     * Arrives and waits for the other threads of the phase.
     *
     * @return whether this thread was the last one, which did not wait
     */
    public boolean arrive() {
        for (; ; ) {
            Phase p = phase;
            Phase next = p.next(
                    parties, segmentSize); // before arriving: if memory is short, nobody has counted on this thread
            int remaining = p.arrive();
            if (remaining > 0) {
                p.awaitOthers();
                return false;
            }
            PHASE.compareAndSet(this, p, next);
            p.next =
                    null; // what holds an old phase must not hold all that followed; whoever makes another one finds it
            // unused
            if (remaining == 0) {
                p.open(parties - 1);
                return true;
            }
            // More threads than parties: this one belongs to the next phase.
        }
    }

    /** The number of threads that make a phase. */
    public int parties() {
        return parties;
    }

    private static final class Phase extends CancellableQueueSynchronizer<Boolean> {
        @SuppressWarnings("UnusedVariable") // through the VarHandle
        private volatile int remaining;

        private volatile @Nullable Phase next;

        Phase(int parties, int segmentSize) {
            super(ResumeMode.ASYNC, CancellationMode.SIMPLE, segmentSize);
            this.remaining = parties;
        }

        /** The phase that follows, made by whoever asks first. */
        Phase next(int parties, int segmentSize) {
            Phase n = next;
            if (n != null) {
                return n;
            }
            Phase made = new Phase(parties, segmentSize);
            Phase met = (Phase) NEXT.compareAndExchange(this, null, made);
            return met == null ? made : met;
        }

        int arrive() {
            return (int) REMAINING.getAndAdd(this, -1) - 1;
        }

        void awaitOthers() {
            suspendUninterruptibly();
        }

        void open(int waiters) {
            for (int n = waiters; n > 0; n--) {
                resume(Boolean.TRUE);
            }
        }

        // VarHandle mechanics
        private static final VarHandle REMAINING;
        private static final VarHandle NEXT;

        static {
            try {
                MethodHandles.Lookup l = MethodHandles.lookup();
                REMAINING = l.findVarHandle(Phase.class, "remaining", int.class);
                NEXT = l.findVarHandle(Phase.class, "next", Phase.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }

    // VarHandle mechanics
    private static final VarHandle PHASE;

    static {
        try {
            PHASE = MethodHandles.lookup().findVarHandle(Barrier.class, "phase", Phase.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
