package io.github.cqs.bench.slowed;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/**
 * A program whose time is known: each step works for so many nanoseconds and passes a barrier of one party, which costs next to nothing
 * unless {@code cqs.delay.nanos} says otherwise. Arguments: nanoseconds of a step, milliseconds of the run.
 */
final class FixedWork {
    private FixedWork() {}

    public static void main(String[] args) throws InterruptedException, BrokenBarrierException {
        long step = Long.parseLong(args[0]);
        long run = 1_000_000 * Long.parseLong(args[1]);
        CyclicBarrier barrier = new CyclicBarrier(1, () -> {});
        long steps = 0;
        long start = System.nanoTime();
        long now = start;
        while (now - start < run) {
            long end = now + step;
            while (System.nanoTime() - end < 0) {
                Thread.onSpinWait();
            }
            barrier.await();
            steps++;
            now = System.nanoTime();
        }
        System.out.printf("throughput: %.1f%n", 1e9 * steps / (now - start));
    }
}
