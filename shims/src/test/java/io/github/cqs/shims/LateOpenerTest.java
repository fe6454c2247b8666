package io.github.cqs.shims;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.shims.support.Internals;
import io.github.cqs.shims.support.Task;
import io.github.cqs.shims.support.ThreadKind;
import io.github.cqs.shims.support.Threads;
import org.junit.jupiter.api.Test;

/** A thread that has counted a latch down to zero has lost its processor before it could wake anybody. */
class LateOpenerTest {
    private static final long TIMEOUT_MILLIS = 50;

    @Test
    void whoseTimeIsUpSeesThatTheCountIsZero() throws Exception {
        Threads threads = new Threads(ThreadKind.PLATFORM);
        boolean inTime;
        Task<Boolean> waiter;
        do {
            CqsCountDownLatch latch = new CqsCountDownLatch(1);
            long begin = System.nanoTime();
            Task<Boolean> next = threads.call(() -> latch.await(TIMEOUT_MILLIS, MILLISECONDS));
            while (!next.isDone() && !next.isParked()) {
                Thread.onSpinWait();
            }
            Internals.set(latch, "count", 0);
            inTime = System.nanoTime() - begin < MILLISECONDS.toNanos(TIMEOUT_MILLIS);
            waiter = next.awaitDone();
        } while (!inTime);
        assertThat(waiter.value()).isTrue();
    }
}
