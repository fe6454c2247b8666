package io.github.cqs.bench.queue;

import io.github.cqs.bench.loop.Loop;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.ArrayBlockingQueue;

/** One half of the workers puts, the other takes. Each element counts twice. */
public final class ProducerConsumerLoop extends Loop {
    private final ArrayBlockingQueue<Object> queue;
    private final int producers;
    private final Object element = new Object();

    /** {@code size} is the capacity. */
    public ProducerConsumerLoop(Shape shape) {
        queue = new ArrayBlockingQueue<>(shape.size(), shape.fair());
        producers = shape.threads() / 2;
    }

    @Override
    protected int op(Lane lane) throws InterruptedException {
        long start = lane.waitStarts();
        if (lane.index() < producers) {
            queue.put(element);
        } else {
            queue.take();
        }
        lane.waitEnds(start);
        return 1;
    }

    @Override
    public void unblock() {
        if (!queue.offer(element)) {
            queue.poll();
        } else if (queue.size() > 1) {
            queue.poll();
        }
    }

    @Override
    public Object subject() {
        return queue;
    }
}
