package io.github.cqs.bench.lock;

import io.github.cqs.bench.loop.Loop;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** An operation that a worker does under the lock once it may, and waits for on a condition until then. */
abstract class GuardedLoop extends Loop {
    private final ReentrantLock lock;

    GuardedLoop(Shape shape) {
        lock = new ReentrantLock(shape.fair());
    }

    final Condition newCondition() {
        return lock.newCondition();
    }

    /** Whether the worker may do it now. */
    abstract boolean isReady(Lane lane);

    /** What the worker waits for as long as it may not. */
    abstract Condition condition(Lane lane);

    /** Does it, and signals whoever may go on by that. */
    abstract void act(Lane lane);

    /** Signals everybody. */
    abstract void signalAll();

    @Override
    protected final int op(Lane lane) throws InterruptedException {
        long start = lane.waitStarts();
        lock.lock();
        try {
            while (!isReady(lane) && !lane.stopped()) {
                condition(lane).await();
            }
            lane.waitEnds(start);
            if (!lane.stopped()) {
                act(lane);
            }
        } finally {
            lock.unlock();
        }
        return 1;
    }

    @Override
    public final void unblock() {
        lock.lock();
        try {
            signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public final Object subject() {
        return lock;
    }
}
