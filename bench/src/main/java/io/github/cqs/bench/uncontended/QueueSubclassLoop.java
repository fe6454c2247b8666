package io.github.cqs.bench.uncontended;

import io.github.cqs.bench.loop.Loop;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.ArrayBlockingQueue;

/** The call site names an application's subclass. */
public final class QueueSubclassLoop extends Loop {
    private final OwnQueue subject;

    public QueueSubclassLoop(Shape shape) {
        subject = new OwnQueue(shape.fair());
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

    @SuppressWarnings("serial")
    private static final class OwnQueue extends ArrayBlockingQueue<Object> {
        OwnQueue(boolean fair) {
            super(16, fair);
        }
    }
}
