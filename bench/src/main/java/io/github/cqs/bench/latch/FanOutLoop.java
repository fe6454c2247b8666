package io.github.cqs.bench.latch;

import io.github.cqs.bench.loop.Loop;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * All workers but the first wait at a latch, which the first one opens when the last of them is about to wait. Each worker let go counts one.
 */
public final class FanOutLoop extends Loop {
    private final int waiters;
    private final AtomicInteger arrived = new AtomicInteger();
    private volatile @Nullable Thread opener;
    private volatile CountDownLatch latch = new CountDownLatch(1);

    public FanOutLoop(Shape shape) {
        waiters = shape.threads() - 1;
    }

    @Override
    public void begin() {
        arrived.set(0);
        opener = null;
        latch = new CountDownLatch(1);
    }

    @Override
    protected int op(Lane lane) throws InterruptedException {
        if (lane.index() == 0) {
            return letGo(lane);
        }
        CountDownLatch current = latch;
        if (arrived.incrementAndGet() == waiters) {
            LockSupport.unpark(opener);
        }
        long start = lane.waitStarts();
        current.await();
        lane.waitEnds(start);
        return 1;
    }

    private int letGo(Lane lane) {
        opener = Thread.currentThread();
        while (arrived.get() < waiters) {
            if (lane.stopped()) {
                return 0;
            }
            LockSupport.park(this);
        }
        arrived.set(0);
        CountDownLatch current = latch;
        latch = new CountDownLatch(1);
        current.countDown();
        return 0;
    }

    @Override
    public void unblock() {
        LockSupport.unpark(opener);
        latch.countDown();
    }

    @Override
    public Object subject() {
        return latch;
    }
}
