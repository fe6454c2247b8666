package io.github.cqs.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.testing.Threads;
import io.github.cqs.testing.Threads.Kind;
import io.github.cqs.testing.Threads.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeirQueueStressTest {
    private static final int THREADS = 6;

    private static void interruptUntilDone(List<? extends Task<?>> tasks) throws Exception {
        SplittableRandom random = new SplittableRandom(tasks.size());
        while (!tasks.stream().allMatch(Task::isDone)) {
            tasks.get(random.nextInt(tasks.size())).interrupt();
            Thread.yield();
        }
        Threads.joinAll(tasks);
    }

    @ParameterizedTest
    @CsvSource({
        "1,true,1,PLATFORM",
        "1,false,2,PLATFORM",
        "2,true,16,PLATFORM",
        "3,false,1,PLATFORM",
        "1,false,16,VIRTUAL",
        "2,true,2,VIRTUAL"
    })
    void permitsAreConserved(int permits, boolean fair, int segmentSize, Kind kind) throws Exception {
        BargingSemaphore semaphore = new BargingSemaphore(permits, fair, segmentSize);
        AtomicInteger held = new AtomicInteger();
        int operations = 5_000 * Threads.scale();
        List<Task<Void>> tasks = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            int seed = t;
            tasks.add(Threads.start(kind, () -> {
                SplittableRandom random = new SplittableRandom(seed);
                for (int i = 0; i < operations; i++) {
                    int n = 1 + random.nextInt(permits);
                    boolean acquired = true;
                    try {
                        switch (random.nextInt(5)) {
                            case 0 -> semaphore.acquire(n);
                            case 1 -> semaphore.acquireInterruptibly(n);
                            case 2 -> acquired = semaphore.tryAcquire(n, random.nextInt(20_000), TimeUnit.NANOSECONDS);
                            case 3 -> acquired = semaphore.tryAcquire(n, 0, TimeUnit.NANOSECONDS);
                            default -> acquired = semaphore.tryAcquire(n);
                        }
                    } catch (InterruptedException left) {
                        acquired = false;
                    }
                    if (acquired) {
                        assertThat(held.addAndGet(n)).isBetween(1, permits);
                        if (random.nextInt(16) == 0) {
                            Thread.yield();
                        }
                        held.addAndGet(-n);
                        semaphore.release(n);
                    }
                }
                return null;
            }));
        }
        interruptUntilDone(tasks);
        semaphore.checkIdle(permits);
    }

    @ParameterizedTest
    @CsvSource({"true,1,PLATFORM", "false,2,PLATFORM", "false,16,PLATFORM", "true,16,VIRTUAL", "false,1,VIRTUAL"})
    void signalledThreadsAndOthersShareTheLock(boolean fair, int segmentSize, Kind kind) throws Exception {
        ConditionLock lock = new ConditionLock(fair, segmentSize);
        int operations = 400 * Threads.scale();
        int waiters = 2;
        int[] counter = new int[1];
        AtomicInteger expected = new AtomicInteger();
        AtomicInteger waiting = new AtomicInteger(waiters);
        List<Task<Void>> tasks = new ArrayList<>();
        for (int t = 0; t < waiters; t++) {
            tasks.add(Threads.start(kind, () -> {
                for (int i = 0; i < operations; i++) {
                    lock.lock();
                    lock.await();
                    counter[0]++;
                    expected.incrementAndGet();
                    lock.unlock();
                }
                waiting.decrementAndGet();
                return null;
            }));
        }
        for (int t = 0; t < 2; t++) {
            int seed = t;
            tasks.add(Threads.start(kind, () -> {
                SplittableRandom random = new SplittableRandom(seed);
                while (waiting.get() > 0) {
                    boolean locked = true;
                    try {
                        switch (random.nextInt(3)) {
                            case 0 -> lock.lock();
                            case 1 -> lock.lockInterruptibly();
                            default -> locked = lock.tryLock(random.nextInt(10_000));
                        }
                    } catch (InterruptedException left) {
                        locked = false;
                    }
                    if (locked) {
                        counter[0]++;
                        expected.incrementAndGet();
                        lock.signal();
                        lock.unlock();
                    }
                    Thread.yield(); // nobody takes a carrier from a virtual thread
                }
                return null;
            }));
        }
        interruptUntilDone(tasks);
        assertThat(counter[0]).isEqualTo(expected.get());
        lock.checkIdle();
    }
}
