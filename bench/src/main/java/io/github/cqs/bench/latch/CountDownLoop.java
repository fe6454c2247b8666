package io.github.cqs.bench.latch;

import io.github.cqs.bench.loop.Loop;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.CountDownLatch;

/** Counts down a latch that does not open in a slice. */
public final class CountDownLoop extends Loop {
    private volatile CountDownLatch latch = new CountDownLatch(Integer.MAX_VALUE);
    private final int outside;

    public CountDownLoop(Shape shape) {
        outside = shape.outside();
    }

    @Override
    public void begin() {
        latch = new CountDownLatch(Integer.MAX_VALUE);
    }

    @Override
    protected int op(Lane lane) {
        lane.work(outside);
        latch.countDown();
        return 1;
    }

    @Override
    public Object subject() {
        return latch;
    }
}
