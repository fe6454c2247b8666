package io.github.cqs.bench.uncontended;

import io.github.cqs.bench.loop.Loop;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** The call site names the class. */
public final class BarrierLoop extends Loop {
    private final CyclicBarrier subject;

    public BarrierLoop(Shape shape) {
        subject = new CyclicBarrier(shape.threads());
    }

    @Override
    protected int op(Lane lane) throws InterruptedException {
        try {
            subject.await();
        } catch (BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
        return 1;
    }

    @Override
    public Object subject() {
        return subject;
    }
}
