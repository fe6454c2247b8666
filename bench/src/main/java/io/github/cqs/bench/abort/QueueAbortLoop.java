package io.github.cqs.bench.abort;

import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;

/** {@code poll} with a timeout, {@code take}. */
public final class QueueAbortLoop extends AbortLoop {
    private final ArrayBlockingQueue<Object> queue;

    public QueueAbortLoop(Shape shape) {
        super(shape);
        queue = new ArrayBlockingQueue<>(Math.max(1, shape.size()), shape.fair());
    }

    @Override
    void hold() {}

    @Override
    void enter() throws InterruptedException {
        queue.take();
    }

    @Override
    boolean enter(long timeout, TimeUnit unit) throws InterruptedException {
        return queue.poll(timeout, unit) != null;
    }

    @Override
    void free(int n) {
        for (int i = 0; i < n; i++) {
            queue.add("");
        }
    }

    @Override
    public Object subject() {
        return queue;
    }
}
