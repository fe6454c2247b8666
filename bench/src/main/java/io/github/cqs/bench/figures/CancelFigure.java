package io.github.cqs.bench.figures;

import io.github.cqs.CancellationMode;
import io.github.cqs.ResumeMode;
import io.github.cqs.bench.abort.Waiters;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import io.github.cqs.shims.CqsSemaphore;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Figure 9: joining a queue in which {@code size} others wait, and leaving it at once: the wait's time is up when it begins. The waiters stay
 * until the JVM ends.
 */
final class CancelFigure extends SeriesBench {
    private final Closed gate;
    private final int queued;

    /** A semaphore without permits. */
    interface Closed {
        void acquire() throws InterruptedException;

        /** Waits at most so long; answers whether it was let in. */
        boolean tryAcquire(long nanos) throws InterruptedException;
    }

    CancelFigure(Shape shape, String series) {
        gate = make(series);
        queued = shape.size();
    }

    static Closed make(String series) {
        return switch (series) {
            case "Java" -> new SemaphoreClosed(new Semaphore(0, true));
            case "drop-in" -> new SemaphoreClosed(new CqsSemaphore(0, true));
            case "CQS async smart" -> new PaperSemaphore(0, ResumeMode.ASYNC, CancellationMode.SMART);
            case "CQS async simple" -> new PaperSemaphore(0, ResumeMode.ASYNC, CancellationMode.SIMPLE);
            case "CQS sync smart" -> new PaperSemaphore(0, ResumeMode.SYNC, CancellationMode.SMART);
            case "CQS sync simple" -> new PaperSemaphore(0, ResumeMode.SYNC, CancellationMode.SIMPLE);
            default -> throw unknown(series);
        };
    }

    private static final class SemaphoreClosed implements Closed {
        private final Semaphore semaphore;

        SemaphoreClosed(Semaphore semaphore) {
            this.semaphore = semaphore;
        }

        @Override
        public void acquire() throws InterruptedException {
            semaphore.acquire();
        }

        @Override
        public boolean tryAcquire(long nanos) throws InterruptedException {
            return semaphore.tryAcquire(nanos, TimeUnit.NANOSECONDS);
        }
    }

    @Override
    public void open() throws InterruptedException {
        new Waiters().start(queued, () -> {
            try {
                gate.acquire();
            } catch (InterruptedException unexpected) {
                throw new IllegalStateException(unexpected);
            }
        });
    }

    @Override
    protected int op(Lane lane) throws InterruptedException {
        if (gate.tryAcquire(1)) {
            throw new IllegalStateException("let in where nobody is");
        }
        return 1;
    }
}
