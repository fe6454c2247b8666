package io.github.cqs.shims;

import java.util.concurrent.CountDownLatch;

/** A {@link CountDownLatch} whose waiters queue in a {@code CancellableQueueSynchronizer}. */
public class CqsCountDownLatch extends CountDownLatch {
    public CqsCountDownLatch(int count) {
        super(count);
    }
}
