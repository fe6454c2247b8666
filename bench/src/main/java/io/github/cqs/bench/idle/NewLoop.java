package io.github.cqs.bench.idle;

import io.github.cqs.bench.loop.Loop;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;

/** Makes one after another: whatever {@link #subject} makes. */
abstract class NewLoop extends Loop {
    protected final Shape shape;

    protected NewLoop(Shape shape) {
        this.shape = shape;
    }

    @Override
    protected final int op(Lane lane) {
        lane.keep(subject());
        return 1;
    }
}
