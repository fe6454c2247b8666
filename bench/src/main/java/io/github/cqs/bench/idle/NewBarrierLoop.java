package io.github.cqs.bench.idle;

import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.CyclicBarrier;

public final class NewBarrierLoop extends NewLoop {
    public NewBarrierLoop(Shape shape) {
        super(shape);
    }

    @Override
    public Object subject() {
        return new CyclicBarrier(shape.size());
    }
}
