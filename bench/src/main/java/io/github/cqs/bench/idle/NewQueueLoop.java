package io.github.cqs.bench.idle;

import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.ArrayBlockingQueue;

public final class NewQueueLoop extends NewLoop {
    public NewQueueLoop(Shape shape) {
        super(shape);
    }

    @Override
    public Object subject() {
        return new ArrayBlockingQueue<>(shape.size(), shape.fair());
    }
}
