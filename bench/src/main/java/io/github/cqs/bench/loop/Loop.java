package io.github.cqs.bench.loop;

import io.github.cqs.bench.matrix.Bench;
import io.github.cqs.bench.matrix.Lane;

/** An operation, repeated until the slice ends. */
public abstract class Loop implements Bench {
    private static final int CHUNK = 64;

    @Override
    public final void run(Lane lane) throws InterruptedException {
        start(lane);
        while (!lane.stopped()) {
            chunk(lane);
        }
    }

    /** What the worker does before its first operation in a slice. */
    protected void start(Lane lane) {}

    /** Called often enough to be compiled on its own, unlike {@link #run}. */
    private void chunk(Lane lane) throws InterruptedException {
        long done = 0;
        for (int i = 0; i < CHUNK; i++) {
            int units = op(lane);
            if (lane.stopped()) {
                break;
            }
            done += units;
        }
        lane.add(done);
    }

    /** One operation; answers how much it counts. After the slice's end it may return without having done anything. */
    protected abstract int op(Lane lane) throws InterruptedException;
}
