package io.github.cqs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cqs.internal.CellState;
import io.github.cqs.testing.Threads;
import io.github.cqs.testing.Threads.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What every mode does. */
@ParameterizedClass
@MethodSource("configurations")
class CancellableQueueSynchronizerTest extends QueueFixture {
    CancellableQueueSynchronizerTest(ResumeMode resumeMode, CancellationMode cancellationMode, int segmentSize) {
        super(resumeMode, cancellationMode, segmentSize);
    }

    static Stream<Arguments> configurations() {
        return configurations(
                List.of(ResumeMode.ASYNC, ResumeMode.SYNC), List.of(CancellationMode.SIMPLE, CancellationMode.SMART));
    }

    // Rendezvous

    @Test
    void resumeWakesTheWaiterWithItsValue() throws Exception {
        Task<Object> waiter = waiter();
        assertThat(queue.resume("value")).isTrue();
        assertThat(waiter.join()).isEqualTo("value");
        assertThat(queue.unparked).containsExactly(waiter.thread());
    }

    @Test
    void waitersAreResumedInOrderOfArrival() throws Exception {
        List<Task<Object>> waiters = waiters(7);
        for (int i = 0; i < 7; i++) {
            assertThat(waiters.get(i).isDone()).isFalse();
            assertThat(queue.resume(i)).isTrue();
            assertThat(waiters.get(i).join()).isEqualTo(i);
        }
        assertThat(queue.reachableSegments()).isLessThanOrEqualTo(2);
    }

    @Test
    void nullIsNoValue() throws Exception {
        assertThatNullPointerException().isThrownBy(() -> queue.resume(null));
        Task<Object> waiter = waiter();
        assertThat(queue.resume("the failed call took no turn")).isTrue();
        assertThat(waiter.join()).isEqualTo("the failed call took no turn");
    }

    @Test
    void threadsAndCellStatesAreValuesLikeOthers() throws Exception {
        List<Object> values = new ArrayList<>(List.of(CellState.values()));
        values.add(Thread.currentThread());
        values.add(new Thread(() -> {}));
        for (Object value : values) {
            Task<Object> waiter = waiter();
            assertThat(queue.resume(value)).isTrue();
            assertThat(waiter.join()).isSameAs(value);
        }
    }

    @Test
    void theWaiterItselfIsAValue() throws Exception {
        Task<Object> waiter = waiter();
        assertThat(queue.resume(waiter.thread())).isTrue();
        assertThat(waiter.join()).isSameAs(waiter.thread());
    }

    @Test
    void strayPermitsDoNotEndAWait() throws Exception {
        Task<Object> waiter = waiter();
        for (int i = 0; i < 100; i++) {
            LockSupport.unpark(waiter.thread());
        }
        waiter.awaitParked();
        assertThat(queue.isQueued(waiter.thread())).isTrue();
        queue.resume("now");
        assertThat(waiter.join()).isEqualTo("now");
    }

    // Interrupts

    @Test
    void interruptBeforeSuspendCancelsAndClearsTheStatus() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(queue::suspend).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> queue.suspendNanos(Long.MAX_VALUE, TIMEOUT)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        assertThat(queue.queuedThreads()).isEmpty();
    }

    @Test
    void interruptTakesPrecedenceOverAnElapsedTimeout() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> queue.suspendNanos(0, TIMEOUT)).isInstanceOf(InterruptedException.class);
    }

    @Test
    void interruptWhileWaitingCancelsAndClearsTheStatus() throws Exception {
        Task<Boolean> waiter = Threads.start(() -> {
            assertThatThrownBy(queue::suspend).isInstanceOf(InterruptedException.class);
            return Thread.interrupted();
        });
        waiter.awaitParked().interrupt();
        assertThat(waiter.join()).isFalse();
        assertThat(queue.queuedThreads()).isEmpty();
    }

    @Test
    void interruptIsAnsweredWithoutAnExceptionIfThatIsAskedFor() throws Exception {
        Task<Boolean> waiter = Threads.start(() -> {
            assertThat(queue.suspend(true, false, 0L, TIMEOUT, "interrupted")).isEqualTo("interrupted");
            return Thread.interrupted();
        });
        waiter.awaitParked().interrupt();
        assertThat(waiter.join()).as("status kept").isFalse();
        Thread.currentThread().interrupt();
        assertThat(queue.suspend(true, true, System.nanoTime() - 1, TIMEOUT, null))
                .isNull();
        assertThat(Thread.interrupted()).isFalse();
        assertThat(queue.suspend(true, true, System.nanoTime() - 1, TIMEOUT, "interrupted"))
                .isSameAs(TIMEOUT);
        assertThat(queue.queuedThreads()).isEmpty();
        Task<Object> served = Threads.start(() -> queue.suspend(true, false, 0L, TIMEOUT, "interrupted"));
        served.awaitParked();
        while (!queue.resume("served")) {} // past those who have left
        assertThat(served.join()).isEqualTo("served");
    }

    @Test
    void valueStandsIfTheInterruptComesAfterIt() throws Exception {
        Task<Object> waiter = waiter();
        queue.unparked.clear();
        TestQueue<Object> slow = new TestQueue<>(resumeMode, cancellationMode, 1) {
            @Override
            protected void unpark(Thread woken) {
                woken.interrupt(); // the cell has the value already
                super.unpark(woken);
            }
        };
        Task<Boolean> interrupted = Threads.start(() -> {
            assertThat(slow.suspend()).isEqualTo("stands");
            return Thread.interrupted();
        });
        interrupted.awaitParked();
        assertThat(slow.resume("stands")).isTrue();
        assertThat(interrupted.join()).as("status kept").isTrue();
        queue.resume("end");
        waiter.join();
    }

    @Test
    void uninterruptibleWaiterKeepsWaitingAndKeepsTheStatus() throws Exception {
        Task<Boolean> waiter = Threads.start(() -> {
            Thread.currentThread().interrupt();
            assertThat(queue.suspendUninterruptibly()).isEqualTo("value");
            return Thread.interrupted();
        });
        waiter.awaitParked();
        for (int i = 0; i < 10; i++) {
            waiter.interrupt();
        }
        waiter.awaitParked();
        assertThat(queue.isQueued(waiter.thread())).isTrue();
        queue.resume("value");
        assertThat(waiter.join()).isTrue();
    }

    // Timeouts

    @Test
    void zeroAndNegativeTimeoutsLeaveAtOnce() throws Exception {
        for (long nanos : new long[] {0, -1, Long.MIN_VALUE}) {
            assertThat(queue.suspendNanos(nanos, TIMEOUT)).isSameAs(TIMEOUT);
            assertThat(queue.suspendNanos(nanos, null)).isNull();
        }
        assertThat(queue.suspendUntil(System.nanoTime(), TIMEOUT)).isSameAs(TIMEOUT);
        assertThat(queue.queuedThreads()).isEmpty();
    }

    @Test
    void timeoutElapsesAndNotBefore() throws Exception {
        long nanos = TimeUnit.MILLISECONDS.toNanos(20);
        long start = System.nanoTime();
        assertThat(queue.suspendNanos(nanos, TIMEOUT)).isSameAs(TIMEOUT);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(nanos);
    }

    @Test
    void theLongestTimeoutIsNoTimeout() throws Exception {
        for (long nanos : new long[] {Long.MAX_VALUE, Long.MAX_VALUE - 1, Long.MAX_VALUE / 2}) {
            Task<Object> waiter = Threads.start(() -> queue.suspendNanos(nanos, TIMEOUT));
            waiter.awaitParked();
            assertThat(queue.resume("value")).isTrue();
            assertThat(waiter.join()).isEqualTo("value");
        }
    }

    @Test
    void timedWaiterIsInterruptible() {
        Task<Object> waiter = Threads.start(() -> queue.suspendNanos(Long.MAX_VALUE, TIMEOUT));
        waiter.awaitParked().interrupt();
        assertThatThrownBy(waiter::join).isInstanceOf(InterruptedException.class);
    }

    // Suspending for another thread

    @Test
    void whoCannotParkIsNotLeftInTheQueue() throws Exception {
        List<ThrowingCallable> waits = List.of(
                queue::suspend, queue::suspendUninterruptibly, () -> queue.suspendNanos(Long.MAX_VALUE, TIMEOUT));
        for (ThrowingCallable wait : waits) {
            queue.parks = () -> {
                throw new StackOverflowError("no room to park");
            };
            assertThatThrownBy(wait).isInstanceOf(StackOverflowError.class).hasMessage("no room to park");
            queue.parks = () -> {};
            assertThat(queue.queuedThreads()).isEmpty();
            Task<Object> next = waiter();
            if (cancellationMode == CancellationMode.SIMPLE) {
                assertThat(queue.resume("for the first")).isFalse();
            }
            assertThat(queue.resume("next")).isTrue();
            assertThat(next.join()).isEqualTo("next");
        }
    }

    @Test
    void whoCannotParkHasItsValueIfThatIsThere() throws Exception {
        queue.parks = () -> {
            queue.parks = () -> {};
            queue.resume("there");
            throw new StackOverflowError("no room to park");
        };
        assertThat(queue.suspend()).isEqualTo("there");
    }

    @Test
    void queuedThreadFindsTheValueThatCameMeanwhile() throws Exception {
        TestTicket ticket = new TestTicket();
        CountDownLatch queued = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Task<Object> waiter = Threads.start(() -> {
            queued.await();
            go.await();
            return queue.awaitUninterruptibly(ticket);
        });
        assertThat(queue.suspendFor(waiter.thread(), ticket)).isTrue();
        queued.countDown();
        assertThat(queue.isQueued(waiter.thread())).isTrue();
        assertThat(queue.queuedThreads()).containsExactly(waiter.thread());
        assertThat(queue.resume("value")).isTrue();
        assertThat(queue.unparked).containsExactly(waiter.thread());
        go.countDown();
        assertThat(waiter.join()).isEqualTo("value");
    }

    @Test
    void queuedThreadWaitsForTheValueThatComesLaterAndKeepsInterrupts() throws Exception {
        TestTicket ticket = new TestTicket();
        CountDownLatch queued = new CountDownLatch(1);
        Task<Object> waiter = Threads.start(() -> {
            queued.await();
            Thread.currentThread().interrupt();
            Object value = queue.awaitUninterruptibly(ticket);
            Threads.assertInterruptedAndClear();
            return value;
        });
        queue.suspendFor(waiter.thread(), ticket);
        queued.countDown();
        Threads.awaitUntil(() -> LockSupport.getBlocker(waiter.thread()) == queue);
        queue.resume("value");
        assertThat(waiter.join()).isEqualTo("value");
    }

    @Test
    void threadsQueuedByOthersKeepTheirPlaceAmongThoseThatQueueThemselves() throws Exception {
        TestTicket ticket = new TestTicket();
        CountDownLatch queued = new CountDownLatch(1);
        Task<Object> second = Threads.start(() -> {
            queued.await();
            return queue.awaitUninterruptibly(ticket);
        });
        Task<Object> first = waiter();
        queue.suspendFor(second.thread(), ticket);
        Task<Object> third = waiter();
        queued.countDown();
        for (int i = 1; i <= 3; i++) {
            queue.resume(i);
        }
        assertThat(first.join()).isEqualTo(1);
        assertThat(second.join()).isEqualTo(2);
        assertThat(third.join()).isEqualTo(3);
    }

    @Test
    void ticketServesOnce() {
        TestTicket ticket = new TestTicket();
        assertThatThrownBy(() -> queue.awaitUninterruptibly(ticket)).isInstanceOf(IllegalStateException.class);
        queue.suspendFor(Thread.currentThread(), ticket);
        queue.resume("value");
        assertThat(queue.awaitUninterruptibly(ticket)).isEqualTo("value");
        assertThatThrownBy(() -> queue.awaitUninterruptibly(ticket)).isInstanceOf(IllegalStateException.class);
    }

    // Inspection

    @Test
    void queuedThreadsAreListedInOrder() throws Exception {
        assertThat(queue.queuedThreads()).isEmpty();
        List<Task<Object>> waiters = waiters(5);
        List<Thread> threads = waiters.stream().map(Task::thread).toList();
        assertThat(queue.queuedThreads()).containsExactlyElementsOf(threads);
        waiters.get(2).interrupt();
        assertThatThrownBy(waiters.get(2)::join).isInstanceOf(InterruptedException.class);
        assertThat(queue.queuedThreads())
                .containsExactly(threads.get(0), threads.get(1), threads.get(3), threads.get(4));
        assertThat(queue.isQueued(threads.get(2))).isFalse();
        assertThat(queue.isQueued(threads.get(3))).isTrue();
        assertThat(queue.isQueued(Thread.currentThread())).isFalse();
        while (!queue.queuedThreads().isEmpty()) {
            queue.resume("end");
        }
        for (Task<Object> waiter : waiters) {
            if (waiter != waiters.get(2)) {
                assertThat(waiter.join()).isEqualTo("end");
            }
        }
    }

    @Test
    void waitingThreadsAreParkedOnTheBlocker() throws Exception {
        Task<Object> waiter = waiter();
        assertThat(LockSupport.getBlocker(waiter.thread())).isSameAs(queue);
        queue.resume("end");
        waiter.join();
    }

    @Test
    void beforeResumeNamesTheThreadThatIsAboutToGetTheValue() throws Exception {
        List<Thread> announced = new ArrayList<>();
        TestQueue<Object> announcing = new TestQueue<>(resumeMode, cancellationMode, 2) {
            @Override
            protected void beforeResume(Thread waiter) {
                announced.add(waiter);
            }
        };
        Task<Object> waiter = Threads.start(announcing::suspend).awaitParked();
        announcing.resume("known");
        waiter.join();
        announcing.resume("nobody yet");
        assertThat(announced).containsExactly(waiter.thread(), null);
    }

    @Test
    void beforeResumeIsToldThatTheThreadHasGivenUp() throws Exception {
        List<Thread> announced = new ArrayList<>();
        TestQueue<Object> announcing = new TestQueue<>(resumeMode, cancellationMode, 2) {
            @Override
            protected void beforeResume(Thread waiter) {
                announced.add(waiter);
                if (announced.size() == 1) {
                    waiter.interrupt();
                    Threads.awaitUntil(() -> waiter.getState() == Thread.State.TERMINATED);
                }
            }
        };
        Task<Object> waiter = Threads.start(announcing::suspend).awaitParked();
        Task<Object> next = Threads.start(announcing::suspend).awaitParked();
        if (!announcing.resume("value")) {
            announcing.resume("value");
        }
        assertThatThrownBy(waiter::join).isInstanceOf(InterruptedException.class);
        assertThat(next.join()).isEqualTo("value");
        assertThat(announced).containsExactly(waiter.thread(), null, next.thread());
    }

    @Test
    void spinningWaiterTakesTheValueAsWell() throws Exception {
        CountDownLatch spinning = new CountDownLatch(1);
        TestQueue<Object> eager = new TestQueue<>(resumeMode, cancellationMode, 2) {
            @Override
            protected long spinNanos() {
                spinning.countDown();
                return TimeUnit.DAYS.toNanos(1);
            }
        };
        Task<Object> waiter = Threads.start(eager::suspend);
        spinning.await();
        assertThat(eager.resume("value")).isTrue();
        assertThat(waiter.join()).isEqualTo("value");
        assertThat(eager.suspendNanos(1, TIMEOUT))
                .as("the timeout bounds the spin")
                .isSameAs(TIMEOUT);
    }
}
