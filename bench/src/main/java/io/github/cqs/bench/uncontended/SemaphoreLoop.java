package io.github.cqs.bench.uncontended;

import io.github.cqs.bench.loop.Loop;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.Semaphore;

/** The call site names the class. */
public final class SemaphoreLoop extends Loop {
    private final Semaphore subject;

    public SemaphoreLoop(Shape shape) {
        subject = new Semaphore(1, shape.fair());
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
}
