package io.github.cqs.bench.figures;

import io.github.cqs.bench.matrix.Bench;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import io.github.cqs.shims.CqsCyclicBarrier;
import io.github.cqs.sync.Barrier;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/**
 * Figure 5: a phase is some work in each thread, and the barrier. Barriers of the paper cannot be left, so worker 0 names the last phase of a
 * slice before it arrives there, and everybody goes home after that one.
 */
final class BarrierFigure implements Bench {
    private final Phase barrier;
    private final GeometricWork work;
    private volatile long lastPhase;

    private interface Phase {
        void arrive() throws InterruptedException;
    }

    BarrierFigure(Shape shape, String series) {
        barrier = make(series, shape.threads());
        work = new GeometricWork(shape.outside(), shape.threads());
    }

    private static Phase make(String series, int parties) {
        return switch (series) {
            case "Java" -> new JavaPhase(new CyclicBarrier(parties));
            case "drop-in" -> new JavaPhase(new CqsCyclicBarrier(parties));
            case "CQS" -> {
                Barrier ours = new Barrier(parties);
                yield ours::arrive;
            }
            case "active waiting" -> {
                ActiveBarrier active = new ActiveBarrier(parties);
                yield active::arrive;
            }
            default -> throw SeriesBench.unknown(series);
        };
    }

    private static final class JavaPhase implements Phase {
        private final CyclicBarrier barrier;

        JavaPhase(CyclicBarrier barrier) {
            this.barrier = barrier;
        }

        @Override
        public void arrive() throws InterruptedException {
            try {
                barrier.await();
            } catch (BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Override
    public void begin() {
        lastPhase = Long.MAX_VALUE;
    }

    @Override
    public void run(Lane lane) throws InterruptedException {
        long phase = 0;
        while (phase <= lastPhase) {
            phase(lane, phase++);
        }
    }

    private void phase(Lane lane, long phase) throws InterruptedException {
        work.some(lane);
        if (lane.index() == 0) {
            if (lane.stopped()) {
                lastPhase = phase;
            } else {
                lane.add(1);
            }
        }
        barrier.arrive();
    }

    @Override
    public Object subject() {
        return barrier;
    }
}
