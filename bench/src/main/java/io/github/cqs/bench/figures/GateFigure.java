package io.github.cqs.bench.figures;

import io.github.cqs.CancellationMode;
import io.github.cqs.ResumeMode;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import io.github.cqs.shims.CqsReentrantLock;
import io.github.cqs.shims.CqsSemaphore;
import io.github.cqs.sync.FairSemaphore;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Figure 7: some work, then some more of it while holding one of {@code size} permits. */
final class GateFigure extends SeriesBench {
    private final Gate gate;
    private final GeometricWork outside;
    private final GeometricWork inside;

    /** What lets a limited number of threads in. */
    interface Gate {
        void acquire() throws InterruptedException;

        void release();
    }

    GateFigure(Shape shape, String series) {
        gate = make(series, shape.size());
        outside = new GeometricWork(shape.outside(), shape.threads());
        inside = new GeometricWork(shape.inside(), shape.threads());
    }

    static Gate make(String series, int permits) {
        if (series.startsWith("CQS ")) {
            return paper(series, permits);
        }
        return switch (series) {
            case "Java semaphore fair" -> new SemaphoreGate(new Semaphore(permits, true));
            case "Java semaphore unfair" -> new SemaphoreGate(new Semaphore(permits, false));
            case "drop-in semaphore fair" -> new SemaphoreGate(new CqsSemaphore(permits, true));
            case "drop-in semaphore unfair" -> new SemaphoreGate(new CqsSemaphore(permits, false));
            default -> {
                if (permits != 1) {
                    throw new IllegalArgumentException(series + " admits one thread");
                }
                yield mutex(series);
            }
        };
    }

    private static Gate paper(String series, int permits) {
        return switch (series) {
            case "CQS async smart" -> new PaperSemaphore(permits, ResumeMode.ASYNC, CancellationMode.SMART);
            case "CQS async simple" -> new PaperSemaphore(permits, ResumeMode.ASYNC, CancellationMode.SIMPLE);
            case "CQS sync simple" -> new PaperSemaphore(permits, ResumeMode.SYNC, CancellationMode.SIMPLE);
            case "CQS sync smart" -> new FairSemaphoreGate(new FairSemaphore(permits));
            default -> throw unknown(series);
        };
    }

    private static Gate mutex(String series) {
        return switch (series) {
            case "Java lock fair" -> new LockGate(new ReentrantLock(true));
            case "Java lock unfair" -> new LockGate(new ReentrantLock(false));
            case "drop-in lock fair" -> new LockGate(new CqsReentrantLock(true));
            case "drop-in lock unfair" -> new LockGate(new CqsReentrantLock(false));
            case "CLH" -> new ClhLock();
            case "MCS" -> new McsLock();
            default -> throw unknown(series);
        };
    }

    private static final class SemaphoreGate implements Gate {
        private final Semaphore semaphore;

        SemaphoreGate(Semaphore semaphore) {
            this.semaphore = semaphore;
        }

        @Override
        public void acquire() throws InterruptedException {
            semaphore.acquire();
        }

        @Override
        public void release() {
            semaphore.release();
        }
    }

    private static final class FairSemaphoreGate implements Gate {
        private final FairSemaphore semaphore;

        FairSemaphoreGate(FairSemaphore semaphore) {
            this.semaphore = semaphore;
        }

        @Override
        public void acquire() throws InterruptedException {
            semaphore.acquire();
        }

        @Override
        public void release() {
            semaphore.release();
        }
    }

    private static final class LockGate implements Gate {
        private final Lock lock;

        LockGate(Lock lock) {
            this.lock = lock;
        }

        @Override
        public void acquire() {
            lock.lock();
        }

        @Override
        public void release() {
            lock.unlock();
        }
    }

    @Override
    protected int op(Lane lane) throws InterruptedException {
        outside.some(lane);
        gate.acquire();
        inside.some(lane);
        gate.release();
        return 1;
    }
}
