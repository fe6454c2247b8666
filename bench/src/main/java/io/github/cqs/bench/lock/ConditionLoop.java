package io.github.cqs.bench.lock;

import io.github.cqs.bench.loop.Loop;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The turn goes round; everybody waits for it on one condition. */
public final class ConditionLoop extends Loop {
    private final ReentrantLock lock;
    private final Condition turned;
    private final int threads;
    private int turn;

    public ConditionLoop(Shape shape) {
        lock = new ReentrantLock(shape.fair());
        turned = lock.newCondition();
        threads = shape.threads();
    }

    @Override
    protected int op(Lane lane) throws InterruptedException {
        long start = lane.waitStarts();
        lock.lock();
        try {
            while (turn != lane.index() && !lane.stopped()) {
                turned.await();
            }
            lane.waitEnds(start);
            if (!lane.stopped()) {
                turn = (turn + 1) % threads;
                turned.signalAll();
            }
        } finally {
            lock.unlock();
        }
        return 1;
    }

    @Override
    public void unblock() {
        lock.lock();
        try {
            turned.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Object subject() {
        return lock;
    }
}
