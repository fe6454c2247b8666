package io.github.cqs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.testing.Threads;
import io.github.cqs.testing.Threads.Kind;
import io.github.cqs.testing.Threads.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class QueueStressTest {
    private static final int THREADS = 6;
    private static final Boolean TIMEOUT = false;

    static Stream<Arguments> configurations() {
        List<Arguments> all = new ArrayList<>();
        for (ResumeMode resume : ResumeMode.values()) {
            for (CancellationMode cancel : CancellationMode.values()) {
                for (int size : new int[] {1, 2, 16}) {
                    all.add(Arguments.of(resume, cancel, size, Kind.PLATFORM));
                }
                all.add(Arguments.of(resume, cancel, 4, Kind.VIRTUAL));
            }
        }
        return all.stream();
    }

    /** A semaphore with every way to wait. */
    private static final class Permits extends CancellableQueueSynchronizer<Boolean> {
        private final AtomicLong state;

        Permits(ResumeMode resumeMode, CancellationMode cancellationMode, int segmentSize, int permits) {
            super(resumeMode, cancellationMode, segmentSize);
            state = new AtomicLong(permits);
        }

        void acquire() throws InterruptedException {
            while (state.getAndDecrement() <= 0 && suspend() == null) {
                Thread.onSpinWait();
            }
        }

        void acquireUninterruptibly() {
            while (state.getAndDecrement() <= 0 && suspendUninterruptibly() == null) {
                Thread.onSpinWait();
            }
        }

        boolean acquire(long nanos) throws InterruptedException {
            while (state.getAndDecrement() <= 0) {
                Boolean got = suspendNanos(nanos, TIMEOUT);
                if (got != null) {
                    return got;
                }
            }
            return true;
        }

        void release() {
            while (state.getAndIncrement() < 0) {
                if (resume(true)) {
                    return;
                }
            }
        }

        @Override
        protected boolean onCancellation() {
            return state.getAndIncrement() < 0;
        }
    }

    /** Threads acquire in every way, time out, and interrupt each other; at the end every permit is back. */
    @ParameterizedTest
    @MethodSource("configurations")
    void permitsAreConserved(ResumeMode resume, CancellationMode cancel, int segmentSize, Kind kind) throws Exception {
        int permits = 1 + segmentSize % 2;
        int operations = 6_000 * Threads.scale();
        Permits semaphore = new Permits(resume, cancel, segmentSize, permits);
        AtomicInteger holders = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<Task<Integer>> tasks = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            int seed = t;
            tasks.add(Threads.start(kind, () -> {
                SplittableRandom random = new SplittableRandom(seed);
                int successes = 0;
                for (int i = 0; i < operations; i++) {
                    boolean acquired;
                    try {
                        switch (random.nextInt(4)) {
                            case 0 -> {
                                semaphore.acquire();
                                acquired = true;
                            }
                            case 1 -> acquired = semaphore.acquire(random.nextInt(20_000));
                            case 2 -> acquired = semaphore.acquire(0);
                            default -> {
                                semaphore.acquireUninterruptibly();
                                acquired = true;
                            }
                        }
                    } catch (InterruptedException cancelled) {
                        acquired = false;
                    }
                    if (acquired) {
                        int now = holders.incrementAndGet();
                        most.accumulateAndGet(now, Math::max);
                        holders.decrementAndGet();
                        semaphore.release();
                        successes++;
                    }
                }
                return successes;
            }));
        }
        SplittableRandom random = new SplittableRandom(THREADS);
        while (!tasks.stream().allMatch(Task::isDone)) {
            tasks.get(random.nextInt(THREADS)).interrupt();
            Thread.yield();
        }
        int successes = 0;
        for (Task<Integer> task : tasks) {
            successes += task.join();
        }
        assertThat(most.get()).isBetween(1, permits);
        assertThat(successes).isPositive();
        semaphore.checkInvariants();
        assertThat(semaphore.queuedThreads()).isEmpty();
        if (cancel == CancellationMode.SIMPLE) {
            while (semaphore.state.get() < 0) {
                semaphore.release(); // pays for the cancelled waiters, then has one permit too many
                semaphore.acquireUninterruptibly();
            }
        }
        assertThat(semaphore.state.get()).isEqualTo(permits);
        assertThat(SegmentProbe.reachable(semaphore)).isLessThanOrEqualTo(4);
    }
}
