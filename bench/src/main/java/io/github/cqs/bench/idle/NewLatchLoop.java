package io.github.cqs.bench.idle;

import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.CountDownLatch;

public final class NewLatchLoop extends NewLoop {
    public NewLatchLoop(Shape shape) {
        super(shape);
    }

    @Override
    public Object subject() {
        return new CountDownLatch(shape.size());
    }
}
