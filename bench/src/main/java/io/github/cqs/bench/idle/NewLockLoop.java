package io.github.cqs.bench.idle;

import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.locks.ReentrantLock;

public final class NewLockLoop extends NewLoop {
    public NewLockLoop(Shape shape) {
        super(shape);
    }

    @Override
    public Object subject() {
        return new ReentrantLock(shape.fair());
    }
}
