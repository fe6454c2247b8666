package io.github.cqs.bench.lock;

import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.locks.Condition;

/** A bounded buffer of one lock and two conditions; one half of the workers puts, the other takes. Each element counts twice. */
public final class BufferLoop extends GuardedLoop {
    private final Condition notFull = newCondition();
    private final Condition notEmpty = newCondition();
    private final int capacity;
    private final int producers;
    private int elements;

    /** {@code size} is the capacity. */
    public BufferLoop(Shape shape) {
        super(shape);
        capacity = shape.size();
        producers = shape.threads() / 2;
    }

    private boolean puts(Lane lane) {
        return lane.index() < producers;
    }

    @Override
    boolean isReady(Lane lane) {
        return elements != (puts(lane) ? capacity : 0);
    }

    @Override
    Condition condition(Lane lane) {
        return puts(lane) ? notFull : notEmpty;
    }

    @Override
    void act(Lane lane) {
        boolean puts = puts(lane);
        elements += puts ? 1 : -1;
        (puts ? notEmpty : notFull).signal();
    }

    @Override
    void signalAll() {
        notFull.signalAll();
        notEmpty.signalAll();
    }
}
