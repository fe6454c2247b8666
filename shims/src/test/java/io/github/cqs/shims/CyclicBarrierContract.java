package io.github.cqs.shims;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cqs.shims.support.Await;
import io.github.cqs.shims.support.BarrierProbe;
import io.github.cqs.shims.support.Contract;
import io.github.cqs.shims.support.Impl;
import io.github.cqs.shims.support.Task;
import io.github.cqs.shims.support.ThreadKind;
import io.github.cqs.shims.support.Threads;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@link CyclicBarrier} documents. */
abstract class CyclicBarrierContract extends Contract {
    /** The two ways to wait. */
    enum Form {
        AWAIT {
            @Override
            int await(CyclicBarrier barrier) throws Exception {
                return barrier.await();
            }
        },
        AWAIT_TIMED {
            @Override
            int await(CyclicBarrier barrier) throws Exception {
                return barrier.await(FOREVER_SECONDS, SECONDS);
            }
        };

        abstract int await(CyclicBarrier barrier) throws Exception;
    }

    CyclicBarrierContract(Impl impl, ThreadKind kind) {
        super(impl, kind);
    }

    private Task<Integer> waiter(CyclicBarrier barrier, Form form) {
        return threads.<Integer>call(() -> form.await(barrier)).awaitParked();
    }

    private static void assertIntact(CyclicBarrier barrier) {
        assertThat(barrier.isBroken()).isFalse();
        assertThat(barrier.getNumberWaiting()).isZero();
    }

    private static void assertBroken(CyclicBarrier barrier) {
        assertThat(barrier.isBroken()).isTrue();
        assertThat(barrier.getNumberWaiting()).isZero();
    }

    /** Asserts that all parties can meet. */
    private void assertTrips(CyclicBarrier barrier) throws Exception {
        List<Task<Integer>> others = new ArrayList<>();
        for (int i = 1; i < barrier.getParties(); i++) {
            others.add(waiter(barrier, Form.AWAIT));
        }
        assertThat(barrier.await()).isZero();
        Threads.allReturned(others);
        assertIntact(barrier);
    }

    // Construction

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void fewerThanOnePartyIsRejected(int parties) {
        assertThatThrownBy(() -> impl.barrier(parties)).isExactlyInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> impl.barrier(parties, () -> {})).isExactlyInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> impl.barrier(parties, null)).isExactlyInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 100, Integer.MAX_VALUE})
    void newBarrierIsIntact(int parties) {
        CyclicBarrier barrier = impl.barrier(parties);
        assertThat(barrier.getParties()).isEqualTo(parties);
        assertIntact(barrier);
        assertThat(impl.barrier(parties, null).getParties()).isEqualTo(parties);
    }

    // Meeting

    @ParameterizedTest
    @EnumSource
    void onePartyWithoutAnActionPassesUntilTheBarrierIsBroken(Form form) throws Exception {
        CyclicBarrier barrier = impl.barrier(1);
        for (int i = 1; i <= 3; i++) {
            assertThat(form.await(barrier)).isZero();
            assertIntact(barrier);
        }
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> form.await(barrier)).isExactlyInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        assertBroken(barrier);
        assertThatThrownBy(() -> form.await(barrier)).isExactlyInstanceOf(BrokenBarrierException.class);
        barrier.reset();
        assertThat(form.await(barrier)).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void onePartyNeverWaits(Form form) throws Exception {
        AtomicInteger runs = new AtomicInteger();
        CyclicBarrier barrier = impl.barrier(1, runs::incrementAndGet);
        for (int i = 1; i <= 10; i++) {
            assertThat(form.await(barrier)).isZero();
            assertThat(runs.get()).isEqualTo(i);
            assertIntact(barrier);
        }
    }

    @ParameterizedTest
    @EnumSource
    void indexTellsTheOrderOfArrival(Form form) throws Exception {
        CyclicBarrier barrier = impl.barrier(5);
        for (int round = 0; round < 3; round++) {
            List<Task<Integer>> waiters = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                waiters.add(waiter(barrier, form));
                assertThat(barrier.getNumberWaiting()).isEqualTo(i + 1);
            }
            assertThat(form.await(barrier)).isZero();
            for (int i = 0; i < 4; i++) {
                assertThat(waiters.get(i).value()).isEqualTo(4 - i);
                assertThat(waiters.get(i).interruptedAtEnd()).isFalse();
            }
            assertIntact(barrier);
        }
    }

    @Test
    void nullActionIsNoAction() throws Exception {
        assertTrips(impl.barrier(3, null));
    }

    @Test
    void strayUnparkDoesNotEndTheWait() throws Exception {
        CyclicBarrier barrier = impl.barrier(2);
        for (Form form : Form.values()) {
            Task<Integer> waiter = waiter(barrier, form);
            for (int i = 0; i < 5; i++) {
                LockSupport.unpark(waiter.thread());
                waiter.awaitParked();
            }
            assertThat(barrier.getNumberWaiting()).isEqualTo(1);
            assertThat(barrier.await()).isZero();
            assertThat(waiter.value()).isEqualTo(1);
        }
    }

    @Test
    void barrierIsReusedManyTimes() {
        reuse(rounds(2_500), false);
    }

    @Test
    void barrierIsReusedThroughCancellations() {
        reuse(rounds(400), true);
    }

    @Test
    @Tag("large")
    void barrierIsReusedThrough100kGenerations() {
        reuse(100_000, false);
        reuse(100_000, true);
    }

    /** Three parties meet {@code generations} times; with cancellations, each third meeting is first broken and mended. */
    private void reuse(int generations, boolean cancelling) {
        int parties = 3;
        AtomicInteger actions = new AtomicInteger();
        int[] phase = new int[parties];
        CyclicBarrier barrier = impl.barrier(parties, () -> {
            actions.incrementAndGet();
            for (int i = 1; i < parties; i++) {
                if (phase[i] != phase[0]) {
                    throw new AssertionError("parties in phases " + phase[0] + " and " + phase[i]);
                }
            }
        });
        CyclicBarrier mended = new CyclicBarrier(parties, barrier::reset);
        List<Task<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < parties; i++) {
            int me = i;
            tasks.add(threads.call(() -> {
                int indices = 0;
                for (int g = 0; g < generations; g++) {
                    if (cancelling && g % 3 == 0) {
                        if (me == g % parties) {
                            Thread.currentThread().interrupt();
                            assertThatThrownBy(barrier::await)
                                    .isInstanceOfAny(InterruptedException.class, BrokenBarrierException.class);
                            Thread.interrupted();
                        } else if (me == (g + 1) % parties) {
                            assertThatThrownBy(() -> barrier.await(0, NANOSECONDS))
                                    .isInstanceOfAny(TimeoutException.class, BrokenBarrierException.class);
                        } else {
                            assertThatThrownBy(barrier::await).isExactlyInstanceOf(BrokenBarrierException.class);
                        }
                        mended.await();
                    }
                    phase[me] = g;
                    indices += g % 2 == 0 ? barrier.await() : barrier.await(FOREVER_SECONDS, SECONDS);
                }
                return indices;
            }));
        }
        int sum = 0;
        for (Task<Integer> task : tasks) {
            sum += task.value();
        }
        // In each generation the indices are 0, 1 and 2.
        assertThat(sum).isEqualTo(3 * generations);
        assertThat(actions.get()).isEqualTo(generations);
        assertIntact(barrier);
    }

    @Test
    void whatPrecedesAwaitIsSeenInTheActionAndAfter() {
        int parties = 3;
        int[] slots = new int[parties];
        int[] total = {0};
        CyclicBarrier barrier = impl.barrier(parties, () -> {
            int sum = 0;
            for (int slot : slots) {
                sum += slot;
            }
            total[0] = sum;
        });
        List<Task<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < parties; i++) {
            int me = i;
            tasks.add(threads.run(() -> {
                for (int g = 1; g <= rounds(500); g++) {
                    slots[me] = g;
                    barrier.await();
                    assertThat(total[0]).isEqualTo(g * parties);
                    barrier.await();
                }
            }));
        }
        Threads.allReturned(tasks);
    }

    // The action

    @ParameterizedTest
    @EnumSource
    void actionRunsInTheLastThreadBeforeAnyoneIsReleased(Form form) throws Exception {
        List<Task<Integer>> waiters = Collections.synchronizedList(new ArrayList<>());
        AtomicReference<Thread> ranIn = new AtomicReference<>();
        AtomicBoolean allWaited = new AtomicBoolean();
        CyclicBarrier barrier = impl.barrier(4, () -> {
            ranIn.set(Thread.currentThread());
            allWaited.set(waiters.stream().allMatch(Task::isParked));
        });
        for (int i = 0; i < 3; i++) {
            waiters.add(waiter(barrier, form));
        }
        assertThat(ranIn.get()).isNull();
        assertThat(form.await(barrier)).isZero();
        assertThat(ranIn.get()).isSameAs(Thread.currentThread());
        assertThat(allWaited.get()).isTrue();
        Threads.allReturned(waiters);
    }

    @Test
    void actionSeesItsBarrierIntactAndFull() throws Exception {
        AtomicReference<CyclicBarrier> self = new AtomicReference<>();
        List<Integer> seen = new ArrayList<>();
        CyclicBarrier barrier = impl.barrier(3, () -> {
            seen.add(self.get().getParties());
            seen.add(self.get().getNumberWaiting());
            seen.add(self.get().isBroken() ? 1 : 0);
        });
        self.set(barrier);
        assertTrips(barrier);
        assertThat(seen).containsExactly(3, 3, 0);
    }

    @ParameterizedTest
    @EnumSource
    void actionThatThrowsBreaksTheBarrier(Form form) throws Exception {
        for (Throwable thrown : List.of(new IllegalStateException("action"), new StackOverflowError("action"))) {
            AtomicBoolean fail = new AtomicBoolean(true);
            CyclicBarrier barrier = impl.barrier(3, () -> {
                if (fail.get()) {
                    CyclicBarrierContract.<RuntimeException>sneak(thrown);
                }
            });
            Task<Integer> first = waiter(barrier, form);
            Task<Integer> second = waiter(barrier, form);
            assertThatThrownBy(() -> form.await(barrier)).isSameAs(thrown);
            first.failedWith(BrokenBarrierException.class);
            second.failedWith(BrokenBarrierException.class);
            assertBroken(barrier);
            assertThatThrownBy(() -> form.await(barrier)).isExactlyInstanceOf(BrokenBarrierException.class);
            fail.set(false);
            barrier.reset();
            assertTrips(barrier);
        }
    }

    @SuppressWarnings("unchecked")
    private static <X extends Throwable> void sneak(Throwable e) throws X {
        throw (X) e;
    }

    @Test
    void interruptByTheActionStaysWithTheLastThread() throws Exception {
        CyclicBarrier barrier = impl.barrier(2, () -> Thread.currentThread().interrupt());
        Task<Integer> waiter = waiter(barrier, Form.AWAIT);
        assertThat(barrier.await()).isZero();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(waiter.value()).isEqualTo(1);
        assertThat(waiter.interruptedAtEnd()).isFalse();
        assertIntact(barrier);
    }

    @Test
    void interruptOfAWaiterDuringTheActionComesTooLateToBreak() throws Exception {
        AtomicReference<Task<Integer>> victim = new AtomicReference<>();
        CyclicBarrier barrier = impl.barrier(2, () -> victim.get().interrupt());
        victim.set(waiter(barrier, Form.AWAIT));
        assertThat(barrier.await()).isZero();
        // All parties had arrived: the interrupt belongs to what the waiter does next.
        assertThat(victim.get().value()).isEqualTo(1);
        assertThat(victim.get().interruptedAtEnd()).isTrue();
        assertIntact(barrier);
    }

    @Test
    void resetFromWithinTheActionBreaksTheWaitersOnly() throws Exception {
        AtomicReference<CyclicBarrier> self = new AtomicReference<>();
        AtomicBoolean reset = new AtomicBoolean(true);
        CyclicBarrier barrier = impl.barrier(3, () -> {
            if (reset.get()) {
                self.get().reset();
            }
        });
        self.set(barrier);
        Task<Integer> first = waiter(barrier, Form.AWAIT);
        Task<Integer> second = waiter(barrier, Form.AWAIT_TIMED);
        assertThat(barrier.await()).isZero();
        first.failedWith(BrokenBarrierException.class);
        second.failedWith(BrokenBarrierException.class);
        assertIntact(barrier);
        reset.set(false);
        assertTrips(barrier);
    }

    @Test
    void resetFromWithinTheActionShowsAtOnceToTheActionOnly() throws Exception {
        AtomicReference<CyclicBarrier> self = new AtomicReference<>();
        List<Object> seen = new ArrayList<>();
        AtomicReference<Task<Boolean>> watcher = new AtomicReference<>();
        CyclicBarrier barrier = impl.barrier(2, () -> {
            self.get().reset();
            seen.add(self.get().getNumberWaiting());
            seen.add(self.get().isBroken());
            watcher.set(threads.<Boolean>call(() -> self.get().isBroken()).awaitParked());
        });
        self.set(barrier);
        Task<Integer> waiter = waiter(barrier, Form.AWAIT);
        assertThat(barrier.await()).isZero();
        assertThat(seen).containsExactly(0, false);
        waiter.failedWith(BrokenBarrierException.class);
        assertThat(watcher.get().value()).isFalse();
        assertIntact(barrier);
    }

    @Test
    void actionThatThrowsAfterItsResetBreaksTheBarrier() throws Exception {
        AtomicReference<CyclicBarrier> self = new AtomicReference<>();
        AtomicBoolean fail = new AtomicBoolean(true);
        CyclicBarrier barrier = impl.barrier(2, () -> {
            if (fail.get()) {
                self.get().reset();
                throw new IllegalStateException("action");
            }
        });
        self.set(barrier);
        Task<Integer> waiter = waiter(barrier, Form.AWAIT);
        assertThatThrownBy(barrier::await).isExactlyInstanceOf(IllegalStateException.class);
        waiter.failedWith(BrokenBarrierException.class);
        assertBroken(barrier);
        fail.set(false);
        barrier.reset();
        assertTrips(barrier);
    }

    @Test
    void othersWaitForTheEndOfTheAction() throws Exception {
        AtomicReference<CyclicBarrier> self = new AtomicReference<>();
        List<Task<?>> others = new ArrayList<>();
        AtomicBoolean first = new AtomicBoolean(true);
        CyclicBarrier barrier = impl.barrier(2, () -> {
            if (first.getAndSet(false)) {
                others.add(threads.call(() -> self.get().isBroken()).awaitParked());
                others.add(threads.call(() -> self.get().getNumberWaiting()).awaitParked());
                others.add(threads.run(() -> self.get().reset()).awaitParked());
            }
        });
        self.set(barrier);
        Task<Integer> waiter = waiter(barrier, Form.AWAIT);
        assertThat(barrier.await()).isZero();
        assertThat(waiter.value()).isEqualTo(1);
        assertThat(others.get(0).value()).isEqualTo(false);
        assertThat(others.get(1).value()).isEqualTo(0);
        others.get(2).returned();
        assertIntact(barrier);
        assertTrips(barrier);
    }

    @ParameterizedTest
    @EnumSource
    void whoComesDuringTheActionJoinsTheNextGeneration(Form form) throws Exception {
        AtomicReference<CyclicBarrier> self = new AtomicReference<>();
        AtomicReference<Task<Integer>> third = new AtomicReference<>();
        CyclicBarrier barrier = impl.barrier(2, () -> {
            if (third.get() == null) {
                third.set(waiter(self.get(), form));
            }
        });
        self.set(barrier);
        Task<Integer> waiter = waiter(barrier, form);
        assertThat(form.await(barrier)).isZero();
        assertThat(waiter.value()).isEqualTo(1);
        Await.until(
                "it waits in the next generation",
                () -> barrier.getNumberWaiting() == 1,
                third.get().thread());
        assertThat(third.get().isDone()).isFalse();
        assertThat(form.await(barrier)).isZero();
        assertThat(third.get().value()).isEqualTo(1);
    }

    @Test
    void actionThatWaitsForItsOwnBarrierBreaksIt() throws Exception {
        Thread last = Thread.currentThread();
        AtomicReference<CyclicBarrier> self = new AtomicReference<>();
        AtomicReference<Class<?>> expected = new AtomicReference<>();
        AtomicReference<Task.Action> wait = new AtomicReference<>();
        CyclicBarrier barrier = impl.barrier(2, () -> {
            assertThatThrownBy(() -> wait.get().run()).isExactlyInstanceOf(expected.get());
            assertThat(Thread.interrupted()).isFalse();
            assertBroken(self.get());
            assertThatThrownBy(() -> self.get().await()).isExactlyInstanceOf(BrokenBarrierException.class);
        });
        self.set(barrier);
        List<Task.Action> timeouts = List.of(
                () -> barrier.await(0, SECONDS),
                () -> barrier.await(-1, SECONDS),
                () -> barrier.await(1, MILLISECONDS));
        List<Task.Action> interrupts = List.of(
                () -> {
                    last.interrupt();
                    barrier.await();
                },
                () -> {
                    threads.run(() -> {
                        Await.parked(last);
                        last.interrupt();
                    });
                    barrier.await();
                },
                () -> {
                    threads.run(() -> {
                        Await.parked(last);
                        last.interrupt();
                    });
                    barrier.await(FOREVER_SECONDS, SECONDS);
                });
        for (List<Task.Action> actions : List.of(timeouts, interrupts)) {
            expected.set(actions == timeouts ? TimeoutException.class : InterruptedException.class);
            for (Task.Action action : actions) {
                wait.set(action);
                Task<Integer> waiter = waiter(barrier, Form.AWAIT);
                // The action returns, and with its end a new generation begins.
                assertThat(barrier.await()).isZero();
                waiter.failedWith(BrokenBarrierException.class);
                assertIntact(barrier);
            }
        }
    }

    @Test
    void othersWaitForTheEndOfAnActionThatHasBrokenTheBarrier() throws Exception {
        AtomicReference<CyclicBarrier> self = new AtomicReference<>();
        AtomicReference<Task<Integer>> waiter = new AtomicReference<>();
        AtomicReference<Task<Integer>> third = new AtomicReference<>();
        AtomicReference<Task<Boolean>> watcher = new AtomicReference<>();
        CyclicBarrier barrier = impl.barrier(2, () -> {
            if (third.get() == null) {
                assertThatThrownBy(() -> self.get().await(1, MILLISECONDS)).isExactlyInstanceOf(TimeoutException.class);
                third.set(waiter(self.get(), Form.AWAIT));
                watcher.set(threads.<Boolean>call(() -> self.get().isBroken()).awaitParked());
                assertThat(waiter.get().isDone()).isFalse();
            }
        });
        self.set(barrier);
        waiter.set(waiter(barrier, Form.AWAIT));
        assertThat(barrier.await()).isZero();
        waiter.get().failedWith(BrokenBarrierException.class);
        assertThat(watcher.get().value()).isFalse();
        Await.until(
                "it waits in the next generation",
                () -> barrier.getNumberWaiting() == 1,
                third.get().thread());
        assertThat(barrier.await()).isZero();
        assertThat(third.get().value()).isEqualTo(1);
    }

    @Test
    void actionThatWaitsAfterItsResetIsOneOfTheNextParties() throws Exception {
        for (int parties = 1; parties <= 2; parties++) {
            AtomicReference<CyclicBarrier> self = new AtomicReference<>();
            AtomicInteger actions = new AtomicInteger();
            AtomicInteger indices = new AtomicInteger();
            List<Task<Integer>> others = new ArrayList<>();
            int needed = parties - 1;
            CyclicBarrier barrier = impl.barrier(parties, () -> {
                if (actions.getAndIncrement() == 0) {
                    self.get().reset();
                    for (int i = 0; i < needed; i++) {
                        others.add(threads.call(() -> self.get().await()));
                    }
                    try {
                        indices.addAndGet(self.get().await());
                    } catch (InterruptedException | BrokenBarrierException e) {
                        throw new AssertionError(e);
                    }
                }
            });
            self.set(barrier);
            List<Task<Integer>> before = new ArrayList<>();
            for (int i = 0; i < needed; i++) {
                before.add(waiter(barrier, Form.AWAIT));
            }
            assertThat(barrier.await()).isZero();
            for (Task<Integer> waiter : before) {
                waiter.failedWith(BrokenBarrierException.class);
            }
            for (Task<Integer> other : others) {
                indices.addAndGet(other.value());
            }
            assertThat(indices.get()).as("of all parties").isEqualTo(needed);
            assertThat(actions.get()).isEqualTo(2);
            assertIntact(barrier);
            assertTrips(barrier);
        }
    }

    @Test
    void actionThatThrowsAfterItHasWaitedBreaksTheBarrier() throws Exception {
        AtomicReference<CyclicBarrier> self = new AtomicReference<>();
        AtomicInteger actions = new AtomicInteger();
        CyclicBarrier barrier = impl.barrier(1, () -> {
            if (actions.getAndIncrement() == 0) {
                self.get().reset();
                try {
                    assertThat(self.get().await()).isZero();
                } catch (InterruptedException | BrokenBarrierException e) {
                    throw new AssertionError(e);
                }
                throw new IllegalStateException("action");
            }
        });
        self.set(barrier);
        assertThatThrownBy(barrier::await).isExactlyInstanceOf(IllegalStateException.class);
        assertBroken(barrier);
        barrier.reset();
        assertTrips(barrier);
    }

    // Broken barriers

    @ParameterizedTest
    @EnumSource
    void brokenBarrierStaysBrokenUntilReset(Form form) throws Exception {
        CyclicBarrier barrier = impl.barrier(2);
        assertThatThrownBy(() -> barrier.await(0, SECONDS))
                .isExactlyInstanceOf(TimeoutException.class)
                .hasMessage(null);
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> form.await(barrier))
                    .isExactlyInstanceOf(BrokenBarrierException.class)
                    .hasMessage(null);
            assertThatThrownBy(() -> barrier.await(0, SECONDS)).isExactlyInstanceOf(BrokenBarrierException.class);
            assertBroken(barrier);
        }
        barrier.reset();
        assertTrips(barrier);
    }

    @ParameterizedTest
    @EnumSource
    void brokenBarrierWinsOverAnInterruptAndKeepsIt(Form form) {
        CyclicBarrier barrier = impl.barrier(2);
        assertThatThrownBy(() -> barrier.await(0, SECONDS)).isExactlyInstanceOf(TimeoutException.class);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> form.await(barrier)).isExactlyInstanceOf(BrokenBarrierException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    // Interrupts

    @ParameterizedTest
    @EnumSource
    void interruptOnEntryBreaksTheBarrier(Form form) throws Exception {
        CyclicBarrier barrier = impl.barrier(3);
        Task<Integer> waiter = waiter(barrier, Form.AWAIT);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> form.await(barrier)).isExactlyInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        waiter.failedWith(BrokenBarrierException.class);
        assertThat(waiter.interruptedAtEnd()).isFalse();
        assertBroken(barrier);
        barrier.reset();
        assertTrips(barrier);
    }

    @ParameterizedTest
    @EnumSource
    void interruptOnEntryOfTheLastPartyBreaksTheBarrier(Form form) {
        AtomicInteger actions = new AtomicInteger();
        CyclicBarrier barrier = impl.barrier(2, actions::incrementAndGet);
        Task<Integer> waiter = waiter(barrier, form);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> form.await(barrier)).isExactlyInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        waiter.failedWith(BrokenBarrierException.class);
        assertThat(actions.get()).isZero();
        CyclicBarrier alone = impl.barrier(1, actions::incrementAndGet);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> form.await(alone)).isExactlyInstanceOf(InterruptedException.class);
        assertThat(actions.get()).isZero();
        assertBroken(alone);
    }

    @Test
    void interruptOnEntryWinsOverElapsedTimeout() {
        CyclicBarrier barrier = impl.barrier(2);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> barrier.await(0, SECONDS)).isExactlyInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        assertBroken(barrier);
    }

    @ParameterizedTest
    @EnumSource
    void interruptWhileWaitingBreaksTheBarrierForAll(Form form) throws Exception {
        CyclicBarrier barrier = impl.barrier(4);
        Task<Integer> first = waiter(barrier, Form.AWAIT);
        Task<Integer> second = waiter(barrier, form);
        Task<Integer> third = waiter(barrier, Form.AWAIT_TIMED);
        second.interrupt();
        second.wasInterrupted();
        first.failedWith(BrokenBarrierException.class);
        third.failedWith(BrokenBarrierException.class);
        assertThat(first.interruptedAtEnd()).isFalse();
        assertBroken(barrier);
        barrier.reset();
        assertTrips(barrier);
    }

    @Test
    void interruptThatMeetsTheLastArrivalEndsOneWayForAll() throws Exception {
        for (int i = 0; i < rounds(80); i++) {
            AtomicInteger actions = new AtomicInteger();
            CyclicBarrier barrier = impl.barrier(3, actions::incrementAndGet);
            Task<Integer> first = waiter(barrier, Form.values()[i % 2]);
            Task<Integer> second = waiter(barrier, Form.AWAIT);
            Task<Void> interrupter = threads.run(first::interrupt);
            Task<Integer> last = threads.call(() -> barrier.await());
            interrupter.returned();
            if (last.failure() == null) {
                assertThat(last.value()).isZero();
                assertThat(first.value()).isEqualTo(2);
                assertThat(second.value()).isEqualTo(1);
                assertThat(actions.get()).isEqualTo(1);
                assertIntact(barrier);
            } else {
                last.failedWith(BrokenBarrierException.class);
                first.wasInterrupted();
                second.failedWith(BrokenBarrierException.class);
                assertThat(actions.get()).isZero();
                assertBroken(barrier);
            }
        }
    }

    // Timeouts

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void nonPositiveTimeoutBreaksTheBarrierAtOnce(long timeout) throws Exception {
        CyclicBarrier barrier = impl.barrier(3);
        Task<Integer> waiter = waiter(barrier, Form.AWAIT);
        assertThatThrownBy(() -> barrier.await(timeout, SECONDS)).isExactlyInstanceOf(TimeoutException.class);
        waiter.failedWith(BrokenBarrierException.class);
        assertBroken(barrier);
        barrier.reset();
        assertTrips(barrier);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void lastPartyNeedsNoTime(long timeout) throws Exception {
        CyclicBarrier barrier = impl.barrier(2);
        Task<Integer> waiter = waiter(barrier, Form.AWAIT);
        assertThat(barrier.await(timeout, NANOSECONDS)).isZero();
        assertThat(waiter.value()).isEqualTo(1);
        assertIntact(barrier);
    }

    @Test
    void timeoutElapsesNotBeforeItsTimeAndBreaksTheBarrier() throws Exception {
        CyclicBarrier barrier = impl.barrier(3);
        Task<Integer> waiter = waiter(barrier, Form.AWAIT_TIMED);
        long start = System.nanoTime();
        assertThatThrownBy(() -> barrier.await(12, MILLISECONDS)).isExactlyInstanceOf(TimeoutException.class);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(MILLISECONDS.toNanos(12));
        assertThat(Thread.interrupted()).isFalse();
        waiter.failedWith(BrokenBarrierException.class);
        assertBroken(barrier);
        barrier.reset();
        assertTrips(barrier);
    }

    @Test
    void timeoutThatMeetsTheLastArrivalEndsOneWayForAll() {
        for (int i = 0; i < rounds(60); i++) {
            CyclicBarrier barrier = impl.barrier(3);
            Task<Integer> patient = waiter(barrier, Form.AWAIT);
            Task<Integer> impatient = threads.call(() -> barrier.await(200_000, NANOSECONDS));
            int pause = 20_000 * (i % 12);
            long start = System.nanoTime();
            while (!impatient.isDone() && System.nanoTime() - start < pause) {
                Thread.onSpinWait();
            }
            Task<Integer> last = threads.call(() -> barrier.await());
            if (last.failure() == null) {
                List<Integer> indices = new ArrayList<>(List.of(patient.value(), impatient.value(), last.value()));
                assertThat(indices).containsExactlyInAnyOrder(2, 1, 0);
                assertIntact(barrier);
            } else {
                last.failedWith(BrokenBarrierException.class);
                impatient.failedWith(TimeoutException.class);
                patient.failedWith(BrokenBarrierException.class);
                assertBroken(barrier);
            }
        }
    }

    @Test
    void longestTimeoutWaits() throws Exception {
        CyclicBarrier barrier = impl.barrier(3);
        Task<Integer> nanos = threads.<Integer>call(() -> barrier.await(Long.MAX_VALUE, NANOSECONDS))
                .awaitParked();
        Task<Integer> days =
                threads.<Integer>call(() -> barrier.await(Long.MAX_VALUE, DAYS)).awaitParked();
        assertThat(barrier.await()).isZero();
        assertThat(nanos.value()).isEqualTo(2);
        assertThat(days.value()).isEqualTo(1);
    }

    @Test
    void nullUnitIsRejectedAndBreaksNothing() throws Exception {
        CyclicBarrier barrier = impl.barrier(2);
        assertThatThrownBy(() -> barrier.await(1, null)).isExactlyInstanceOf(NullPointerException.class);
        assertIntact(barrier);
        assertTrips(barrier);
    }

    // Reset

    @Test
    void resetWithNobodyWaitingChangesNothing() throws Exception {
        CyclicBarrier barrier = impl.barrier(3);
        barrier.reset();
        barrier.reset();
        assertIntact(barrier);
        assertTrips(barrier);
    }

    @ParameterizedTest
    @EnumSource
    void resetBreaksThoseWhoWaitAndBeginsAnew(Form form) throws Exception {
        CyclicBarrier barrier = impl.barrier(3);
        for (int round = 0; round < 3; round++) {
            Task<Integer> first = waiter(barrier, form);
            Task<Integer> second = waiter(barrier, form);
            barrier.reset();
            first.failedWith(BrokenBarrierException.class);
            second.failedWith(BrokenBarrierException.class);
            assertIntact(barrier);
        }
        assertTrips(barrier);
    }

    @Test
    void interruptedResetKeepsTheInterrupt() {
        CyclicBarrier barrier = impl.barrier(2);
        Thread.currentThread().interrupt();
        barrier.reset();
        assertIntact(barrier);
        assertThat(barrier.getParties()).isEqualTo(2);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void resetThatMeetsTheLastArrivalEndsOneWayForTheWaiter() throws Exception {
        for (int i = 0; i < rounds(80); i++) {
            CyclicBarrier barrier = impl.barrier(2);
            Task<Integer> first = waiter(barrier, Form.AWAIT);
            Task<Void> resetter = threads.run(barrier::reset);
            Task<Integer> last = threads.call(() -> barrier.await());
            resetter.returned();
            if (first.failure() == null) {
                assertThat(first.value()).isEqualTo(1);
                assertThat(last.value()).isZero();
            } else {
                first.failedWith(BrokenBarrierException.class);
                // The last one came into the new generation and waits there for a second.
                last.awaitParked();
                Await.until("it counts", () -> barrier.getNumberWaiting() == 1, last.thread());
                assertThat(barrier.await()).isZero();
                assertThat(last.value()).isEqualTo(1);
            }
            assertIntact(barrier);
        }
    }

    // Inspection and subclasses

    @Test
    void numberWaitingFollowsArrivals() throws Exception {
        CyclicBarrier barrier = impl.barrier(4);
        List<Task<Integer>> waiters = new ArrayList<>();
        for (int i = 1; i < 4; i++) {
            waiters.add(waiter(barrier, Form.values()[i % 2]));
            assertThat(barrier.getNumberWaiting()).isEqualTo(i);
            assertThat(barrier.isBroken()).isFalse();
            assertThat(barrier.getParties()).isEqualTo(4);
        }
        barrier.await();
        assertThat(barrier.getNumberWaiting()).isZero();
        Threads.allReturned(waiters);
    }

    @Test
    void methodsThroughReferencesAndReflection() throws Exception {
        CyclicBarrier barrier = impl.barrier(3);
        Task<Integer> first = threads.<Integer>call(
                        () -> (Integer) CyclicBarrier.class.getMethod("await").invoke(barrier))
                .awaitParked();
        IntSupplier waiting = barrier::getNumberWaiting;
        assertThat(waiting.getAsInt()).isEqualTo(1);
        assertThat(CyclicBarrier.class.getMethod("getNumberWaiting").invoke(barrier))
                .isEqualTo(1);
        Task<Integer> second = waiter(barrier, Form.AWAIT);
        assertThat(barrier.await()).isZero();
        assertThat(first.value()).isEqualTo(2);
        assertThat(second.value()).isEqualTo(1);
    }

    @Test
    void overridingSubclassSeesEachCallOnce() throws Exception {
        AtomicInteger actions = new AtomicInteger();
        BarrierProbe probe = impl.barrierProbe(2, actions::incrementAndGet);
        CyclicBarrier barrier = probe.barrierItself();
        Task<Integer> waiter = waiter(barrier, Form.AWAIT);
        barrier.await(1, DAYS);
        waiter.returned();
        barrier.getParties();
        barrier.getNumberWaiting();
        barrier.isBroken();
        barrier.reset();
        assertThat(actions.get()).isEqualTo(1);
        assertThat(probe.calls())
                .containsExactly("await", "await(timeout)", "getParties", "getNumberWaiting", "isBroken", "reset");
    }

    @Test
    void monitoringSeesOnlyStatesThatExist() {
        int parties = 3;
        CyclicBarrier barrier = impl.barrier(parties);
        List<Task<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < parties; i++) {
            tasks.add(threads.run(() -> {
                for (int g = 0; g < 1_000; g++) {
                    barrier.await();
                }
            }));
        }
        boolean running = true;
        while (running) {
            running = tasks.stream().anyMatch(task -> !task.isDone());
            assertThat(barrier.getNumberWaiting()).isBetween(0, parties - 1);
            assertThat(barrier.isBroken()).isFalse();
            Thread.yield();
        }
        Threads.allReturned(tasks);
        assertIntact(barrier);
    }
}
