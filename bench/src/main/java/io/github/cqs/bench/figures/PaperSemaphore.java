package io.github.cqs.bench.figures;

import io.github.cqs.CancellableQueueSynchronizer;
import io.github.cqs.CancellationMode;
import io.github.cqs.ResumeMode;
import java.util.concurrent.atomic.AtomicLong;

/** The paper's semaphore (listings 3 and 5, section 4.3) in any of its modes. */
final class PaperSemaphore extends CancellableQueueSynchronizer<Boolean>
        implements GateFigure.Gate, CancelFigure.Closed {
    /** Free permits, or, below 0, waiting threads. */
    private final AtomicLong state;

    PaperSemaphore(int permits, ResumeMode resumeMode, CancellationMode cancellationMode) {
        super(resumeMode, cancellationMode);
        state = new AtomicLong(permits);
    }

    @Override
    public void acquire() throws InterruptedException {
        while (state.getAndDecrement() <= 0) {
            if (suspend() != null) {
                return;
            }
        }
    }

    /** Waits at most so long, but always takes its place in the queue first. */
    @Override
    public boolean tryAcquire(long nanos) throws InterruptedException {
        while (state.getAndDecrement() <= 0) {
            Boolean got = suspendNanos(nanos, Boolean.FALSE);
            if (got != null) {
                return got;
            }
        }
        return true;
    }

    @Override
    public void release() {
        while (state.getAndIncrement() < 0) {
            if (resume(Boolean.TRUE)) {
                return;
            }
        }
    }

    @Override
    protected boolean onCancellation() {
        return state.getAndIncrement() < 0;
    }
}
