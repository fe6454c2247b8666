package io.github.cqs.bench.figures;

import io.github.cqs.CancellableQueueSynchronizer;
import io.github.cqs.CancellationMode;
import io.github.cqs.ResumeMode;
import java.util.concurrent.atomic.AtomicInteger;

/** The paper's latch (listing 8) in either cancellation mode. */
final class PaperLatch extends CancellableQueueSynchronizer<Boolean> {
    private static final int DONE = 1 << 31;

    private final AtomicInteger count;
    private final AtomicInteger waiters = new AtomicInteger();

    PaperLatch(int count, CancellationMode cancellationMode) {
        super(ResumeMode.ASYNC, cancellationMode);
        this.count = new AtomicInteger(count);
    }

    void countDown() {
        if (count.getAndDecrement() <= 1) {
            open();
        }
    }

    void await() throws InterruptedException {
        if (count.get() > 0 && (waiters.getAndIncrement() & DONE) == 0) {
            suspend();
        }
    }

    private void open() {
        for (; ; ) {
            int w = waiters.get();
            if ((w & DONE) != 0) {
                return;
            }
            if (waiters.compareAndSet(w, w | DONE)) {
                for (int n = w; n > 0; n--) {
                    resume(Boolean.TRUE);
                }
                return;
            }
        }
    }

    @Override
    protected boolean onCancellation() {
        return (waiters.getAndDecrement() & DONE) == 0;
    }
}
