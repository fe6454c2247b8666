package io.github.cqs.bench.uncontended;

import io.github.cqs.bench.loop.Loop;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.locks.ReentrantLock;

/** The call site names an application's subclass. */
public final class LockSubclassLoop extends Loop {
    private final OwnLock subject;

    public LockSubclassLoop(Shape shape) {
        subject = new OwnLock(shape.fair());
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

    @SuppressWarnings("serial")
    private static final class OwnLock extends ReentrantLock {
        OwnLock(boolean fair) {
            super(fair);
        }
    }
}
