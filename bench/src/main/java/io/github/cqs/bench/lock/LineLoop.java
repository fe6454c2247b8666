package io.github.cqs.bench.lock;

import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;

/**
 * As {@link LockLoop}, but in each slice one worker has the lock until all others wait for it. Where they come one after the other they may never all wait at the same time, and a line that has
 * once come about may stay.
 */
public final class LineLoop extends LockLoop {
    private final int others;
    private volatile boolean held;

    public LineLoop(Shape shape) {
        super(shape);
        others = shape.threads() - 1;
    }

    @Override
    public void begin() {
        held = false;
    }

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // all have to come to the lock, on few processors
    protected void start(Lane lane) {
        if (lane.index() > 0) {
            while (!held && !lane.stopped()) {
                Thread.yield();
            }
            return;
        }
        subject().lock();
        try {
            held = true;
            while (subject().getQueueLength() < others && !lane.stopped()) {
                Thread.yield();
            }
        } finally {
            subject().unlock();
        }
    }
}
