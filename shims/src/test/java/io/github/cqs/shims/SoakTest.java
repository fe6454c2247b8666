package io.github.cqs.shims;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.cqs.shims.support.Inspect;
import io.github.cqs.shims.support.Internals;
import io.github.cqs.shims.support.Soak;
import io.github.cqs.shims.support.Soak.Worker;
import io.github.cqs.shims.support.ThreadKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/** Shims under many threads of whose waits half are interrupted or time out: nothing is lost, nothing is there twice, nobody is left. */
class SoakTest {
    private static final int SCALE = Integer.getInteger("cqs.test.scale", 1);

    @AfterAll
    static void someWaitsWereGivenUp() {
        assertThat(Soak.aborts()).isPositive();
    }

    private abstract static class Suite {
        @Parameter(0)
        boolean fair;

        @Parameter(1)
        ThreadKind kind;

        @BeforeEach
        void skipWithoutSuchThreads() {
            assumeTrue(kind.isAvailable(), "this JVM has no virtual threads");
        }

        /** Each with the number of threads, and of operations in all, that suits a few hundred milliseconds. */
        abstract void soak(int threads, int operations);

        @Test
        void short_() {
            soak(kind == ThreadKind.PLATFORM ? 8 : 200, 30_000);
        }

        @Test
        @Tag("large")
        void large() {
            soak(kind == ThreadKind.PLATFORM ? 64 : 10_000, 40_000 * SCALE);
        }
    }

    @Nested
    @ParameterizedClass
    @CsvSource({"false,PLATFORM", "true,PLATFORM", "false,VIRTUAL", "true,VIRTUAL"})
    class Locks extends Suite {
        private int counter;

        @Override
        void soak(int threads, int operations) {
            CqsReentrantLock lock = new CqsReentrantLock(fair);
            AtomicInteger inside = new AtomicInteger();
            AtomicInteger expected = new AtomicInteger();
            int each = operations / threads;
            Soak soak = new Soak(kind);
            for (int t = 0; t < threads; t++) {
                soak.add("locker-" + t, worker -> {
                    for (int i = 0; i < each; i++) {
                        if (!lock(lock, worker)) {
                            continue;
                        }
                        try {
                            if (inside.incrementAndGet() != 1) {
                                throw new AssertionError("not alone");
                            }
                            counter++;
                            expected.incrementAndGet();
                            reenter(lock, worker.random.nextInt(3));
                            worker.dawdle();
                            inside.decrementAndGet();
                        } finally {
                            lock.unlock();
                        }
                        if (lock.isHeldByCurrentThread()) {
                            throw new AssertionError("held after unlock");
                        }
                    }
                });
            }
            soak.run(() -> {
                assertThat(counter).isPositive().isEqualTo(expected.get());
                assertIdle(lock);
            });
        }

        private void reenter(CqsReentrantLock lock, int depth) {
            for (int d = 1; d <= depth; d++) {
                lock.lock();
            }
            if (lock.getHoldCount() != depth + 1) {
                throw new AssertionError("holds: " + lock.getHoldCount() + " instead of " + (depth + 1));
            }
            for (int d = 1; d <= depth; d++) {
                lock.unlock();
            }
        }
    }

    private static boolean lock(CqsReentrantLock lock, Worker worker) {
        boolean locked = true;
        try {
            switch (worker.next()) {
                case PATIENT -> {
                    if (worker.random.nextInt(8) == 0) {
                        locked = lock.tryLock();
                    } else {
                        lock.lock();
                    }
                }
                case TIMED -> locked = lock.tryLock(worker.nanos(), NANOSECONDS);
                case INTERRUPTED -> lock.lockInterruptibly();
                default -> throw new AssertionError();
            }
        } catch (InterruptedException e) {
            locked = false;
        }
        if (!locked) {
            worker.aborted();
        }
        return locked;
    }

    private static void assertIdle(CqsReentrantLock lock) {
        assertThat(lock.isLocked()).isFalse();
        assertThat(lock.getOwner()).isNull();
        assertThat(Inspect.queueLength(lock)).isZero();
        assertThat(Inspect.hasQueuedThreads(lock)).isFalse();
        assertThat(lock.getQueuedThreads()).isEmpty();
        Internals.checkQueue(lock, "core->line");
    }

    @Nested
    @ParameterizedClass
    @CsvSource({"false,PLATFORM", "true,PLATFORM", "false,VIRTUAL", "true,VIRTUAL"})
    class Conditions extends Suite {
        private int stock;
        private int room = 3;

        /** A lost signal leaves somebody waiting for what is there. */
        @Override
        void soak(int threads, int operations) {
            CqsReentrantLock lock = new CqsReentrantLock(fair);
            Condition filled = lock.newCondition();
            Condition emptied = lock.newCondition();
            int each = Math.max(1, operations / threads / 2);
            Soak soak = new Soak(kind);
            for (int t = 0; t < threads / 2; t++) {
                soak.add("maker-" + t, worker -> {
                    for (int i = 0; i < each; ) {
                        lock.lock();
                        try {
                            if (await(emptied, worker, () -> room > 0)) {
                                room--;
                                stock++;
                                worker.dawdle();
                                signal(filled, worker);
                                i++;
                            }
                        } finally {
                            lock.unlock();
                        }
                    }
                });
                soak.add("user-" + t, worker -> {
                    for (int i = 0; i < each; ) {
                        lock.lock();
                        try {
                            if (await(filled, worker, () -> stock > 0)) {
                                stock--;
                                room++;
                                worker.dawdle();
                                signal(emptied, worker);
                                i++;
                            }
                        } finally {
                            lock.unlock();
                        }
                    }
                });
            }
            soak.run(() -> {
                assertThat(stock).isZero();
                assertThat(room).isEqualTo(3);
                assertIdle(lock);
                lock.lock();
                try {
                    for (Condition condition : List.of(filled, emptied)) {
                        assertThat(lock.hasWaiters(condition)).isFalse();
                        assertThat(lock.getWaitQueueLength(condition)).isZero();
                        assertThat(lock.getWaitingThreads(condition)).isEmpty();
                    }
                } finally {
                    lock.unlock();
                }
            });
        }

        private void signal(Condition condition, Worker worker) {
            if (worker.random.nextInt(32) == 0) {
                condition.signalAll();
            } else {
                condition.signal();
            }
        }

        /** Answers false if the wait was given up; a thread that was signalled never gives up, so it may take what the signal was for. */
        private boolean await(Condition condition, Worker worker, BooleanSupplier there) {
            try {
                Soak.Wait wait = worker.next();
                long nanos = worker.nanos();
                while (!there.getAsBoolean()) {
                    switch (wait) {
                        case PATIENT -> condition.awaitUninterruptibly();
                        case INTERRUPTED -> condition.await();
                        case TIMED -> {
                            nanos = condition.awaitNanos(nanos);
                            if (nanos <= 0 && !there.getAsBoolean()) {
                                worker.aborted();
                                return false;
                            }
                        }
                        default -> throw new AssertionError();
                    }
                }
                return true;
            } catch (InterruptedException e) {
                worker.aborted();
                return false;
            }
        }
    }

    @Nested
    @ParameterizedClass
    @CsvSource({"false,PLATFORM", "true,PLATFORM", "false,VIRTUAL", "true,VIRTUAL"})
    class Semaphores extends Suite {
        private static final int PERMITS = 3;

        @Override
        void soak(int threads, int operations) {
            CqsSemaphore semaphore = new CqsSemaphore(PERMITS, fair);
            AtomicInteger held = new AtomicInteger();
            int each = operations / threads;
            Soak soak = new Soak(kind);
            for (int t = 0; t < threads; t++) {
                soak.add("acquirer-" + t, worker -> {
                    for (int i = 0; i < each; i++) {
                        int n = acquire(semaphore, worker);
                        if (n < 0) {
                            worker.aborted();
                            continue;
                        }
                        int all = held.addAndGet(n);
                        if (all > PERMITS) {
                            throw new AssertionError(all + " permits of " + PERMITS);
                        }
                        worker.dawdle();
                        held.addAndGet(-n);
                        semaphore.release(n);
                    }
                });
            }
            soak.run(() -> {
                assertThat(held).hasValue(0);
                assertThat(semaphore.availablePermits()).isEqualTo(PERMITS);
                assertThat(Inspect.queueLength(semaphore)).isZero();
                assertThat(Inspect.hasQueuedThreads(semaphore)).isFalse();
                assertThat(semaphore.getQueuedThreads()).isEmpty();
                Internals.checkQueue(semaphore, "line");
            });
        }

        /** Answers how many permits, or -1. */
        private int acquire(CqsSemaphore semaphore, Worker worker) {
            int n = worker.random.nextInt(8) == 0 ? worker.random.nextInt(PERMITS + 1) : 1;
            try {
                switch (worker.next()) {
                    case PATIENT -> {
                        switch (worker.random.nextInt(16)) {
                            case 0 -> {
                                return semaphore.drainPermits();
                            }
                            case 1 -> {
                                return semaphore.tryAcquire(n) ? n : -1;
                            }
                            default -> semaphore.acquireUninterruptibly(n);
                        }
                    }
                    case TIMED -> {
                        return semaphore.tryAcquire(n, worker.nanos(), NANOSECONDS) ? n : -1;
                    }
                    case INTERRUPTED -> semaphore.acquire(n);
                    default -> throw new AssertionError();
                }
                return n;
            } catch (InterruptedException e) {
                return -1;
            }
        }
    }

    @Nested
    @ParameterizedClass
    @CsvSource({"false,PLATFORM", "false,VIRTUAL"})
    class Latches extends Suite {
        @Override
        void soak(int threads, int operations) {
            int rounds = Math.max(2, operations / threads);
            List<CqsCountDownLatch> latches = new ArrayList<>();
            List<AtomicInteger> arrivals = new ArrayList<>();
            for (int r = 0; r < rounds; r++) {
                latches.add(new CqsCountDownLatch(threads));
                arrivals.add(new AtomicInteger());
            }
            Soak soak = new Soak(kind);
            for (int t = 0; t < threads; t++) {
                soak.add("arriver-" + t, worker -> {
                    for (int r = 0; r < rounds; r++) {
                        CqsCountDownLatch latch = latches.get(r);
                        if (worker.random.nextInt(4) == 0 && await(latch, false, worker)) {
                            throw new AssertionError("open before the last arrival");
                        }
                        arrivals.get(r).incrementAndGet();
                        latch.countDown();
                        while (!await(latch, true, worker)) {
                            worker.dawdle();
                        }
                        if (arrivals.get(r).get() != threads || latch.getCount() != 0) {
                            throw new AssertionError("open after " + arrivals.get(r) + " arrivals");
                        }
                    }
                });
            }
            soak.run(() -> {
                for (CqsCountDownLatch latch : latches) {
                    assertThat(latch.getCount()).isZero();
                    latch.await();
                    Internals.checkQueue(latch, "queue");
                }
            });
        }

        private boolean await(CqsCountDownLatch latch, boolean arrived, Worker worker) {
            try {
                boolean open = true;
                switch (worker.next()) {
                    case PATIENT -> {
                        if (arrived) {
                            latch.await();
                        } else {
                            open = latch.getCount() == 0;
                        }
                    }
                    case TIMED -> open = latch.await(worker.nanos(), NANOSECONDS);
                    case INTERRUPTED -> latch.await();
                    default -> throw new AssertionError();
                }
                if (!open) {
                    worker.aborted();
                }
                return open;
            } catch (InterruptedException e) {
                worker.aborted();
                return false;
            }
        }
    }

    @Nested
    @ParameterizedClass
    @CsvSource({"false,PLATFORM", "false,VIRTUAL"})
    class Barriers extends Suite {
        private static final int PARTIES = 4;

        /** All or none of a generation pass, with every index once. */
        @Override
        void soak(int threads, int operations) {
            Soak soak = new Soak(kind);
            int target = Math.max(2, operations / threads / 4);
            List<Group> groups = new ArrayList<>();
            for (int g = 0; g < threads / PARTIES; g++) {
                Group group = new Group(target);
                groups.add(group);
                for (int p = 0; p < PARTIES; p++) {
                    soak.add("party-" + g + "-" + p, group::party);
                }
            }
            soak.run(() -> {
                for (Group group : groups) {
                    assertThat(group.trips).isEqualTo(target);
                    assertThat(group.passes).hasValue((long) PARTIES * target);
                    assertThat(group.indices).hasValue(PARTIES * (PARTIES - 1L) / 2 * target);
                    assertThat(group.barrier.getNumberWaiting()).isZero();
                    assertThat(group.barrier.isBroken()).isFalse();
                    Internals.checkQueue(group.barrier, "generation->queue");
                }
            });
        }

        private static final class Group {
            final CyclicBarrier barrier = new CqsCyclicBarrier(PARTIES, this::tripped);
            final AtomicLong passes = new AtomicLong();
            final AtomicLong indices = new AtomicLong();
            final int target;

            /** Written by the action only; the barrier publishes it. */
            int trips;

            Group(int target) {
                this.target = target;
            }

            private void tripped() {
                if (passes.get() != (long) PARTIES * trips) { // everybody is here, and has counted its last pass before
                    throw new AssertionError("a generation has passed in part");
                }
                trips++;
            }

            void party(Worker worker) {
                for (int seen = 0; seen < target; ) {
                    try {
                        int index = switch (worker.next()) {
                            case TIMED -> barrier.await(worker.nanos(), NANOSECONDS);
                            case PATIENT, INTERRUPTED -> barrier.await();
                        };
                        if (trips != seen + 1) {
                            throw new AssertionError("pass " + (seen + 1) + " sees trip " + trips);
                        }
                        seen++;
                        indices.addAndGet(index);
                        passes.incrementAndGet();
                    } catch (BrokenBarrierException e) {
                        repair();
                    } catch (TimeoutException | InterruptedException e) {
                        worker.aborted();
                        repair();
                    }
                }
            }

            private void repair() {
                if (barrier.isBroken()) {
                    barrier.reset();
                }
            }
        }
    }

    @Nested
    @ParameterizedClass
    @CsvSource({"false,PLATFORM", "true,PLATFORM", "false,VIRTUAL", "true,VIRTUAL"})
    class Queues extends QueueSuite {
        @Override
        CqsArrayBlockingQueue<Item> newQueue() {
            return new CqsArrayBlockingQueue<>(CAPACITY, fair);
        }
    }

    @Nested
    @ParameterizedClass
    @CsvSource({"false,PLATFORM", "false,VIRTUAL"})
    class GatheringQueues extends QueueSuite {
        @Override
        CqsArrayBlockingQueue<Item> newQueue() {
            return new Gathering<>(CAPACITY);
        }
    }

    private record Item(int producer, int number) {}

    private abstract static class QueueSuite extends Suite {
        static final int CAPACITY = 4;

        abstract CqsArrayBlockingQueue<Item> newQueue();

        /** Every element arrives once, and those of one producer in their order. */
        @Override
        void soak(int threads, int operations) {
            CqsArrayBlockingQueue<Item> queue = newQueue();
            int producers = threads / 2;
            int each = Math.max(2, operations / threads / 2);
            AtomicIntegerArray taken = new AtomicIntegerArray(producers * each);
            Soak soak = new Soak(kind);
            for (int t = 0; t < producers; t++) {
                int producer = t;
                soak.add("producer-" + t, worker -> {
                    for (int i = 0; i < each; ) {
                        if (put(queue, new Item(producer, i), worker)) {
                            i++;
                        }
                    }
                });
                soak.add("consumer-" + t, worker -> {
                    int[] last = new int[producers];
                    List<Item> got = new ArrayList<>();
                    for (int left = each; left > 0; left -= got.size()) {
                        got.clear();
                        take(queue, got, left, worker);
                        for (Item item : got) {
                            taken.incrementAndGet(item.producer * each + item.number);
                            if (item.number < last[item.producer]) {
                                throw new AssertionError(item + " after " + last[item.producer]);
                            }
                            last[item.producer] = item.number + 1;
                        }
                    }
                });
            }
            soak.run(() -> {
                for (int i = 0; i < taken.length(); i++) {
                    assertThat(taken.get(i)).as("element %s", i).isEqualTo(1);
                }
                assertThat(queue.size()).isZero();
                assertThat(queue.remainingCapacity()).isEqualTo(CAPACITY);
                assertThat(queue.peek()).isNull();
                Internals.checkQueue(queue, "lock->line");
                assertThat(Internals.value(queue, "notEmpty->first")).isNull();
                assertThat(Internals.value(queue, "notEmpty->spinner")).isNull();
                assertThat(Internals.value(queue, "notFull->first")).isNull();
            });
        }

        private boolean put(CqsArrayBlockingQueue<Item> queue, Item item, Worker worker) {
            boolean in = true;
            try {
                switch (worker.next()) {
                    case PATIENT, INTERRUPTED -> {
                        if (worker.random.nextInt(8) == 0) {
                            in = queue.offer(item);
                        } else {
                            queue.put(item);
                        }
                    }
                    case TIMED -> in = queue.offer(item, worker.nanos(), NANOSECONDS);
                    default -> throw new AssertionError();
                }
            } catch (InterruptedException e) {
                in = false;
            }
            if (!in) {
                worker.aborted();
            }
            int size = queue.size();
            if (size < 0 || size > CAPACITY) {
                throw new AssertionError("size " + size);
            }
            return in;
        }

        private void take(CqsArrayBlockingQueue<Item> queue, List<Item> got, int atMost, Worker worker) {
            Item item = null;
            try {
                switch (worker.next()) {
                    case PATIENT, INTERRUPTED -> {
                        switch (worker.random.nextInt(8)) {
                            case 0 -> item = queue.poll();
                            case 1 -> {
                                queue.drainTo(got, atMost);
                                return;
                            }
                            default -> item = queue.take();
                        }
                    }
                    case TIMED -> item = queue.poll(worker.nanos(), NANOSECONDS);
                    default -> throw new AssertionError();
                }
            } catch (InterruptedException e) {
                item = null;
            }
            if (item == null) {
                worker.aborted();
            } else {
                got.add(item);
            }
        }
    }
}
