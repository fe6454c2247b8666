package io.github.cqs.bench.queue;

import io.github.cqs.bench.loop.Loop;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.ArrayBlockingQueue;

/** A pool: take an element, work with it, put it back. */
public final class PoolLoop extends Loop {
    private final ArrayBlockingQueue<Object> pool;
    private final int inside;
    private final int outside;

    /** {@code size} is the number of elements. */
    public PoolLoop(Shape shape) {
        pool = new ArrayBlockingQueue<>(shape.size(), shape.fair());
        for (int i = 0; i < shape.size(); i++) {
            pool.add(new Object());
        }
        inside = shape.inside();
        outside = shape.outside();
    }

    @Override
    protected int op(Lane lane) throws InterruptedException {
        lane.work(outside);
        long start = lane.waitStarts();
        Object element = pool.take();
        lane.waitEnds(start);
        lane.work(inside);
        pool.put(element);
        return 1;
    }

    @Override
    public Object subject() {
        return pool;
    }
}
