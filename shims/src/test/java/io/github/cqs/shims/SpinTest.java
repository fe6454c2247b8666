package io.github.cqs.shims;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.internal.Trials;
import io.github.cqs.internal.Tuning;
import io.github.cqs.shims.support.Await;
import io.github.cqs.shims.support.Internals;
import io.github.cqs.shims.support.Task;
import io.github.cqs.shims.support.ThreadKind;
import io.github.cqs.shims.support.Threads;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that spin, wait, and are interrupted: the next ones park without ado. */
final class SpinTest {
    /** More than a probe of the longest time is apart from the next. */
    private static final int WAITS = 40;

    private final Threads threads = new Threads(ThreadKind.PLATFORM);

    @BeforeEach
    void somebodySpins() {
        Assumptions.assumeTrue(Tuning.SPIN_NANOS > 0 && Tuning.SPIN_CONDITION > 0 && Tuning.SPIN_WATCH > 0);
    }

    @AfterEach
    void join() {
        threads.close();
    }

    private void interrupted(Task.Action wait) {
        for (int i = 0; i < WAITS; i++) {
            interruptedOnce(wait);
        }
    }

    private void interruptedOnce(Task.Action wait) {
        Task<Void> waiter = threads.run(wait).awaitParked();
        waiter.interrupt();
        waiter.wasInterrupted();
    }

    /** Waits anew until one was watched in vain: where a yield has taken a time slice of others nobody watches, for a second at most. */
    private void watchedInVain(String path, Supplier<Object> waitsForNewOne) {
        Await.until("a watch in vain", () -> spinNanos(waitsForNewOne.get(), path) < Tuning.SPIN_WATCH);
    }

    private static int spinNanos(Object primitive, String path) {
        return (int) Internals.value(primitive, path);
    }

    @Test
    void interruptedWaitsForALockEndSpinning() {
        ReentrantLock lock = new CqsReentrantLock();
        lock.lock();
        interrupted(lock::lockInterruptibly);
        assertThat(spinNanos(lock, "core->line->heirs->nanos")).isLessThanOrEqualTo((int) Tuning.SPIN_NANOS / 256);
        lock.unlock();
    }

    @Test
    void interruptedWaitsForPermitsEndSpinning() {
        Semaphore semaphore = new CqsSemaphore(0);
        interrupted(semaphore::acquire);
        assertThat(spinNanos(semaphore, "line->heirs->nanos")).isLessThanOrEqualTo((int) Tuning.SPIN_NANOS / 256);
    }

    @Test
    void interruptedWaitForPermitsIsWatchedForLessLong() {
        watchedInVain("line->watch->yielding->nanos", () -> {
            Semaphore semaphore = new CqsSemaphore(0);
            interruptedOnce(semaphore::acquire);
            return semaphore;
        });
    }

    @Test
    void fewerPermitsThanThoseWaitedForEndNoWatch() {
        Semaphore semaphore = new CqsSemaphore(0);
        interruptedOnce(semaphore::acquire);
        semaphore.release();
        CqsSemaphore.Line line = (CqsSemaphore.Line) Internals.value(semaphore, "line");
        Await.until("a permit is watched", () -> line.watch(1, Long.MAX_VALUE)); // for a second at most, as above
        assertThat(line.watch(2, Long.MAX_VALUE)).isFalse();
    }

    @Test
    void interruptedWaitForALatchMakesThoseForAllOfThemShorter() {
        Internals.set(Internals.value(new CqsCountDownLatch(1), "WATCH->yielding"), "nanos", (int) Tuning.SPIN_WATCH);
        watchedInVain("WATCH->yielding->nanos", () -> {
            CountDownLatch latch = new CqsCountDownLatch(1);
            interruptedOnce(latch::await);
            return latch;
        });
    }

    @Test
    void interruptedWaitsForElementsEndSpinning() {
        ArrayBlockingQueue<String> queue = new CqsArrayBlockingQueue<>(1);
        interrupted(queue::take);
        assertThat(spinNanos(queue, "notEmpty->spinNanos")).isZero();
    }

    @Test
    void interruptedWaitsForASignalEndSpinning() {
        ReentrantLock lock = new CqsReentrantLock();
        Condition signalled = lock.newCondition();
        interrupted(() -> {
            lock.lock();
            try {
                signalled.await();
            } finally {
                lock.unlock();
            }
        });
        assertThat(spinNanos(lock, "core->line->signals->yielding->nanos"))
                .isLessThanOrEqualTo((int) Tuning.SPIN_CONDITION / 256);
    }

    @Test
    void whoFindsAQueueLockedPausesForLongWhereTheLockIsLongOnItsWay() {
        CqsArrayBlockingQueue<String> queue = new CqsArrayBlockingQueue<>(1);
        assertThat(queue.firstPauses()).isEqualTo(1);
        look(queue, Tuning.QUEUE_FAR / 2);
        queue.learnLook(Long.MAX_VALUE);
        assertThat(queue.firstPauses())
                .as("after one look of somebody who was preempted")
                .isEqualTo(1);
        look(queue, Long.MAX_VALUE);
        assertThat(queue.firstPauses()).isEqualTo(Math.max(1, Tuning.QUEUE_PAUSES_FAR));
        look(queue, Tuning.QUEUE_FAR / 2);
        assertThat(queue.firstPauses()).isEqualTo(1);
    }

    private static void look(CqsArrayBlockingQueue<?> queue, long nanos) {
        for (int i = 0; i < 1_000; i++) {
            queue.learnLook(nanos);
        }
    }

    @Test
    void waitThatWasServedBeginsItAgain() {
        ArrayBlockingQueue<String> queue = new CqsArrayBlockingQueue<>(1);
        interrupted(queue::take);
        Task<String> taker = threads.call(queue::take);
        taker.awaitParked();
        queue.add("");
        taker.returned();
        assertThat(spinNanos(queue, "notEmpty->spinNanos")).isPositive();
    }

    @Test
    void whoWasCalledInVainDoesNotSpinWhereThatDoesNotPay() throws Exception {
        CqsArrayBlockingQueue<Integer> queue = new CqsArrayBlockingQueue<>(1) {
            @Override
            boolean triesSpins(QueueWaiters waiters) {
                return false;
            }

            @Override
            boolean spinsPay() {
                return false;
            }
        };
        Task<Integer> taker = threads.call(queue::take);
        taker.awaitParked();
        QueueWaiters takers = (QueueWaiters) Internals.value(queue, "notEmpty");
        queue.cqsLock();
        takers.spinNanos = Integer.MAX_VALUE;
        queue.add(1);
        queue.remove();
        queue.cqsUnlock();
        taker.awaitParked();
        queue.add(2);
        assertThat(taker.value()).isEqualTo(2);
    }

    @Test
    void elementsThatNobodyInTheListHasWaitedForAreNotOwedForEver() {
        CqsArrayBlockingQueue<Integer> queue = new CqsArrayBlockingQueue<>(1) {
            @Override
            boolean leads(QueueWaiters takers) {
                return true;
            }
        };
        for (int i = 0; i < WAITS; i++) {
            Task<Integer> taker = threads.call(queue::take);
            taker.awaitParked();
            queue.add(i);
            assertThat(taker.value()).isEqualTo(i);
        }
        assertThat((int) Internals.value(queue, "notEmpty->advances")).isNotNegative();
    }

    @Test
    void unfairQueueIsEmptyOnceItWasClearedThoughSomebodyWaitsToPut() throws Exception {
        CqsArrayBlockingQueue<Integer> queue = new CqsArrayBlockingQueue<>(1);
        queue.add(1);
        Task<Void> putter = threads.run(() -> queue.put(2)).awaitParked();
        queue.cqsLock(); // so that it does not come at once
        queue.clear();
        assertThat(queue).isEmpty();
        queue.add(3);
        queue.cqsUnlock();
        assertThat(queue.take()).isEqualTo(3);
        assertThat(queue.take()).isEqualTo(2);
        putter.returned();
        Task<Void> next = threads.run(() -> {
            queue.put(4);
            queue.put(5);
        });
        next.awaitParked();
        queue.clear();
        next.returned();
        assertThat(queue).containsExactly(5);
    }

    @Test
    void threadsGiveTheirProcessorAwayOnlyWhereElementsComeSoonOneAfterTheOther() {
        QueueWaiters waiters = new QueueWaiters();
        long head = 0;
        assertThat(isDense(waiters, head)).as("nothing has come").isFalse();
        head += Integer.MAX_VALUE;
        assertThat(isDense(waiters, head)).as("many elements").isTrue();
        assertThat(isDense(waiters, head)).as("none any more").isFalse();
    }

    /** What is found with the last of the waits after which it is looked anew. */
    private static boolean isDense(QueueWaiters waiters, long head) {
        boolean before = waiters.isDense(head);
        for (int i = 2; i < QueueWaiters.WAITS; i++) {
            assertThat(waiters.isDense(head)).isEqualTo(before);
        }
        return waiters.isDense(head);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whetherThreadsSpinAtAQueueIsTriedOutOnceOneHasLostItsProcessor(boolean morePassesWithSpins) {
        CqsArrayBlockingQueue<Integer> queue = new CqsArrayBlockingQueue<>(1);
        QueueWaiters waiters = new QueueWaiters();
        for (int i = 0; i < 10 * WAITS; i++) {
            assertThat(queue.triesSpins(waiters)).isTrue();
        }
        waiters.lost = true;
        int without = 0;
        Trials trials;
        do {
            boolean spins = queue.triesSpins(waiters);
            without += spins ? 0 : 1;
            if (spins == morePassesWithSpins) {
                queue.add(1);
                queue.remove();
            }
            trials = (Trials) Internals.value(queue, "spinTrials");
        } while (trials.isTrying() || without == 0);
        assertThat(without).isGreaterThan(10);
        assertThat(queue.triesSpins(waiters)).isEqualTo(morePassesWithSpins);
    }
}
