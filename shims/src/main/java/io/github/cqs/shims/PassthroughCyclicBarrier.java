package io.github.cqs.shims;

import java.util.concurrent.CyclicBarrier;
import org.jspecify.annotations.Nullable;

/** A {@link CyclicBarrier} that changes nothing: what {@code mode=passthrough} swaps in to charge the swapping alone. */
public class PassthroughCyclicBarrier extends CyclicBarrier {
    public PassthroughCyclicBarrier(int parties) {
        super(parties);
    }

    public PassthroughCyclicBarrier(int parties, @Nullable Runnable barrierAction) {
        super(parties, barrierAction);
    }

    @Override
    public String toString() {
        return JdkIdentity.of(this, PassthroughCyclicBarrier.class, CyclicBarrier.class, super.toString());
    }
}
