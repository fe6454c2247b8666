package io.github.cqs.shims;

import java.util.concurrent.CyclicBarrier;
import org.jspecify.annotations.Nullable;

/** A {@link CyclicBarrier} whose waiters queue in a {@code CancellableQueueSynchronizer}. */
public class CqsCyclicBarrier extends CyclicBarrier {
    public CqsCyclicBarrier(int parties) {
        super(parties);
    }

    public CqsCyclicBarrier(int parties, @Nullable Runnable barrierAction) {
        super(parties, barrierAction);
    }
}
