package io.github.cqs.bench.task;

import io.github.cqs.bench.ces.HandOvers;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import io.github.cqs.bench.matrix.Sieve;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Tasks that work and compete for locks for a while. The carriers are a pool like the one that the JDK's virtual threads have. */
public final class TaskCrew {
    /** The JVM's stacks have to be large: with {@link Style#INLINE} all tasks may lie on one. */
    public static final String STACKS = "-Xss256m";

    /** System property: how many carriers there are; as many as processors if it is not set. */
    public static final String CARRIERS = "bench.carriers";

    private static final int PATIENCE_SECONDS = 60;

    /** What a release does with the first waiter. */
    public enum Style {
        /** Queues it for a carrier and goes on. */
        DISPATCH,
        /** Runs it and goes on when it suspends. */
        INLINE,
        /** Leaves it the carrier and queues itself. */
        EXCHANGE
    }

    /** What tasks do in each turn. */
    public enum Visit {
        /** Work, and work in a section. */
        PLAIN,
        /** The same, and keep a record of hand-overs. */
        TOLD,
        /** The paper's section 6.1. */
        SIEVE
    }

    private final Shape shape;
    private final Visit visit;
    private final List<TaskLock> locks = new ArrayList<>();
    private final List<HandOvers> handOvers = new ArrayList<>();
    private final Sieve sieve = new Sieve();
    private final List<Worker> workers = new ArrayList<>();
    private final CountDownLatch ended;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile boolean stopped;
    private volatile int sink;

    /**
     * Makes a crew for one run.
     *
     * @param shape tasks, locks and work
     * @param visit what tasks do
     */
    public TaskCrew(Style style, Shape shape, Visit visit) {
        this.shape = shape;
        this.visit = visit;
        for (int i = 0; i < shape.size(); i++) {
            locks.add(new TaskLock(style));
            handOvers.add(new HandOvers());
        }
        ended = new CountDownLatch(shape.threads());
    }

    /** Answers how long they worked, in nanoseconds. */
    public long run(long millis) throws InterruptedException {
        ForkJoinPool carriers = new ForkJoinPool(
                Integer.getInteger(CARRIERS, Runtime.getRuntime().availableProcessors()),
                ForkJoinPool.defaultForkJoinWorkerThreadFactory,
                (thread, e) -> failure.compareAndSet(null, e),
                true);
        try {
            long start = System.nanoTime();
            for (int i = 0; i < shape.threads(); i++) {
                workers.add(new Worker(carriers));
            }
            for (Worker worker : workers) {
                worker.task.schedule();
            }
            Thread.sleep(millis);
            stopped = true;
            long nanos = System.nanoTime() - start;
            boolean all = ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
            Throwable problem = failure.get();
            if (!all || problem != null) {
                throw new IllegalStateException(ended.getCount() + " tasks are missing", problem);
            }
            long turns = workers.stream().mapToLong(worker -> worker.turns).sum();
            long sections = locks.stream().mapToLong(TaskLock::sections).sum();
            if (turns != sections) {
                throw new IllegalStateException(turns + " turns, " + sections + " sections");
            }
            return nanos;
        } finally {
            carriers.shutdownNow();
        }
    }

    /** Operations of each task. */
    public long[] ops() {
        return workers.stream().mapToLong(worker -> worker.lane.ops()).toArray();
    }

    public List<HandOvers> handOvers() {
        return handOvers;
    }

    private final class Worker {
        final Task task;
        private final Lane lane = Lane.spare();
        private long turns;

        Worker(ForkJoinPool carriers) {
            task = new Task(carriers, this::work, ended::countDown);
        }

        private void work() {
            try {
                while (!stopped) {
                    turn();
                    turns++;
                }
            } catch (RuntimeException | Error e) {
                failure.compareAndSet(null, e);
            }
        }

        private void turn() {
            switch (visit) {
                case PLAIN -> plain();
                case TOLD -> told();
                case SIEVE -> sieve();
            }
            if (!stopped) {
                lane.add(1);
            }
        }

        private void sieve() {
            int prime = Sieve.draw();
            TaskLock lock = locks.get(0);
            lock.lock(task);
            sieve.note(prime);
            lane.work(shape.inside());
            lock.unlock(task);
            if (Sieve.count(prime) == 0) {
                sink = prime; // never: keeps the sieve from being optimised away
            }
        }

        private void plain() {
            lane.work(shape.outside());
            TaskLock lock = locks.get(0);
            lock.lock(task);
            lane.work(shape.inside());
            lock.unlock(task);
        }

        private void told() {
            lane.work(shape.outside());
            int i = locks.size() == 1 ? 0 : ThreadLocalRandom.current().nextInt(locks.size());
            TaskLock lock = locks.get(i);
            HandOvers resource = handOvers.get(i);
            lock.lock(task);
            resource.enter();
            lane.work(shape.inside());
            resource.leave(lock.isAwaited());
            lock.unlock(task);
        }
    }

    int kept() {
        return sink;
    }
}
