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
        void enter() throws InterruptedException;

        /** Waits for a nanosecond; answers whether it was let in. */
        boolean tryEnter() throws InterruptedException;
    }

    CancelFigure(Shape shape, String series) {
        gate = make(series);
        queued = shape.size();
    }

    static Closed make(String series) {
        return switch (series) {
            case "Java" -> new SemaphoreClosed(new Semaphore(0, true));
            case "drop-in" -> new SemaphoreClosed(new CqsSemaphore(0, true));
            case "CQS async smart" -> new PaperClosed(new PaperSemaphore(0, ResumeMode.ASYNC, CancellationMode.SMART));
            case "CQS async simple" ->
                new PaperClosed(new PaperSemaphore(0, ResumeMode.ASYNC, CancellationMode.SIMPLE));
            case "CQS sync smart" -> new PaperClosed(new PaperSemaphore(0, ResumeMode.SYNC, CancellationMode.SMART));
            case "CQS sync simple" -> new PaperClosed(new PaperSemaphore(0, ResumeMode.SYNC, CancellationMode.SIMPLE));
            default -> throw unknown(series);
        };
    }

    private static final class SemaphoreClosed implements Closed {
        private final Semaphore semaphore;

        SemaphoreClosed(Semaphore semaphore) {
            this.semaphore = semaphore;
        }

        @Override
        public void enter() throws InterruptedException {
            semaphore.acquire();
        }

        @Override
        public boolean tryEnter() throws InterruptedException {
            return semaphore.tryAcquire(1, TimeUnit.NANOSECONDS);
        }
    }

    private static final class PaperClosed implements Closed {
        private final PaperSemaphore semaphore;

        PaperClosed(PaperSemaphore semaphore) {
            this.semaphore = semaphore;
        }

        @Override
        public void enter() throws InterruptedException {
            semaphore.acquire();
        }

        @Override
        public boolean tryEnter() throws InterruptedException {
            return semaphore.tryAcquire(1);
        }
    }

    @Override
    public void open() throws InterruptedException {
        new Waiters().start(queued, () -> {
            try {
                gate.enter();
            } catch (InterruptedException unexpected) {
                throw new IllegalStateException(unexpected);
            }
        });
    }

    @Override
    protected int op(Lane lane) throws InterruptedException {
        if (gate.tryEnter()) {
            throw new IllegalStateException("let in where nobody is");
        }
        return 1;
    }
}
