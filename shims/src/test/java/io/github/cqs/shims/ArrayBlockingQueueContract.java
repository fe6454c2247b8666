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
import io.github.cqs.shims.support.QueueProbe;
import io.github.cqs.shims.support.Task;
import io.github.cqs.shims.support.ThreadKind;
import io.github.cqs.shims.support.Threads;
import java.util.AbstractCollection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.Spliterator;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@link ArrayBlockingQueue} and the interfaces that it implements document. */
abstract class ArrayBlockingQueueContract extends Contract {
    /** The two ways to wait for room. */
    enum Putting {
        PUT {
            @Override
            <E> boolean put(BlockingQueue<E> queue, E e) throws InterruptedException {
                queue.put(e);
                return true;
            }
        },
        OFFER_TIMED {
            @Override
            <E> boolean put(BlockingQueue<E> queue, E e) throws InterruptedException {
                return queue.offer(e, FOREVER_SECONDS, SECONDS);
            }
        };

        abstract <E> boolean put(BlockingQueue<E> queue, E e) throws InterruptedException;
    }

    /** The two ways to wait for an element. */
    enum Taking {
        TAKE {
            @Override
            <E> E take(BlockingQueue<E> queue) throws InterruptedException {
                return queue.take();
            }
        },
        POLL_TIMED {
            @Override
            <E> E take(BlockingQueue<E> queue) throws InterruptedException {
                return queue.poll(FOREVER_SECONDS, SECONDS);
            }
        };

        abstract <E> E take(BlockingQueue<E> queue) throws InterruptedException;
    }

    /** The ways to make room for one element. */
    enum Removing {
        TAKE {
            @Override
            void remove(BlockingQueue<Integer> queue) throws InterruptedException {
                queue.take();
            }
        },
        POLL {
            @Override
            void remove(BlockingQueue<Integer> queue) {
                queue.poll();
            }
        },
        POLL_TIMED {
            @Override
            void remove(BlockingQueue<Integer> queue) throws InterruptedException {
                queue.poll(1, SECONDS);
            }
        },
        REMOVE {
            @Override
            void remove(BlockingQueue<Integer> queue) {
                queue.remove();
            }
        },
        REMOVE_HEAD {
            @Override
            void remove(BlockingQueue<Integer> queue) {
                assertThat(queue.remove(queue.peek())).isTrue();
            }
        },
        REMOVE_INTERIOR {
            @Override
            void remove(BlockingQueue<Integer> queue) {
                assertThat(queue.remove(new ArrayList<>(queue).get(1))).isTrue();
            }
        },
        ITERATOR_REMOVE {
            @Override
            void remove(BlockingQueue<Integer> queue) {
                Iterator<Integer> it = queue.iterator();
                it.next();
                it.next();
                it.remove();
            }
        },
        DRAIN_ONE {
            @Override
            void remove(BlockingQueue<Integer> queue) {
                assertThat(queue.drainTo(new ArrayList<>(), 1)).isEqualTo(1);
            }
        };

        abstract void remove(BlockingQueue<Integer> queue) throws InterruptedException;
    }

    private final boolean fair;

    ArrayBlockingQueueContract(Impl impl, boolean fair, ThreadKind kind) {
        super(impl, kind);
        this.fair = fair;
    }

    private <E> ArrayBlockingQueue<E> newQueue(int capacity) {
        return impl.queue(capacity, fair);
    }

    /** A queue that holds 0 .. size - 1, its head at {@code offset} in the array, as far as there is an array. */
    private ArrayBlockingQueue<Integer> filled(int capacity, int size, int offset) {
        ArrayBlockingQueue<Integer> queue = newQueue(capacity);
        for (int i = 0; i < offset; i++) {
            queue.add(-1);
            queue.remove();
        }
        for (int i = 0; i < size; i++) {
            queue.add(i);
        }
        return queue;
    }

    private ArrayBlockingQueue<Integer> full(int capacity) {
        return filled(capacity, capacity, 0);
    }

    private static List<Integer> range(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }

    /** Asserts the content through every view of it. */
    private static void assertHolds(ArrayBlockingQueue<Integer> queue, int capacity, List<Integer> elements) {
        assertThat(queue.size()).isEqualTo(elements.size());
        assertThat(queue.remainingCapacity()).isEqualTo(capacity - elements.size());
        assertThat(queue.isEmpty()).isEqualTo(elements.isEmpty());
        assertThat(queue.peek()).isEqualTo(elements.isEmpty() ? null : elements.get(0));
        assertThat(queue.toArray()).isEqualTo(elements.toArray());
        assertThat(queue.toString()).isEqualTo(elements.toString());
        List<Integer> iterated = new ArrayList<>();
        for (Integer e : queue) {
            iterated.add(e);
        }
        assertThat(iterated).isEqualTo(elements);
        List<Integer> visited = new ArrayList<>();
        queue.forEach(visited::add);
        assertThat(visited).isEqualTo(elements);
    }

    private Task<Boolean> putter(BlockingQueue<Integer> queue, Putting form, int e) {
        return threads.<Boolean>call(() -> form.put(queue, e)).awaitParked();
    }

    private Task<Integer> taker(BlockingQueue<Integer> queue, Taking form) {
        return threads.<Integer>call(() -> form.take(queue)).awaitParked();
    }

    // Construction

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void capacityBelowOneIsRejected(int capacity) {
        assertThatThrownBy(() -> impl.queue(capacity))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage(null);
        assertThatThrownBy(() -> impl.queue(capacity, fair)).isExactlyInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> impl.queue(capacity, fair, List.of()))
                .isExactlyInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 1000})
    void newQueueIsEmptyAndHasItsCapacity(int capacity) {
        assertHolds(newQueue(capacity), capacity, List.of());
        assertHolds(impl.queue(capacity), capacity, List.of());
    }

    @Test
    void collectionIsTakenInItsOrder() throws InterruptedException {
        for (int size = 0; size <= 4; size++) {
            ArrayBlockingQueue<Integer> queue = impl.queue(4, fair, range(0, size));
            assertHolds(queue, 4, range(0, size));
            for (int i = size; i < 4; i++) {
                assertThat(queue.offer(i)).isTrue();
            }
            assertThat(queue.offer(9)).isFalse();
            for (int i = 0; i < 4; i++) {
                assertThat(queue.take()).isEqualTo(i);
            }
            queue.put(5);
            assertHolds(queue, 4, List.of(5));
        }
    }

    @Test
    void collectionLargerThanTheCapacityIsRejected() {
        assertThatThrownBy(() -> impl.queue(2, fair, range(0, 3))).isExactlyInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> impl.queue(1, fair, range(0, 2)))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage(null);
    }

    @Test
    void nullCollectionAndNullElementsAreRejected() {
        assertThatThrownBy(() -> impl.queue(2, fair, null)).isExactlyInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> impl.queue(2, fair, Arrays.asList(1, null)))
                .isExactlyInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> impl.queue(2, fair, Arrays.asList((Object) null)))
                .isExactlyInstanceOf(NullPointerException.class);
    }

    @Test
    void sizeOfTheCollectionIsWhatItsIteratorYields() {
        Collection<Integer> liar = new AbstractCollection<>() {
            @Override
            public Iterator<Integer> iterator() {
                return range(0, 3).iterator();
            }

            @Override
            public int size() {
                return 1;
            }
        };
        assertHolds(impl.queue(3, fair, liar), 3, range(0, 3));
        assertThatThrownBy(() -> impl.queue(2, fair, liar)).isExactlyInstanceOf(IllegalArgumentException.class);
    }

    // Insertion and extraction without waiting

    @Test
    void elementsLeaveInOrderOfArrivalThroughWrapAround() throws InterruptedException {
        for (int capacity = 1; capacity <= 5; capacity++) {
            ArrayBlockingQueue<Integer> queue = newQueue(capacity);
            int in = 0;
            int out = 0;
            for (int round = 0; round < 40; round++) {
                for (int i = 0; i <= round % capacity; i++) {
                    switch (in % 4) {
                        case 0 -> assertThat(queue.add(in)).isTrue();
                        case 1 -> assertThat(queue.offer(in)).isTrue();
                        case 2 -> queue.put(in);
                        default -> assertThat(queue.offer(in, 1, SECONDS)).isTrue();
                    }
                    in++;
                }
                assertHolds(queue, capacity, range(out, in));
                while (out < in) {
                    Integer head = switch (out % 4) {
                        case 0 -> queue.poll();
                        case 1 -> queue.take();
                        case 2 -> queue.remove();
                        default -> queue.poll(1, SECONDS);
                    };
                    assertThat(head).isEqualTo(out++);
                }
            }
        }
    }

    @Test
    void fullQueueRejectsWithoutChange() throws InterruptedException {
        ArrayBlockingQueue<Integer> queue = full(3);
        assertThat(queue.offer(9)).isFalse();
        assertThat(queue.offer(9, 0, SECONDS)).isFalse();
        assertThatThrownBy(() -> queue.add(9))
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessage("Queue full");
        assertHolds(queue, 3, range(0, 3));
    }

    @Test
    void emptyQueueHasNothingToGive() throws InterruptedException {
        ArrayBlockingQueue<Integer> queue = newQueue(2);
        assertThat(queue.poll()).isNull();
        assertThat(queue.poll(0, SECONDS)).isNull();
        assertThat(queue.peek()).isNull();
        assertThatThrownBy(queue::element).isExactlyInstanceOf(NoSuchElementException.class);
        assertThatThrownBy(queue::remove).isExactlyInstanceOf(NoSuchElementException.class);
        assertHolds(queue, 2, List.of());
    }

    @Test
    void peekAndElementRemoveNothing() {
        ArrayBlockingQueue<Integer> queue = filled(4, 3, 2);
        for (int i = 0; i < 3; i++) {
            assertThat(queue.peek()).isZero();
            assertThat(queue.element()).isZero();
        }
        assertHolds(queue, 4, range(0, 3));
    }

    @Test
    void nullElementsAreRejectedEvenByAFullQueue() {
        for (ArrayBlockingQueue<Integer> queue : List.of(this.<Integer>newQueue(1), full(1))) {
            int size = queue.size();
            List<Task.Action> calls = List.of(
                    () -> queue.add(null),
                    () -> queue.offer(null),
                    () -> queue.put(null),
                    () -> queue.offer(null, 1, SECONDS),
                    () -> queue.offer(null, 0, SECONDS));
            for (Task.Action call : calls) {
                assertThatThrownBy(call::run).isExactlyInstanceOf(NullPointerException.class);
            }
            assertThat(queue).hasSize(size);
        }
    }

    @Test
    void nullUnitIsRejected() {
        ArrayBlockingQueue<Integer> queue = filled(2, 1, 0);
        assertThatThrownBy(() -> queue.offer(1, 1, null)).isExactlyInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> queue.poll(1, null)).isExactlyInstanceOf(NullPointerException.class);
        assertHolds(queue, 2, range(0, 1));
    }

    @Test
    void addAllAddsWhatFits() {
        ArrayBlockingQueue<Integer> queue = newQueue(4);
        assertThat(queue.addAll(range(0, 3))).isTrue();
        assertHolds(queue, 4, range(0, 3));
        assertThatThrownBy(() -> queue.addAll(range(3, 6)))
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessage("Queue full");
        assertHolds(queue, 4, range(0, 4));
        assertThat(queue.addAll(List.of())).isFalse();
    }

    @Test
    void addAllRejectsItselfAndNulls() {
        ArrayBlockingQueue<Integer> queue = newQueue(4);
        assertThatThrownBy(() -> queue.addAll(queue)).isExactlyInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> queue.addAll(null)).isExactlyInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> queue.addAll(Arrays.asList(1, null))).isExactlyInstanceOf(NullPointerException.class);
        assertHolds(queue, 4, List.of(1));
    }

    // Waiting

    @Test
    void putterWaitsForRoom() throws InterruptedException {
        for (Putting form : Putting.values()) {
            ArrayBlockingQueue<Integer> queue = full(2);
            Task<Boolean> putter = putter(queue, form, 2);
            assertThat(queue.size()).isEqualTo(2);
            assertThat(queue.take()).isZero();
            assertThat(putter.value()).isTrue();
            assertHolds(queue, 2, List.of(1, 2));
        }
    }

    @Test
    void takerWaitsForAnElement() throws InterruptedException {
        for (Taking form : Taking.values()) {
            ArrayBlockingQueue<Integer> queue = newQueue(2);
            Task<Integer> taker = taker(queue, form);
            queue.put(7);
            assertThat(taker.value()).isEqualTo(7);
            assertHolds(queue, 2, List.of());
            Task<Integer> again = taker(queue, form);
            assertThat(queue.add(8)).isTrue();
            assertThat(again.value()).isEqualTo(8);
            Task<Integer> third = taker(queue, form);
            assertThat(queue.offer(9, 0, SECONDS)).isTrue();
            assertThat(third.value()).isEqualTo(9);
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyRemovalWakesAPutter(Removing removing) throws InterruptedException {
        for (Putting form : Putting.values()) {
            ArrayBlockingQueue<Integer> queue = full(3);
            Task<Boolean> first = putter(queue, form, 10);
            Task<Boolean> second = putter(queue, form, 11);
            removing.remove(queue);
            Await.until(
                    "one putter is through", () -> first.isDone() || second.isDone(), first.thread(), second.thread());
            assertThat(queue.size()).isEqualTo(3);
            removing.remove(queue);
            assertThat(first.value()).isTrue();
            assertThat(second.value()).isTrue();
            assertThat(queue.size()).isEqualTo(3);
        }
    }

    @Test
    void clearWakesAsManyPuttersAsFit() {
        ArrayBlockingQueue<Integer> queue = full(3);
        List<Task<Boolean>> putters = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            putters.add(putter(queue, Putting.values()[i % 2], 10 + i));
        }
        queue.clear();
        List<Thread> involved = putters.stream().map(Task::thread).toList();
        Await.until(
                "three are through", () -> putters.stream().filter(Task::isDone).count() == 3, involved);
        assertThat(queue.size()).isEqualTo(3);
        queue.clear();
        Threads.allReturned(putters);
        assertThat(queue.size()).isEqualTo(2);
    }

    @Test
    void drainWakesAsManyPuttersAsFit() {
        ArrayBlockingQueue<Integer> queue = full(3);
        List<Task<Boolean>> putters = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            putters.add(putter(queue, Putting.PUT, 10 + i));
        }
        List<Integer> drained = new ArrayList<>();
        assertThat(queue.drainTo(drained, 2)).isEqualTo(2);
        assertThat(drained).containsExactly(0, 1);
        List<Thread> involved = putters.stream().map(Task::thread).toList();
        Await.until(
                "two are through", () -> putters.stream().filter(Task::isDone).count() == 2, involved);
        assertThat(queue.size()).isEqualTo(3);
        assertThat(queue.drainTo(drained)).isGreaterThanOrEqualTo(3);
        Threads.allReturned(putters);
    }

    /** Seen by a thread that has the lock, as none that waits can get it meanwhile. */
    @Test
    void noPutterComesBetweenABulkRemovalAndItsEnd() throws InterruptedException {
        assumeTrue(!fair); // there it would be next
        ArrayBlockingQueue<Integer> queue = full(3);
        Task<Boolean> putter = putter(queue, Putting.PUT, 10);
        List<Integer> sizes = new ArrayList<>();
        queue.forEach(e -> {
            if (sizes.isEmpty()) {
                queue.removeIf(any -> true);
                sizes.add(queue.size());
            }
        });
        assertThat(sizes).containsExactly(0);
        queue.add(11);
        assertThat(queue.take()).isIn(10, 11);
        assertThat(putter.value()).isTrue();
        assertThat(queue.take()).isIn(10, 11);
        assertThat(queue).isEmpty();
    }

    @Test
    void putterGetsRoomAfterBulkRemovalAtTheLatestWithTheNextTake() throws InterruptedException {
        // The JDK's removeIf, removeAll and retainAll make room without waking a putter; waking it is no fault.
        ArrayBlockingQueue<Integer> queue = full(4);
        Task<Boolean> putter = putter(queue, Putting.PUT, 10);
        assertThat(queue.removeIf(e -> e < 2)).isTrue();
        assertThat(queue.take()).isEqualTo(2);
        assertThat(putter.value()).isTrue();
        assertHolds(queue, 4, List.of(3, 10));
    }

    @Test
    void bulkInsertionWakesTakers() {
        ArrayBlockingQueue<Integer> queue = newQueue(3);
        List<Task<Integer>> takers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            takers.add(taker(queue, Taking.values()[i % 2]));
        }
        queue.addAll(range(0, 3));
        List<Integer> taken = new ArrayList<>();
        for (Task<Integer> taker : takers) {
            taken.add(taker.value());
        }
        assertThat(taken).containsExactlyInAnyOrder(0, 1, 2);
        assertHolds(queue, 3, List.of());
    }

    @Test
    void fairTakersAreServedInOrderOfArrival() throws InterruptedException {
        assumeTrue(fair);
        ArrayBlockingQueue<Integer> queue = newQueue(2);
        List<Task<Integer>> takers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            takers.add(taker(queue, Taking.values()[i % 2]));
        }
        for (int i = 0; i < 8; i++) {
            queue.put(i);
            assertThat(takers.get(i).value()).isEqualTo(i);
        }
    }

    @Test
    void fairPuttersAreServedInOrderOfArrival() throws InterruptedException {
        assumeTrue(fair);
        ArrayBlockingQueue<Integer> queue = full(2);
        List<Task<Boolean>> putters = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            putters.add(putter(queue, Putting.values()[i % 2], 10 + i));
        }
        assertThat(queue.take()).isZero();
        putters.get(0).returned();
        assertThat(queue.take()).isEqualTo(1);
        putters.get(1).returned();
        for (int i = 0; i < 8; i++) {
            assertThat(queue.take()).isEqualTo(10 + i);
            if (i + 2 < 8) {
                putters.get(i + 2).returned();
            }
        }
    }

    @Test
    void fairOrderSurvivesThoseWhoLeave() throws InterruptedException {
        assumeTrue(fair);
        ArrayBlockingQueue<Integer> queue = newQueue(2);
        List<Task<Integer>> takers = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            takers.add(taker(queue, Taking.values()[i % 2]));
        }
        for (int leaver : new int[] {3, 0, 6}) {
            takers.get(leaver).interrupt();
            takers.get(leaver).wasInterrupted();
        }
        for (int stayer : new int[] {1, 2, 4, 5}) {
            queue.put(stayer);
            assertThat(takers.get(stayer).value()).isEqualTo(stayer);
        }
        assertHolds(queue, 2, List.of());
    }

    @Test
    void strayUnparkDoesNotEndTheWait() throws InterruptedException {
        ArrayBlockingQueue<Integer> queue = newQueue(1);
        for (int i = 0; i < 2; i++) {
            Task<Integer> taker = taker(queue, Taking.values()[i]);
            for (int k = 0; k < 5; k++) {
                LockSupport.unpark(taker.thread());
                taker.awaitParked();
            }
            queue.put(1);
            assertThat(taker.value()).isEqualTo(1);
            queue.put(2);
            Task<Boolean> putter = putter(queue, Putting.values()[i], 3);
            for (int k = 0; k < 5; k++) {
                LockSupport.unpark(putter.thread());
                putter.awaitParked();
            }
            assertThat(queue.take()).isEqualTo(2);
            assertThat(putter.value()).isTrue();
            assertThat(queue.take()).isEqualTo(3);
        }
    }

    // Timeouts

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void nonPositiveTimeoutDoesNotWait(long timeout) throws InterruptedException {
        ArrayBlockingQueue<Integer> queue = newQueue(1);
        assertThat(queue.poll(timeout, SECONDS)).isNull();
        assertThat(queue.poll(timeout, NANOSECONDS)).isNull();
        assertThat(queue.offer(1, timeout, SECONDS)).isTrue();
        assertThat(queue.offer(2, timeout, NANOSECONDS)).isFalse();
        assertThat(queue.poll(timeout, DAYS)).isEqualTo(1);
        assertHolds(queue, 1, List.of());
    }

    @Test
    void timeoutElapsesNotBeforeItsTime() throws InterruptedException {
        ArrayBlockingQueue<Integer> queue = newQueue(1);
        long nanos = MILLISECONDS.toNanos(12);
        long start = System.nanoTime();
        assertThat(queue.poll(nanos, NANOSECONDS)).isNull();
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(nanos);
        queue.put(1);
        start = System.nanoTime();
        assertThat(queue.offer(2, nanos, NANOSECONDS)).isFalse();
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(nanos);
        assertThat(Thread.interrupted()).isFalse();
        assertHolds(queue, 1, List.of(1));
    }

    @Test
    void shortestTimeoutElapsesBesideWaiters() throws InterruptedException {
        ArrayBlockingQueue<Integer> queue = newQueue(1);
        assertThat(queue.poll(1, NANOSECONDS)).isNull();
        Task<Integer> taker = taker(queue, Taking.TAKE);
        assertThat(queue.poll(1, NANOSECONDS)).isNull();
        assertThat(queue.offer(1, 1, NANOSECONDS)).isTrue();
        assertThat(taker.value()).isEqualTo(1);
        assertThat(queue.offer(2, 1, NANOSECONDS)).isTrue();
        assertThat(queue.offer(3, 1, NANOSECONDS)).isFalse();
        Task<Boolean> putter = putter(queue, Putting.PUT, 4);
        assertThat(queue.offer(5, 1, NANOSECONDS)).isFalse();
        assertThat(queue.poll(1, NANOSECONDS)).isEqualTo(2);
        assertThat(putter.value()).isTrue();
        assertHolds(queue, 1, List.of(4));
    }

    @Test
    void longestTimeoutWaits() throws InterruptedException {
        for (TimeUnit unit : List.of(NANOSECONDS, DAYS)) {
            ArrayBlockingQueue<Integer> queue = newQueue(1);
            Task<Integer> taker = threads.<Integer>call(() -> queue.poll(Long.MAX_VALUE, unit))
                    .awaitParked();
            queue.put(1);
            assertThat(taker.value()).isEqualTo(1);
            queue.put(2);
            Task<Boolean> putter = threads.<Boolean>call(() -> queue.offer(3, Long.MAX_VALUE, unit))
                    .awaitParked();
            assertThat(queue.take()).isEqualTo(2);
            assertThat(putter.value()).isTrue();
        }
    }

    @Test
    void waiterThatTimedOutIsSkipped() throws InterruptedException {
        ArrayBlockingQueue<Integer> queue = newQueue(1);
        Task<Integer> impatient = threads.call(() -> queue.poll(1, MILLISECONDS));
        Task<Integer> patient = taker(queue, Taking.TAKE);
        assertThat(impatient.value()).isNull();
        queue.put(1);
        assertThat(patient.value()).isEqualTo(1);
        queue.put(2);
        Task<Boolean> impatientPutter = threads.call(() -> queue.offer(3, 1, MILLISECONDS));
        Task<Boolean> patientPutter = putter(queue, Putting.PUT, 4);
        assertThat(impatientPutter.value()).isFalse();
        assertThat(queue.take()).isEqualTo(2);
        assertThat(patientPutter.value()).isTrue();
        assertHolds(queue, 1, List.of(4));
    }

    // Interrupts

    @Test
    void waitingFormsPreferAnInterruptOnEntry() {
        ArrayBlockingQueue<Integer> queue = filled(2, 1, 0);
        List<Task.Action> calls = List.of(
                () -> queue.put(9),
                () -> queue.offer(9, 1, SECONDS),
                () -> queue.offer(9, 0, SECONDS),
                queue::take,
                () -> queue.poll(1, SECONDS),
                () -> queue.poll(0, SECONDS),
                () -> queue.poll(-1, SECONDS));
        for (Task.Action call : calls) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(call::run).isExactlyInstanceOf(InterruptedException.class);
            assertThat(Thread.interrupted()).isFalse();
            assertHolds(queue, 2, List.of(0));
        }
    }

    @Test
    void otherFormsIgnoreAnInterruptAndKeepIt() {
        ArrayBlockingQueue<Integer> queue = newQueue(2);
        Thread.currentThread().interrupt();
        assertThat(queue.add(1)).isTrue();
        assertThat(queue.offer(2)).isTrue();
        assertThat(queue.offer(3)).isFalse();
        assertThat(queue.size()).isEqualTo(2);
        assertThat(queue.remainingCapacity()).isZero();
        assertThat(queue.peek()).isEqualTo(1);
        assertThat(queue.contains(2)).isTrue();
        assertThat(queue.toArray()).containsExactly(1, 2);
        assertThat(queue.remove(2)).isTrue();
        assertThat(queue.poll()).isEqualTo(1);
        queue.add(1);
        assertThat(queue.iterator().next()).isEqualTo(1);
        assertThat(queue.drainTo(new ArrayList<>())).isEqualTo(1);
        queue.clear();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void interruptEndsTheWait() throws InterruptedException {
        for (int i = 0; i < 2; i++) {
            ArrayBlockingQueue<Integer> queue = newQueue(1);
            Task<Integer> taker = taker(queue, Taking.values()[i]);
            taker.interrupt();
            taker.wasInterrupted();
            queue.put(1);
            Task<Boolean> putter = putter(queue, Putting.values()[i], 2);
            putter.interrupt();
            putter.wasInterrupted();
            assertHolds(queue, 1, List.of(1));
        }
    }

    /** The queue is busy with what it calls, which may wait for a thread that waits for the queue. */
    @Test
    void interruptEndsTheWaitForABusyQueue() {
        ArrayBlockingQueue<Integer> queue = full(1);
        AtomicInteger visited = new AtomicInteger();
        queue.forEach(e -> {
            for (int i = 0; i < 2; i++) {
                Task<Integer> taker = taker(queue, Taking.values()[i]);
                taker.interrupt();
                taker.wasInterrupted();
                Task<Boolean> putter = putter(queue, Putting.values()[i], 2);
                putter.interrupt();
                putter.wasInterrupted();
            }
            visited.incrementAndGet();
        });
        assertThat(visited).hasValue(1);
        assertThat(queue).containsExactly(0);
    }

    @Test
    void interruptedWaiterIsSkipped() throws InterruptedException {
        for (int i = 0; i < 2; i++) {
            ArrayBlockingQueue<Integer> queue = newQueue(1);
            Task<Integer> first = taker(queue, Taking.values()[i]);
            Task<Integer> second = taker(queue, Taking.TAKE);
            first.interrupt();
            first.wasInterrupted();
            queue.put(1);
            assertThat(second.value()).isEqualTo(1);
            queue.put(2);
            Task<Boolean> third = putter(queue, Putting.values()[i], 3);
            Task<Boolean> fourth = putter(queue, Putting.PUT, 4);
            third.interrupt();
            third.wasInterrupted();
            assertThat(queue.take()).isEqualTo(2);
            assertThat(fourth.value()).isTrue();
            assertHolds(queue, 1, List.of(4));
        }
    }

    @ParameterizedTest
    @EnumSource
    void elementThatMeetsAnInterruptIsNotLost(Taking form) throws InterruptedException {
        for (int i = 0; i < rounds(60); i++) {
            ArrayBlockingQueue<Integer> queue = newQueue(2);
            Task<Integer> first = taker(queue, form);
            Task<Integer> second = taker(queue, Taking.TAKE);
            Task<Void> interrupter = threads.run(first::interrupt);
            queue.put(i);
            interrupter.returned();
            if (first.failure() == null) {
                assertThat(first.value()).isEqualTo(i);
                assertThat(second.isDone()).isFalse();
                queue.put(-1);
                assertThat(second.value()).isEqualTo(-1);
            } else {
                first.wasInterrupted();
                assertThat(second.value()).isEqualTo(i);
            }
            assertHolds(queue, 2, List.of());
        }
    }

    @ParameterizedTest
    @EnumSource
    void roomThatMeetsAnInterruptIsNotLost(Putting form) throws InterruptedException {
        for (int i = 0; i < rounds(60); i++) {
            ArrayBlockingQueue<Integer> queue = full(1);
            Task<Boolean> first = putter(queue, form, 1);
            Task<Boolean> second = putter(queue, Putting.PUT, 2);
            Task<Void> interrupter = threads.run(first::interrupt);
            assertThat(queue.take()).isZero();
            interrupter.returned();
            if (first.failure() == null) {
                assertThat(second.isDone()).isFalse();
                assertThat(queue.take()).isEqualTo(1);
            } else {
                first.wasInterrupted();
            }
            second.returned();
            assertHolds(queue, 1, List.of(2));
        }
    }

    @Test
    void elementThatMeetsATimeoutIsNotLost() throws InterruptedException {
        for (int i = 0; i < rounds(60); i++) {
            ArrayBlockingQueue<Integer> queue = newQueue(1);
            Task<Integer> first = threads.call(() -> queue.poll(200_000, NANOSECONDS));
            Task<Integer> second = taker(queue, Taking.TAKE);
            int pause = 20_000 * (i % 12);
            long start = System.nanoTime();
            while (!first.isDone() && System.nanoTime() - start < pause) {
                Thread.onSpinWait();
            }
            queue.put(1);
            if (first.value() != null) {
                queue.put(1);
            }
            assertThat(second.value()).isEqualTo(1);
            assertHolds(queue, 1, List.of());
        }
    }

    // Searching and removing

    @Test
    void containsAndRemoveCompareWithEquals() {
        ArrayBlockingQueue<String> queue = newQueue(3);
        queue.add("a");
        assertThat(queue.contains(new String(new char[] {'a'}))).isTrue();
        assertThat(queue.contains("b")).isFalse();
        assertThat(queue.contains(1)).isFalse();
        assertThat(queue.contains(null)).isFalse();
        assertThat(queue.remove(null)).isFalse();
        assertThat(queue.remove("b")).isFalse();
        assertThat(queue.remove(new String(new char[] {'a'}))).isTrue();
        assertThat(queue).isEmpty();
        assertThat(queue.remove("a")).isFalse();
    }

    @Test
    void theArgumentsEqualsDecides() {
        ArrayBlockingQueue<Integer> queue = full(3);
        Object likesTwo = new Object() {
            @Override
            public boolean equals(Object other) {
                return Integer.valueOf(2).equals(other);
            }

            @Override
            public int hashCode() {
                return 2;
            }
        };
        assertThat(queue.contains(likesTwo)).isTrue();
        assertThat(queue.remove(likesTwo)).isTrue();
        assertHolds(queue, 3, List.of(0, 1));
    }

    @Test
    void firstOfEqualElementsIsRemoved() {
        ArrayBlockingQueue<Integer> queue = newQueue(5);
        queue.addAll(List.of(1, 2, 1, 3, 1));
        assertThat(queue.remove(1)).isTrue();
        assertHolds(queue, 5, List.of(2, 1, 3, 1));
        assertThat(queue.remove(1)).isTrue();
        assertHolds(queue, 5, List.of(2, 3, 1));
    }

    @Test
    void anyElementIsRemovedWhereverTheArrayBegins() {
        for (int capacity = 1; capacity <= 5; capacity++) {
            for (int size = 1; size <= capacity; size++) {
                for (int offset = 0; offset < capacity; offset++) {
                    for (int victim = 0; victim < size; victim++) {
                        ArrayBlockingQueue<Integer> queue = filled(capacity, size, offset);
                        assertThat(queue.contains(victim)).isTrue();
                        assertThat(queue.remove((Object) victim)).isTrue();
                        List<Integer> expected = new ArrayList<>(range(0, size));
                        expected.remove((Object) victim);
                        assertHolds(queue, capacity, expected);
                        for (int i = expected.size(); i < capacity; i++) {
                            queue.add(100 + i);
                            expected.add(100 + i);
                        }
                        assertHolds(queue, capacity, expected);
                        assertThat(queue.offer(9)).isFalse();
                    }
                }
            }
        }
    }

    @Test
    void anySubsetIsRemovedInBulk() {
        for (int capacity = 1; capacity <= 5; capacity++) {
            for (int size = 0; size <= capacity; size++) {
                for (int offset = 0; offset < capacity; offset++) {
                    for (int subset = 0; subset < 1 << size; subset++) {
                        int bits = subset;
                        List<Integer> kept = range(0, size).stream()
                                .filter(e -> (bits & 1 << e) == 0)
                                .toList();
                        List<Integer> gone = range(0, size).stream()
                                .filter(e -> (bits & 1 << e) != 0)
                                .toList();
                        ArrayBlockingQueue<Integer> queue = filled(capacity, size, offset);
                        assertThat(queue.removeIf(e -> (bits & 1 << e) != 0)).isEqualTo(subset != 0);
                        assertHolds(queue, capacity, kept);
                        queue = filled(capacity, size, offset);
                        assertThat(queue.removeAll(Set.copyOf(gone))).isEqualTo(subset != 0);
                        assertHolds(queue, capacity, kept);
                        queue = filled(capacity, size, offset);
                        assertThat(queue.retainAll(Set.copyOf(gone))).isEqualTo(!kept.isEmpty());
                        assertHolds(queue, capacity, gone);
                        for (int i = gone.size(); i < capacity; i++) {
                            queue.add(i);
                        }
                        assertThat(queue.remainingCapacity()).isZero();
                    }
                }
            }
        }
    }

    @Test
    void bulkRemovalWhileAnIteratorIsActive() {
        ArrayBlockingQueue<Integer> queue = filled(6, 6, 4);
        Iterator<Integer> it = queue.iterator();
        assertThat(it.next()).isZero();
        assertThat(queue.removeIf(e -> e % 2 == 1)).isTrue();
        assertHolds(queue, 6, List.of(0, 2, 4));
        List<Integer> rest = new ArrayList<>();
        it.forEachRemaining(rest::add);
        // 1 was read ahead or not; the others must be right.
        rest.remove((Object) 1);
        assertThat(rest).containsExactly(2, 4);
    }

    /** Not so in the JDK's if no other iterator is active: then it moves all elements, as for an interior removal. */
    @Test
    void whatAnEndedIteratorReturnedLastCanBeRemovedAfterTheFirstHaveLeft() {
        ArrayBlockingQueue<Integer> queue = filled(3, 3, 2);
        Iterator<Integer> other = queue.iterator();
        Iterator<Integer> it = queue.iterator();
        it.forEachRemaining(e -> {});
        it = queue.iterator();
        while (it.hasNext()) {
            it.next();
        }
        assertThat(queue.removeIf(e -> e == 0)).isTrue();
        it.remove();
        assertHolds(queue, 3, List.of(1));
        assertThat(other.next()).isZero();
        assertThat(other.next()).isEqualTo(1);
        assertThat(other.hasNext()).isFalse();
    }

    @Test
    void bulkRemovalRejectsNull() {
        ArrayBlockingQueue<Integer> queue = full(2);
        assertThatThrownBy(() -> queue.removeIf(null)).isExactlyInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> queue.removeAll(null)).isExactlyInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> queue.retainAll(null)).isExactlyInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> queue.forEach(null)).isExactlyInstanceOf(NullPointerException.class);
        assertHolds(queue, 2, range(0, 2));
    }

    @Test
    void predicateThatThrowsLeavesTheQueueUsable() throws InterruptedException {
        ArrayBlockingQueue<Integer> queue = filled(4, 4, 2);
        assertThatThrownBy(() -> queue.removeIf(e -> {
                    if (e == 2) {
                        throw new IllegalStateException("predicate");
                    }
                    return true;
                }))
                .isExactlyInstanceOf(IllegalStateException.class);
        assertHolds(queue, 4, range(0, 4));
        assertThatThrownBy(() -> queue.forEach(e -> {
                    throw new IllegalStateException("action");
                }))
                .isExactlyInstanceOf(IllegalStateException.class);
        assertHolds(queue, 4, range(0, 4));
        assertThat(threads.<Integer>elsewhere(queue::take)).isZero();
    }

    @Test
    void queueIsUsableAfterCallbacksThatThrow() {
        ArrayBlockingQueue<Integer> queue = filled(4, 4, 2);
        Collection<Object> unsure = new ArrayList<>() {
            private static final long serialVersionUID = 1L;

            @Override
            public boolean contains(Object o) {
                if (o.equals(2)) {
                    throw new IllegalStateException("contains");
                }
                return o.equals(0);
            }
        };
        Object unequal = new Object() {
            @Override
            public boolean equals(Object other) {
                throw new IllegalStateException("equals");
            }

            @Override
            public int hashCode() {
                return 0;
            }
        };
        List<Task.Action> calls = List.of(
                () -> queue.removeAll(unsure),
                () -> queue.retainAll(unsure),
                () -> queue.contains(unequal),
                () -> queue.remove(unequal),
                () -> queue.containsAll(List.of(unequal)));
        for (Task.Action call : calls) {
            assertThatThrownBy(call::run).isExactlyInstanceOf(IllegalStateException.class);
            assertThat(threads.<Integer>elsewhere(queue::size)).isEqualTo(4);
        }
        assertHolds(queue, 4, range(0, 4));
        assertThat(threads.<Integer>elsewhere(queue::take)).isZero();
    }

    @Test
    void bulkOperationsTakeTheQueueItself() {
        ArrayBlockingQueue<Integer> queue = filled(4, 3, 2);
        assertThat(queue.containsAll(queue)).isTrue();
        assertThat(queue.retainAll(queue)).isFalse();
        assertHolds(queue, 4, range(0, 3));
        assertThat(queue.removeAll(queue)).isTrue();
        assertHolds(queue, 4, List.of());
        assertThat(queue.removeAll(queue)).isFalse();
        assertThatThrownBy(() -> queue.containsAll(null)).isExactlyInstanceOf(NullPointerException.class);
    }

    @Test
    void containsAllAsksForEach() {
        ArrayBlockingQueue<Integer> queue = filled(3, 3, 1);
        assertThat(queue.containsAll(List.of(0, 2))).isTrue();
        assertThat(queue.containsAll(List.of())).isTrue();
        assertThat(queue.containsAll(List.of(0, 3))).isFalse();
    }

    @Test
    void clearEmpties() {
        for (int offset = 0; offset < 3; offset++) {
            for (int size = 0; size <= 3; size++) {
                ArrayBlockingQueue<Integer> queue = filled(3, size, offset);
                queue.clear();
                assertHolds(queue, 3, List.of());
                queue.addAll(range(0, 3));
                assertHolds(queue, 3, range(0, 3));
            }
        }
    }

    // Draining

    @Test
    void drainTransfersInOrder() {
        for (int offset = 0; offset < 4; offset++) {
            for (int size = 0; size <= 4; size++) {
                for (int max = 0; max <= 5; max++) {
                    ArrayBlockingQueue<Integer> queue = filled(4, size, offset);
                    List<Integer> target = new ArrayList<>(List.of(-1));
                    int n = Math.min(size, max);
                    assertThat(queue.drainTo(target, max)).isEqualTo(n);
                    List<Integer> expected = new ArrayList<>(List.of(-1));
                    expected.addAll(range(0, n));
                    assertThat(target).isEqualTo(expected);
                    assertHolds(queue, 4, range(n, size));
                    assertThat(queue.drainTo(target)).isEqualTo(size - n);
                    assertHolds(queue, 4, List.of());
                    queue.addAll(range(0, 4));
                    assertHolds(queue, 4, range(0, 4));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void drainOfNothingDoesNothing(int max) {
        ArrayBlockingQueue<Integer> queue = full(2);
        List<Integer> target = new ArrayList<>();
        assertThat(queue.drainTo(target, max)).isZero();
        assertThat(target).isEmpty();
        assertHolds(queue, 2, range(0, 2));
    }

    @Test
    void drainIntoItselfOrNullIsRejected() {
        ArrayBlockingQueue<Integer> queue = full(2);
        assertThatThrownBy(() -> queue.drainTo(queue))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage(null);
        assertThatThrownBy(() -> queue.drainTo(queue, 1)).isExactlyInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> queue.drainTo(queue, 0)).isExactlyInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> queue.drainTo(null)).isExactlyInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> queue.drainTo(null, 0)).isExactlyInstanceOf(NullPointerException.class);
        assertHolds(queue, 2, range(0, 2));
    }

    @Test
    void targetThatThrowsGetsEachElementAtMostOnce() {
        for (int offset = 0; offset < 4; offset++) {
            for (int limit = 0; limit < 4; limit++) {
                int room = limit;
                ArrayBlockingQueue<Integer> queue = filled(4, 4, offset);
                Task<Boolean> putter = putter(queue, Putting.PUT, 4);
                List<Integer> got = new ArrayList<>();
                Collection<Integer> target = new AbstractCollection<>() {
                    @Override
                    public boolean add(Integer e) {
                        if (got.size() == room) {
                            throw new IllegalStateException("no room");
                        }
                        return got.add(e);
                    }

                    @Override
                    public Iterator<Integer> iterator() {
                        return got.iterator();
                    }

                    @Override
                    public int size() {
                        return got.size();
                    }
                };
                assertThatThrownBy(() -> queue.drainTo(target))
                        .isExactlyInstanceOf(IllegalStateException.class)
                        .hasMessage("no room");
                assertThat(got).isEqualTo(range(0, limit));
                if (limit == 0) {
                    assertThat(putter.isDone()).isFalse();
                    assertThat(queue.poll()).isZero();
                    assertThat(putter.value()).isTrue();
                    assertHolds(queue, 4, range(1, 5));
                } else {
                    assertThat(putter.value()).isTrue();
                    assertHolds(queue, 4, range(limit, 5));
                }
            }
        }
    }

    @Test
    void unmodifiableTargetIsRejectedWithoutLoss() {
        ArrayBlockingQueue<Integer> queue = full(2);
        assertThatThrownBy(() -> queue.drainTo(List.of())).isInstanceOf(UnsupportedOperationException.class);
        assertHolds(queue, 2, range(0, 2));
    }

    // Code of the application that runs inside an operation may read the queue

    @Test
    void callbacksMayTakeWhatTheyAreGiven() {
        for (int offset = 0; offset < 6; offset++) {
            ArrayBlockingQueue<Integer> removed = filled(6, 6, offset);
            List<Integer> seen = new ArrayList<>();
            removed.forEach(e -> {
                seen.add(e);
                assertThat(removed.remove(e)).isTrue();
            });
            assertThat(seen).isEqualTo(range(0, 6));
            assertHolds(removed, 6, List.of());

            seen.clear();
            ArrayBlockingQueue<Integer> rotated = filled(3, 3, offset);
            rotated.forEach(e -> {
                seen.add(e);
                assertThat(rotated.offer(rotated.remove())).isTrue();
            });
            assertThat(seen).isEqualTo(range(0, 3));
            assertHolds(rotated, 3, range(0, 3));
        }
    }

    @Test
    void callbacksThatAddDoNotGoOnForEver() {
        ArrayBlockingQueue<Integer> queue = filled(10, 3, 8);
        assertEnds(queue::forEach, () -> queue.add(100));

        ArrayBlockingQueue<Integer> rest = filled(10, 3, 8);
        assertEnds(rest.iterator()::forEachRemaining, () -> rest.add(100));

        ArrayBlockingQueue<Integer> rotated = filled(3, 3, 1);
        assertEnds(rotated.stream()::forEach, () -> rotated.add(rotated.remove()));
    }

    @Test
    void whatAQuestionAddsToTheQueueStays() {
        ArrayBlockingQueue<Integer> queue = filled(4, 3, 2);
        assertThat(queue.removeIf(e -> e == 0 && queue.offer(100))).isTrue();
        assertHolds(queue, 4, List.of(1, 2, 100));

        assertThat(queue.retainAll(new AbstractCollection<Integer>() {
                    @Override
                    public boolean contains(Object e) {
                        return !e.equals(2) || !queue.offer(101);
                    }

                    @Override
                    public Iterator<Integer> iterator() {
                        throw new UnsupportedOperationException();
                    }

                    @Override
                    public int size() {
                        return 1;
                    }
                }))
                .isTrue();
        assertHolds(queue, 4, List.of(1, 100, 101));
    }

    /** Visits 0, 1 and 2, which were there, and one more at most, each visit being followed by {@code change}. */
    private static void assertEnds(Consumer<Consumer<Integer>> traversal, Runnable change) {
        List<Integer> seen = new ArrayList<>();
        traversal.accept(e -> {
            seen.add(e);
            assertThat(seen).startsWith(0).hasSizeLessThanOrEqualTo(4);
            change.run();
        });
        assertThat(seen).startsWith(0, 1, 2);
    }

    @Test
    void callbacksMayReadTheQueue() {
        ArrayBlockingQueue<Integer> queue = filled(4, 3, 2);
        AtomicInteger sum = new AtomicInteger();
        Task<Void> task = threads.run(() -> {
            queue.forEach(e -> sum.addAndGet(e + (queue.contains(e) ? 10 : 0) + queue.peek()));
            queue.iterator().forEachRemaining(e -> sum.addAndGet(queue.size()));
            queue.removeIf(e -> queue.toArray().length > 0 && queue.contains(99));
            queue.contains(new Object() {
                @Override
                public boolean equals(Object other) {
                    sum.addAndGet(queue.remainingCapacity());
                    return false;
                }

                @Override
                public int hashCode() {
                    return 0;
                }
            });
            queue.drainTo(new ArrayList<>() {
                private static final long serialVersionUID = 1L;

                @Override
                public boolean add(Integer e) {
                    assertThat(queue.size()).isBetween(0, 3);
                    assertThat(queue.remainingCapacity()).isBetween(1, 4);
                    return super.add(e);
                }
            });
        });
        task.returned();
        assertThat(sum.get()).isEqualTo((0 + 1 + 2) + 30 + 9 + 3);
        assertHolds(queue, 4, List.of());
    }

    // Arrays and strings

    @Test
    void toArrayReturnsAFreshArray() {
        for (int offset = 0; offset < 4; offset++) {
            for (int size = 0; size <= 4; size++) {
                ArrayBlockingQueue<Integer> queue = filled(4, size, offset);
                Object[] array = queue.toArray();
                assertThat(array.getClass()).isEqualTo(Object[].class);
                assertThat(array).isEqualTo(range(0, size).toArray());
                Arrays.fill(array, 9);
                assertHolds(queue, 4, range(0, size));
            }
        }
    }

    @Test
    void toArrayFillsTheGivenArrayIfItFits() {
        for (int offset = 0; offset < 4; offset++) {
            for (int size = 0; size <= 4; size++) {
                ArrayBlockingQueue<Integer> queue = filled(4, size, offset);
                Integer[] exact = new Integer[size];
                assertThat(queue.toArray(exact))
                        .isSameAs(exact)
                        .isEqualTo(range(0, size).toArray());
                Integer[] larger = {9, 9, 9, 9, 9, 9, 9};
                assertThat(queue.toArray(larger)).isSameAs(larger);
                assertThat(Arrays.copyOf(larger, size)).isEqualTo(range(0, size).toArray());
                assertThat(larger[size]).isNull();
                assertThat(Arrays.copyOfRange(larger, size + 1, 7)).containsOnly(9);
                Number[] numbers = queue.toArray(new Number[0]);
                assertThat(numbers.getClass()).isEqualTo(Number[].class);
                assertThat(numbers).isEqualTo(range(0, size).toArray());
                assertThat(queue.toArray(Integer[]::new))
                        .isEqualTo(range(0, size).toArray());
            }
        }
    }

    @Test
    void toArrayRejectsNullAndWrongTypes() {
        ArrayBlockingQueue<Integer> queue = filled(3, 3, 2);
        assertThatThrownBy(() -> queue.toArray((Object[]) null)).isExactlyInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> queue.toArray(new String[0])).isExactlyInstanceOf(ArrayStoreException.class);
        assertThatThrownBy(() -> queue.toArray(new String[5])).isExactlyInstanceOf(ArrayStoreException.class);
        assertHolds(queue, 3, range(0, 3));
        assertThat(threads.<Integer>elsewhere(queue::poll)).isZero();
    }

    @Test
    void toStringListsTheElements() {
        ArrayBlockingQueue<Object> queue = newQueue(3);
        assertThat(queue.toString()).isEqualTo("[]");
        queue.add("a");
        assertThat(queue.toString()).isEqualTo("[a]");
        queue.add(2);
        assertThat(queue.toString()).isEqualTo("[a, 2]");
        queue.add(queue);
        assertThat(queue.toString()).isEqualTo("[a, 2, (this Collection)]");
    }

    @Test
    void equalityIsIdentity() {
        ArrayBlockingQueue<Integer> queue = full(2);
        ArrayBlockingQueue<Integer> other = full(2);
        assertThat(queue.equals(queue)).isTrue();
        assertThat(queue.equals(other)).isFalse();
        assertThat(queue.equals(range(0, 2))).isFalse();
        assertThat(queue.hashCode()).isEqualTo(System.identityHashCode(queue));
    }

    // Iterators

    @Test
    void iteratorOfEmptyQueue() {
        Iterator<Integer> it = this.<Integer>newQueue(1).iterator();
        assertThat(it.hasNext()).isFalse();
        assertThatThrownBy(it::next).isExactlyInstanceOf(NoSuchElementException.class);
        assertThatThrownBy(it::remove).isExactlyInstanceOf(IllegalStateException.class);
        it.forEachRemaining(e -> {
            throw new AssertionError();
        });
    }

    @Test
    void iteratorGoesFromHeadToTail() {
        for (int offset = 0; offset < 4; offset++) {
            for (int size = 0; size <= 4; size++) {
                Iterator<Integer> it = filled(4, size, offset).iterator();
                for (int i = 0; i < size; i++) {
                    assertThat(it.hasNext()).isTrue();
                    assertThat(it.next()).isEqualTo(i);
                }
                assertThat(it.hasNext()).isFalse();
                assertThatThrownBy(it::next).isExactlyInstanceOf(NoSuchElementException.class);
            }
        }
    }

    @Test
    void iteratorRemovesOncePerElement() {
        ArrayBlockingQueue<Integer> queue = full(3);
        Iterator<Integer> it = queue.iterator();
        assertThatThrownBy(it::remove).isExactlyInstanceOf(IllegalStateException.class);
        it.next();
        it.next();
        it.remove();
        assertHolds(queue, 3, List.of(0, 2));
        assertThatThrownBy(it::remove).isExactlyInstanceOf(IllegalStateException.class);
        assertThat(it.next()).isEqualTo(2);
        it.remove();
        assertHolds(queue, 3, List.of(0));
        assertThat(it.hasNext()).isFalse();
    }

    @Test
    void lastElementIsRemovedAfterTheEndWasSeen() {
        ArrayBlockingQueue<Integer> queue = full(3);
        Iterator<Integer> it = queue.iterator();
        while (it.hasNext()) {
            it.next();
        }
        it.remove();
        assertHolds(queue, 3, List.of(0, 1));
        assertThatThrownBy(it::remove).isExactlyInstanceOf(IllegalStateException.class);
    }

    @Test
    void anySubsetIsRemovedByAnIterator() {
        for (int capacity = 1; capacity <= 5; capacity++) {
            for (int size = 1; size <= capacity; size++) {
                for (int offset = 0; offset < capacity; offset++) {
                    for (int subset = 1; subset < 1 << size; subset++) {
                        ArrayBlockingQueue<Integer> queue = filled(capacity, size, offset);
                        Iterator<Integer> it = queue.iterator();
                        List<Integer> kept = new ArrayList<>();
                        for (int i = 0; i < size; i++) {
                            assertThat(it.next()).isEqualTo(i);
                            if ((subset & 1 << i) != 0) {
                                it.remove();
                            } else {
                                kept.add(i);
                            }
                        }
                        assertThat(it.hasNext()).isFalse();
                        assertHolds(queue, capacity, kept);
                    }
                }
            }
        }
    }

    @Test
    void forEachRemainingVisitsTheRestAndEndsTheIteration() {
        for (int offset = 0; offset < 4; offset++) {
            for (int before = 0; before <= 4; before++) {
                ArrayBlockingQueue<Integer> queue = filled(4, 4, offset);
                Iterator<Integer> it = queue.iterator();
                for (int i = 0; i < before; i++) {
                    it.next();
                }
                List<Integer> rest = new ArrayList<>();
                it.forEachRemaining(rest::add);
                assertThat(rest).isEqualTo(range(before, 4));
                assertThat(it.hasNext()).isFalse();
                assertThatThrownBy(it::next).isExactlyInstanceOf(NoSuchElementException.class);
                assertThatThrownBy(it::remove).isExactlyInstanceOf(IllegalStateException.class);
                assertHolds(queue, 4, range(0, 4));
            }
        }
        assertThatThrownBy(() -> full(1).iterator().forEachRemaining(null))
                .isExactlyInstanceOf(NullPointerException.class);
    }

    @Test
    void forEachRemainingThatThrowsEndsTheIteration() {
        for (int failing = 0; failing < 4; failing++) {
            int bad = failing;
            ArrayBlockingQueue<Integer> queue = filled(4, 4, 2);
            Iterator<Integer> it = queue.iterator();
            List<Integer> seen = new ArrayList<>();
            assertThatThrownBy(() -> it.forEachRemaining(e -> {
                        if (e == bad) {
                            throw new IllegalStateException("action");
                        }
                        seen.add(e);
                    }))
                    .isExactlyInstanceOf(IllegalStateException.class)
                    .hasMessage("action");
            assertThat(seen).isEqualTo(range(0, failing));
            assertThat(it.hasNext()).isFalse();
            assertThatThrownBy(it::next).isExactlyInstanceOf(NoSuchElementException.class);
            assertThatThrownBy(it::remove).isExactlyInstanceOf(IllegalStateException.class);
            assertThat(threads.<Integer>elsewhere(queue::poll)).isZero();
            assertHolds(queue, 4, range(1, 4));
        }
    }

    @Test
    void exhaustedIteratorStaysExhausted() {
        ArrayBlockingQueue<Integer> queue = newQueue(4);
        Iterator<Integer> empty = queue.iterator();
        queue.addAll(range(0, 2));
        Iterator<Integer> it = queue.iterator();
        it.next();
        assertThat(it.next()).isEqualTo(1);
        queue.addAll(range(2, 4));
        for (Iterator<Integer> exhausted : List.of(empty, it)) {
            assertThat(exhausted.hasNext()).isFalse();
            assertThatThrownBy(exhausted::next)
                    .isExactlyInstanceOf(NoSuchElementException.class)
                    .hasMessage(null);
            exhausted.forEachRemaining(e -> {
                throw new AssertionError();
            });
        }
        assertHolds(queue, 4, range(0, 4));
    }

    @Test
    void promisedElementIsReturnedThoughItLeft() {
        ArrayBlockingQueue<Integer> queue = full(2);
        Iterator<Integer> it = queue.iterator();
        assertThat(it.hasNext()).isTrue();
        queue.clear();
        assertThat(it.next()).isZero();
        assertThat(it.hasNext()).isFalse();
        it.remove();
        assertHolds(queue, 2, List.of());
    }

    @Test
    void removalOfAnElementThatLeftRemovesNoOther() {
        ArrayBlockingQueue<Integer> queue = newQueue(2);
        queue.add(7);
        queue.add(8);
        Iterator<Integer> it = queue.iterator();
        assertThat(it.next()).isEqualTo(7);
        assertThat(queue.poll()).isEqualTo(7);
        queue.add(7);
        it.remove();
        assertHolds(queue, 2, List.of(8, 7));
    }

    @Test
    void iteratorSurvivesWrapAroundWithoutRepeatingOrSkipping() {
        ArrayBlockingQueue<Integer> queue = filled(3, 3, 2);
        Iterator<Integer> it = queue.iterator();
        assertThat(it.next()).isZero();
        queue.remove();
        queue.add(3);
        assertThat(it.next()).isEqualTo(1);
        it.remove();
        assertHolds(queue, 3, List.of(2, 3));
        queue.add(4);
        assertThat(it.next()).isEqualTo(2);
        queue.remove();
        queue.remove();
        queue.addAll(List.of(5, 6));
        List<Integer> rest = new ArrayList<>();
        it.forEachRemaining(rest::add);
        List<Integer> legal = List.of(3, 4, 5, 6);
        assertThat(legal).containsSubsequence(rest);
        assertHolds(queue, 3, List.of(4, 5, 6));
    }

    @Test
    void iteratorFarBehindEndsWithWhatItPromised() {
        ArrayBlockingQueue<Integer> queue = full(3);
        Iterator<Integer> it = queue.iterator();
        for (int i = 3; i < 30; i++) {
            queue.remove();
            queue.add(i);
        }
        int last = -1;
        while (it.hasNext()) {
            int next = it.next();
            assertThat(next).isGreaterThan(last);
            last = next;
            it.remove();
        }
        assertThat(queue.size()).isLessThanOrEqualTo(3);
        assertThat(List.of(27, 28, 29)).containsAll(queue);
    }

    @Test
    void iterationThatPutsBackWhatItTakesEndsWhereTheLastElementWas() {
        for (int size = 1; size <= 2; size++) {
            for (int offset = 0; offset < 4; offset++) {
                ArrayBlockingQueue<Integer> queue = filled(4, size, offset);
                List<Integer> seen = new ArrayList<>();
                for (Integer e : queue) {
                    seen.add(e);
                    if (seen.size() > size) {
                        break;
                    }
                    assertThat(queue.remove((Object) e)).isTrue();
                    queue.add(e);
                }
                assertThat(seen).isEqualTo(range(0, size));
                assertHolds(queue, 4, range(0, size));
            }
        }
    }

    @Test
    void iteratorsFollowEachOthersRemovals() {
        ArrayBlockingQueue<Integer> queue = filled(6, 6, 3);
        Iterator<Integer> one = queue.iterator();
        Iterator<Integer> two = queue.iterator();
        one.next();
        one.next();
        two.next();
        two.next();
        two.next();
        two.remove();
        one.remove();
        assertHolds(queue, 6, List.of(0, 3, 4, 5));
        assertThat(queue.remove((Object) 4)).isTrue();
        List<Integer> rest = new ArrayList<>();
        two.forEachRemaining(rest::add);
        rest.remove((Object) 4);
        assertThat(rest).containsExactly(3, 5);
        rest.clear();
        one.forEachRemaining(rest::add);
        rest.removeAll(List.of(2, 4));
        assertThat(rest).containsExactly(3, 5);
    }

    @Test
    void manyAbandonedIteratorsCostNothing() {
        ArrayBlockingQueue<Integer> queue = full(3);
        for (int i = 0; i < 5_000; i++) {
            assertThat(queue.iterator().next()).isEqualTo(i);
            queue.remove();
            queue.add(i + 3);
        }
        assertHolds(queue, 3, List.of(5000, 5001, 5002));
    }

    @Test
    void iteratorsAreWeaklyConsistentUnderAnyHistory() {
        long base = Long.getLong("cqs.test.seed", 20240607L);
        for (int script = 0; script < rounds(400); script++) {
            long seed = base + script;
            try {
                iterateThroughHistory(new Random(seed));
            } catch (Throwable e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    /** One iterator at a random place in its life. */
    private static final class Cursor {
        final Iterator<Integer> iterator;
        final BitSet atCreation = new BitSet();
        final BitSet returned = new BitSet();
        int last = -1;
        boolean removable;
        boolean endSeen;

        Cursor(ArrayBlockingQueue<Integer> queue) {
            iterator = queue.iterator();
            queue.forEach(atCreation::set);
        }
    }

    private void iterateThroughHistory(Random random) {
        int capacity = 1 + random.nextInt(6);
        ArrayBlockingQueue<Integer> queue = newQueue(capacity);
        List<Integer> model = new ArrayList<>();
        BitSet everRemoved = new BitSet();
        List<Cursor> cursors = new ArrayList<>();
        int next = 0;
        for (int step = 0; step < 80; step++) {
            switch (random.nextInt(9)) {
                case 0, 1, 2 -> {
                    boolean room = model.size() < capacity;
                    assertThat(queue.offer(next)).isEqualTo(room);
                    if (room) {
                        model.add(next++);
                    }
                }
                case 3 -> {
                    Integer head = queue.poll();
                    assertThat(head).isEqualTo(model.isEmpty() ? null : model.get(0));
                    if (head != null) {
                        model.remove(head);
                        everRemoved.set(head);
                    }
                }
                case 4 -> {
                    if (!model.isEmpty()) {
                        Integer victim = model.get(random.nextInt(model.size()));
                        assertThat(queue.remove(victim)).isTrue();
                        model.remove(victim);
                        everRemoved.set(victim);
                    }
                }
                case 5 -> {
                    if (cursors.size() < 4) {
                        cursors.add(new Cursor(queue));
                    }
                }
                case 6, 7 -> {
                    if (!cursors.isEmpty()) {
                        Cursor cursor = cursors.get(random.nextInt(cursors.size()));
                        advance(cursor, model, everRemoved, next);
                        if (cursor.endSeen) {
                            cursors.remove(cursor);
                        }
                    }
                }
                default -> {
                    if (!cursors.isEmpty()) {
                        Cursor cursor = cursors.get(random.nextInt(cursors.size()));
                        if (cursor.removable) {
                            cursor.iterator.remove();
                            cursor.removable = false;
                            Integer last = cursor.last;
                            if (model.remove(last)) {
                                everRemoved.set(last);
                            }
                        } else {
                            assertThatThrownBy(cursor.iterator::remove)
                                    .isExactlyInstanceOf(IllegalStateException.class);
                        }
                    }
                }
            }
            assertThat(queue.toArray()).isEqualTo(model.toArray());
            assertThat(queue.size()).isEqualTo(model.size());
        }
        for (Cursor cursor : cursors) {
            while (!cursor.endSeen) {
                advance(cursor, model, everRemoved, next);
            }
        }
    }

    private static void advance(Cursor cursor, List<Integer> model, BitSet everRemoved, int added) {
        if (!cursor.iterator.hasNext()) {
            cursor.endSeen = true;
            assertThatThrownBy(cursor.iterator::next).isExactlyInstanceOf(NoSuchElementException.class);
            // What was there at creation and never left must have been returned.
            BitSet missed = (BitSet) cursor.atCreation.clone();
            missed.andNot(cursor.returned);
            missed.andNot(everRemoved);
            assertThat(missed.isEmpty()).as("skipped %s", missed).isTrue();
            return;
        }
        Integer e = cursor.iterator.next();
        assertThat(e).as("order").isGreaterThan(cursor.last).isLessThan(added);
        assertThat(cursor.atCreation.get(e) || model.contains(e) || everRemoved.get(e))
                .isTrue();
        cursor.returned.set(e);
        cursor.last = e;
        cursor.removable = true;
    }

    @Test
    void iteratorsUnderTrafficSeeOrderedElements() {
        ArrayBlockingQueue<Integer> queue = newQueue(5);
        int count = rounds(4_000);
        Task<Void> producer = threads.run(() -> {
            for (int i = 0; i < count; i++) {
                queue.put(i);
            }
        });
        Task<Void> consumer = threads.run(() -> {
            for (int i = 0; i < count; i++) {
                assertThat(queue.take()).isEqualTo(i);
            }
        });
        while (!consumer.isDone()) {
            int last = -1;
            int seen = 0;
            for (Iterator<Integer> it = queue.iterator(); it.hasNext() && seen < 100; seen++) {
                int e = it.next();
                assertThat(e).isGreaterThan(last);
                last = e;
            }
            last = -1;
            for (Object e : queue.toArray()) {
                assertThat((Integer) e).isEqualTo(last < 0 ? e : Integer.valueOf(last + 1));
                last = (Integer) e;
            }
            assertThat(queue.size()).isBetween(0, 5);
            assertThat(queue.remainingCapacity()).isBetween(0, 5);
            Thread.yield();
        }
        producer.returned();
        consumer.returned();
    }

    // Spliterators and streams

    @Test
    void spliteratorReportsWhatItIs() {
        Spliterator<Integer> spliterator = full(3).spliterator();
        assertThat(spliterator.hasCharacteristics(Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.CONCURRENT))
                .isTrue();
        assertThat(spliterator.hasCharacteristics(Spliterator.SIZED)).isFalse();
        assertThat(spliterator.hasCharacteristics(Spliterator.DISTINCT)).isFalse();
        assertThat(spliterator.hasCharacteristics(Spliterator.IMMUTABLE)).isFalse();
        assertThat(spliterator.estimateSize()).isEqualTo(3);
    }

    @Test
    void spliteratorsCoverTheQueueOnce() {
        ArrayBlockingQueue<Integer> queue = filled(100, 100, 37);
        Spliterator<Integer> right = queue.spliterator();
        Spliterator<Integer> left = right.trySplit();
        List<Integer> seen = new ArrayList<>();
        if (left != null) {
            left.forEachRemaining(seen::add);
        }
        right.forEachRemaining(seen::add);
        assertThat(seen).isEqualTo(range(0, 100));
        assertThat(right.tryAdvance(seen::add)).isFalse();
        Spliterator<Integer> single = queue.spliterator();
        seen.clear();
        assertThat(single.tryAdvance(seen::add)).isTrue();
        single.forEachRemaining(seen::add);
        assertThat(seen).isEqualTo(range(0, 100));
    }

    @Test
    void spliteratorBindsLate() {
        ArrayBlockingQueue<Integer> queue = newQueue(4);
        Spliterator<Integer> spliterator = queue.spliterator();
        assertThat(spliterator.getExactSizeIfKnown()).isEqualTo(-1);
        queue.addAll(range(0, 3));
        assertThat(spliterator.estimateSize()).isEqualTo(3);
        List<Integer> seen = new ArrayList<>();
        spliterator.forEachRemaining(seen::add);
        assertThat(seen).isEqualTo(range(0, 3));
        queue.add(3);
        spliterator.forEachRemaining(seen::add);
        assertThat(spliterator.tryAdvance(seen::add)).isFalse();
        assertThat(seen).isEqualTo(range(0, 3));
        assertThatThrownBy(() -> queue.spliterator().tryAdvance(null)).isExactlyInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> queue.spliterator().forEachRemaining(null))
                .isExactlyInstanceOf(NullPointerException.class);
        assertThatThrownBy(spliterator::getComparator).isExactlyInstanceOf(IllegalStateException.class);
    }

    @Test
    void streamsSeeTheElements() {
        ArrayBlockingQueue<Integer> queue = filled(50, 40, 30);
        assertThat(queue.stream().toList()).isEqualTo(range(0, 40));
        assertThat(queue.parallelStream().map(e -> e + 1).collect(Collectors.toList()))
                .isEqualTo(range(1, 41));
        assertThat(queue.stream().mapToInt(e -> e).sum()).isEqualTo(780);
    }

    // Subclasses

    @Test
    void overridingSubclassSeesEachCall() throws InterruptedException {
        QueueProbe<Integer> probe = impl.queueProbe(10, fair);
        ArrayBlockingQueue<Integer> queue = probe.queueItself();
        queue.offer(1);
        queue.put(2);
        queue.offer(3, 1, SECONDS);
        queue.poll();
        queue.take();
        queue.poll(1, SECONDS);
        queue.peek();
        queue.size();
        queue.remainingCapacity();
        queue.remove((Object) 1);
        queue.contains(1);
        queue.clear();
        queue.drainTo(new ArrayList<>(), 1);
        assertThat(probe.calls())
                .containsExactly(
                        "offer",
                        "put",
                        "offer(timeout)",
                        "poll",
                        "take",
                        "poll(timeout)",
                        "peek",
                        "size",
                        "remainingCapacity",
                        "remove(o)",
                        "contains",
                        "clear",
                        "drainTo(n)");
    }

    @Test
    void inheritedMethodsGoThroughTheOverriddenOnes() {
        // As AbstractQueue documents: add calls offer, remove calls poll, element calls peek; and drainTo(c) calls
        // drainTo(c, n).
        QueueProbe<Integer> probe = impl.queueProbe(10, fair);
        ArrayBlockingQueue<Integer> queue = probe.queueItself();
        queue.add(1);
        queue.element();
        queue.remove();
        queue.addAll(List.of(2));
        queue.isEmpty();
        queue.drainTo(new ArrayList<>());
        assertThat(probe.calls())
                .containsExactly(
                        "add",
                        "offer",
                        "element",
                        "peek",
                        "remove",
                        "poll",
                        "add",
                        "offer",
                        "isEmpty",
                        "size",
                        "drainTo",
                        "drainTo(n)");
    }

    @Test
    void subclassThatRefusesElementsIsObeyed() {
        QueueProbe<Integer> probe = impl.queueProbe(1, fair);
        Queue<Integer> queue = probe.queueItself();
        assertThat(queue.offer(1)).isTrue();
        assertThatThrownBy(() -> queue.add(2)).isExactlyInstanceOf(IllegalStateException.class);
        assertThat(probe.calls()).containsExactly("offer", "add", "offer");
    }

    // Under load

    @Test
    void elementsAreConservedAndInOrderPerProducer() {
        int producers = 3;
        int each = rounds(1_500);
        int capacity = 4;
        ArrayBlockingQueue<Integer> queue = newQueue(capacity);
        List<Task<Void>> tasks = new ArrayList<>();
        AtomicBoolean overfull = new AtomicBoolean();
        AtomicLong sum = new AtomicLong();
        AtomicInteger taken = new AtomicInteger();
        for (int p = 0; p < producers; p++) {
            int me = p;
            tasks.add(threads.run(() -> {
                for (int i = 0; i < each; i++) {
                    int e = me * each + i;
                    switch (i % 3) {
                        case 0 -> queue.put(e);
                        case 1 -> {
                            while (!queue.offer(e, 5_000, NANOSECONDS)) {
                                Thread.onSpinWait();
                            }
                        }
                        default -> {
                            while (!queue.offer(e)) {
                                Thread.yield();
                            }
                        }
                    }
                }
            }));
            tasks.add(threads.run(() -> {
                int[] last = new int[producers];
                Arrays.fill(last, -1);
                for (int i = 0; taken.get() < producers * each; i++) {
                    Integer e = switch (i % 3) {
                        case 0 -> queue.poll(20_000, NANOSECONDS);
                        case 1 -> queue.poll();
                        default -> queue.poll(1, MILLISECONDS);
                    };
                    if (e != null) {
                        taken.incrementAndGet();
                        sum.addAndGet(e);
                        assertThat(e % each).isGreaterThan(last[e / each]);
                        last[e / each] = e % each;
                    } else {
                        Thread.yield();
                    }
                    if (queue.size() > capacity) {
                        overfull.set(true);
                    }
                }
            }));
        }
        Threads.allReturned(tasks);
        long n = (long) producers * each;
        assertThat(taken.get()).isEqualTo((int) n);
        assertThat(sum.get()).isEqualTo(n * (n - 1) / 2);
        assertThat(overfull.get()).isFalse();
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void elementsAreConservedUnderInterrupts() {
        int workers = 2;
        int each = rounds(600);
        ArrayBlockingQueue<Integer> queue = newQueue(2);
        List<Integer> in = Collections.synchronizedList(new ArrayList<>());
        List<Integer> out = Collections.synchronizedList(new ArrayList<>());
        List<Task<Void>> tasks = new ArrayList<>();
        for (int w = 0; w < workers; w++) {
            int me = w;
            tasks.add(threads.run(() -> {
                for (int i = 0; i < each; i++) {
                    int e = me * each + i;
                    try {
                        if (Putting.values()[i % 2].put(queue, e)) {
                            in.add(e);
                        }
                    } catch (InterruptedException given) {
                        // not inserted
                    }
                }
            }));
            tasks.add(threads.run(() -> {
                for (int i = 0; i < each; i++) {
                    try {
                        Integer e = queue.poll(500, TimeUnit.MICROSECONDS);
                        if (e != null) {
                            out.add(e);
                        }
                    } catch (InterruptedException given) {
                        // not taken
                    }
                }
            }));
        }
        int next = 0;
        while (tasks.stream().anyMatch(task -> !task.isDone())) {
            tasks.get(next++ % tasks.size()).interrupt();
            Thread.yield();
        }
        Threads.allReturned(tasks);
        queue.drainTo(out);
        assertThat(out).hasSameSizeAs(in).doesNotHaveDuplicates();
        assertThat(out).containsExactlyInAnyOrderElementsOf(in);
    }
}
