package io.github.cqs.bench.uncontended;

import io.github.cqs.bench.loop.Loop;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.Semaphore;

/** The call site names an application's subclass. */
public final class SemaphoreSubclassLoop extends Loop {
    private final OwnSemaphore subject;

    public SemaphoreSubclassLoop(Shape shape) {
        subject = new OwnSemaphore(shape.fair());
    }

    @Override
    protected int op(Lane lane) throws InterruptedException {
        subject.acquire();
        try {
            lane.add(0);
        } finally {
            subject.release();
        }
        return 1;
    }

    @Override
    public Object subject() {
        return subject;
    }

    @SuppressWarnings("serial")
    private static final class OwnSemaphore extends Semaphore {
        OwnSemaphore(boolean fair) {
            super(1, fair);
        }
    }
}
