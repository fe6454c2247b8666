package io.github.cqs.shims;

import static java.util.concurrent.TimeUnit.HOURS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.cqs.shims.support.Await;
import io.github.cqs.shims.support.Inspect;
import io.github.cqs.shims.support.Internals;
import io.github.cqs.shims.support.Task;
import io.github.cqs.shims.support.ThreadKind;
import io.github.cqs.shims.support.Threads;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Of the signalled waiters of one condition of an unfair lock few are in the lock's line at a time; all of them wait for the lock. */
final class DeferredTest {
    /** Tells who waits. */
    @SuppressWarnings("serial") // never written
    private static final class Lock extends CqsReentrantLock {
        Lock(boolean fair) {
            super(fair);
        }

        Collection<Thread> queued() {
            return getQueuedThreads();
        }
    }

    private final List<String> order = new CopyOnWriteArrayList<>();
    private Threads threads;
    private Lock lock;
    private Condition full;
    private Condition empty;

    private void use(ThreadKind kind, boolean fair) {
        assumeThat(kind.isAvailable()).isTrue();
        threads = new Threads(kind);
        lock = new Lock(fair);
        full = lock.newCondition();
        empty = lock.newCondition();
    }

    @AfterEach
    void join() {
        if (threads != null) {
            if (lock.isHeldByCurrentThread()) { // a test has failed
                lock.unlock();
            }
            threads.close();
            assertThat(lock.isLocked()).isFalse();
            assertThat(Inspect.hasQueuedThreads(lock)).isFalse();
            assertThat(Inspect.queueLength(lock)).isZero();
            assertThat(lock.queued()).isEmpty();
        }
    }

    /** Threads that wait for {@code condition}, one after the other, and then note themselves by {@code name} and their number. */
    private List<Task<Void>> waiters(Condition condition, String name, int n) {
        List<Task<Void>> waiters = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            String one = name + i;
            waiters.add(threads.run(() -> {
                        lock.lock();
                        condition.await();
                        order.add(one);
                        lock.unlock();
                    })
                    .awaitParked());
        }
        return waiters;
    }

    /** Wakes waiters for nothing, as often as it takes until signals do something about it. */
    private void crowd(Condition condition) {
        AtomicBoolean over = new AtomicBoolean();
        List<Task<Void>> two = List.of(waitUntil(over, condition), waitUntil(over, condition));
        Deferred deferred = ((CqsCondition) condition).deferred();
        int rounds = 0;
        for (; deferred == null ? rounds < Deferred.OFTEN : !deferred.expectsMany(); rounds++) {
            assertThat(rounds).isLessThan(100 * Deferred.OFTEN);
            signalAll(condition);
            Await.until("both wait again", () -> !lock.isLocked() && !Inspect.hasQueuedThreads(lock));
            two.forEach(Task::awaitParked);
        }
        assertThat(rounds).isGreaterThanOrEqualTo(Deferred.OFTEN);
        over.set(true);
        signalAll(condition);
        Threads.allReturned(two);
    }

    private Task<Void> waitUntil(AtomicBoolean over, Condition condition) {
        return threads.run(() -> {
                    lock.lock();
                    while (!over.get()) {
                        condition.await();
                    }
                    lock.unlock();
                })
                .awaitParked();
    }

    private void signalAll(Condition condition) {
        lock.lock();
        condition.signalAll();
        lock.unlock();
    }

    private List<Task<Void>> lockers(int n) {
        List<Task<Void>> lockers = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            String one = "locker" + i;
            lockers.add(threads.run(() -> {
                        lock.lock();
                        order.add(one);
                        lock.unlock();
                    })
                    .awaitParked());
        }
        return lockers;
    }

    private void isQueued(List<Task<Void>> tasks) {
        assertThat(Inspect.hasQueuedThreads(lock)).isTrue();
        assertThat(Inspect.queueLength(lock)).isEqualTo(tasks.size());
        assertThat(lock.queued())
                .containsExactlyInAnyOrderElementsOf(
                        tasks.stream().map(Task::thread).toList());
        for (Task<Void> task : tasks) {
            assertThat(Inspect.hasQueuedThread(lock, task.thread())).isTrue();
        }
        assertThat(Inspect.hasQueuedThread(lock, Thread.currentThread())).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void conditionsTakeTurnsAndEachKeepsItsOrder(ThreadKind kind) {
        use(kind, false);
        crowd(full);
        crowd(empty);
        List<Task<Void>> all = waiters(full, "full", 3);
        all.addAll(waiters(empty, "empty", 3));
        lock.lock();
        full.signalAll();
        empty.signal();
        empty.signal();
        assertThat(lock.hasWaiters(full)).isFalse();
        assertThat(lock.getWaitQueueLength(empty)).isEqualTo(1);
        isQueued(all.subList(0, 5));
        empty.signal();
        isQueued(all);
        lock.unlock();
        Threads.allReturned(all);
        assertThat(order).containsExactly("full0", "empty0", "full1", "empty1", "full2", "empty2");
    }

    @ParameterizedTest
    @EnumSource
    void orderIsThatOfTheSignalsUntilManyWokeUpForNothing(ThreadKind kind) {
        use(kind, false);
        keepsTheOrderOfTheSignals();
    }

    /** Others that sleep behind it in the line are no sign of that. */
    @ParameterizedTest
    @EnumSource
    void whoHasComeToTheLockOnceMoreHasNotWokenUpForNothing(ThreadKind kind) {
        use(kind, false);
        CountDownLatch goOn = new CountDownLatch(1);
        Task<Void> waiter = threads.run(() -> {
                    lock.lock();
                    full.await();
                    lock.unlock();
                    goOn.await();
                    lock.lock();
                    full.await();
                    lock.unlock();
                })
                .awaitParked();
        signalAll(full);
        Await.until("it has released", () -> !lock.isLocked() && !Inspect.hasQueuedThreads(lock));
        lock.lock();
        goOn.countDown();
        Await.until("it comes again", () -> Inspect.hasQueuedThread(lock, waiter.thread()));
        List<Task<Void>> behind = lockers(1);
        lock.unlock();
        Threads.allReturned(behind);
        assertThat((int) Internals.value(full, "deferred->inVain")).isZero();
        signalAll(full);
        Threads.allReturned(List.of(waiter));
    }

    /** However often: nobody waits again before it has released the lock, and so woken who is behind it. */
    @ParameterizedTest
    @EnumSource
    void orderIsThatOfTheSignalsWhereAllFindWhatTheyWaitFor(ThreadKind kind) {
        use(kind, false);
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger waits = new AtomicInteger();
        List<Task<Void>> three = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            three.add(threads.run(() -> {
                        while (!over.get()) {
                            lock.lock();
                            waits.incrementAndGet();
                            full.await();
                            lock.unlock();
                        }
                    })
                    .awaitParked());
        }
        for (int i = 1; i <= 4 * Deferred.OFTEN; i++) {
            int all = 3 * i;
            Await.until("all wait", () -> waits.get() == all && !lock.isLocked());
            signalAll(full);
        }
        Await.until("all wait", () -> waits.get() == 3 * (4 * Deferred.OFTEN + 1) && !lock.isLocked());
        over.set(true);
        signalAll(full);
        Threads.allReturned(three);
        keepsTheOrderOfTheSignals();
    }

    @ParameterizedTest
    @EnumSource
    void fairLockKeepsTheOrderOfTheSignals(ThreadKind kind) {
        use(kind, true);
        crowd(full);
        crowd(empty);
        keepsTheOrderOfTheSignals();
    }

    private void keepsTheOrderOfTheSignals() {
        List<Task<Void>> all = waiters(full, "full", 3);
        all.addAll(waiters(empty, "empty", 3));
        lock.lock();
        full.signalAll();
        empty.signalAll();
        isQueued(all);
        lock.unlock();
        Threads.allReturned(all);
        assertThat(order).containsExactly("full0", "full1", "full2", "empty0", "empty1", "empty2");
    }

    /** Beside 8 others three of the condition are in the line: a quarter, rounded up. */
    @ParameterizedTest
    @EnumSource
    void signalledThreadsHaveTheirShareOfALongLine(ThreadKind kind) {
        use(kind, false);
        crowd(full);
        List<Task<Void>> all = waiters(full, "full", 6);
        lock.lock();
        all.addAll(lockers(8));
        full.signalAll();
        assertThat((int) Internals.value(full, "deferred->inLine")).isEqualTo(3);
        isQueued(all);
        lock.unlock();
        Threads.allReturned(all);
        assertThat(order).hasSize(14).containsSubsequence("full0", "full1", "full2", "full3", "full4", "full5");
        assertThat(order.subList(0, 8)).allMatch(one -> one.startsWith("locker"));
        assertThat(order.subList(8, 14)).allMatch(one -> one.startsWith("full"));
        assertThat((int) Internals.value(full, "deferred->inLine")).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void neitherTimeoutsNorInterruptsEndAWaitThatWasSignalled(ThreadKind kind) {
        use(kind, false);
        crowd(full);
        List<Task<Boolean>> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            all.add(threads.call(() -> {
                        lock.lock();
                        boolean signalled = full.await(1, HOURS);
                        lock.unlock();
                        return signalled && Thread.interrupted();
                    })
                    .awaitParked());
        }
        lock.lock();
        full.signalAll();
        for (Task<Boolean> waiter : all) {
            waiter.thread().interrupt();
            waiter.thread().interrupt();
        }
        for (Task<Boolean> waiter : all) {
            Await.until("it sleeps on", () -> !waiter.thread().isInterrupted(), waiter.thread());
            waiter.awaitParked();
            assertThat(Inspect.hasQueuedThread(lock, waiter.thread())).isTrue();
        }
        lock.unlock();
        for (Task<Boolean> waiter : all) {
            assertThat(waiter.returned().value())
                    .as("signalled, and the interrupt kept")
                    .isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void waitersOfManyConditionsAreSeenAndGoOn(ThreadKind kind) {
        use(kind, false);
        List<Task<Void>> all = new ArrayList<>();
        List<Condition> conditions = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            conditions.add(lock.newCondition());
            crowd(conditions.get(i));
        }
        for (int i = 0; i < 5; i++) {
            all.addAll(waiters(conditions.get(i), "of" + i + "-", 3));
        }
        lock.lock();
        conditions.forEach(Condition::signalAll);
        isQueued(all);
        lock.unlock();
        Threads.allReturned(all);
        assertThat(order).hasSize(15);
        for (int i = 0; i < 5; i++) {
            assertThat(order).containsSubsequence("of" + i + "-0", "of" + i + "-1", "of" + i + "-2");
        }
    }

    /** As if one had a place in the line before these, and its stack were exhausted where it waits for the lock. */
    @ParameterizedTest
    @EnumSource
    void whoCannotWaitForTheLockLetsTheNextOneIn(ThreadKind kind) {
        use(kind, false);
        List<Task<Void>> all = waiters(full, "full", 3);
        CqsCondition condition = (CqsCondition) full;
        condition.deferred().expectMany();
        condition.deferred().entered();
        lock.lock();
        full.signalAll();
        lock.unlock();
        assertThat(lock.isLocked()).as("somebody has a place").isFalse();
        isQueued(all);
        threads.run(() -> condition.letNextOneIn(condition.deferred())).returned();
        Threads.allReturned(all);
        assertThat(order).containsExactly("full0", "full1", "full2");
    }

    /** Threads that pass elements through a small buffer, beside one that asks who waits. */
    @ParameterizedTest
    @EnumSource
    void nobodyIsForgottenInABuffer(ThreadKind kind) {
        use(kind, false);
        int rounds = 2_000 * Integer.getInteger("cqs.test.scale", 1);
        int[] elements = {0};
        List<Task<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            boolean puts = i % 2 == 0;
            tasks.add(threads.run(() -> {
                for (int round = 0; round < rounds; round++) {
                    lock.lock();
                    try {
                        while (elements[0] == (puts ? 4 : 0)) {
                            (puts ? full : empty).await();
                        }
                        elements[0] += puts ? 1 : -1;
                        (puts ? empty : full).signal();
                    } finally {
                        lock.unlock();
                    }
                }
            }));
        }
        List<Thread> known = tasks.stream().map(Task::thread).toList();
        while (tasks.stream().anyMatch(task -> !task.isDone())) {
            assertThat(lock.queued()).isSubsetOf(known).doesNotHaveDuplicates();
            Thread.yield();
        }
        Threads.allReturned(tasks);
        assertThat(elements[0]).isZero();
    }
}
