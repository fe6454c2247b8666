package io.github.cqs.bench.lock;

import io.github.cqs.bench.loop.Loop;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A bounded buffer of one lock and two conditions; one half of the workers puts, the other takes. Each element counts twice. */
public final class BufferLoop extends Loop {
    private final ReentrantLock lock;
    private final Condition notFull;
    private final Condition notEmpty;
    private final int capacity;
    private final int producers;
    private int elements;

    /** {@code size} is the capacity. */
    public BufferLoop(Shape shape) {
        lock = new ReentrantLock(shape.fair());
        notFull = lock.newCondition();
        notEmpty = lock.newCondition();
        capacity = shape.size();
        producers = shape.threads() / 2;
    }

    @Override
    protected int op(Lane lane) throws InterruptedException {
        boolean puts = lane.index() < producers;
        long start = lane.waitStarts();
        lock.lock();
        try {
            while (elements == (puts ? capacity : 0) && !lane.stopped()) {
                (puts ? notFull : notEmpty).await();
            }
            lane.waitEnds(start);
            if (!lane.stopped()) {
                elements += puts ? 1 : -1;
                (puts ? notEmpty : notFull).signal();
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
            notFull.signalAll();
            notEmpty.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Object subject() {
        return lock;
    }
}
