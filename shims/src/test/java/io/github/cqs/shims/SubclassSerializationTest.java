package io.github.cqs.shims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cqs.shims.support.Inspect;
import io.github.cqs.shims.support.Serial;
import io.github.cqs.shims.support.Task;
import io.github.cqs.shims.support.ThreadKind;
import io.github.cqs.shims.support.Threads;
import java.io.NotSerializableException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An application's own subclasses travel between JVMs with the agent and without it, in every direction. */
class SubclassSerializationTest {
    private static final Package JDK = io.github.cqs.shims.support.jdk.AppLock.class.getPackage();
    private static final Package SHIM = io.github.cqs.shims.support.shim.AppLock.class.getPackage();

    private final Threads threads = new Threads(ThreadKind.PLATFORM);

    @AfterEach
    void joinThreads() {
        threads.close();
    }

    /** Who writes and who reads: a JVM without the agent (the class extends the JDK's), or with it (it extends the shim). */
    enum Journey {
        WITHOUT_TO_WITHOUT(false, false),
        WITHOUT_TO_WITH(false, true),
        WITH_TO_WITHOUT(true, false),
        WITH_TO_WITH(true, true);

        private final boolean written;
        private final boolean read;

        Journey(boolean written, boolean read) {
            this.written = written;
            this.read = read;
        }

        Object read(byte[] bytes) throws Exception {
            return Serial.readElsewhere(bytes, written ? SHIM : JDK, read ? SHIM : JDK, read);
        }

        <T> T travel(BiFunction<Boolean, String, T> maker, Class<T> type) throws Exception {
            Object copy = read(Serial.write(maker.apply(written, "tag")));
            assertThat(copy.getClass().getPackage()).isEqualTo(read ? SHIM : JDK);
            assertThat(copy.getClass().getMethod("tag").invoke(copy)).isEqualTo("tag");
            return type.cast(copy);
        }
    }

    @ParameterizedTest
    @EnumSource
    void lockArrivesFreeWithItsFairness(Journey journey) throws Exception {
        for (boolean fair : new boolean[] {false, true}) {
            for (int holds = 0; holds < 3; holds++) {
                int n = holds;
                ReentrantLock lock = journey.travel(
                        (shim, tag) -> {
                            ReentrantLock made = shim
                                    ? new io.github.cqs.shims.support.shim.AppLock(fair, tag)
                                    : new io.github.cqs.shims.support.jdk.AppLock(fair, tag);
                            for (int i = 0; i < n; i++) {
                                made.lock();
                            }
                            return made;
                        },
                        ReentrantLock.class);
                assertThat(lock.isLocked()).isFalse();
                assertThat(Inspect.isFair(lock)).isEqualTo(fair);
                Condition condition = lock.newCondition();
                Task<Void> waiter = threads.run(() -> {
                            lock.lock();
                            condition.await();
                            lock.unlock();
                        })
                        .awaitParked();
                lock.lock();
                Task<Void> queued = threads.run(() -> {
                            lock.lock();
                            lock.unlock();
                        })
                        .awaitParked();
                assertThat(Inspect.queueLength(lock)).isEqualTo(1);
                condition.signalAll();
                lock.unlock();
                Threads.allReturned(Stream.of(waiter, queued).toList());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void conditionsArriveWithTheirLock(Journey journey) throws Exception {
        for (boolean fair : new boolean[] {false, true}) {
            for (boolean held : new boolean[] {false, true}) {
                ReentrantLock made = journey.written
                        ? new io.github.cqs.shims.support.shim.AppLock(fair, "tag")
                        : new io.github.cqs.shims.support.jdk.AppLock(fair, "tag");
                Condition one = made.newCondition();
                Condition two = made.newCondition();
                if (held) {
                    made.lock();
                }
                Object[] copy = (Object[]) journey.read(Serial.write(new Object[] {one, made, two, one}));
                ReentrantLock lock = (ReentrantLock) copy[1];
                assertThat(lock.getClass().getPackage()).isEqualTo(journey.read ? SHIM : JDK);
                assertThat(copy[3]).isSameAs(copy[0]);
                assertSignals(lock, (Condition) copy[0], (Condition) copy[2]);
                // And once more, now that they have been read.
                Object[] again = (Object[]) Serial.copy((Object) copy);
                assertSignals((ReentrantLock) again[1], (Condition) again[0], (Condition) again[2]);
            }
        }
    }

    private void assertSignals(ReentrantLock lock, Condition one, Condition two) {
        assertThat(lock.isLocked()).isFalse();
        Task<Void> waiter = threads.run(() -> {
                    lock.lock();
                    one.await();
                    assertThat(lock.isHeldByCurrentThread()).isTrue();
                    lock.unlock();
                })
                .awaitParked();
        lock.lock();
        assertThat(lock.hasWaiters(one)).isTrue();
        assertThat(lock.getWaitQueueLength(two)).isZero();
        two.signalAll();
        assertThat(lock.getWaitQueueLength(one)).isEqualTo(1);
        one.signal();
        assertThat(lock.hasWaiters(one)).isFalse();
        assertThat(Inspect.hasQueuedThread(lock, waiter.thread())).isTrue();
        assertThat(lock.hasWaiters(lock.newCondition())).isFalse();
        lock.unlock();
        waiter.returned();
        assertThat(lock.toString()).endsWith("[Unlocked]");
    }

    @ParameterizedTest
    @EnumSource
    void semaphoreArrivesWithItsPermits(Journey journey) throws Exception {
        for (boolean fair : new boolean[] {false, true}) {
            for (int permits : new int[] {-2, 0, 5}) {
                Semaphore semaphore = journey.travel(
                        (shim, tag) -> shim
                                ? new io.github.cqs.shims.support.shim.AppSemaphore(permits, fair, tag)
                                : new io.github.cqs.shims.support.jdk.AppSemaphore(permits, fair, tag),
                        Semaphore.class);
                assertThat(semaphore.availablePermits()).isEqualTo(permits);
                assertThat(semaphore.isFair()).isEqualTo(fair);
                Task<Void> waiter = threads.run(() -> semaphore.acquire(6)).awaitParked();
                assertThat(Inspect.queueLength(semaphore)).isEqualTo(1);
                semaphore.release(6 - permits);
                waiter.returned();
                assertThat(semaphore.availablePermits()).isZero();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void queueArrivesWithItsElements(Journey journey) throws Exception {
        for (boolean fair : new boolean[] {false, true}) {
            for (int size = 0; size <= 3; size++) {
                int n = size;
                ArrayBlockingQueue<?> queue = journey.travel(
                        (shim, tag) -> {
                            ArrayBlockingQueue<Integer> made = shim
                                    ? new io.github.cqs.shims.support.shim.AppQueue<>(3, fair, tag)
                                    : new io.github.cqs.shims.support.jdk.AppQueue<>(3, fair, tag);
                            made.add(-1);
                            made.add(-1);
                            made.clear();
                            for (int i = 0; i < n; i++) {
                                made.add(i);
                            }
                            return made;
                        },
                        ArrayBlockingQueue.class);
                assertThat(queue.size()).isEqualTo(n);
                assertThat(queue.remainingCapacity()).isEqualTo(3 - n);
                for (int i = 0; i < n; i++) {
                    assertThat(queue.take()).isEqualTo(i);
                }
                @SuppressWarnings("unchecked")
                ArrayBlockingQueue<Integer> integers = (ArrayBlockingQueue<Integer>) queue;
                Task<Integer> taker = threads.<Integer>call(integers::take).awaitParked();
                integers.put(8);
                assertThat(taker.value()).isEqualTo(8);
            }
        }
    }

    /** As long as nobody changes them, all copies are right, however many threads write. */
    @Test
    void whatNobodyChangesIsWrittenByManyAtOnce() {
        ArrayBlockingQueue<Integer> queue = new io.github.cqs.shims.support.shim.AppQueue<>(5, true, "tag");
        queue.addAll(List.of(0, 0, 1, 2, 3));
        queue.remove();
        queue.remove();
        queue.add(4); // beyond the end of the array
        Semaphore semaphore = new io.github.cqs.shims.support.shim.AppSemaphore(5, true, "tag");
        List<Task<Void>> writers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            writers.add(threads.run(() -> {
                for (int round = 0; round < 2_000; round++) {
                    assertThat(Serial.copy(queue).toArray()).containsExactly(1, 2, 3, 4);
                    assertThat(Serial.copy(semaphore).availablePermits()).isEqualTo(5);
                }
            }));
        }
        Threads.allReturned(writers);
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, Integer.MAX_VALUE})
    void anyNumberOfPermitsIsWrittenAfterAnyOther(int permits) throws Exception {
        for (int before : new int[] {Integer.MIN_VALUE, 0, Integer.MAX_VALUE}) {
            io.github.cqs.shims.support.shim.AppSemaphore semaphore =
                    new io.github.cqs.shims.support.shim.AppSemaphore(before, false, "tag");
            assertThat(Serial.copy(semaphore).availablePermits()).isEqualTo(before);
            for (long more = (long) permits - before; more != 0; ) {
                int step = (int) Math.max(-Integer.MAX_VALUE, Math.min(more, Integer.MAX_VALUE));
                if (step > 0) {
                    semaphore.release(step);
                } else {
                    semaphore.lose(-step);
                }
                more -= step;
            }
            assertThat(Serial.copy(semaphore).availablePermits()).isEqualTo(permits);
        }
    }

    @Test
    void whatCouldNotBeWrittenIsNotKept() throws Exception {
        ArrayBlockingQueue<Object> queue = new io.github.cqs.shims.support.shim.AppQueue<>(2, false, "tag");
        queue.add(new Object());
        assertThatThrownBy(() -> Serial.write(queue)).isExactlyInstanceOf(NotSerializableException.class);
        queue.clear();
        Field items = ArrayBlockingQueue.class.getDeclaredField("items");
        items.setAccessible(true);
        assertThat((Object[]) items.get(queue)).containsOnlyNulls();
        queue.add("a");
        assertThat(Serial.copy(queue).toArray()).containsExactly("a");
    }
}
