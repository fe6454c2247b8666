package io.github.cqs.shims;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.cqs.shims.support.Await;
import io.github.cqs.shims.support.Contract;
import io.github.cqs.shims.support.Impl;
import io.github.cqs.shims.support.Inspect;
import io.github.cqs.shims.support.LockProbe;
import io.github.cqs.shims.support.Task;
import io.github.cqs.shims.support.ThreadKind;
import io.github.cqs.shims.support.Threads;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@link ReentrantLock} documents, but for its conditions. */
abstract class ReentrantLockContract extends Contract {
    /** The four ways to lock. */
    enum Form {
        LOCK {
            @Override
            boolean acquire(ReentrantLock lock) {
                lock.lock();
                return true;
            }
        },
        LOCK_INTERRUPTIBLY {
            @Override
            boolean acquire(ReentrantLock lock) throws InterruptedException {
                lock.lockInterruptibly();
                return true;
            }
        },
        TRY_LOCK {
            @Override
            boolean acquire(ReentrantLock lock) {
                return lock.tryLock();
            }
        },
        TRY_LOCK_TIMED {
            @Override
            boolean acquire(ReentrantLock lock) throws InterruptedException {
                return lock.tryLock(FOREVER_SECONDS, SECONDS);
            }
        };

        abstract boolean acquire(ReentrantLock lock) throws InterruptedException;
    }

    private final boolean fair;

    ReentrantLockContract(Impl impl, boolean fair, ThreadKind kind) {
        super(impl, kind);
        this.fair = fair;
    }

    private ReentrantLock newLock() {
        return impl.lock(fair);
    }

    private LockProbe newProbe() {
        return impl.lockProbe(fair);
    }

    /** A thread that holds the lock until told to release it. */
    private final class Holder {
        private final CountDownLatch release = new CountDownLatch(1);
        private final Task<Void> task;

        Holder(ReentrantLock lock, int holds) {
            CountDownLatch held = new CountDownLatch(1);
            task = threads.run("holder", () -> {
                for (int i = 0; i < holds; i++) {
                    lock.lock();
                }
                held.countDown();
                release.await();
                for (int i = 0; i < holds; i++) {
                    lock.unlock();
                }
            });
            Await.until("the lock is held", () -> held.getCount() == 0, task.thread());
        }

        Holder(ReentrantLock lock) {
            this(lock, 1);
        }

        Thread thread() {
            return task.thread();
        }

        void release() {
            release.countDown();
        }

        void releaseAndJoin() {
            release();
            task.returned();
        }
    }

    /** Starts a thread that locks as {@code form} says, notes its hold count, and unlocks; returns once it waits. */
    private Task<Integer> waiter(ReentrantLock lock, Form form) {
        return threads.<Integer>call(() -> {
                    assertThat(form.acquire(lock)).isTrue();
                    try {
                        return lock.getHoldCount();
                    } finally {
                        lock.unlock();
                    }
                })
                .awaitParked();
    }

    private static void assertFree(ReentrantLock lock) {
        assertThat(lock.isLocked()).isFalse();
        assertThat(Inspect.hasQueuedThreads(lock)).isFalse();
        assertThat(Inspect.queueLength(lock)).isZero();
        assertThat(lock.tryLock()).isTrue();
        lock.unlock();
    }

    // Construction and fairness

    @Test
    void newLockIsUnlocked() {
        LockProbe probe = newProbe();
        ReentrantLock lock = probe.lockItself();
        assertThat(lock.isLocked()).isFalse();
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        assertThat(lock.getHoldCount()).isZero();
        assertThat(Inspect.hasQueuedThreads(lock)).isFalse();
        assertThat(Inspect.hasQueuedThread(lock, Thread.currentThread())).isFalse();
        assertThat(Inspect.queueLength(lock)).isZero();
        assertThat(probe.getOwner()).isNull();
        assertThat(probe.getQueuedThreads()).isEmpty();
        probe.getQueuedThreads().add(Thread.currentThread()); // the caller's
        assertThat(probe.getQueuedThreads()).isEmpty();
    }

    @Test
    void fairnessIsReported() {
        assertThat(Inspect.isFair(newLock())).isEqualTo(fair);
        assertThat(Inspect.isFair(newProbe().lockItself())).isEqualTo(fair);
    }

    @Test
    void defaultIsUnfair() {
        assertThat(Inspect.isFair(impl.lock())).isFalse();
    }

    // Locking and unlocking by one thread

    @ParameterizedTest
    @EnumSource
    void freeLockIsAcquiredAtOnce(Form form) throws InterruptedException {
        LockProbe probe = newProbe();
        ReentrantLock lock = probe.lockItself();
        assertThat(form.acquire(lock)).isTrue();
        assertThat(lock.isLocked()).isTrue();
        assertThat(lock.isHeldByCurrentThread()).isTrue();
        assertThat(lock.getHoldCount()).isEqualTo(1);
        assertThat(probe.getOwner()).isSameAs(Thread.currentThread());
        lock.unlock();
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        assertThat(lock.getHoldCount()).isZero();
        assertThat(probe.getOwner()).isNull();
        assertFree(lock);
    }

    @ParameterizedTest
    @EnumSource
    void ownerReentersAtOnce(Form form) throws InterruptedException {
        ReentrantLock lock = newLock();
        lock.lock();
        for (int holds = 2; holds <= 5; holds++) {
            assertThat(form.acquire(lock)).isTrue();
            assertThat(lock.getHoldCount()).isEqualTo(holds);
        }
        for (int holds = 4; holds >= 0; holds--) {
            assertThat(lock.isLocked()).isTrue();
            lock.unlock();
            assertThat(lock.getHoldCount()).isEqualTo(holds);
            assertThat(lock.isHeldByCurrentThread()).isEqualTo(holds > 0);
        }
        assertFree(lock);
    }

    @ParameterizedTest
    @EnumSource
    void ownerReentersWhileOthersWait(Form form) throws InterruptedException {
        ReentrantLock lock = newLock();
        lock.lock();
        Task<Integer> waiter = waiter(lock, Form.LOCK);
        assertThat(form.acquire(lock)).isTrue();
        assertThat(lock.getHoldCount()).isEqualTo(2);
        lock.unlock();
        waiter.awaitParked();
        lock.unlock();
        assertThat(waiter.value()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void lockIsReusedManyTimes(Form form) throws InterruptedException {
        ReentrantLock lock = newLock();
        for (int i = 0; i < 10_000; i++) {
            assertThat(form.acquire(lock)).isTrue();
            lock.unlock();
        }
        assertFree(lock);
    }

    @Test
    void holdsNestDeeply() {
        ReentrantLock lock = newLock();
        for (int i = 1; i <= 10_000; i++) {
            lock.lock();
        }
        assertThat(lock.getHoldCount()).isEqualTo(10_000);
        for (int i = 1; i <= 10_000; i++) {
            lock.unlock();
        }
        assertFree(lock);
    }

    @Test
    void unlockOfFreeLockFails() {
        ReentrantLock lock = newLock();
        assertThatThrownBy(lock::unlock)
                .isExactlyInstanceOf(IllegalMonitorStateException.class)
                .hasMessage(null);
        assertFree(lock);
    }

    @Test
    void unlockOnceTooOftenFails() {
        ReentrantLock lock = newLock();
        lock.lock();
        lock.unlock();
        assertThatThrownBy(lock::unlock).isExactlyInstanceOf(IllegalMonitorStateException.class);
        assertThat(lock.getHoldCount()).isZero();
        assertFree(lock);
    }

    @Test
    void unlockByStrangerFailsAndChangesNothing() {
        ReentrantLock lock = newLock();
        Holder holder = new Holder(lock, 2);
        Task<Integer> waiter = waiter(lock, Form.LOCK);
        assertThatThrownBy(lock::unlock).isExactlyInstanceOf(IllegalMonitorStateException.class);
        assertThat(lock.isLocked()).isTrue();
        waiter.awaitParked();
        holder.releaseAndJoin();
        assertThat(waiter.value()).isEqualTo(1);
        assertFree(lock);
    }

    @Test
    @Tag("large")
    void moreThanMaximalHoldsFail() {
        assumeTrue(threads.kind() == ThreadKind.PLATFORM);
        ReentrantLock lock = newLock();
        for (int i = 0; i < Integer.MAX_VALUE; i++) {
            lock.lock();
        }
        assertThat(lock.getHoldCount()).isEqualTo(Integer.MAX_VALUE);
        for (Form form : Form.values()) {
            assertThatThrownBy(() -> form.acquire(lock))
                    .isExactlyInstanceOf(Error.class)
                    .hasMessage("Maximum lock count exceeded");
            assertThat(lock.getHoldCount()).isEqualTo(Integer.MAX_VALUE);
        }
        assertThat(threads.elsewhere(() -> lock.tryLock())).isFalse();
        lock.unlock();
        lock.lock();
        assertThat(lock.getHoldCount()).isEqualTo(Integer.MAX_VALUE);
    }

    // Waiting

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "TRY_LOCK")
    void waiterAcquiresOnRelease(Form form) {
        ReentrantLock lock = newLock();
        Holder holder = new Holder(lock);
        Task<Integer> waiter = waiter(lock, form);
        holder.releaseAndJoin();
        assertThat(waiter.value()).isEqualTo(1);
        assertThat(waiter.interruptedAtEnd()).isFalse();
        assertFree(lock);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "TRY_LOCK")
    void waiterAcquiresOnLastUnlockOnly(Form form) {
        ReentrantLock lock = newLock();
        lock.lock();
        lock.lock();
        lock.lock();
        Task<Integer> waiter = waiter(lock, form);
        lock.unlock();
        lock.unlock();
        waiter.awaitParked();
        assertThat(Inspect.hasQueuedThread(lock, waiter.thread())).isTrue();
        lock.unlock();
        assertThat(waiter.value()).isEqualTo(1);
    }

    @Test
    void everyWaiterAcquires() {
        ReentrantLock lock = newLock();
        lock.lock();
        List<Task<Integer>> waiters = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            waiters.add(
                    waiter(lock, i % 3 == 0 ? Form.LOCK : i % 3 == 1 ? Form.LOCK_INTERRUPTIBLY : Form.TRY_LOCK_TIMED));
        }
        assertThat(Inspect.queueLength(lock)).isEqualTo(12);
        lock.unlock();
        Threads.allReturned(waiters);
        assertFree(lock);
    }

    @Test
    void fairLockIsGrantedInOrderOfArrival() {
        assumeTrue(fair);
        ReentrantLock lock = newLock();
        lock.lock();
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        List<Task<Void>> waiters = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int arrival = i;
            Form form = i % 3 == 0 ? Form.LOCK : i % 3 == 1 ? Form.LOCK_INTERRUPTIBLY : Form.TRY_LOCK_TIMED;
            waiters.add(threads.run(() -> {
                        form.acquire(lock);
                        order.add(arrival);
                        lock.unlock();
                    })
                    .awaitParked());
        }
        lock.unlock();
        Threads.allReturned(waiters);
        assertThat(order).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    }

    @Test
    void fairOrderSurvivesThoseWhoLeave() {
        assumeTrue(fair);
        ReentrantLock lock = newLock();
        lock.lock();
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        List<Task<Void>> waiters = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            int arrival = i;
            waiters.add(threads.run(() -> {
                        lock.lockInterruptibly();
                        order.add(arrival);
                        lock.unlock();
                    })
                    .awaitParked());
        }
        for (int leaver : new int[] {4, 0, 8, 5}) {
            waiters.get(leaver).interrupt();
            waiters.get(leaver).wasInterrupted();
        }
        assertThat(Inspect.queueLength(lock)).isEqualTo(5);
        lock.unlock();
        for (int stayer : new int[] {1, 2, 3, 6, 7}) {
            waiters.get(stayer).returned();
        }
        assertThat(order).containsExactly(1, 2, 3, 6, 7);
        assertFree(lock);
    }

    @Test
    void releaserOfFairLockQueuesBehindTheWaiter() {
        assumeTrue(fair);
        ReentrantLock lock = newLock();
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        lock.lock();
        Task<Void> waiter = threads.run(() -> {
                    lock.lock();
                    order.add("waiter");
                    lock.unlock();
                })
                .awaitParked();
        lock.unlock();
        lock.lock();
        order.add("releaser");
        lock.unlock();
        waiter.returned();
        assertThat(order).containsExactly("waiter", "releaser");
    }

    // tryLock()

    @Test
    void tryLockOfHeldLockFailsAtOnceAndDoesNotQueue() {
        ReentrantLock lock = newLock();
        lock.lock();
        assertThat(threads.elsewhere(() -> lock.tryLock())).isFalse();
        assertThat(Inspect.hasQueuedThreads(lock)).isFalse();
        assertThat(lock.getHoldCount()).isEqualTo(1);
        lock.unlock();
        assertFree(lock);
    }

    @Test
    void tryLockBargesWheneverTheLockIsAvailable() {
        assumeTrue(threads.kind() == ThreadKind.VIRTUAL, "a waiter that was woken cannot be kept from running");
        ReentrantLock lock = newLock();
        lock.lock();
        Task<Void> waiter = threads.run(() -> {
                    lock.lock();
                    lock.unlock();
                })
                .awaitParked();
        // With every carrier busy, the woken waiter cannot run, and the lock stays as unlock left it.
        AtomicBoolean stop = new AtomicBoolean();
        int carriers = Integer.getInteger(
                "jdk.virtualThreadScheduler.parallelism", Runtime.getRuntime().availableProcessors());
        CountDownLatch busy = new CountDownLatch(carriers);
        for (int i = 0; i < carriers; i++) {
            threads.run("busy-" + i, () -> {
                busy.countDown();
                while (!stop.get()) {
                    Thread.onSpinWait();
                }
            });
        }
        try {
            Await.until("all carriers are busy", () -> busy.getCount() == 0);
            lock.unlock();
            boolean available = !lock.isLocked();
            boolean acquired = lock.tryLock();
            // A lock that was handed to the waiter is not available.
            assertThat(acquired).isEqualTo(available);
            if (acquired) {
                assertThat(lock.getHoldCount()).isEqualTo(1);
                assertThat(waiter.isDone()).isFalse();
                lock.unlock();
            }
        } finally {
            stop.set(true);
        }
        waiter.returned();
        assertFree(lock);
    }

    @Test
    void zeroTimedTryLockNeverOvertakesOnFairLock() throws InterruptedException {
        assumeTrue(fair);
        for (int i = 0; i < rounds(50); i++) {
            ReentrantLock lock = newLock();
            lock.lock();
            CountDownLatch release = new CountDownLatch(1);
            Task<Void> waiter = threads.run(() -> {
                        lock.lock();
                        release.await();
                        lock.unlock();
                    })
                    .awaitParked();
            lock.unlock();
            assertThat(lock.tryLock(0, SECONDS)).isFalse();
            assertThat(lock.tryLock(-1, DAYS)).isFalse();
            assertThat(lock.isHeldByCurrentThread()).isFalse();
            release.countDown();
            waiter.returned();
        }
    }

    // Timeouts

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void nonPositiveTimeoutDoesNotWait(long timeout) throws InterruptedException {
        ReentrantLock lock = newLock();
        Holder holder = new Holder(lock);
        assertThat(lock.tryLock(timeout, SECONDS)).isFalse();
        assertThat(lock.tryLock(timeout, NANOSECONDS)).isFalse();
        assertThat(Inspect.hasQueuedThreads(lock)).isFalse();
        holder.releaseAndJoin();
        assertFree(lock);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE})
    void anyTimeoutAcquiresFreeLockAndReenters(long timeout) throws InterruptedException {
        ReentrantLock lock = newLock();
        assertThat(lock.tryLock(timeout, NANOSECONDS)).isTrue();
        assertThat(lock.tryLock(timeout, DAYS)).isTrue();
        assertThat(lock.getHoldCount()).isEqualTo(2);
        lock.unlock();
        lock.unlock();
        assertFree(lock);
    }

    @Test
    void timeoutElapsesNotBeforeItsTime() throws InterruptedException {
        ReentrantLock lock = newLock();
        Holder holder = new Holder(lock);
        long start = System.nanoTime();
        assertThat(lock.tryLock(12, MILLISECONDS)).isFalse();
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(MILLISECONDS.toNanos(12));
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        assertThat(Thread.interrupted()).isFalse();
        assertThat(Inspect.queueLength(lock)).isZero();
        holder.releaseAndJoin();
        assertFree(lock);
    }

    @Test
    void shortestTimeoutElapsesBesideWaiters() throws InterruptedException {
        ReentrantLock lock = newLock();
        Holder holder = new Holder(lock);
        assertThat(lock.tryLock(1, NANOSECONDS)).isFalse();
        Task<Void> waiter = threads.run(() -> {
                    lock.lock();
                    lock.unlock();
                })
                .awaitParked();
        assertThat(lock.tryLock(1, NANOSECONDS)).isFalse();
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        assertThat(Inspect.queueLength(lock)).isEqualTo(1);
        holder.releaseAndJoin();
        waiter.returned();
        assertThat(lock.tryLock(1, NANOSECONDS)).isTrue();
        lock.unlock();
        assertFree(lock);
    }

    @Test
    void longestTimeoutWaits() {
        ReentrantLock lock = newLock();
        lock.lock();
        Task<Boolean> nanos = threads.<Boolean>call(() -> lock.tryLock(Long.MAX_VALUE, NANOSECONDS) && unlocked(lock))
                .awaitParked();
        Task<Boolean> days = threads.<Boolean>call(() -> lock.tryLock(Long.MAX_VALUE, DAYS) && unlocked(lock))
                .awaitParked();
        nanos.awaitParked();
        lock.unlock();
        assertThat(nanos.value()).isTrue();
        assertThat(days.value()).isTrue();
    }

    private static boolean unlocked(ReentrantLock lock) {
        lock.unlock();
        return true;
    }

    @Test
    void waiterThatTimedOutIsSkipped() {
        ReentrantLock lock = newLock();
        lock.lock();
        Task<Boolean> first = threads.call(() -> lock.tryLock(1, MILLISECONDS));
        assertThat(first.value()).isFalse();
        Task<Integer> second = waiter(lock, Form.LOCK);
        Task<Boolean> third = threads.call(() -> lock.tryLock(1, MILLISECONDS));
        assertThat(third.value()).isFalse();
        Task<Integer> fourth = waiter(lock, Form.LOCK);
        assertThat(Inspect.queueLength(lock)).isEqualTo(2);
        lock.unlock();
        second.returned();
        fourth.returned();
        assertFree(lock);
    }

    // Interrupts

    @Test
    void lockIgnoresInterruptOnEntryAndKeepsIt() {
        ReentrantLock lock = newLock();
        Thread.currentThread().interrupt();
        lock.lock();
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        lock.lock();
        assertThat(lock.getHoldCount()).isEqualTo(2);
        lock.unlock();
        lock.unlock();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void tryLockIgnoresInterruptAndKeepsIt() {
        ReentrantLock lock = newLock();
        Thread.currentThread().interrupt();
        assertThat(lock.tryLock()).isTrue();
        assertThat(lock.tryLock()).isTrue();
        lock.unlock();
        lock.unlock();
        assertThat(Thread.interrupted()).isTrue();
        Holder holder = new Holder(lock);
        Thread.currentThread().interrupt();
        assertThat(lock.tryLock()).isFalse();
        assertThat(Thread.interrupted()).isTrue();
        holder.releaseAndJoin();
    }

    @Test
    void interruptibleFormsPreferTheInterruptOverFreeLock() {
        ReentrantLock lock = newLock();
        List<Task.Action> forms = List.of(
                lock::lockInterruptibly,
                () -> lock.tryLock(FOREVER_SECONDS, SECONDS),
                () -> lock.tryLock(0, SECONDS),
                () -> lock.tryLock(Long.MIN_VALUE, NANOSECONDS));
        for (Task.Action form : forms) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(form::run).isExactlyInstanceOf(InterruptedException.class);
            assertThat(Thread.interrupted()).isFalse();
            assertThat(lock.isLocked()).isFalse();
        }
        assertFree(lock);
    }

    @Test
    void interruptibleFormsPreferTheInterruptOverReentry() {
        ReentrantLock lock = newLock();
        lock.lock();
        List<Task.Action> forms =
                List.of(lock::lockInterruptibly, () -> lock.tryLock(1, SECONDS), () -> lock.tryLock(0, SECONDS));
        for (Task.Action form : forms) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(form::run).isExactlyInstanceOf(InterruptedException.class);
            assertThat(Thread.interrupted()).isFalse();
            assertThat(lock.getHoldCount()).isEqualTo(1);
        }
        lock.unlock();
        assertFree(lock);
    }

    @Test
    void interruptibleFormsPreferTheInterruptOverHeldLock() {
        ReentrantLock lock = newLock();
        Holder holder = new Holder(lock);
        List<Task.Action> forms = List.of(
                lock::lockInterruptibly,
                () -> lock.tryLock(FOREVER_SECONDS, SECONDS),
                () -> lock.tryLock(0, SECONDS),
                () -> lock.tryLock(-1, SECONDS));
        for (Task.Action form : forms) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(form::run).isExactlyInstanceOf(InterruptedException.class);
            assertThat(Thread.interrupted()).isFalse();
            assertThat(Inspect.hasQueuedThreads(lock)).isFalse();
        }
        holder.releaseAndJoin();
        assertFree(lock);
    }

    @ParameterizedTest
    @EnumSource(names = {"LOCK_INTERRUPTIBLY", "TRY_LOCK_TIMED"})
    void interruptEndsTheWait(Form form) {
        LockProbe probe = newProbe();
        ReentrantLock lock = probe.lockItself();
        lock.lock();
        Task<Integer> waiter = waiter(lock, form);
        waiter.interrupt();
        waiter.wasInterrupted();
        assertThat(probe.getOwner()).isSameAs(Thread.currentThread());
        assertThat(Inspect.hasQueuedThread(lock, waiter.thread())).isFalse();
        assertThat(Inspect.hasQueuedThreads(lock)).isFalse();
        lock.unlock();
        assertFree(lock);
    }

    @Test
    void interruptDoesNotEndLockButIsKept() {
        ReentrantLock lock = newLock();
        lock.lock();
        Task<Integer> waiter = waiter(lock, Form.LOCK);
        waiter.interrupt();
        waiter.awaitParked();
        waiter.interrupt();
        waiter.awaitParked();
        assertThat(Inspect.hasQueuedThread(lock, waiter.thread())).isTrue();
        lock.unlock();
        assertThat(waiter.value()).isEqualTo(1);
        assertThat(waiter.interruptedAtEnd()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"LOCK_INTERRUPTIBLY", "TRY_LOCK_TIMED"})
    void interruptedWaiterIsSkipped(Form form) {
        ReentrantLock lock = newLock();
        lock.lock();
        Task<Integer> first = waiter(lock, form);
        Task<Integer> second = waiter(lock, Form.LOCK);
        Task<Integer> third = waiter(lock, form);
        Task<Integer> fourth = waiter(lock, Form.LOCK);
        third.interrupt();
        third.wasInterrupted();
        first.interrupt();
        first.wasInterrupted();
        second.awaitParked();
        fourth.awaitParked();
        lock.unlock();
        second.returned();
        fourth.returned();
        assertFree(lock);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "TRY_LOCK")
    void strayUnparkDoesNotEndTheWait(Form form) {
        ReentrantLock lock = newLock();
        lock.lock();
        Task<Integer> waiter = waiter(lock, form);
        for (int i = 0; i < 5; i++) {
            LockSupport.unpark(waiter.thread());
            waiter.awaitParked();
        }
        assertThat(waiter.isDone()).isFalse();
        lock.unlock();
        assertThat(waiter.value()).isEqualTo(1);
    }

    private static final class Equal extends Thread {
        Equal(Runnable body) {
            super(body);
            setDaemon(true);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Equal;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    @Test
    void waitersThatAreEqualAreToldApart() throws InterruptedException {
        ReentrantLock lock = newLock();
        lock.lock();
        Thread[] waiters = new Thread[3];
        for (int i = 0; i < waiters.length; i++) {
            waiters[i] = new Equal(() -> {
                lock.lock();
                lock.unlock();
            });
            waiters[i].start();
            Await.parked(waiters[i]);
        }
        assertThat(Inspect.queueLength(lock)).isEqualTo(3);
        assertThat(Inspect.hasQueuedThread(lock, waiters[2])).isTrue();
        assertThat(Inspect.hasQueuedThread(lock, new Equal(() -> {}))).isFalse();
        lock.unlock();
        for (Thread waiter : waiters) {
            waiter.join();
        }
        assertFree(lock);
    }

    /** Whether it is the first in line or not. */
    @ParameterizedTest
    @EnumSource(names = {"LOCK_INTERRUPTIBLY", "TRY_LOCK_TIMED"})
    void interruptBeforeTheReleaseIsAnswered(Form form) {
        ReentrantLock lock = newLock();
        for (int i = 0; i < rounds(50); i++) {
            lock.lock();
            Task<Integer> first = waiter(lock, form);
            Task<Integer> second = waiter(lock, form);
            Task<Integer> third = waiter(lock, Form.LOCK);
            first.interrupt();
            second.interrupt();
            lock.unlock();
            first.wasInterrupted();
            second.wasInterrupted();
            assertThat(third.value()).isEqualTo(1);
            assertFree(lock);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LOCK_INTERRUPTIBLY", "TRY_LOCK_TIMED"})
    void releaseThatMeetsAnInterruptIsNotLost(Form form) {
        ReentrantLock lock = newLock();
        for (int i = 0; i < rounds(150); i++) {
            lock.lock();
            Task<Integer> first = threads.<Integer>call(() -> {
                        assertThat(form.acquire(lock)).isTrue();
                        int holds = lock.getHoldCount();
                        lock.unlock();
                        return holds;
                    })
                    .awaitParked();
            Task<Integer> second = waiter(lock, Form.LOCK);
            Task<Void> interrupter = threads.run(first::interrupt);
            lock.unlock();
            assertThat(second.value()).isEqualTo(1);
            interrupter.returned();
            if (first.failure() == null) {
                assertThat(first.value()).isEqualTo(1);
            } else {
                first.wasInterrupted();
            }
            assertFree(lock);
        }
    }

    @Test
    void releaseThatMeetsATimeoutIsNotLost() {
        ReentrantLock lock = newLock();
        for (int i = 0; i < rounds(100); i++) {
            lock.lock();
            Task<Boolean> first = threads.call(() -> lock.tryLock(200_000, NANOSECONDS) && unlocked(lock));
            Task<Integer> second = waiter(lock, Form.LOCK);
            long start = System.nanoTime();
            while (!first.isDone() && System.nanoTime() - start < 20_000L * (i % 12)) {
                Thread.onSpinWait();
            }
            lock.unlock();
            assertThat(second.value()).isEqualTo(1);
            first.returned();
            assertFree(lock);
        }
    }

    // Null arguments

    @Test
    void nullUnitIsRejected() {
        ReentrantLock lock = newLock();
        assertThatThrownBy(() -> lock.tryLock(1, null)).isExactlyInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> lock.tryLock(0, null)).isExactlyInstanceOf(NullPointerException.class);
        assertFree(lock);
    }

    @Test
    void nullThreadIsRejected() {
        ReentrantLock lock = newLock();
        assertThatThrownBy(() -> Inspect.hasQueuedThread(lock, null)).isExactlyInstanceOf(NullPointerException.class);
    }

    // Inspection

    @Test
    void othersSeeTheOwnerAndNoHoldsOfTheirs() {
        LockProbe probe = newProbe();
        ReentrantLock lock = probe.lockItself();
        Holder holder = new Holder(lock, 3);
        assertThat(lock.isLocked()).isTrue();
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        assertThat(lock.getHoldCount()).isZero();
        assertThat(probe.getOwner()).isSameAs(holder.thread());
        holder.releaseAndJoin();
        assertThat(probe.getOwner()).isNull();
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    void queuedThreadsAreListed() {
        LockProbe probe = newProbe();
        ReentrantLock lock = probe.lockItself();
        Holder holder = new Holder(lock);
        assertThat(Inspect.hasQueuedThreads(lock)).isFalse();
        assertThat(Inspect.hasQueuedThread(lock, holder.thread())).isFalse();
        Task<Integer> first = waiter(lock, Form.LOCK);
        assertThat(Inspect.hasQueuedThreads(lock)).isTrue();
        assertThat(Inspect.hasQueuedThread(lock, first.thread())).isTrue();
        assertThat(Inspect.hasQueuedThread(lock, holder.thread())).isFalse();
        assertThat(Inspect.hasQueuedThread(lock, Thread.currentThread())).isFalse();
        assertThat(Inspect.queueLength(lock)).isEqualTo(1);
        assertThat(probe.getQueuedThreads()).containsExactly(first.thread());
        Task<Integer> second = waiter(lock, Form.LOCK_INTERRUPTIBLY);
        Task<Integer> third = waiter(lock, Form.TRY_LOCK_TIMED);
        assertThat(Inspect.queueLength(lock)).isEqualTo(3);
        assertThat(probe.getQueuedThreads()).containsExactlyInAnyOrder(first.thread(), second.thread(), third.thread());
        second.interrupt();
        second.wasInterrupted();
        assertThat(Inspect.queueLength(lock)).isEqualTo(2);
        assertThat(Inspect.hasQueuedThread(lock, second.thread())).isFalse();
        assertThat(probe.getQueuedThreads()).containsExactlyInAnyOrder(first.thread(), third.thread());
        holder.releaseAndJoin();
        first.returned();
        third.returned();
        assertThat(Inspect.hasQueuedThreads(lock)).isFalse();
        assertThat(probe.getQueuedThreads()).isEmpty();
    }

    @Test
    void listOfQueuedThreadsIsACopy() {
        LockProbe probe = newProbe();
        ReentrantLock lock = probe.lockItself();
        lock.lock();
        Task<Integer> waiter = waiter(lock, Form.LOCK);
        probe.getQueuedThreads().clear();
        assertThat(Inspect.queueLength(lock)).isEqualTo(1);
        lock.unlock();
        waiter.returned();
    }

    @Test
    void formsOfToString() {
        ReentrantLock lock = newLock();
        String identity = "@" + Integer.toHexString(lock.hashCode());
        assertThat(lock.toString()).endsWith(identity + "[Unlocked]");
        Holder holder = new Holder(lock);
        assertThat(lock.toString()).endsWith(identity + "[Locked by thread holder]");
        holder.releaseAndJoin();
        assertThat(lock.toString()).endsWith(identity + "[Unlocked]");
    }

    @Test
    void subclassPrintsItsOwnName() {
        LockProbe probe = newProbe();
        assertThat(probe.toString())
                .isEqualTo(probe.getClass().getName() + "@" + Integer.toHexString(probe.hashCode()) + "[Unlocked]");
    }

    @Test
    void inspectionThroughMethodReferencesHandlesAndReflection() throws Throwable {
        ReentrantLock lock = newLock();
        lock.lock();
        lock.lock();
        Function<ReentrantLock, Integer> reference = ReentrantLock::getHoldCount;
        assertThat(reference.apply(lock)).isEqualTo(2);
        Supplier<Boolean> bound = lock::isHeldByCurrentThread;
        assertThat(bound.get()).isTrue();
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        Object handled = lookup.findVirtual(ReentrantLock.class, "isLocked", MethodType.methodType(boolean.class))
                .invoke(lock);
        assertThat(handled).isEqualTo(true);
        assertThat(ReentrantLock.class.getMethod("getHoldCount").invoke(lock)).isEqualTo(2);
        ReentrantLock.class.getMethod("unlock").invoke(lock);
        lookup.findVirtual(ReentrantLock.class, "unlock", MethodType.methodType(void.class))
                .invoke(lock);
        assertFree(lock);
    }

    @Test
    void monitoringSeesOnlyStatesThatExist() {
        LockProbe probe = newProbe();
        ReentrantLock lock = probe.lockItself();
        int workers = 3;
        int turns = 600;
        List<Task<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            tasks.add(threads.run("worker-" + i, () -> {
                for (int turn = 0; turn < turns; turn++) {
                    lock.lock();
                    try {
                        assertThat(lock.isHeldByCurrentThread()).isTrue();
                    } finally {
                        lock.unlock();
                    }
                }
            }));
        }
        List<Thread> known = tasks.stream().map(Task::thread).toList();
        boolean running = true;
        while (running) {
            running = tasks.stream().anyMatch(task -> !task.isDone());
            Thread owner = probe.getOwner();
            if (owner != null) {
                assertThat(known).contains(owner);
            }
            assertThat(lock.getHoldCount()).isZero();
            assertThat(lock.isHeldByCurrentThread()).isFalse();
            assertThat(Inspect.queueLength(lock)).isBetween(0, workers);
            assertThat(probe.getQueuedThreads()).isSubsetOf(known).doesNotHaveDuplicates();
            assertThat(lock.toString()).matches(".*\\[(Unlocked|Locked by thread worker-[0-2])\\]");
            Thread.yield();
        }
        Threads.allReturned(tasks);
        assertThat(probe.getOwner()).isNull();
        assertFree(lock);
    }

    @Test
    void deadlockIsFoundByTheJvm() {
        assumeTrue(threads.kind() == ThreadKind.PLATFORM, "the JVM reports owners of platform threads only");
        ReentrantLock one = newLock();
        ReentrantLock two = newLock();
        CountDownLatch bothHold = new CountDownLatch(2);
        Task<Void> first = threads.run("first", () -> lockBoth(one, two, bothHold));
        Task<Void> second = threads.run("second", () -> lockBoth(two, one, bothHold));
        ThreadMXBean bean = ManagementFactory.getThreadMXBean();
        Await.until(
                "the deadlock is reported",
                () -> {
                    long[] ids = bean.findDeadlockedThreads();
                    return ids != null && ids.length == 2;
                },
                first.thread(),
                second.thread());
        for (ThreadInfo info : bean.getThreadInfo(bean.findDeadlockedThreads())) {
            assertThat(info.getLockOwnerName()).isEqualTo(info.getThreadName().equals("first") ? "second" : "first");
        }
        first.interrupt();
        first.wasInterrupted();
        second.returned();
        assertFree(one);
        assertFree(two);
    }

    private static void lockBoth(ReentrantLock first, ReentrantLock second, CountDownLatch bothHold)
            throws InterruptedException {
        first.lock();
        try {
            bothHold.countDown();
            bothHold.await();
            second.lockInterruptibly();
            second.unlock();
        } finally {
            first.unlock();
        }
    }

    @Test
    void waiterParksOnABlocker() {
        ReentrantLock lock = newLock();
        lock.lock();
        Task<Integer> waiter = waiter(lock, Form.LOCK);
        assertThat(LockSupport.getBlocker(waiter.thread())).isNotNull();
        lock.unlock();
        waiter.returned();
    }

    // Conditions belong to their lock

    @Test
    void everyConditionIsNew() {
        ReentrantLock lock = newLock();
        assertThat(lock.newCondition()).isNotNull().isNotSameAs(lock.newCondition());
    }

    @Test
    void nullConditionIsRejected() {
        LockProbe probe = newProbe();
        ReentrantLock lock = probe.lockItself();
        lock.lock();
        assertThatThrownBy(() -> lock.hasWaiters(null)).isExactlyInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> lock.getWaitQueueLength(null)).isExactlyInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> probe.getWaitingThreads(null)).isExactlyInstanceOf(NullPointerException.class);
        lock.unlock();
    }

    // Subclasses

    @ParameterizedTest
    @EnumSource
    void overridingSubclassSeesEachCallOnce(Form form) throws InterruptedException {
        LockProbe probe = newProbe();
        ReentrantLock lock = probe.lockItself();
        form.acquire(lock);
        lock.unlock();
        String name = switch (form) {
            case LOCK -> "lock";
            case LOCK_INTERRUPTIBLY -> "lockInterruptibly";
            case TRY_LOCK -> "tryLock";
            case TRY_LOCK_TIMED -> "tryLock(timeout)";
        };
        assertThat(probe.calls()).containsExactly(name, "unlock");
    }

    @Test
    void inspectionDoesNotGoThroughOverriddenMethods() {
        LockProbe probe = newProbe();
        ReentrantLock lock = probe.lockItself();
        lock.lock();
        Condition condition = lock.newCondition();
        probe.calls().clear();
        lock.toString();
        Inspect.queueLength(lock);
        Inspect.hasQueuedThreads(lock);
        Inspect.hasQueuedThread(lock, Thread.currentThread());
        Inspect.isFair(lock);
        condition.signal();
        condition.signalAll();
        assertThat(probe.calls()).isEmpty();
        lock.isLocked();
        lock.hasWaiters(condition);
        probe.getWaitingThreads(condition);
        lock.unlock();
        assertThat(probe.calls()).containsExactly("isLocked", "hasWaiters", "getWaitingThreads", "unlock");
    }

    @Test
    void conditionWaitDoesNotGoThroughOverriddenMethods() throws InterruptedException {
        LockProbe probe = newProbe();
        ReentrantLock lock = probe.lockItself();
        Condition condition = lock.newCondition();
        lock.lock();
        probe.calls().clear();
        assertThat(condition.awaitNanos(1)).isLessThanOrEqualTo(0);
        assertThat(probe.calls()).isEmpty();
        lock.unlock();
    }

    // Under load

    @Test
    void holdersExcludeEachOther() {
        ReentrantLock lock = newLock();
        int workers = 4;
        int turns = rounds(3_000);
        int[] counter = {0};
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger acquired = new AtomicInteger();
        List<Task<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            int offset = i;
            tasks.add(threads.run(() -> {
                for (int turn = 0; turn < turns; turn++) {
                    Form form = Form.values()[(turn + offset) % 4];
                    if (form.acquire(lock)) {
                        try {
                            assertThat(inside.incrementAndGet()).isEqualTo(1);
                            counter[0]++;
                            acquired.incrementAndGet();
                            inside.decrementAndGet();
                        } finally {
                            lock.unlock();
                        }
                    }
                }
            }));
        }
        Threads.allReturned(tasks);
        assertThat(counter[0]).isEqualTo(acquired.get()).isGreaterThanOrEqualTo(workers * turns * 3 / 4);
        assertFree(lock);
    }

    @Test
    void lockSurvivesInterruptsAndTimeoutsUnderLoad() {
        ReentrantLock lock = newLock();
        int workers = 4;
        int turns = rounds(800);
        int[] counter = {0};
        AtomicInteger acquired = new AtomicInteger();
        List<Task<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            int offset = i;
            tasks.add(threads.run(() -> {
                for (int turn = 0; turn < turns; turn++) {
                    boolean held = false;
                    try {
                        if ((turn + offset) % 2 == 0) {
                            lock.lockInterruptibly();
                            held = true;
                        } else {
                            held = lock.tryLock((turn % 7) * 2_000L, NANOSECONDS);
                        }
                    } catch (InterruptedException e) {
                        assertThat(lock.isHeldByCurrentThread()).isFalse();
                    }
                    if (held) {
                        counter[0]++;
                        acquired.incrementAndGet();
                        lock.unlock();
                    }
                }
            }));
        }
        int next = 0;
        while (tasks.stream().anyMatch(task -> !task.isDone())) {
            tasks.get(next++ % workers).interrupt();
            Thread.yield();
        }
        Threads.allReturned(tasks);
        assertThat(counter[0]).isEqualTo(acquired.get());
        assertFree(lock);
    }

    @Test
    void defaultConstructorLocksAlike() {
        assumeFalse(fair);
        ReentrantLock lock = impl.lock();
        lock.lock();
        Task<Integer> waiter = waiter(lock, Form.LOCK);
        assertThat(Inspect.queueLength(lock)).isEqualTo(1);
        lock.unlock();
        waiter.returned();
        assertFree(lock);
    }
}
