package io.github.cqs.bench.matrix;

import io.github.cqs.bench.abort.LockAbortLoop;
import io.github.cqs.bench.abort.QueueAbortLoop;
import io.github.cqs.bench.abort.SemaphoreAbortLoop;
import io.github.cqs.bench.barrier.BarrierLoop;
import io.github.cqs.bench.idle.NewBarrierLoop;
import io.github.cqs.bench.idle.NewLatchLoop;
import io.github.cqs.bench.idle.NewLockLoop;
import io.github.cqs.bench.idle.NewQueueLoop;
import io.github.cqs.bench.idle.NewSemaphoreLoop;
import io.github.cqs.bench.latch.CountDownLoop;
import io.github.cqs.bench.latch.FanOutLoop;
import io.github.cqs.bench.lock.BufferLoop;
import io.github.cqs.bench.lock.ConditionLoop;
import io.github.cqs.bench.lock.LineLoop;
import io.github.cqs.bench.lock.LockLoop;
import io.github.cqs.bench.lock.ReentrantLoop;
import io.github.cqs.bench.lock.TryLockLoop;
import io.github.cqs.bench.queue.OfferPollLoop;
import io.github.cqs.bench.queue.PoolLoop;
import io.github.cqs.bench.queue.ProducerConsumerLoop;
import io.github.cqs.bench.semaphore.SemaphoreLoop;
import io.github.cqs.bench.uncontended.LatchLoop;
import io.github.cqs.bench.uncontended.LatchSubclassLoop;
import io.github.cqs.bench.uncontended.LockInterfaceLoop;
import io.github.cqs.bench.uncontended.LockSubclassLoop;
import io.github.cqs.bench.uncontended.QueueInterfaceLoop;
import io.github.cqs.bench.uncontended.QueueLoop;
import io.github.cqs.bench.uncontended.QueueSubclassLoop;
import io.github.cqs.bench.uncontended.SemaphoreSubclassLoop;
import java.util.ArrayList;
import java.util.List;

/** All cells of the matrix, virtual threads included. */
final class Catalogue {
    private static final int[] THREADS = {1, 2, 4, 16, 64};
    private static final int[] VIRTUAL = {16, 1000};

    /** Two that only wait for each other. */
    private static final int[] PAIR = {2};

    private static final int[] WORK = {0, 100, 5000};
    private static final int[] WORK_IN_LINE = {250, 5000};

    /** A tenth of a millisecond and more, where to wait costs less than what is waited for. */
    private static final int[] LONG_WORK = {100_000, 500_000};

    private static final int[] SHORT_WORK = {50, 500};

    /** So many times what is done inside is done outside, where two threads seldom meet. */
    private static final int SELDOM = 8;

    private static final boolean[] FAIRNESS = {false, true};

    private final List<Cell> cells = new ArrayList<>();

    private Catalogue() {
        for (boolean fair : FAIRNESS) {
            locks(fair);
        }
        for (boolean fair : FAIRNESS) {
            semaphores(fair);
        }
        latches();
        barriers();
        for (boolean fair : FAIRNESS) {
            queues(fair);
        }
        aborts();
        idle();
        uncontended();
    }

    static List<Cell> all() {
        return List.copyOf(new Catalogue().cells);
    }

    static Cell find(String name) {
        return all().stream()
                .filter(cell -> cell.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no cell is called " + name));
    }

    private void locks(boolean fair) {
        String lock = "lock." + order(fair);
        Shape shape = Shape.ALONE.fair(fair);
        atWork(lock, LockLoop.class, crowds(shape, THREADS, VIRTUAL), WORK);
        atWork(lock + ".line", LineLoop.class, crowds(shape, new int[] {16, 64}, new int[0]), WORK_IN_LINE);
        atWork(lock + ".long", LockLoop.class, crowds(shape, new int[] {4, 16}, new int[0]), LONG_WORK);
        for (Shape crowd : crowds(shape, new int[] {4, 16, 64}, new int[] {16})) {
            for (int tokens : SHORT_WORK) {
                add(
                        lock + ".seldom" + crowd(crowd) + ".work" + tokens,
                        LockLoop.class,
                        crowd.work(tokens, SELDOM * tokens));
            }
        }
        for (int threads : new int[] {1, 4}) {
            add(lock + ".reentrant.t" + threads, ReentrantLoop.class, shape.threads(threads));
        }
        for (Shape crowd : crowds(shape, new int[] {2, 16}, PAIR)) {
            add(lock + ".condition" + crowd(crowd), ConditionLoop.class, crowd);
        }
        for (Shape crowd : crowds(shape.size(16), new int[] {2, 16}, new int[] {16})) {
            add(lock + ".buffer" + crowd(crowd), BufferLoop.class, crowd);
        }
        for (int threads : new int[] {2, 16}) {
            add(
                    lock + ".trylock.t" + threads,
                    TryLockLoop.class,
                    shape.threads(threads).work(20, 20));
        }
    }

    /** Each crowd with each number of tokens, as many outside as inside. */
    private void atWork(String lock, Class<? extends Bench> loop, List<Shape> crowds, int[] work) {
        for (Shape crowd : crowds) {
            for (int tokens : work) {
                add(lock + crowd(crowd) + ".work" + tokens, loop, crowd.work(tokens, tokens));
            }
        }
    }

    private void semaphores(boolean fair) {
        String semaphore = "semaphore." + order(fair);
        Shape shape = Shape.ALONE.fair(fair);
        for (int permits : new int[] {1, 2, 4, 16, 64}) {
            for (int threads : THREADS) {
                int tokens = threads == 1 ? 0 : 100;
                add(
                        semaphore + ".k" + permits + ".t" + threads,
                        SemaphoreLoop.class,
                        shape.size(permits).threads(threads).work(tokens, tokens));
            }
        }
        for (Shape crowd : crowds(shape.size(4).units(3).work(100, 100), new int[] {2, 16}, VIRTUAL)) {
            add(semaphore + ".k4.acquire3" + crowd(crowd), SemaphoreLoop.class, crowd);
        }
    }

    private void latches() {
        for (int threads : new int[] {1, 2, 4, 16}) {
            add("latch.countdown.t" + threads, CountDownLoop.class, Shape.ALONE.threads(threads));
        }
        add("latch.fanout.v2", FanOutLoop.class, Shape.ALONE.virtual(2));
        add("latch.fanout.t64", FanOutLoop.class, Shape.ALONE.threads(65));
        add("latch.fanout.v10000", FanOutLoop.class, Shape.ALONE.virtual(10_001));
    }

    private void barriers() {
        for (Shape crowd : crowds(Shape.ALONE, THREADS, new int[] {2, 16, 1000})) {
            add("barrier" + crowd(crowd), BarrierLoop.class, crowd);
        }
        for (Shape crowd : crowds(Shape.ALONE.work(0, 1000), new int[] {2, 16}, new int[0])) {
            add("barrier" + crowd(crowd) + ".work1000", BarrierLoop.class, crowd);
        }
    }

    private void queues(boolean fair) {
        String queue = "queue." + order(fair);
        Shape shape = Shape.ALONE.fair(fair);
        for (int elements : new int[] {4, 16}) {
            for (int threads : new int[] {2, 16, 64}) {
                add(
                        queue + ".pool" + elements + ".t" + threads,
                        PoolLoop.class,
                        shape.size(elements).threads(threads).work(100, 100));
            }
        }
        for (int capacity : new int[] {1, 16, 1024}) {
            for (int side : new int[] {1, 2, 8}) {
                add(
                        queue + ".c" + capacity + "." + side + "to" + side,
                        ProducerConsumerLoop.class,
                        shape.size(capacity).threads(2 * side));
            }
        }
        add(queue + ".c1.v2", ProducerConsumerLoop.class, shape.size(1).virtual(2));
        for (int threads : VIRTUAL) {
            add(
                    queue + ".pool4.v" + threads,
                    PoolLoop.class,
                    shape.size(4).virtual(threads).work(100, 100));
            add(
                    queue + ".c16.v" + threads,
                    ProducerConsumerLoop.class,
                    shape.size(16).virtual(threads));
        }
        add(queue + ".offerpoll", OfferPollLoop.class, shape.size(16));
    }

    private void aborts() {
        for (int queued : new int[] {0, 10, 100, 1000, 10_000}) {
            for (int threads : new int[] {1, 2}) {
                String how = (threads == 1 ? ".timeout" : ".interrupt") + ".q" + queued;
                Shape shape = Shape.ALONE.size(queued).threads(threads);
                add("abort.lock" + how, LockAbortLoop.class, shape);
                add("abort.semaphore" + how, SemaphoreAbortLoop.class, shape);
                add("abort.queue" + how, QueueAbortLoop.class, shape);
            }
        }
    }

    private void idle() {
        Shape shape = Shape.ALONE.size(16);
        for (boolean fair : FAIRNESS) {
            idle("lock." + order(fair), NewLockLoop.class, shape.fair(fair));
            idle("semaphore." + order(fair), NewSemaphoreLoop.class, shape.fair(fair));
            idle("queue." + order(fair), NewQueueLoop.class, shape.fair(fair));
        }
        idle("latch", NewLatchLoop.class, shape);
        idle("barrier", NewBarrierLoop.class, shape);
    }

    private void idle(String type, Class<? extends Bench> loop, Shape shape) {
        add("idle." + type + ".time", loop, shape);
        cells.add(new Cell("idle." + type + ".bytes", loop.getName(), shape, Measure.MEMORY));
    }

    private void uncontended() {
        for (boolean fair : FAIRNESS) {
            Shape shape = Shape.ALONE.fair(fair);
            String order = order(fair);
            alone("lock." + order + ".class", io.github.cqs.bench.uncontended.LockLoop.class, shape);
            alone("lock." + order + ".interface", LockInterfaceLoop.class, shape);
            alone("lock." + order + ".subclass", LockSubclassLoop.class, shape);
            alone("semaphore." + order + ".class", io.github.cqs.bench.uncontended.SemaphoreLoop.class, shape);
            alone("semaphore." + order + ".subclass", SemaphoreSubclassLoop.class, shape);
            alone("queue." + order + ".class", QueueLoop.class, shape);
            alone("queue." + order + ".interface", QueueInterfaceLoop.class, shape);
            alone("queue." + order + ".subclass", QueueSubclassLoop.class, shape);
        }
        alone("latch.class", LatchLoop.class, Shape.ALONE);
        alone("latch.subclass", LatchSubclassLoop.class, Shape.ALONE);
        alone("barrier.class", io.github.cqs.bench.uncontended.BarrierLoop.class, Shape.ALONE);
        alone("barrier.subclass", io.github.cqs.bench.uncontended.BarrierSubclassLoop.class, Shape.ALONE);
    }

    private void alone(String what, Class<? extends Bench> loop, Shape shape) {
        add("uncontended." + what, loop, shape);
    }

    private void add(String name, Class<? extends Bench> loop, Shape shape) {
        cells.add(new Cell(name, loop.getName(), shape, Measure.THROUGHPUT));
    }

    private static List<Shape> crowds(Shape shape, int[] platform, int[] virtual) {
        List<Shape> crowds = new ArrayList<>();
        for (int threads : platform) {
            crowds.add(shape.threads(threads));
        }
        for (int threads : virtual) {
            crowds.add(shape.virtual(threads));
        }
        return crowds;
    }

    private static String crowd(Shape shape) {
        return (shape.virtual() ? ".v" : ".t") + shape.threads();
    }

    private static String order(boolean fair) {
        return fair ? "fair" : "unfair";
    }
}
