package io.github.cqs.bench.queue;

import io.github.cqs.bench.loop.Loop;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.ArrayBlockingQueue;

/** Offer one, poll one. */
public final class OfferPollLoop extends Loop {
    private final ArrayBlockingQueue<Object> queue;
    private final Object element = new Object();

    public OfferPollLoop(Shape shape) {
        queue = new ArrayBlockingQueue<>(shape.size(), shape.fair());
    }

    @Override
    protected int op(Lane lane) {
        queue.offer(element);
        lane.keep(queue.poll() == element ? "same" : "another");
        return 1;
    }

    @Override
    public Object subject() {
        return queue;
    }
}
