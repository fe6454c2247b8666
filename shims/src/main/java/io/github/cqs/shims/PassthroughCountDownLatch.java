package io.github.cqs.shims;

import java.util.concurrent.CountDownLatch;

/** A {@link CountDownLatch} that changes nothing: what {@code mode=passthrough} swaps in to charge the swapping alone. */
public class PassthroughCountDownLatch extends CountDownLatch {
    public PassthroughCountDownLatch(int count) {
        super(count);
    }

    @Override
    public String toString() {
        return JdkIdentity.of(this, PassthroughCountDownLatch.class, CountDownLatch.class, super.toString());
    }
}
