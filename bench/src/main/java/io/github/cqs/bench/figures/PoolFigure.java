package io.github.cqs.bench.figures;

import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import io.github.cqs.shims.CqsArrayBlockingQueue;
import io.github.cqs.sync.BlockingPool;
import io.github.cqs.sync.BlockingQueuePool;
import io.github.cqs.sync.BlockingStackPool;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Figure 8: some work, then some more of it with one of {@code size} shared elements. */
final class PoolFigure extends SeriesBench {
    private final Pool pool;
    private final GeometricWork outside;
    private final GeometricWork inside;

    /** A bag of elements. */
    interface Pool {
        Object take() throws InterruptedException;

        void put(Object element) throws InterruptedException;
    }

    PoolFigure(Shape shape, String series) {
        pool = make(series, shape.size());
        outside = new GeometricWork(shape.outside(), shape.threads());
        inside = new GeometricWork(shape.inside(), shape.threads());
    }

    /** A pool that holds {@code elements} elements. */
    static Pool make(String series, int elements) {
        Pool pool = empty(series, elements);
        for (int i = 0; i < elements; i++) {
            try {
                pool.put(new Object());
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return pool;
    }

    private static Pool empty(String series, int elements) {
        return switch (series) {
            case "CQS queue pool" -> new PaperPool(new BlockingQueuePool<>());
            case "CQS stack pool" -> new PaperPool(new BlockingStackPool<>());
            case "Java array queue fair" -> new QueuePool(new ArrayBlockingQueue<>(elements, true));
            case "Java array queue unfair" -> new QueuePool(new ArrayBlockingQueue<>(elements, false));
            case "Java linked queue" -> new QueuePool(new LinkedBlockingQueue<>());
            case "drop-in array queue fair" -> new QueuePool(new CqsArrayBlockingQueue<>(elements, true));
            case "drop-in array queue unfair" -> new QueuePool(new CqsArrayBlockingQueue<>(elements, false));
            default -> throw unknown(series);
        };
    }

    private static final class PaperPool implements Pool {
        private final BlockingPool<Object> pool;

        PaperPool(BlockingPool<Object> pool) {
            this.pool = pool;
        }

        @Override
        public Object take() throws InterruptedException {
            return pool.take();
        }

        @Override
        public void put(Object element) {
            pool.put(element);
        }
    }

    private static final class QueuePool implements Pool {
        private final BlockingQueue<Object> queue;

        QueuePool(BlockingQueue<Object> queue) {
            this.queue = queue;
        }

        @Override
        public Object take() throws InterruptedException {
            return queue.take();
        }

        @Override
        public void put(Object element) throws InterruptedException {
            queue.put(element);
        }
    }

    @Override
    protected int op(Lane lane) throws InterruptedException {
        outside.some(lane);
        Object element = pool.take();
        inside.some(lane);
        pool.put(element);
        return 1;
    }
}
