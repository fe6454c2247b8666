package io.github.cqs.shims;

import io.github.cqs.internal.DontInline;
import io.github.cqs.internal.LatchQueue;
import io.github.cqs.internal.Scarcity;
import io.github.cqs.internal.Tuning;
import io.github.cqs.internal.Watch;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A {@link CountDownLatch} whose waiters queue in a {@code CancellableQueueSynchronizer}.
 *
 * <p><b>Preserved:</b> interruption, timeouts, count and {@code toString}, memory consistency effects.
 */
public class CqsCountDownLatch extends CountDownLatch {
    /*
     * Overview.
     *
     * count goes down by fetch-and-add. A call that brings it below 0 gives its unit back; in between the count is negative, which everybody
     * reads as 0. While many units are missing a thread first tries to compare and set, and if somebody else was faster it pauses: then that one, which
     * has the cache line, gets on with the calls it has ahead of it, and two threads do not carry the line to and fro for each of theirs. After one pause it is
     * fetch-and-add for all, so a call takes a bounded number of steps. The latch does not open later for it: to bring the count down by what is
     * still missing then takes others longer than the pause.
     *
     * The queue is created by the first thread that waits, which then looks at the count again: a
     * countDown that did not see the queue has brought the count to 0 before that look.
     *
     * The first platform thread that waits watches the count for a while before it parks, where latches mostly open soon (Watch). A latch is waited for once or so, hence what is learned
     * is learned of all of them. Later ones park: they are many, perhaps, and wait for what takes long.
     *
     * CQS paper (PLDI 2023), section 4.2.
     */

    private static final Watch<CqsCountDownLatch> WATCH = new Watch<>(Tuning.SPIN_WATCH, true, false) {
        @Override
        protected boolean isOver(CqsCountDownLatch latch) {
            return latch.count <= 0;
        }
    };

    /** Each takes a few nanoseconds, and a spin-wait hint some tens. */
    private static final int MANY = 16 * Tuning.LATCH_PAUSES;

    private volatile int count;
    private volatile @Nullable LatchQueue queue;

    /** As {@link CountDownLatch#CountDownLatch(int)}. */
    @SuppressWarnings("this-escape") // into a VarHandle
    public CqsCountDownLatch(int count) {
        super(count);
        if (count < 0) { // with the agent, the JDK's constructor leaves an exact shim before its own check
            throw new IllegalArgumentException("count < 0");
        }
        COUNT.set(this, count); // a volatile write would wait for all stores before it
        VarHandle.storeStoreFence(); // as for a final field: the latch may be published by a race
    }

    @Override
    public void countDown() {
        int missing = count;
        if (missing > MANY) {
            if (COUNT.compareAndSet(this, missing, missing - 1)) {
                return;
            }
            pause();
        } else if (missing <= 0) {
            return;
        }
        decrement();
    }

    private void decrement() {
        int before = (int) COUNT.getAndAdd(this, -1);
        if (before == 1) {
            LatchQueue q = queue;
            if (q != null) {
                q.open();
            }
        } else if (before <= 0) {
            COUNT.getAndAdd(this, 1);
        }
    }

    @DontInline
    private static void pause() {
        for (int i = 0; i < Tuning.LATCH_PAUSES; i++) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void await() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (count > 0) {
            if (!watch(Long.MAX_VALUE)) {
                LatchQueue q = queue();
                if (q != null && count > 0) {
                    q.awaitOpen();
                }
            }
            answerInterrupt();
        }
    }

    /** It has waited, and may have been interrupted before the latch was opened. */
    private static void answerInterrupt() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    /** Whether it has opened meanwhile. */
    private boolean watch(long nanos) {
        return queue == null && !Tuning.isVirtual(Thread.currentThread()) && WATCH.watch(this, nanos);
    }

    @Override
    public boolean await(long timeout, TimeUnit unit) throws InterruptedException {
        long nanos = unit.toNanos(timeout);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (count <= 0) {
            return true;
        }
        if (nanos <= 0) {
            return false;
        }
        long deadline = System.nanoTime() + nanos;
        boolean opened = watch(nanos);
        if (!opened) {
            LatchQueue q = queue();
            // If not in time, who has opened it may have lost its processor before it could wake this one.
            opened = q == null || count <= 0 || q.awaitOpen(deadline) || count <= 0;
        }
        answerInterrupt();
        return opened;
    }

    /**
     * Where to wait, or null if the latch opened before there was memory for it; until there is interrupts and timeouts are not answered, as by JDK 25's
     * latches.
     */
    private @Nullable LatchQueue queue() {
        LatchQueue q = queue;
        for (int failures = 0; q == null && count > 0; failures++) {
            try {
                LatchQueue made = new LatchQueue(Tuning.SEGMENT_SIZE, this);
                LatchQueue winner = (LatchQueue) QUEUE.compareAndExchange(this, null, made);
                q = winner == null ? made : winner;
            } catch (OutOfMemoryError exhausted) {
                Scarcity.pause(failures);
                q = queue;
            }
        }
        return q;
    }

    @Override
    public long getCount() {
        return Math.max(0, count);
    }

    @Override
    public String toString() {
        return JdkIdentity.of(this, CqsCountDownLatch.class, CountDownLatch.class) + "[Count = " + Math.max(0, count)
                + "]";
    }

    // VarHandle mechanics
    private static final VarHandle COUNT;
    private static final VarHandle QUEUE;

    static {
        try {
            MethodHandles.Lookup l = MethodHandles.lookup();
            COUNT = l.findVarHandle(CqsCountDownLatch.class, "count", int.class);
            QUEUE = l.findVarHandle(CqsCountDownLatch.class, "queue", LatchQueue.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        // Linked now: later there may be no memory for that (see Segment).
        new CqsCountDownLatch(Integer.MAX_VALUE).countDown();
        new CqsCountDownLatch(0).decrement();
    }
}
