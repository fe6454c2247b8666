package io.github.cqs.bench.abort;

import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** {@code tryLock} with a timeout, {@code lockInterruptibly}. */
public final class LockAbortLoop extends AbortLoop {
    private final ReentrantLock lock;

    public LockAbortLoop(Shape shape) {
        super(shape);
        lock = new ReentrantLock(shape.fair());
    }

    @Override
    void hold() {
        lock.lock();
    }

    @Override
    void enter() throws InterruptedException {
        lock.lockInterruptibly();
        lock.unlock();
    }

    @Override
    boolean enter(long timeout, TimeUnit unit) throws InterruptedException {
        return lock.tryLock(timeout, unit);
    }

    @Override
    void free(int n) {
        lock.unlock();
    }

    @Override
    public Object subject() {
        return lock;
    }
}
