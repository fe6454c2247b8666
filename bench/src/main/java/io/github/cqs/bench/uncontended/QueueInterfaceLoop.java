package io.github.cqs.bench.uncontended;

import io.github.cqs.bench.loop.Loop;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** The call site names the interface. */
public final class QueueInterfaceLoop extends Loop {
    private final BlockingQueue<Object> subject;

    public QueueInterfaceLoop(Shape shape) {
        subject = new ArrayBlockingQueue<>(16, shape.fair());
    }

    @Override
    protected int op(Lane lane) {
        subject.offer(this);
        lane.keep(subject.poll() == this ? "same" : "another");
        return 1;
    }

    @Override
    public Object subject() {
        return subject;
    }
}
