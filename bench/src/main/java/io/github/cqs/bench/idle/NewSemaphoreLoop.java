package io.github.cqs.bench.idle;

import io.github.cqs.bench.loop.Loop;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.Semaphore;

/** Makes one after another. */
public final class NewSemaphoreLoop extends Loop {
    private final Shape shape;

    public NewSemaphoreLoop(Shape shape) {
        this.shape = shape;
    }

    @Override
    protected int op(Lane lane) {
        lane.keep(subject());
        return 1;
    }

    @Override
    public Object subject() {
        return new Semaphore(shape.size(), shape.fair());
    }
}
