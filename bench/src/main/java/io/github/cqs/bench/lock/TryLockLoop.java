package io.github.cqs.bench.lock;

import io.github.cqs.bench.loop.Loop;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.locks.ReentrantLock;

/** Asks for the lock and does something else if it is held. Only acquisitions count. */
public final class TryLockLoop extends Loop {
    private final ReentrantLock lock;
    private final int inside;
    private final int outside;

    public TryLockLoop(Shape shape) {
        lock = new ReentrantLock(shape.fair());
        inside = shape.inside();
        outside = shape.outside();
    }

    @Override
    protected int op(Lane lane) {
        lane.work(outside);
        if (!lock.tryLock()) {
            return 0;
        }
        try {
            lane.work(inside);
        } finally {
            lock.unlock();
        }
        return 1;
    }

    @Override
    public Object subject() {
        return lock;
    }
}
