package io.github.cqs.bench.ces;

import io.github.cqs.bench.loop.Loop;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.locks.ReentrantLock;

/** Parallel work, then a section under the one lock. */
public final class SectionLoop extends Loop {
    private final ReentrantLock lock;
    private final int inside;
    private final int outside;

    public SectionLoop(Shape shape) {
        lock = new ReentrantLock(shape.fair());
        inside = shape.inside();
        outside = shape.outside();
    }

    @Override
    protected int op(Lane lane) {
        lane.work(outside);
        lock.lock();
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
