package io.github.cqs.bench.idle;

import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.Semaphore;

public final class NewSemaphoreLoop extends NewLoop {
    public NewSemaphoreLoop(Shape shape) {
        super(shape);
    }

    @Override
    public Object subject() {
        return new Semaphore(shape.size(), shape.fair());
    }
}
