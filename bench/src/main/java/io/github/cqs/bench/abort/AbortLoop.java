package io.github.cqs.bench.abort;

import io.github.cqs.bench.loop.Loop;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import io.github.cqs.bench.matrix.Workers;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A wait that cannot succeed and is given up: by a timeout that has passed on arrival, or, with two workers, by the second one's interrupt as
 * soon as the first one waits. {@code size} other threads are queued all the time.
 */
abstract class AbortLoop extends Loop {
    /** More platform threads than that take seconds to end one by one; they are daemons, and end with the JVM. */
    private static final int MOST_FREED = 1000;

    private final Waiters waiters = new Waiters();
    private final int queued;
    private final boolean byInterrupt;
    private volatile @Nullable Thread victim;
    private volatile long aborts;

    AbortLoop(Shape shape) {
        queued = shape.size();
        byInterrupt = shape.threads() == 2;
    }

    /** Makes waiting necessary. */
    abstract void hold();

    /** Waits; returns when it was let go. */
    abstract void enter() throws InterruptedException;

    /** As {@link #enter}, for so long; answers whether it was let in. */
    abstract boolean enter(long timeout, TimeUnit unit) throws InterruptedException;

    /** Lets {@code n} waiting threads go. */
    abstract void free(int n);

    @Override
    public void open() throws InterruptedException {
        hold();
        waiters.start(queued, () -> {
            try {
                enter();
            } catch (InterruptedException unexpected) {
                throw new IllegalStateException(unexpected);
            }
        });
    }

    @Override
    public void begin() {
        victim = null;
    }

    @Override
    protected int op(Lane lane) throws InterruptedException {
        if (!byInterrupt) {
            if (enter(1, TimeUnit.NANOSECONDS)) {
                throw new IllegalStateException("acquired what is held");
            }
            return 1;
        }
        if (lane.index() == 0) {
            waitForInterrupt();
            return 1;
        }
        interruptVictim(lane);
        return 0;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // written by one worker
    private void waitForInterrupt() {
        victim = Thread.currentThread();
        try {
            enter();
            throw new IllegalStateException("acquired what is held");
        } catch (InterruptedException wanted) {
            aborts++;
        }
    }

    private void interruptVictim(Lane lane) {
        Thread thread = victim;
        long before = aborts;
        while (!lane.stopped() && (thread == null || thread.getState() != Thread.State.WAITING)) {
            Thread.onSpinWait();
            thread = victim;
        }
        if (thread != null) {
            thread.interrupt();
            while (!lane.stopped() && aborts == before) {
                Thread.onSpinWait();
            }
        }
    }

    @Override
    public void unblock() {
        Thread thread = victim;
        if (thread != null) {
            thread.interrupt();
        }
    }

    @Override
    public void close() throws InterruptedException {
        if (queued <= MOST_FREED || Workers.haveVirtual()) {
            free(queued);
            waiters.join();
        }
    }
}
