package io.github.cqs.shims;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cqs.shims.support.Await;
import io.github.cqs.shims.support.Contract;
import io.github.cqs.shims.support.Impl;
import io.github.cqs.shims.support.LatchProbe;
import io.github.cqs.shims.support.Task;
import io.github.cqs.shims.support.ThreadKind;
import io.github.cqs.shims.support.Threads;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@link CountDownLatch} documents. */
abstract class CountDownLatchContract extends Contract {
    /** The two ways to wait. */
    enum Form {
        AWAIT {
            @Override
            boolean await(CountDownLatch latch) throws InterruptedException {
                latch.await();
                return true;
            }
        },
        AWAIT_TIMED {
            @Override
            boolean await(CountDownLatch latch) throws InterruptedException {
                return latch.await(FOREVER_SECONDS, SECONDS);
            }
        };

        abstract boolean await(CountDownLatch latch) throws InterruptedException;
    }

    CountDownLatchContract(Impl impl, ThreadKind kind) {
        super(impl, kind);
    }

    private Task<Boolean> waiter(CountDownLatch latch, Form form) {
        return threads.<Boolean>call(() -> form.await(latch)).awaitParked();
    }

    // Construction and counting

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, Integer.MAX_VALUE})
    void initialCountIsWhatWasGiven(int count) {
        assertThat(impl.latch(count).getCount()).isEqualTo(count);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE})
    void negativeCountIsRejected(int count) {
        assertThatThrownBy(() -> impl.latch(count))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("count < 0");
    }

    @Test
    void countDownDecrements() {
        CountDownLatch latch = impl.latch(3);
        for (int left = 2; left >= 0; left--) {
            latch.countDown();
            assertThat(latch.getCount()).isEqualTo(left);
        }
    }

    @Test
    void countDownOfZeroDoesNothing() throws InterruptedException {
        CountDownLatch latch = impl.latch(1);
        for (int i = 0; i < 5; i++) {
            latch.countDown();
            assertThat(latch.getCount()).isZero();
            latch.await();
        }
        CountDownLatch open = impl.latch(0);
        open.countDown();
        assertThat(open.getCount()).isZero();
    }

    @Test
    void countDownOfLargestCount() {
        CountDownLatch latch = impl.latch(Integer.MAX_VALUE);
        latch.countDown();
        assertThat(latch.getCount()).isEqualTo(Integer.MAX_VALUE - 1L);
    }

    @Test
    void noCountIsLostAmongThreads() {
        int workers = 4;
        int each = rounds(3_000);
        CountDownLatch latch = impl.latch(workers * each + 1);
        List<Task<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            tasks.add(threads.run(() -> {
                for (int k = 0; k < each; k++) {
                    latch.countDown();
                }
            }));
        }
        Threads.allReturned(tasks);
        assertThat(latch.getCount()).isEqualTo(1);
        Task<Boolean> waiter = waiter(latch, Form.AWAIT);
        latch.countDown();
        waiter.returned();
    }

    @Test
    void excessCountDownsByThreadsStopAtZero() {
        CountDownLatch latch = impl.latch(10);
        List<Task<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            tasks.add(threads.run(() -> {
                for (int k = 0; k < 100; k++) {
                    latch.countDown();
                    assertThat(latch.getCount()).isBetween(0L, 9L);
                }
            }));
        }
        Threads.allReturned(tasks);
        assertThat(latch.getCount()).isZero();
    }

    // Waiting

    @ParameterizedTest
    @EnumSource
    void openLatchLetsThroughAtOnce(Form form) throws InterruptedException {
        assertThat(form.await(impl.latch(0))).isTrue();
        CountDownLatch latch = impl.latch(1);
        latch.countDown();
        assertThat(form.await(latch)).isTrue();
        assertThat(form.await(latch)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void waiterPassesWhenTheCountReachesZero(Form form) {
        CountDownLatch latch = impl.latch(3);
        Task<Boolean> waiter = waiter(latch, form);
        latch.countDown();
        latch.countDown();
        waiter.awaitParked();
        assertThat(latch.getCount()).isEqualTo(1);
        latch.countDown();
        assertThat(waiter.value()).isTrue();
        assertThat(waiter.interruptedAtEnd()).isFalse();
        assertThat(latch.getCount()).isZero();
    }

    @Test
    void allWaitersPass() {
        CountDownLatch latch = impl.latch(1);
        List<Task<Boolean>> waiters = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            waiters.add(waiter(latch, Form.values()[i % 2]));
        }
        latch.countDown();
        for (Task<Boolean> waiter : waiters) {
            assertThat(waiter.value()).isTrue();
        }
    }

    @Test
    void whatPrecedesCountDownIsSeenAfterAwait() {
        for (int i = 0; i < rounds(100); i++) {
            CountDownLatch latch = impl.latch(2);
            int[] written = new int[2];
            for (int k = 0; k < 2; k++) {
                int slot = k;
                threads.run(() -> {
                    written[slot] = slot + 1;
                    latch.countDown();
                });
            }
            Task<Integer> reader = threads.call(() -> {
                latch.await();
                return written[0] + written[1];
            });
            assertThat(reader.value()).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @EnumSource
    void strayUnparkDoesNotEndTheWait(Form form) {
        CountDownLatch latch = impl.latch(1);
        Task<Boolean> waiter = waiter(latch, form);
        for (int i = 0; i < 5; i++) {
            LockSupport.unpark(waiter.thread());
            waiter.awaitParked();
        }
        latch.countDown();
        assertThat(waiter.value()).isTrue();
    }

    // Interrupts

    @ParameterizedTest
    @EnumSource
    void interruptOnEntryWinsEvenOverAnOpenLatch(Form form) {
        for (int count = 0; count <= 1; count++) {
            CountDownLatch latch = impl.latch(count);
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> form.await(latch)).isExactlyInstanceOf(InterruptedException.class);
            assertThat(Thread.interrupted()).isFalse();
            assertThat(latch.getCount()).isEqualTo(count);
        }
    }

    @Test
    void interruptOnEntryWinsOverElapsedTimeout() {
        CountDownLatch latch = impl.latch(1);
        for (long timeout : new long[] {0, -1, Long.MIN_VALUE}) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> latch.await(timeout, SECONDS)).isExactlyInstanceOf(InterruptedException.class);
            assertThat(Thread.interrupted()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource
    void interruptEndsTheWaitOfThatThreadOnly(Form form) {
        CountDownLatch latch = impl.latch(1);
        Task<Boolean> first = waiter(latch, form);
        Task<Boolean> second = waiter(latch, form);
        Task<Boolean> third = waiter(latch, form);
        second.interrupt();
        second.wasInterrupted();
        assertThat(latch.getCount()).isEqualTo(1);
        first.awaitParked();
        third.awaitParked();
        latch.countDown();
        assertThat(first.value()).isTrue();
        assertThat(third.value()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void interruptBeforeTheCountDownIsAnswered(Form form) {
        for (int i = 0; i < rounds(50); i++) {
            CountDownLatch latch = impl.latch(1);
            Task<Boolean> first = waiter(latch, form);
            Task<Boolean> second = waiter(latch, form);
            first.interrupt();
            latch.countDown();
            first.wasInterrupted();
            assertThat(second.value()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void interruptThatMeetsTheCountDownKeepsTheOthersGoing(Form form) {
        for (int i = 0; i < rounds(60); i++) {
            CountDownLatch latch = impl.latch(1);
            Task<Boolean> first = waiter(latch, form);
            Task<Boolean> second = waiter(latch, form);
            Task<Boolean> third = waiter(latch, form);
            Task<Void> interrupter = threads.run(second::interrupt);
            latch.countDown();
            assertThat(first.value()).isTrue();
            assertThat(third.value()).isTrue();
            interrupter.returned();
            if (second.failure() != null) {
                second.wasInterrupted();
            }
        }
    }

    @Test
    void countDownIgnoresInterruptAndKeepsIt() {
        CountDownLatch latch = impl.latch(1);
        Thread.currentThread().interrupt();
        latch.countDown();
        assertThat(latch.getCount()).isZero();
        assertThat(Thread.interrupted()).isTrue();
    }

    // Timeouts

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void nonPositiveTimeoutDoesNotWait(long timeout) throws InterruptedException {
        CountDownLatch latch = impl.latch(1);
        assertThat(latch.await(timeout, SECONDS)).isFalse();
        assertThat(latch.await(timeout, NANOSECONDS)).isFalse();
        latch.countDown();
        assertThat(latch.await(timeout, DAYS)).isTrue();
    }

    @Test
    void timeoutElapsesNotBeforeItsTime() throws InterruptedException {
        CountDownLatch latch = impl.latch(1);
        long start = System.nanoTime();
        assertThat(latch.await(12, MILLISECONDS)).isFalse();
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(MILLISECONDS.toNanos(12));
        assertThat(latch.getCount()).isEqualTo(1);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void longestTimeoutWaits() {
        CountDownLatch latch = impl.latch(1);
        Task<Boolean> nanos = threads.<Boolean>call(() -> latch.await(Long.MAX_VALUE, NANOSECONDS))
                .awaitParked();
        Task<Boolean> days =
                threads.<Boolean>call(() -> latch.await(Long.MAX_VALUE, DAYS)).awaitParked();
        latch.countDown();
        assertThat(nanos.value()).isTrue();
        assertThat(days.value()).isTrue();
    }

    @Test
    void waiterThatTimedOutLeavesTheOthers() {
        CountDownLatch latch = impl.latch(1);
        Task<Boolean> before = waiter(latch, Form.AWAIT);
        Task<Boolean> impatient = threads.call(() -> latch.await(1, MILLISECONDS));
        Task<Boolean> after = waiter(latch, Form.AWAIT_TIMED);
        assertThat(impatient.value()).isFalse();
        before.awaitParked();
        latch.countDown();
        assertThat(before.value()).isTrue();
        assertThat(after.value()).isTrue();
    }

    @Test
    void nullUnitIsRejected() {
        assertThatThrownBy(() -> impl.latch(1).await(1, null)).isExactlyInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> impl.latch(0).await(1, null)).isExactlyInstanceOf(NullPointerException.class);
    }

    // Inspection and subclasses

    @Test
    void formsOfToString() {
        CountDownLatch latch = impl.latch(2);
        String identity = "@" + Integer.toHexString(latch.hashCode());
        assertThat(latch.toString()).endsWith(identity + "[Count = 2]");
        latch.countDown();
        latch.countDown();
        assertThat(latch.toString()).endsWith(identity + "[Count = 0]");
    }

    @Test
    void subclassPrintsItsOwnName() {
        LatchProbe probe = impl.latchProbe(4);
        assertThat(probe.toString())
                .isEqualTo(probe.getClass().getName() + "@" + Integer.toHexString(probe.hashCode()) + "[Count = 4]");
        assertThat(probe.calls()).isEmpty();
    }

    @Test
    void methodsThroughReferencesHandlesAndReflection() throws Throwable {
        CountDownLatch latch = impl.latch(3);
        CountDownLatch.class.getMethod("countDown").invoke(latch);
        ToLongFunction<CountDownLatch> reference = CountDownLatch::getCount;
        assertThat(reference.applyAsLong(latch)).isEqualTo(2);
        Object handled = MethodHandles.publicLookup()
                .findVirtual(CountDownLatch.class, "getCount", MethodType.methodType(long.class))
                .invoke(latch);
        assertThat(handled).isEqualTo(2L);
    }

    @Test
    void overridingSubclassSeesEachCallOnce() throws InterruptedException {
        LatchProbe probe = impl.latchProbe(2);
        CountDownLatch latch = probe.latchItself();
        Task<Void> waiter = threads.run(() -> latch.await(1, DAYS)).awaitParked();
        latch.countDown();
        latch.countDown();
        waiter.returned();
        latch.await();
        latch.getCount();
        assertThat(probe.calls()).containsExactly("await(timeout)", "countDown", "countDown", "await", "getCount");
    }

    @Test
    void monitoringSeesTheCountFallOnly() {
        int count = 5_000;
        CountDownLatch latch = impl.latch(count);
        Task<Void> worker = threads.run(() -> {
            for (int i = 0; i < count; i++) {
                latch.countDown();
            }
        });
        Task<Void> waiter = threads.run(latch::await);
        long last = count;
        while (last > 0) {
            long now = latch.getCount();
            assertThat(now).isBetween(0L, last);
            last = now;
        }
        worker.returned();
        waiter.returned();
        Await.until("it stays open", () -> latch.getCount() == 0);
    }
}
