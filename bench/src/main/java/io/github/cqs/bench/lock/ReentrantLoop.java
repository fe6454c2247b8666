package io.github.cqs.bench.lock;

import io.github.cqs.bench.loop.Loop;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.locks.ReentrantLock;

/** Locks twice. */
public final class ReentrantLoop extends Loop {
    private final ReentrantLock lock;

    public ReentrantLoop(Shape shape) {
        lock = new ReentrantLock(shape.fair());
    }

    @Override
    protected int op(Lane lane) {
        long start = lane.waitStarts();
        lock.lock();
        try {
            lane.waitEnds(start);
            lock.lock();
            try {
                lane.work(1);
            } finally {
                lock.unlock();
            }
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
