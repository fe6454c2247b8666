package io.github.cqs.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.CancellationMode;
import io.github.cqs.ResumeMode;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FairSemaphoreStressTest {
    private static final int THREADS = 6;
    private static final int OPERATIONS = 30_000;

    @ParameterizedTest
    @CsvSource({
        "1,1,SYNC,SMART",
        "1,2,SYNC,SIMPLE",
        "2,1,ASYNC,SMART",
        "2,2,ASYNC,SIMPLE",
        "1,16,SYNC,SMART",
        "3,16,ASYNC,SMART"
    })
    void permitsAreConservedWhileWaitersTimeOut(
            int permits, int segmentSize, ResumeMode resume, CancellationMode cancel) throws Exception {
        FairSemaphore semaphore = new FairSemaphore(permits, segmentSize, resume, cancel);
        AtomicInteger holders = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        List<Future<?>> done = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            SplittableRandom random = new SplittableRandom(t);
            done.add(threads.submit(() -> {
                for (int i = 0; i < OPERATIONS; i++) {
                    boolean acquired = true;
                    switch (random.nextInt(3)) {
                        case 0 -> semaphore.acquireUninterruptibly();
                        case 1 -> acquired = semaphore.tryAcquire(random.nextInt(20_000), TimeUnit.NANOSECONDS);
                        default -> acquired = semaphore.tryAcquire();
                    }
                    if (acquired) {
                        assertThat(holders.incrementAndGet()).isLessThanOrEqualTo(permits);
                        holders.decrementAndGet();
                        semaphore.release();
                    }
                }
                return null;
            }));
        }
        for (Future<?> future : done) {
            future.get(60, TimeUnit.SECONDS);
        }
        threads.shutdown();
        if (cancel == CancellationMode.SMART) {
            assertThat(semaphore.availablePermits()).isEqualTo(permits);
        }
        semaphore.checkInvariantsAtQuiescence();
    }
}
