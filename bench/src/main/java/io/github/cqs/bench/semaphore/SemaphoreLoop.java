package io.github.cqs.bench.semaphore;

import io.github.cqs.bench.loop.Loop;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.Semaphore;

/** Work outside, acquire, work inside, release. */
public final class SemaphoreLoop extends Loop {
    private final Semaphore semaphore;
    private final int units;
    private final int inside;
    private final int outside;

    /** {@code size} is the number of permits. */
    public SemaphoreLoop(Shape shape) {
        semaphore = new Semaphore(shape.size(), shape.fair());
        units = shape.units();
        inside = shape.inside();
        outside = shape.outside();
    }

    @Override
    protected int op(Lane lane) throws InterruptedException {
        lane.work(outside);
        long start = lane.waitStarts();
        semaphore.acquire(units);
        try {
            lane.waitEnds(start);
            lane.work(inside);
        } finally {
            semaphore.release(units);
        }
        return 1;
    }

    @Override
    public Object subject() {
        return semaphore;
    }
}
