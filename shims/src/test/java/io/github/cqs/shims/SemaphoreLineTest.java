package io.github.cqs.shims;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.shims.support.Internals;
import io.github.cqs.shims.support.Task;
import io.github.cqs.shims.support.ThreadKind;
import io.github.cqs.shims.support.Threads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whom the line of an unfair semaphore wakes depends on what those who wait ask for. */
final class SemaphoreLineTest {
    /** The part of the line's word that tells of the heir. */
    private static final long HEIR = 3;

    private final Threads threads = new Threads(ThreadKind.PLATFORM);

    @AfterEach
    void join() {
        threads.close();
    }

    private Task<Void> waitFor(CqsSemaphore semaphore, int permits) {
        return threads.run(() -> semaphore.acquire(permits)).awaitParked();
    }

    private static boolean hasHeir(CqsSemaphore semaphore) {
        return ((long) Internals.value(semaphore, "line->line") & HEIR) != 0;
    }

    @Test
    void nobodyIsWokenForLessThanAnybodyAsksFor() {
        CqsSemaphore semaphore = new CqsSemaphore(1);
        Task<Void> first = waitFor(semaphore, 3);
        Task<Void> second = waitFor(semaphore, 3);
        assertThat(hasHeir(semaphore)).as("who came to an empty line").isTrue();
        semaphore.release(3);
        first.returned();
        assertThat(hasHeir(semaphore)).as("with one permit left").isFalse();
        semaphore.release(2);
        second.returned();
    }

    @Test
    void whatALargeRequestLeavesServesASmallerOneBehindIt() {
        CqsSemaphore semaphore = new CqsSemaphore(0);
        Task<Void> large = waitFor(semaphore, 3);
        Task<Void> small = waitFor(semaphore, 1);
        semaphore.release(4);
        large.returned();
        small.returned();
    }

    @Test
    void aRequestForNothingIsServedAtNothing() {
        CqsSemaphore semaphore = new CqsSemaphore(-2);
        Task<Void> one = waitFor(semaphore, 1);
        Task<Void> none = waitFor(semaphore, 0);
        semaphore.release(3);
        one.returned();
        none.returned();
        assertThat(semaphore.availablePermits()).isZero();
    }
}
