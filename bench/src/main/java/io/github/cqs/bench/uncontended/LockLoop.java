package io.github.cqs.bench.uncontended;

import io.github.cqs.bench.loop.Loop;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.locks.ReentrantLock;

/** The call site names the class. */
public final class LockLoop extends Loop {
    private final ReentrantLock subject;

    public LockLoop(Shape shape) {
        subject = new ReentrantLock(shape.fair());
    }

    @Override
    protected int op(Lane lane) {
        subject.lock();
        try {
            lane.add(0);
        } finally {
            subject.unlock();
        }
        return 1;
    }

    @Override
    public Object subject() {
        return subject;
    }
}
