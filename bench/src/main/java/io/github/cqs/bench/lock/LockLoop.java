package io.github.cqs.bench.lock;

import io.github.cqs.bench.loop.Loop;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.locks.ReentrantLock;

/** Work outside, lock, work inside, unlock. */
public class LockLoop extends Loop {
    private final ReentrantLock lock;
    private final int inside;
    private final int outside;

    public LockLoop(Shape shape) {
        lock = new ReentrantLock(shape.fair());
        inside = shape.inside();
        outside = shape.outside();
    }

    @Override
    protected final int op(Lane lane) {
        lane.work(outside);
        long start = lane.waitStarts();
        lock.lock();
        try {
            lane.waitEnds(start);
            lane.work(inside);
        } finally {
            lock.unlock();
        }
        return 1;
    }

    @Override
    public final ReentrantLock subject() {
        return lock;
    }
}
