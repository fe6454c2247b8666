package io.github.cqs.bench.matrix;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The workers of a cell. They live as long as the JVM, serve all arms in turn, and are parked between slices. */
public final class Crew {
    private static final long UNBLOCK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int SAMPLES = 16_384;

    private final Thread boss = Thread.currentThread();
    private final Lane.Stop stop = new Lane.Stop();
    private final List<Lane> lanes = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger working = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private volatile @Nullable Bench bench;
    private volatile int slice;

    public Crew(int size, boolean virtual) {
        for (int i = 0; i < size; i++) {
            Lane lane = new Lane(stop, i, Math.max(16, SAMPLES / size));
            lanes.add(lane);
            Runnable body = () -> work(lane);
            threads.add(virtual ? Workers.virtual(body) : Workers.platform(name(i), body));
        }
        threads.forEach(Thread::start);
    }

    /** A worker's name, which the operating system shows as well. */
    static String name(int worker) {
        return "worker-" + worker;
    }

    public List<Thread> threads() {
        return threads;
    }

    public List<Lane> lanes() {
        return lanes;
    }

    private void work(Lane lane) {
        for (int seen = 0; ; seen++) {
            while (slice == seen) {
                LockSupport.park(this);
                Thread.interrupted(); // a leftover, with which nobody can park
            }
            Bench current = bench;
            try {
                if (current != null) {
                    current.run(lane);
                }
            } catch (InterruptedException endOfSlice) {
                if (!lane.stopped()) {
                    failure.compareAndSet(null, endOfSlice);
                }
            } catch (Throwable e) {
                failure.compareAndSet(null, e);
            }
            if (working.decrementAndGet() == 0) {
                LockSupport.unpark(boss);
            }
        }
    }

    /**
     * Has everybody work on {@code next} for a while and waits until all have come back.
     *
     * @return how long they worked, in nanoseconds
     */
    public long run(Bench next, long millis) throws InterruptedException {
        lanes.forEach(Lane::reset);
        next.begin();
        working.set(lanes.size());
        stop.set(false);
        bench = next;
        long start = System.nanoTime();
        advance();
        threads.forEach(LockSupport::unpark);
        Thread.sleep(millis);
        stop.set(true);
        long nanos = System.nanoTime() - start;
        while (working.get() > 0) {
            next.unblock();
            LockSupport.parkNanos(this, UNBLOCK_NANOS);
        }
        Throwable problem = failure.get();
        if (problem != null) {
            throw new IllegalStateException("a worker failed", problem);
        }
        return nanos;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // written by the boss alone
    private void advance() {
        slice++;
    }
}
