package io.github.cqs;

import java.util.concurrent.atomic.AtomicInteger;

/** The example in the documentation of {@link CancellableQueueSynchronizer}, literally. */
final class TinyMutex extends CancellableQueueSynchronizer<Boolean> {
    private final AtomicInteger free = new AtomicInteger(1); // 1: free, 0: held, -n: held and n wait

    TinyMutex() {
        super(ResumeMode.ASYNC, CancellationMode.SMART);
    }

    void lock() throws InterruptedException {
        if (free.getAndDecrement() <= 0) suspend();
    }

    void unlock() {
        if (free.getAndIncrement() < 0) resume(true);
    }

    protected boolean onCancellation() {
        return free.getAndIncrement() < 0;
    } // false: an unlock is on its way to us
}
