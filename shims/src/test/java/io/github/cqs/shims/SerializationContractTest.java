package io.github.cqs.shims;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.cqs.shims.support.Impl;
import io.github.cqs.shims.support.Inspect;
import io.github.cqs.shims.support.Serial;
import io.github.cqs.shims.support.Task;
import io.github.cqs.shims.support.ThreadKind;
import io.github.cqs.shims.support.Threads;
import java.io.NotSerializableException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the classes document about their serial form, seen by those who write and read it in one JVM. */
class SerializationContractTest {
    private final Threads threads = new Threads(ThreadKind.PLATFORM);

    @AfterEach
    void joinThreads() {
        threads.close();
    }

    static Stream<Arguments> variants() {
        return Stream.of(
                arguments(Impl.JDK, false),
                arguments(Impl.JDK, true),
                arguments(Impl.SHIM, false),
                arguments(Impl.SHIM, true));
    }

    // Locks

    @ParameterizedTest
    @MethodSource("variants")
    void freeLockComesBackFree(Impl impl, boolean fair) throws Exception {
        assertWorks(Serial.copy(impl.lock(fair)), fair);
    }

    @ParameterizedTest
    @MethodSource("variants")
    void heldLockComesBackFreeAndStaysHeldHere(Impl impl, boolean fair) throws Exception {
        ReentrantLock lock = impl.lock(fair);
        lock.lock();
        lock.lock();
        ReentrantLock copy = Serial.copy(lock);
        assertThat(lock.getHoldCount()).isEqualTo(2);
        assertWorks(copy, fair);
        lock.unlock();
        lock.unlock();
        assertThat(lock.isLocked()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("variants")
    void waitersStayWithTheOriginalLock(Impl impl, boolean fair) throws Exception {
        ReentrantLock lock = impl.lock(fair);
        lock.lock();
        Task<Void> waiter = threads.run(() -> {
                    lock.lock();
                    lock.unlock();
                })
                .awaitParked();
        ReentrantLock copy = Serial.copy(lock);
        assertThat(Inspect.hasQueuedThreads(copy)).isFalse();
        assertThat(Inspect.queueLength(lock)).isEqualTo(1);
        assertWorks(copy, fair);
        lock.unlock();
        waiter.returned();
    }

    private void assertWorks(ReentrantLock lock, boolean fair) throws Exception {
        assertThat(lock.isLocked()).isFalse();
        assertThat(lock.getHoldCount()).isZero();
        assertThat(Inspect.isFair(lock)).isEqualTo(fair);
        assertThat(Inspect.hasQueuedThreads(lock)).isFalse();
        Condition condition = lock.newCondition();
        Task<Integer> waiter = threads.<Integer>call(() -> {
                    lock.lock();
                    lock.lock();
                    condition.await();
                    int holds = lock.getHoldCount();
                    lock.unlock();
                    lock.unlock();
                    return holds;
                })
                .awaitParked();
        lock.lock();
        assertThat(lock.getWaitQueueLength(condition)).isEqualTo(1);
        Task<Boolean> queued = threads.<Boolean>call(() -> {
                    boolean acquired = lock.tryLock(3600, SECONDS);
                    lock.unlock();
                    return acquired;
                })
                .awaitParked();
        assertThat(Inspect.queueLength(lock)).isEqualTo(1);
        condition.signal();
        assertThat(lock.toString())
                .endsWith("[Locked by thread " + Thread.currentThread().getName() + "]");
        lock.unlock();
        assertThat(waiter.value()).isEqualTo(2);
        assertThat(queued.value()).isTrue();
        assertThat(lock.toString()).endsWith("[Unlocked]");
    }

    /** What an application may well serialize: a lock and a condition of it. */
    private static final class Guarded implements Serializable {
        private static final long serialVersionUID = 1L;

        final ReentrantLock lock;

        @SuppressWarnings("serial")
        final Condition condition;

        final ReentrantLock sameLock;

        Guarded(ReentrantLock lock) {
            this.lock = lock;
            this.condition = lock.newCondition();
            this.sameLock = lock;
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void sharedLockStaysShared(Impl impl, boolean fair) throws Exception {
        ReentrantLock[] copy = Serial.copy(pair(impl.lock(fair)));
        assertThat(copy[0]).isSameAs(copy[1]);
        assertWorks(copy[0], fair);
    }

    private static ReentrantLock[] pair(ReentrantLock lock) {
        return new ReentrantLock[] {lock, lock};
    }

    @ParameterizedTest
    @MethodSource("variants")
    void conditionStaysWithItsLock(Impl impl, boolean fair) throws Exception {
        Guarded copy = Serial.copy(new Guarded(impl.lock(fair)));
        assertThat(copy.sameLock).isSameAs(copy.lock);
        copy.lock.lock();
        assertThat(copy.lock.hasWaiters(copy.condition)).isFalse();
        assertThat(copy.condition.awaitNanos(1)).isLessThanOrEqualTo(0);
        copy.condition.signalAll();
        copy.lock.unlock();
        assertThatThrownBy(copy.condition::signal).isExactlyInstanceOf(IllegalMonitorStateException.class);
    }

    // Semaphores

    @ParameterizedTest
    @MethodSource("variants")
    void permitsAreKept(Impl impl, boolean fair) throws Exception {
        for (int permits : new int[] {0, 1, 7, -3, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            Semaphore copy = Serial.copy(impl.semaphore(permits, fair));
            assertThat(copy.availablePermits()).isEqualTo(permits);
            assertThat(copy.isFair()).isEqualTo(fair);
            assertThat(copy.toString()).endsWith("[Permits = " + permits + "]");
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void acquiredPermitsStayAcquiredAndWaitersStayBehind(Impl impl, boolean fair) throws Exception {
        Semaphore semaphore = impl.semaphore(3, fair);
        semaphore.acquire(2);
        Task<Void> waiter = threads.run(() -> semaphore.acquire(2)).awaitParked();
        Semaphore copy = Serial.copy(semaphore);
        assertThat(copy.availablePermits()).isEqualTo(1);
        assertThat(Inspect.hasQueuedThreads(copy)).isFalse();
        assertThat(copy.tryAcquire()).isTrue();
        Task<Void> other = threads.run(() -> copy.acquire(2)).awaitParked();
        assertThat(Inspect.queueLength(copy)).isEqualTo(1);
        copy.release(2);
        other.returned();
        waiter.awaitParked();
        semaphore.release();
        waiter.returned();
        assertThat(copy.availablePermits()).isZero();
    }

    // Queues

    @ParameterizedTest
    @MethodSource("variants")
    void elementsAndCapacityAreKept(Impl impl, boolean fair) throws Exception {
        for (int offset = 0; offset < 3; offset++) {
            for (int size = 0; size <= 3; size++) {
                ArrayBlockingQueue<String> queue = impl.queue(3, fair);
                for (int i = 0; i < offset; i++) {
                    queue.add("x");
                    queue.remove();
                }
                List<String> elements = new ArrayList<>();
                for (int i = 0; i < size; i++) {
                    queue.add("e" + i);
                    elements.add("e" + i);
                }
                Iterator<String> active = queue.iterator();
                ArrayBlockingQueue<String> copy = Serial.copy(queue);
                assertThat(new ArrayList<>(queue)).isEqualTo(elements);
                assertThat(new ArrayList<>(copy)).isEqualTo(elements);
                assertThat(copy.remainingCapacity()).isEqualTo(3 - size);
                assertThat(copy.size()).isEqualTo(size);
                assertThat(active.hasNext()).isEqualTo(size > 0);
                while (copy.remainingCapacity() > 0) {
                    copy.put("more");
                    elements.add("more");
                }
                assertThat(copy.offer("z")).isFalse();
                for (String e : elements) {
                    assertThat(copy.take()).isEqualTo(e);
                }
                assertThat(copy.poll()).isNull();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void queueComesBackAbleToBlock(Impl impl, boolean fair) throws Exception {
        ArrayBlockingQueue<Integer> queue = impl.queue(1, fair);
        Task<Integer> here = threads.<Integer>call(queue::take).awaitParked();
        ArrayBlockingQueue<Integer> copy = Serial.copy(queue);
        Task<Integer> taker = threads.<Integer>call(copy::take).awaitParked();
        copy.put(1);
        assertThat(taker.value()).isEqualTo(1);
        copy.put(2);
        Task<Void> putter = threads.run(() -> copy.put(3)).awaitParked();
        assertThat(copy.take()).isEqualTo(2);
        putter.returned();
        assertThat(copy.remove(3)).isTrue();
        here.awaitParked();
        queue.put(9);
        assertThat(here.value()).isEqualTo(9);
    }

    @ParameterizedTest
    @MethodSource("variants")
    void queueOfUnserializableElementsIsNotSerializable(Impl impl, boolean fair) {
        ArrayBlockingQueue<Object> queue = impl.queue(2, fair);
        queue.add(new Object());
        assertThatThrownBy(() -> Serial.write(queue)).isInstanceOf(NotSerializableException.class);
        assertThat(queue.poll()).isNotNull();
        assertThat(threads.<Integer>elsewhere(queue::size)).isZero();
    }

    @ParameterizedTest
    @MethodSource("variants")
    void queueThatHoldsItselfComesBackHoldingItself(Impl impl, boolean fair) throws Exception {
        ArrayBlockingQueue<Object> queue = impl.queue(2, fair);
        queue.add("first");
        queue.add(queue);
        ArrayBlockingQueue<Object> copy = Serial.copy(queue);
        assertThat(copy.poll()).isEqualTo("first");
        assertThat(copy.poll()).isSameAs(copy);
    }

    // Those that are not serializable

    @ParameterizedTest
    @EnumSource
    void latchesAndBarriersAreNotSerializable(Impl impl) {
        assertThat(impl.latch(1)).isNotInstanceOf(Serializable.class);
        assertThat(impl.barrier(1)).isNotInstanceOf(Serializable.class);
        assertThatThrownBy(() -> Serial.write(impl.latch(1))).isInstanceOf(NotSerializableException.class);
        assertThatThrownBy(() -> Serial.write(impl.barrier(1))).isInstanceOf(NotSerializableException.class);
    }
}
