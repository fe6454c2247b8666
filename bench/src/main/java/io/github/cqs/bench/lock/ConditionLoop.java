package io.github.cqs.bench.lock;

import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.locks.Condition;

/** The turn goes round; everybody waits for it on one condition. */
public final class ConditionLoop extends GuardedLoop {
    private final Condition turned = newCondition();
    private final int threads;
    private int turn;

    public ConditionLoop(Shape shape) {
        super(shape);
        threads = shape.threads();
    }

    @Override
    boolean isReady(Lane lane) {
        return turn == lane.index();
    }

    @Override
    Condition condition(Lane lane) {
        return turned;
    }

    @Override
    void act(Lane lane) {
        turn = (turn + 1) % threads;
        turned.signalAll();
    }

    @Override
    void signalAll() {
        turned.signalAll();
    }
}
