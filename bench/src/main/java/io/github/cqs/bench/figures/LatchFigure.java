package io.github.cqs.bench.figures;

import io.github.cqs.CancellationMode;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import io.github.cqs.shims.CqsCountDownLatch;
import io.github.cqs.sync.Latch;
import java.util.concurrent.CountDownLatch;

/** Figure 6: counting down, with work after it. The baseline is the work alone. */
final class LatchFigure extends SeriesBench {
    private final String series;
    private final GeometricWork work;
    private volatile Countdown latch;

    private interface Countdown {
        void countDown();
    }

    LatchFigure(Shape shape, String series) {
        this.series = series;
        work = new GeometricWork(shape.outside(), shape.threads());
        latch = make(series);
    }

    private static Countdown make(String series) {
        int count = Integer.MAX_VALUE;
        return switch (series) {
            case "Java" -> new CountDownLatch(count)::countDown;
            case "drop-in" -> new CqsCountDownLatch(count)::countDown;
            case "CQS smart" -> new Latch(count)::countDown;
            case "CQS simple" -> new PaperLatch(count, CancellationMode.SIMPLE)::countDown;
            case "work only" -> () -> {};
            default -> throw unknown(series);
        };
    }

    /** No slice is long enough to open a latch. */
    @Override
    public void begin() {
        latch = make(series);
    }

    @Override
    protected int op(Lane lane) {
        latch.countDown();
        work.some(lane);
        return 1;
    }
}
