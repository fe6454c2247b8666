package io.github.cqs.bench.abort;

import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** {@code tryAcquire} with a timeout, {@code acquire}. */
public final class SemaphoreAbortLoop extends AbortLoop {
    private final Semaphore semaphore;

    public SemaphoreAbortLoop(Shape shape) {
        super(shape);
        semaphore = new Semaphore(0, shape.fair());
    }

    @Override
    void hold() {}

    @Override
    void enter() throws InterruptedException {
        semaphore.acquire();
    }

    @Override
    boolean enter(long timeout, TimeUnit unit) throws InterruptedException {
        return semaphore.tryAcquire(timeout, unit);
    }

    @Override
    void free(int n) {
        semaphore.release(n);
    }

    @Override
    public Object subject() {
        return semaphore;
    }
}
