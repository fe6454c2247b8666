package io.github.cqs.shims.support;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Many threads, each with random numbers of its own, of whose waits every second one is to be interrupted or to run out of time. Whoever
 * fails, or makes no progress, is reported together with the seed, which {@code -Dcqs.test.seed} sets.
 */
public final class Soak {
    private static final int SHOWN = 12;
    private static final long PAUSE_NANOS = 50_000L;

    /** What a thread does. */
    @FunctionalInterface
    public interface Body {
        void run(Worker worker) throws Exception;
    }

    /** How one wait is to end. */
    public enum Wait {
        PATIENT,
        TIMED,
        INTERRUPTED
    }

    /** A thread of the soak; all methods are for that thread only. */
    public final class Worker {
        private final Thread thread;
        private volatile boolean ended;
        private volatile long steps;
        private int aborted;

        /** This thread's own. */
        public final SplittableRandom random;

        Worker(String name, SplittableRandom random, Body body) {
            this.random = random;
            this.thread = kind.newThread(name, () -> {
                try {
                    start.await();
                    body.run(this);
                } catch (Throwable failure) {
                    failures.add(failure);
                } finally {
                    ABORTS.addAndGet(aborted);
                    ended = true;
                    left.decrementAndGet();
                }
            });
        }

        /** Decides how the next wait is to end; one that is to be interrupted has been announced to the interrupter on return. */
        public Wait next() {
            steps = steps + 1;
            int choice = random.nextInt(4);
            if (choice == 0) {
                if (random.nextInt(8) == 0) {
                    thread.interrupt(); // strikes before the wait
                } else {
                    victims.add(thread);
                }
                return Wait.INTERRUPTED;
            }
            return choice == 1 ? Wait.TIMED : Wait.PATIENT;
        }

        /** A timeout: none, or so short that it may as well elapse as not. */
        public long nanos() {
            return random.nextInt(5) == 0 ? 0 : random.nextInt(60_000);
        }

        /** Notes that a wait was given up. */
        public void aborted() {
            aborted++;
        }

        /** Lets others run inside what they should not see. */
        public void dawdle() {
            if (random.nextBoolean()) {
                Thread.yield();
            }
        }
    }

    private final ThreadKind kind;
    private final long seed;
    private final SplittableRandom seeds;
    private final List<Worker> workers = new ArrayList<>();
    private final ConcurrentLinkedQueue<Thread> victims = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final AtomicInteger left = new AtomicInteger();
    /** Of all soaks in this JVM: a single short one may pass without anybody having had to wait. */
    private static final AtomicInteger ABORTS = new AtomicInteger();

    private final CountDownLatch start = new CountDownLatch(1);

    public Soak(ThreadKind kind) {
        this.kind = kind;
        this.seed = Long.getLong("cqs.test.seed", System.nanoTime());
        this.seeds = new SplittableRandom(seed);
    }

    /** How many waits were interrupted or timed out, in all soaks so far. */
    public static int aborts() {
        return ABORTS.get();
    }

    /** Adds a thread. */
    public void add(String name, Body body) {
        workers.add(new Worker(name, seeds.split(), body));
    }

    /** Runs all threads to their end, then {@code check}. */
    public void run(Task.Action check) {
        left.set(workers.size());
        for (Worker worker : workers) {
            worker.thread.start();
        }
        start.countDown();
        try {
            interruptAndAwait();
            check.run();
        } catch (Throwable failure) {
            throw new AssertionError("seed " + seed + ": " + failure.getMessage(), failure);
        }
    }

    private void interruptAndAwait() throws Throwable {
        long steps = -1;
        long deadline = 0;
        while (left.get() > 0) {
            Throwable failure = failures.peek();
            if (failure != null) {
                break;
            }
            Thread victim = victims.poll();
            if (victim != null) {
                victim.interrupt();
                continue;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
            long now = steps();
            if (now != steps) {
                steps = now;
                deadline = System.nanoTime() + Await.DEADLINE_NANOS;
            } else if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("no progress of " + left.get() + " threads" + Await.dump(stuck()));
            }
        }
        Throwable failure = failures.peek();
        if (failure != null) {
            for (Worker worker : workers) {
                worker.thread.interrupt();
            }
            throw failure;
        }
        for (Worker worker : workers) {
            worker.thread.join();
        }
    }

    private long steps() {
        long steps = 0;
        for (Worker worker : workers) {
            steps += worker.steps + (worker.ended ? 1 : 0);
        }
        return steps;
    }

    private List<Thread> stuck() {
        List<Thread> stuck = new ArrayList<>();
        for (Worker worker : workers) {
            if (!worker.ended && stuck.size() < SHOWN) {
                stuck.add(worker.thread);
            }
        }
        return stuck;
    }
}
