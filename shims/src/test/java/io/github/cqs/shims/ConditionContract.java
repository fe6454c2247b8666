package io.github.cqs.shims;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.cqs.shims.support.Await;
import io.github.cqs.shims.support.Contract;
import io.github.cqs.shims.support.Impl;
import io.github.cqs.shims.support.Inspect;
import io.github.cqs.shims.support.LockProbe;
import io.github.cqs.shims.support.Task;
import io.github.cqs.shims.support.ThreadKind;
import io.github.cqs.shims.support.Threads;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@link Condition} and {@link ReentrantLock#newCondition} document. */
abstract class ConditionContract extends Contract {
    /** The five ways to wait; each tells whether it was signalled. */
    enum Form {
        AWAIT {
            @Override
            boolean await(Condition condition) throws InterruptedException {
                condition.await();
                return true;
            }
        },
        AWAIT_UNINTERRUPTIBLY {
            @Override
            boolean await(Condition condition) {
                condition.awaitUninterruptibly();
                return true;
            }
        },
        AWAIT_NANOS {
            @Override
            boolean await(Condition condition) throws InterruptedException {
                return condition.awaitNanos(SECONDS.toNanos(FOREVER_SECONDS)) > 0;
            }
        },
        AWAIT_TIMED {
            @Override
            boolean await(Condition condition) throws InterruptedException {
                return condition.await(FOREVER_SECONDS, SECONDS);
            }
        },
        AWAIT_UNTIL {
            @Override
            boolean await(Condition condition) throws InterruptedException {
                return condition.awaitUntil(new Date(System.currentTimeMillis() + FOREVER_SECONDS * 1000));
            }
        };

        abstract boolean await(Condition condition) throws InterruptedException;
    }

    private final boolean fair;
    private final LockProbe probe;
    private final ReentrantLock lock;
    private final Condition condition;

    ConditionContract(Impl impl, boolean fair, ThreadKind kind) {
        super(impl, kind);
        this.fair = fair;
        this.probe = impl.lockProbe(fair);
        this.lock = impl.lock(fair);
        this.condition = lock.newCondition();
    }

    /** Starts a thread that locks {@code holds} times and waits as {@code form} says; returns once it waits. Yields its hold count after. */
    private Task<Integer> waiter(Form form, int holds, Condition on) {
        AtomicBoolean locked = new AtomicBoolean();
        Task<Integer> waiter = threads.call(() -> {
            for (int i = 0; i < holds; i++) {
                lock.lock();
            }
            locked.set(true);
            try {
                assertThat(form.await(on)).isTrue();
                return lock.getHoldCount();
            } finally {
                assertThat(lock.getHoldCount()).isEqualTo(holds);
                for (int i = 0; i < holds; i++) {
                    lock.unlock();
                }
            }
        });
        // It may have to wait for the lock first: parked there it does not wait for a signal yet.
        Await.until("it has the lock", locked::get, waiter.thread());
        return waiter.awaitParked();
    }

    private Task<Integer> waiter(Form form) {
        return waiter(form, 1, condition);
    }

    private void signal() {
        lock.lock();
        condition.signal();
        lock.unlock();
    }

    private void signalAll() {
        lock.lock();
        condition.signalAll();
        lock.unlock();
    }

    private int waiters() {
        lock.lock();
        try {
            int length = lock.getWaitQueueLength(condition);
            assertThat(lock.hasWaiters(condition)).isEqualTo(length > 0);
            return length;
        } finally {
            lock.unlock();
        }
    }

    private void assertIdle() {
        assertThat(waiters()).isZero();
        assertThat(lock.isLocked()).isFalse();
        assertThat(Inspect.hasQueuedThreads(lock)).isFalse();
    }

    // Without the lock

    @ParameterizedTest
    @EnumSource
    void waitingWithoutTheLockFails(Form form) {
        assertThatThrownBy(() -> form.await(condition)).isExactlyInstanceOf(IllegalMonitorStateException.class);
        assertIdle();
    }

    @ParameterizedTest
    @EnumSource
    void waitingWhileAnotherHoldsTheLockFails(Form form) {
        lock.lock();
        threads.run(() -> form.await(condition)).failedWith(IllegalMonitorStateException.class);
        assertThat(lock.getHoldCount()).isEqualTo(1);
        assertThat(lock.hasWaiters(condition)).isFalse();
        lock.unlock();
        assertIdle();
    }

    @Test
    void signallingWithoutTheLockFails() {
        Task<Integer> waiter = waiter(Form.AWAIT);
        assertThatThrownBy(condition::signal).isExactlyInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(condition::signalAll).isExactlyInstanceOf(IllegalMonitorStateException.class);
        lock.lock();
        threads.run(condition::signal).failedWith(IllegalMonitorStateException.class);
        threads.run(condition::signalAll).failedWith(IllegalMonitorStateException.class);
        lock.unlock();
        waiter.awaitParked();
        assertThat(waiters()).isEqualTo(1);
        signal();
        waiter.returned();
    }

    @Test
    void signallingWithoutTheLockFailsEvenWhenNobodyWaits() {
        assertThatThrownBy(condition::signal)
                .isExactlyInstanceOf(IllegalMonitorStateException.class)
                .hasMessage(null);
        assertThatThrownBy(condition::signalAll).isExactlyInstanceOf(IllegalMonitorStateException.class);
    }

    @Test
    void inspectionWithoutTheLockFails() {
        ReentrantLock probed = probe.lockItself();
        Condition own = probed.newCondition();
        assertThatThrownBy(() -> probed.hasWaiters(own)).isExactlyInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(() -> probed.getWaitQueueLength(own))
                .isExactlyInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(() -> probe.getWaitingThreads(own)).isExactlyInstanceOf(IllegalMonitorStateException.class);
        probed.lock();
        threads.run(() -> probed.hasWaiters(own)).failedWith(IllegalMonitorStateException.class);
        probed.unlock();
    }

    @Test
    void foreignConditionIsRejected() {
        ReentrantLock probed = probe.lockItself();
        List<Condition> foreign =
                List.of(impl.lock(fair).newCondition(), new ReentrantLock(fair).newCondition(), aConditionOfNoLock());
        probed.lock();
        for (Condition other : foreign) {
            // The JDK writes it large for conditions of another lock, and small for what is no lock's.
            String message = other == foreign.get(2) ? "not owner" : "Not owner";
            List<Task.Action> calls = List.of(
                    () -> probed.hasWaiters(other),
                    () -> probed.getWaitQueueLength(other),
                    () -> probe.getWaitingThreads(other));
            for (Task.Action call : calls) {
                assertThatThrownBy(call::run)
                        .isExactlyInstanceOf(IllegalArgumentException.class)
                        .hasMessage(message);
            }
        }
        probed.unlock();
    }

    @Test
    void foreignLocksConditionIsRejectedByTheJdkClassToo() {
        ReentrantLock other = new ReentrantLock(fair);
        other.lock();
        assertThatThrownBy(() -> other.hasWaiters(condition)).isExactlyInstanceOf(IllegalArgumentException.class);
        other.unlock();
    }

    private static Condition aConditionOfNoLock() {
        @SuppressWarnings("serial")
        class Sync extends AbstractQueuedLongSynchronizer {
            Condition condition() {
                return new ConditionObject();
            }
        }
        return new Sync().condition();
    }

    // Waiting releases the lock, and returning restores it

    @ParameterizedTest
    @EnumSource
    void waiterReturnsWhenSignalled(Form form) {
        Task<Integer> waiter = waiter(form);
        assertThat(lock.isLocked()).isFalse();
        assertThat(waiters()).isEqualTo(1);
        signal();
        assertThat(waiter.value()).isEqualTo(1);
        assertThat(waiter.interruptedAtEnd()).isFalse();
        assertIdle();
    }

    @ParameterizedTest
    @EnumSource
    void waiterReturnsWhenAllAreSignalled(Form form) {
        Task<Integer> first = waiter(form);
        Task<Integer> second = waiter(form);
        signalAll();
        first.returned();
        second.returned();
        assertIdle();
    }

    @ParameterizedTest
    @EnumSource
    void allHoldsAreReleasedAndRestored(Form form) {
        Task<Integer> waiter = waiter(form, 5, condition);
        assertThat(lock.isLocked()).isFalse();
        signal();
        assertThat(waiter.value()).isEqualTo(5);
        assertIdle();
    }

    @ParameterizedTest
    @EnumSource
    void signallerWithManyHoldsKeepsThem(Form form) {
        Task<Integer> waiter = waiter(form, 2, condition);
        lock.lock();
        lock.lock();
        lock.lock();
        condition.signal();
        assertThat(lock.getHoldCount()).isEqualTo(3);
        lock.unlock();
        lock.unlock();
        waiter.awaitParked();
        lock.unlock();
        assertThat(waiter.value()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void signalledWaiterReturnsOnlyWithTheLock(Form form) {
        Task<Integer> waiter = waiter(form);
        lock.lock();
        condition.signal();
        assertThat(lock.hasWaiters(condition)).isFalse();
        assertThat(Inspect.hasQueuedThread(lock, waiter.thread())).isTrue();
        assertThat(Inspect.queueLength(lock)).isEqualTo(1);
        assertThat(waiter.isDone()).isFalse();
        waiter.awaitParked();
        lock.unlock();
        waiter.returned();
    }

    @Test
    void waitersQueueIsNotTheLocksQueue() {
        Task<Integer> waiter = waiter(Form.AWAIT);
        assertThat(Inspect.hasQueuedThreads(lock)).isFalse();
        assertThat(Inspect.hasQueuedThread(lock, waiter.thread())).isFalse();
        assertThat(Inspect.queueLength(lock)).isZero();
        signal();
        waiter.returned();
    }

    @Test
    void waitLetsAQueuedThreadIn() throws InterruptedException {
        assumeTrue(fair);
        lock.lock();
        lock.lock();
        AtomicLong entered = new AtomicLong();
        Task<Void> queued = threads.run(() -> {
                    lock.lock();
                    entered.incrementAndGet();
                    lock.unlock();
                })
                .awaitParked();
        assertThat(condition.awaitNanos(0)).isLessThanOrEqualTo(0);
        assertThat(entered.get()).isEqualTo(1);
        assertThat(lock.getHoldCount()).isEqualTo(2);
        lock.unlock();
        lock.unlock();
        queued.returned();
    }

    @ParameterizedTest
    @EnumSource
    void strayUnparkIsAbsorbed(Form form) {
        Task<Integer> waiter = waiter(form);
        for (int i = 0; i < 5; i++) {
            LockSupport.unpark(waiter.thread());
            waiter.awaitParked();
        }
        assertThat(waiters()).isEqualTo(1);
        signal();
        waiter.returned();
    }

    // Signalling

    @Test
    void signalWithoutWaitersIsNotRemembered() throws InterruptedException {
        lock.lock();
        condition.signal();
        condition.signalAll();
        assertThat(condition.awaitNanos(1)).isLessThanOrEqualTo(0);
        lock.unlock();
        assertIdle();
    }

    @Test
    void signalWakesTheLongestWaiting() {
        List<Task<Integer>> waiters = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            waiters.add(waiter(Form.values()[i % 5]));
        }
        for (int i = 0; i < 10; i++) {
            assertThat(waiters()).isEqualTo(10 - i);
            signal();
            waiters.get(i).returned();
            for (int j = i + 1; j < 10; j++) {
                assertThat(waiters.get(j).isDone()).isFalse();
            }
        }
        assertIdle();
    }

    @Test
    void severalSignalsUnderOneHoldWakeAsMany() {
        List<Task<Integer>> waiters = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            waiters.add(waiter(Form.values()[i % 5]));
        }
        lock.lock();
        condition.signal();
        condition.signal();
        condition.signal();
        assertThat(lock.getWaitQueueLength(condition)).isEqualTo(3);
        assertThat(Inspect.queueLength(lock)).isEqualTo(3);
        lock.unlock();
        Threads.allReturned(waiters.subList(0, 3));
        assertThat(waiters()).isEqualTo(3);
        signalAll();
        Threads.allReturned(waiters);
        assertIdle();
    }

    @Test
    void fairLockIsReacquiredInOrderOfWaiting() {
        assumeTrue(fair);
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        List<Task<Void>> waiters = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            int arrival = i;
            waiters.add(threads.run(() -> {
                        lock.lock();
                        Form.values()[arrival % 5].await(condition);
                        order.add(arrival);
                        lock.unlock();
                    })
                    .awaitParked());
        }
        signalAll();
        Threads.allReturned(waiters);
        assertThat(order).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    }

    @Test
    void signalledWaiterQueuesBehindThoseWhoCameBefore() {
        assumeTrue(fair);
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        Task<Void> waiter = threads.run(() -> {
                    lock.lock();
                    condition.await();
                    order.add("waiter");
                    lock.unlock();
                })
                .awaitParked();
        lock.lock();
        Task<Void> before = threads.run(() -> {
                    lock.lock();
                    order.add("before");
                    lock.unlock();
                })
                .awaitParked();
        condition.signal();
        Task<Void> after = threads.run(() -> {
                    lock.lock();
                    order.add("after");
                    lock.unlock();
                })
                .awaitParked();
        lock.unlock();
        Threads.allReturned(List.of(waiter, before, after));
        assertThat(order).containsExactly("before", "waiter", "after");
    }

    @Test
    void conditionsOfOneLockAreIndependent() {
        Condition other = lock.newCondition();
        Task<Integer> here = waiter(Form.AWAIT);
        Task<Integer> there = waiter(Form.AWAIT, 2, other);
        lock.lock();
        assertThat(lock.getWaitQueueLength(condition)).isEqualTo(1);
        assertThat(lock.getWaitQueueLength(other)).isEqualTo(1);
        other.signalAll();
        other.signal();
        assertThat(lock.getWaitQueueLength(condition)).isEqualTo(1);
        assertThat(lock.getWaitQueueLength(other)).isZero();
        lock.unlock();
        assertThat(there.value()).isEqualTo(2);
        here.awaitParked();
        signal();
        here.returned();
    }

    @Test
    void waiterMayWaitAgain() {
        Task<Void> waiter = threads.run(() -> {
            lock.lock();
            for (int i = 0; i < 5; i++) {
                Form.values()[i].await(condition);
            }
            lock.unlock();
        });
        for (int i = 0; i < 5; i++) {
            Await.until("it waits again", () -> waiters() == 1, waiter.thread());
            signal();
        }
        waiter.returned();
        assertIdle();
    }

    // Inspection

    @Test
    void waitingThreadsAreListed() {
        ReentrantLock probed = probe.lockItself();
        Condition own = probed.newCondition();
        List<Task<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            tasks.add(threads.run(() -> {
                        probed.lock();
                        own.await();
                        probed.unlock();
                    })
                    .awaitParked());
        }
        probed.lock();
        assertThat(probe.getWaitingThreads(own))
                .containsExactlyInAnyOrder(
                        tasks.get(0).thread(),
                        tasks.get(1).thread(),
                        tasks.get(2).thread());
        assertThat(probe.getQueuedThreads()).isEmpty();
        own.signal();
        assertThat(probe.getWaitingThreads(own))
                .containsExactlyInAnyOrder(tasks.get(1).thread(), tasks.get(2).thread());
        assertThat(probe.getQueuedThreads()).containsExactly(tasks.get(0).thread());
        own.signalAll();
        assertThat(probe.getWaitingThreads(own)).isEmpty();
        assertThat(probed.hasWaiters(own)).isFalse();
        probed.unlock();
        Threads.allReturned(tasks);
    }

    @Test
    void monitoringSeesEachThreadInOnePlace() {
        ReentrantLock probed = probe.lockItself();
        Condition own = probed.newCondition();
        List<Task<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int offset = i;
            tasks.add(threads.run(() -> {
                for (int turn = 0; turn < rounds(150); turn++) {
                    probed.lock();
                    if ((turn + offset) % 4 == 0) {
                        own.signal();
                    } else {
                        own.awaitNanos(10_000L * (turn % 5));
                    }
                    probed.unlock();
                }
            }));
        }
        List<Thread> known = tasks.stream().map(Task::thread).toList();
        while (tasks.stream().anyMatch(task -> !task.isDone())) {
            probed.lock();
            try {
                // In this order: what waits for the lock cannot go back to the condition without it.
                Collection<Thread> queued = probe.getQueuedThreads();
                Collection<Thread> waiting = probe.getWaitingThreads(own);
                assertThat(queued).isSubsetOf(known).doesNotHaveDuplicates();
                assertThat(waiting).isSubsetOf(known).doesNotHaveDuplicates();
                assertThat(Collections.disjoint(queued, waiting)).isTrue();
            } finally {
                probed.unlock();
            }
            Thread.yield();
        }
        Threads.allReturned(tasks);
    }

    @Test
    void ownerWhileOthersWaitIsWhoeverLocked() {
        ReentrantLock probed = probe.lockItself();
        Condition own = probed.newCondition();
        Task<Void> waiter = threads.run(() -> {
                    probed.lock();
                    own.await();
                    assertThat(probe.getOwner()).isSameAs(Thread.currentThread());
                    probed.unlock();
                })
                .awaitParked();
        assertThat(probe.getOwner()).isNull();
        probed.lock();
        own.signal();
        assertThat(probe.getOwner()).isSameAs(Thread.currentThread());
        probed.unlock();
        waiter.returned();
    }

    // Interrupts

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AWAIT_UNINTERRUPTIBLY")
    void interruptOnEntryIsThrownAndTheLockKept(Form form) {
        lock.lock();
        lock.lock();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> form.await(condition)).isExactlyInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        assertThat(lock.getHoldCount()).isEqualTo(2);
        assertThat(lock.hasWaiters(condition)).isFalse();
        lock.unlock();
        lock.unlock();
        assertIdle();
    }

    @Test
    void interruptOnEntryWinsOverElapsedTimeouts() {
        lock.lock();
        List<Task.Action> forms = List.of(
                () -> condition.awaitNanos(0),
                () -> condition.awaitNanos(-1),
                () -> condition.await(0, SECONDS),
                () -> condition.awaitUntil(new Date(0)));
        for (Task.Action form : forms) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(form::run).isExactlyInstanceOf(InterruptedException.class);
            assertThat(Thread.interrupted()).isFalse();
        }
        lock.unlock();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AWAIT_UNINTERRUPTIBLY")
    void interruptEndsTheWait(Form form) {
        Task<Integer> waiter = waiter(form, 3, condition);
        waiter.interrupt();
        waiter.wasInterrupted();
        assertIdle();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AWAIT_UNINTERRUPTIBLY")
    void interruptedWaiterReturnsOnlyWithTheLock(Form form) {
        Task<Integer> waiter = waiter(form, 2, condition);
        lock.lock();
        waiter.interrupt();
        Await.until("it queues for the lock", () -> Inspect.hasQueuedThread(lock, waiter.thread()), waiter.thread());
        waiter.awaitParked();
        assertThat(lock.hasWaiters(condition)).isFalse();
        lock.unlock();
        waiter.wasInterrupted();
        assertIdle();
    }

    @Test
    void interruptDoesNotEndAnUninterruptibleWaitButIsKept() {
        Task<Integer> waiter = waiter(Form.AWAIT_UNINTERRUPTIBLY, 2, condition);
        waiter.interrupt();
        waiter.awaitParked();
        waiter.interrupt();
        waiter.awaitParked();
        assertThat(waiters()).isEqualTo(1);
        signal();
        assertThat(waiter.value()).isEqualTo(2);
        assertThat(waiter.interruptedAtEnd()).isTrue();
    }

    @Test
    void uninterruptibleWaitWithInterruptOnEntryWaitsAndKeepsIt() {
        Task<Void> waiter = threads.run(() -> {
                    lock.lock();
                    Thread.currentThread().interrupt();
                    condition.awaitUninterruptibly();
                    lock.unlock();
                })
                .awaitParked();
        Await.until("it waits", () -> waiters() == 1, waiter.thread());
        signal();
        assertThat(waiter.interruptedAtEnd()).isTrue();
        waiter.returned();
    }

    @ParameterizedTest
    @EnumSource
    void interruptAfterTheSignalIsKeptForLater(Form form) {
        Task<Integer> waiter = waiter(form, 2, condition);
        Task<Integer> next = waiter(Form.AWAIT);
        lock.lock();
        condition.signal();
        waiter.interrupt();
        waiter.awaitParked();
        assertThat(lock.getWaitQueueLength(condition)).isEqualTo(1);
        lock.unlock();
        assertThat(waiter.value()).isEqualTo(2);
        assertThat(waiter.interruptedAtEnd()).isTrue();
        next.awaitParked();
        signal();
        next.returned();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AWAIT_UNINTERRUPTIBLY")
    void signalAfterAnInterruptGoesToTheNext(Form form) {
        Task<Integer> first = waiter(form);
        Task<Integer> second = waiter(Form.AWAIT);
        Task<Integer> third = waiter(Form.AWAIT_UNINTERRUPTIBLY);
        lock.lock();
        first.interrupt();
        Await.until("it gave up", () -> Inspect.hasQueuedThread(lock, first.thread()), first.thread());
        condition.signal();
        assertThat(lock.getWaitQueueLength(condition)).isEqualTo(1);
        lock.unlock();
        first.wasInterrupted();
        second.returned();
        third.awaitParked();
        signal();
        third.returned();
        assertIdle();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AWAIT_UNINTERRUPTIBLY")
    void signalThatMeetsAnInterruptIsNotLost(Form form) {
        for (int i = 0; i < rounds(60); i++) {
            Task<Integer> first = waiter(form);
            Task<Integer> second = waiter(Form.AWAIT);
            Task<Void> interrupter = threads.run(first::interrupt);
            signal();
            interrupter.returned();
            if (first.failure() == null) {
                assertThat(second.isDone()).isFalse();
                assertThat(waiters()).isEqualTo(1);
                signal();
            } else {
                first.wasInterrupted();
            }
            second.returned();
            assertIdle();
        }
    }

    @Test
    void signalThatMeetsATimeoutIsNotLost() {
        for (int i = 0; i < rounds(60); i++) {
            int pause = 20_000 * (i % 12);
            CountDownLatch waiting = new CountDownLatch(1);
            Task<Boolean> first = threads.call(() -> {
                lock.lock();
                try {
                    waiting.countDown();
                    return condition.await(200_000, NANOSECONDS);
                } finally {
                    lock.unlock();
                }
            });
            Await.until("the first one waits", () -> waiting.getCount() == 0, first.thread());
            Task<Integer> second = waiter(Form.AWAIT);
            long start = System.nanoTime();
            while (!first.isDone() && System.nanoTime() - start < pause) {
                Thread.onSpinWait();
            }
            signal();
            if (first.value()) {
                assertThat(second.isDone()).isFalse();
                signal();
            }
            second.returned();
            assertIdle();
        }
    }

    // Timeouts

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void nonPositiveTimeoutReturnsAtOnceWithTheLock(long timeout) throws InterruptedException {
        lock.lock();
        lock.lock();
        assertThat(condition.awaitNanos(timeout)).isLessThanOrEqualTo(timeout);
        assertThat(condition.await(timeout, NANOSECONDS)).isFalse();
        assertThat(condition.await(timeout, DAYS)).isFalse();
        assertThat(condition.awaitUntil(new Date(timeout))).isFalse();
        assertThat(lock.getHoldCount()).isEqualTo(2);
        assertThat(lock.hasWaiters(condition)).isFalse();
        lock.unlock();
        lock.unlock();
        assertIdle();
    }

    @Test
    void deadlineInThePastReturnsAtOnce() throws InterruptedException {
        lock.lock();
        assertThat(condition.awaitUntil(new Date(System.currentTimeMillis() - 1)))
                .isFalse();
        assertThat(condition.awaitUntil(new Date(System.currentTimeMillis()))).isFalse();
        lock.unlock();
        assertIdle();
    }

    @Test
    void timeoutElapsesNotBeforeItsTime() throws InterruptedException {
        long nanos = MILLISECONDS.toNanos(12);
        lock.lock();
        long start = System.nanoTime();
        assertThat(condition.awaitNanos(nanos)).isLessThanOrEqualTo(0);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(nanos);
        start = System.nanoTime();
        assertThat(condition.await(nanos, NANOSECONDS)).isFalse();
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(nanos);
        long deadline = System.currentTimeMillis() + 12;
        assertThat(condition.awaitUntil(new Date(deadline))).isFalse();
        assertThat(System.currentTimeMillis()).isGreaterThanOrEqualTo(deadline);
        assertThat(lock.getHoldCount()).isEqualTo(1);
        lock.unlock();
        assertIdle();
    }

    @Test
    void timedOutWaiterReturnsOnlyWithTheLock() {
        CountDownLatch waiting = new CountDownLatch(1);
        Task<Boolean> waiter = threads.call(() -> {
            lock.lock();
            lock.lock();
            try {
                waiting.countDown();
                return condition.await(1, MILLISECONDS);
            } finally {
                assertThat(lock.getHoldCount()).isEqualTo(2);
                lock.unlock();
                lock.unlock();
            }
        });
        Await.until("it has the lock", () -> waiting.getCount() == 0, waiter.thread());
        lock.lock();
        Await.until(
                "it queues for the lock",
                () -> waiter.isDone() || Inspect.hasQueuedThread(lock, waiter.thread()),
                waiter.thread());
        lock.unlock();
        assertThat(waiter.value()).isFalse();
        assertIdle();
    }

    @Test
    void remainingTimeIsReturned() {
        long nanos = SECONDS.toNanos(FOREVER_SECONDS);
        Task<Long> waiter = threads.<Long>call(() -> {
                    lock.lock();
                    long start = System.nanoTime();
                    long remaining = condition.awaitNanos(nanos);
                    long elapsed = System.nanoTime() - start;
                    lock.unlock();
                    assertThat(remaining).isGreaterThanOrEqualTo(nanos - elapsed);
                    return remaining;
                })
                .awaitParked();
        signal();
        assertThat(waiter.value()).isPositive().isLessThan(nanos);
    }

    @Test
    void timeSpentReacquiringCounts() {
        Task<Long> waiter = threads.<Long>call(() -> {
                    lock.lock();
                    long remaining = condition.awaitNanos(SECONDS.toNanos(FOREVER_SECONDS));
                    lock.unlock();
                    return remaining;
                })
                .awaitParked();
        lock.lock();
        condition.signal();
        long signalled = System.nanoTime();
        while (System.nanoTime() - signalled < MILLISECONDS.toNanos(5)) {
            Thread.onSpinWait();
        }
        lock.unlock();
        assertThat(waiter.value()).isLessThanOrEqualTo(SECONDS.toNanos(FOREVER_SECONDS) - MILLISECONDS.toNanos(5));
    }

    @Test
    void longestTimeoutWaits() {
        List<Task.Body<Boolean>> forms = List.of(
                () -> condition.awaitNanos(Long.MAX_VALUE) > 0,
                () -> condition.await(Long.MAX_VALUE, NANOSECONDS),
                () -> condition.await(Long.MAX_VALUE, DAYS),
                () -> condition.awaitUntil(new Date(Long.MAX_VALUE)));
        for (Task.Body<Boolean> form : forms) {
            Task<Boolean> waiter = threads.<Boolean>call(() -> {
                        lock.lock();
                        try {
                            return form.run();
                        } finally {
                            lock.unlock();
                        }
                    })
                    .awaitParked();
            assertThat(waiters()).isEqualTo(1);
            signal();
            assertThat(waiter.value()).isTrue();
        }
    }

    @Test
    void waiterThatTimedOutIsSkipped() {
        Task<Boolean> first = threads.call(() -> {
            lock.lock();
            try {
                return condition.await(1, MILLISECONDS);
            } finally {
                lock.unlock();
            }
        });
        Task<Integer> second = waiter(Form.AWAIT);
        assertThat(first.value()).isFalse();
        assertThat(waiters()).isEqualTo(1);
        signal();
        second.returned();
        assertIdle();
    }

    @Test
    void nullArgumentsAreRejected() {
        lock.lock();
        assertThatThrownBy(() -> condition.await(1, null)).isExactlyInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> condition.awaitUntil(null)).isExactlyInstanceOf(NullPointerException.class);
        assertThat(lock.getHoldCount()).isEqualTo(1);
        lock.unlock();
        assertIdle();
    }

    // Those who leave do not disturb those who stay

    @Test
    void signalOrderSurvivesThoseWhoLeave() {
        List<Task<Integer>> waiters = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            waiters.add(waiter(Form.AWAIT));
        }
        for (int leaver : new int[] {4, 0, 8, 5}) {
            waiters.get(leaver).interrupt();
            waiters.get(leaver).wasInterrupted();
        }
        assertThat(waiters()).isEqualTo(5);
        int[] stayers = {1, 2, 3, 6, 7};
        for (int i = 0; i < stayers.length; i++) {
            signal();
            waiters.get(stayers[i]).returned();
            assertThat(waiters()).isEqualTo(stayers.length - 1 - i);
        }
        assertIdle();
    }

    @Test
    void manyWhoLeaveAreForgotten() throws InterruptedException {
        Task<Integer> waiter = waiter(Form.AWAIT);
        lock.lock();
        for (int i = 0; i < 2_000; i++) {
            condition.awaitNanos(0);
        }
        assertThat(lock.getWaitQueueLength(condition)).isEqualTo(1);
        lock.unlock();
        signal();
        waiter.returned();
        assertIdle();
    }

    // Through a subclass

    @Test
    void conditionOfSubclassWorks() {
        ReentrantLock probed = probe.lockItself();
        Condition own = probed.newCondition();
        Task<Integer> waiter = threads.<Integer>call(() -> {
                    probed.lock();
                    probed.lock();
                    own.await();
                    int holds = probed.getHoldCount();
                    probed.unlock();
                    probed.unlock();
                    return holds;
                })
                .awaitParked();
        probed.lock();
        own.signalAll();
        probed.unlock();
        assertThat(waiter.value()).isEqualTo(2);
    }

    // Under load

    @Test
    void boundedBufferLosesNothing() {
        Condition notEmpty = condition;
        Condition notFull = lock.newCondition();
        Deque<Integer> buffer = new ArrayDeque<>();
        int producers = 2;
        int each = rounds(1_500);
        AtomicLong consumed = new AtomicLong();
        List<Task<Void>> tasks = new ArrayList<>();
        for (int p = 0; p < producers; p++) {
            tasks.add(threads.run(() -> {
                for (int i = 1; i <= each; i++) {
                    lock.lockInterruptibly();
                    try {
                        while (buffer.size() == 3) {
                            Form.values()[i % 5].await(notFull);
                        }
                        buffer.add(i);
                        notEmpty.signal();
                    } finally {
                        lock.unlock();
                    }
                }
            }));
            tasks.add(threads.run(() -> {
                for (int i = 1; i <= each; i++) {
                    lock.lock();
                    try {
                        while (buffer.isEmpty()) {
                            if (i % 7 == 0) {
                                notEmpty.awaitNanos(5_000);
                            } else {
                                Form.values()[i % 5].await(notEmpty);
                            }
                        }
                        consumed.addAndGet(buffer.remove());
                        notFull.signal();
                    } finally {
                        lock.unlock();
                    }
                }
            }));
        }
        Threads.allReturned(tasks);
        assertThat(consumed.get()).isEqualTo((long) producers * each * (each + 1) / 2);
        assertIdle();
    }
}
