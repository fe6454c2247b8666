package io.github.cqs.bench.barrier;

import io.github.cqs.bench.loop.Loop;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** Phase after phase. The end of a slice breaks the barrier. */
public final class BarrierLoop extends Loop {
    private final CyclicBarrier barrier;
    private final int outside;

    public BarrierLoop(Shape shape) {
        barrier = new CyclicBarrier(shape.threads());
        outside = shape.outside();
    }

    @Override
    public void begin() {
        barrier.reset();
    }

    @Override
    protected int op(Lane lane) throws InterruptedException {
        lane.work(outside);
        long start = lane.waitStarts();
        try {
            barrier.await();
        } catch (BrokenBarrierException broken) {
            if (!lane.stopped()) {
                throw new IllegalStateException("broken within a slice", broken);
            }
        }
        lane.waitEnds(start);
        return 1;
    }

    @Override
    public void unblock() {
        barrier.reset();
    }

    @Override
    public Object subject() {
        return barrier;
    }
}
