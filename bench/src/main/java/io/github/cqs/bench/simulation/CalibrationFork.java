package io.github.cqs.bench.simulation;

import io.github.cqs.bench.matrix.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.DoubleSupplier;

/** Measures what virtual threads cost, in a JVM with one carrier or with two. Prints {@code name value} lines, nanoseconds. */
final class CalibrationFork {
    private static final int ROUNDS = 25;
    private static final int TURNS = 20_000;
    private static final int CROWD = 2_000;
    private static final int SELDOM = 200;
    private static final int WAKES = 400;
    private static final long PAUSE_NANOS = 300_000;

    private volatile boolean flag;
    private volatile long stamp;
    private long turns;

    private CalibrationFork() {}

    /** Argument: 1 or 2, as many as there are carriers. */
    public static void main(String[] args) throws InterruptedException {
        CalibrationFork fork = new CalibrationFork();
        if (args[0].equals("1")) {
            print("lock", fork::lock);
            print("yield", fork::yielding);
            print("pingpong", fork::pingPong);
            print("submit", () -> fork.crowd()[0]);
            print("local", () -> fork.crowd()[1]);
        } else {
            print("stolen", fork::stolen);
            print("line", fork::line);
            print("wake", () -> fork.wake()[0]);
            print("wakingSubmit", () -> fork.wake()[1]);
        }
        System.exit(0);
    }

    /** The median round; the first rounds warm up. */
    private static void print(String name, DoubleSupplier round) {
        double[] values = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            values[i] = round.getAsDouble();
        }
        double[] used = Arrays.copyOfRange(values, ROUNDS / 3, ROUNDS);
        Arrays.sort(used);
        System.out.println(name + " " + used[used.length / 2]);
    }

    private static void together(Runnable... bodies) {
        List<Thread> threads = new ArrayList<>();
        for (Runnable body : bodies) {
            threads.add(Workers.virtual(body));
        }
        threads.forEach(Thread::start);
        threads.forEach(CalibrationFork::join);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private double lock() {
        double[] result = new double[1];
        together(() -> {
            ReentrantLock lock = new ReentrantLock();
            long start = System.nanoTime();
            for (int i = 0; i < TURNS * 10; i++) {
                lock.lock();
                try {
                    turns++;
                } finally {
                    lock.unlock();
                }
            }
            result[0] = (System.nanoTime() - start) / (TURNS * 10.0);
        });
        return result[0];
    }

    /** Two threads take turns on one carrier: a yield and the other's return. */
    @SuppressWarnings("ThreadPriorityCheck") // of virtual threads: the queue of the scheduler
    private double yielding() {
        Runnable body = () -> {
            for (int i = 0; i < TURNS; i++) {
                Thread.yield();
            }
        };
        long start = System.nanoTime();
        together(body, body);
        return (System.nanoTime() - start) / (2.0 * TURNS);
    }

    /** Two threads wake each other on one carrier: an unpark, a park, and the other's return. */
    private double pingPong() {
        Thread[] pair = new Thread[2];
        int[] turn = new int[1]; // one carrier: no races
        for (int self = 0; self < 2; self++) {
            int me = self;
            pair[me] = Workers.virtual(() -> {
                for (int i = 0; i < TURNS; i++) {
                    while (turn[0] != me) {
                        LockSupport.park(this);
                    }
                    turn[0] = 1 - me;
                    LockSupport.unpark(pair[1 - me]);
                }
            });
        }
        long start = System.nanoTime();
        for (Thread thread : pair) {
            thread.start();
        }
        join(pair[0]);
        join(pair[1]);
        return (System.nanoTime() - start) / (2.0 * TURNS);
    }

    /** A thread wakes a crowd, then lets it run on the same carrier: an unpark; a return and a park. */
    private double[] crowd() {
        CountDownLatch done = new CountDownLatch(CROWD);
        List<Thread> crowd = sleepers(done);
        double[] result = new double[2];
        together(() -> {
            long start = System.nanoTime();
            crowd.forEach(LockSupport::unpark);
            stamp = System.nanoTime();
            result[0] = (double) (stamp - start) / CROWD;
        });
        await(done);
        result[1] = (double) (System.nanoTime() - stamp) / CROWD;
        end(crowd);
        return result;
    }

    /** The same while the waking thread keeps its carrier: all are run by the other one, out of this one's queue. */
    private double stolen() {
        CountDownLatch done = new CountDownLatch(CROWD);
        List<Thread> crowd = sleepers(done);
        double[] result = new double[1];
        together(() -> {
            crowd.forEach(LockSupport::unpark);
            long left = done.getCount();
            long start = System.nanoTime();
            while (done.getCount() > 0) {
                for (int i = 0; i < SELDOM; i++) {
                    Thread.onSpinWait(); // who looks all the time takes the counter's line away
                }
            }
            result[0] = left == 0 ? 0 : (double) (System.nanoTime() - start) / left;
        });
        end(crowd);
        return result[0];
    }

    /** Threads that count down when they are woken first, and end when they are woken again. */
    private static List<Thread> sleepers(CountDownLatch done) {
        List<Thread> crowd = new ArrayList<>();
        CountDownLatch ready = new CountDownLatch(CROWD);
        for (int i = 0; i < CROWD; i++) {
            Thread thread = Workers.virtual(() -> {
                ready.countDown();
                LockSupport.park(done);
                done.countDown();
                LockSupport.park(done);
            });
            crowd.add(thread);
            thread.start();
        }
        await(ready);
        for (Thread thread : crowd) {
            while (thread.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
        }
        return crowd;
    }

    private static void end(List<Thread> crowd) {
        for (Thread thread : crowd) {
            LockSupport.unpark(thread);
        }
        crowd.forEach(CalibrationFork::join);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Two processors write a line in turn: how long until the other sees it. */
    private double line() {
        Runnable body = () -> {
            for (int i = 0; i < TURNS; i++) {
                while (flag) {
                    // no pause, which takes longer than the line
                }
                flag = true;
            }
        };
        Runnable other = () -> {
            for (int i = 0; i < TURNS; i++) {
                while (!flag) {
                    // no pause, which takes longer than the line
                }
                flag = false;
            }
        };
        Thread a = new Thread(body);
        Thread b = new Thread(other);
        long start = System.nanoTime();
        a.start();
        b.start();
        join(a);
        join(b);
        return (System.nanoTime() - start) / (2.0 * TURNS);
    }

    /** A carrier that sleeps is woken: from the unpark until the thread runs there; the unpark itself. */
    private double[] wake() {
        double[] latencies = new double[WAKES];
        double[] calls = new double[WAKES];
        boolean[] over = new boolean[1];
        Thread sleeper = Workers.virtual(() -> {
            while (!over[0]) {
                LockSupport.park(this);
                stamp = System.nanoTime();
            }
        });
        sleeper.start();
        together(() -> {
            for (int i = 0; i < WAKES; i++) {
                long until = System.nanoTime() + PAUSE_NANOS;
                while (System.nanoTime() < until || sleeper.getState() != Thread.State.WAITING) {
                    Thread.onSpinWait();
                }
                stamp = 0;
                over[0] = i == WAKES - 1;
                long start = System.nanoTime();
                LockSupport.unpark(sleeper);
                calls[i] = System.nanoTime() - start;
                while (stamp == 0) {
                    Thread.onSpinWait();
                }
                latencies[i] = stamp - start;
            }
        });
        join(sleeper);
        Arrays.sort(latencies);
        Arrays.sort(calls);
        return new double[] {latencies[WAKES / 2], calls[WAKES / 2]};
    }
}
