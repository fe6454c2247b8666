package io.github.cqs.bench.uncontended;

import io.github.cqs.bench.loop.Loop;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** The call site names an application's subclass. */
public final class BarrierSubclassLoop extends Loop {
    private final OwnBarrier subject;

    public BarrierSubclassLoop(Shape shape) {
        subject = new OwnBarrier(shape.threads());
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

    private static final class OwnBarrier extends CyclicBarrier {
        OwnBarrier(int parties) {
            super(parties);
        }
    }
}
