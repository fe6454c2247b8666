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
import io.github.cqs.shims.support.SemaphoreProbe;
import io.github.cqs.shims.support.Task;
import io.github.cqs.shims.support.ThreadKind;
import io.github.cqs.shims.support.Threads;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@link Semaphore} documents. */
abstract class SemaphoreContract extends Contract {
    /** The ways to acquire; those without a number acquire one permit. */
    enum Form {
        ACQUIRE(true, true) {
            @Override
            boolean acquire(Semaphore semaphore, int permits) throws InterruptedException {
                if (permits == 1) {
                    semaphore.acquire();
                } else {
                    semaphore.acquire(permits);
                }
                return true;
            }
        },
        ACQUIRE_N(true, true) {
            @Override
            boolean acquire(Semaphore semaphore, int permits) throws InterruptedException {
                semaphore.acquire(permits);
                return true;
            }
        },
        UNINTERRUPTIBLY(true, false) {
            @Override
            boolean acquire(Semaphore semaphore, int permits) {
                if (permits == 1) {
                    semaphore.acquireUninterruptibly();
                } else {
                    semaphore.acquireUninterruptibly(permits);
                }
                return true;
            }
        },
        UNINTERRUPTIBLY_N(true, false) {
            @Override
            boolean acquire(Semaphore semaphore, int permits) {
                semaphore.acquireUninterruptibly(permits);
                return true;
            }
        },
        TIMED(true, true) {
            @Override
            boolean acquire(Semaphore semaphore, int permits) throws InterruptedException {
                return permits == 1
                        ? semaphore.tryAcquire(FOREVER_SECONDS, SECONDS)
                        : semaphore.tryAcquire(permits, FOREVER_SECONDS, SECONDS);
            }
        },
        TIMED_N(true, true) {
            @Override
            boolean acquire(Semaphore semaphore, int permits) throws InterruptedException {
                return semaphore.tryAcquire(permits, FOREVER_SECONDS, SECONDS);
            }
        },
        TRY(false, false) {
            @Override
            boolean acquire(Semaphore semaphore, int permits) {
                return permits == 1 ? semaphore.tryAcquire() : semaphore.tryAcquire(permits);
            }
        },
        TRY_N(false, false) {
            @Override
            boolean acquire(Semaphore semaphore, int permits) {
                return semaphore.tryAcquire(permits);
            }
        };

        final boolean waits;
        final boolean interruptible;

        Form(boolean waits, boolean interruptible) {
            this.waits = waits;
            this.interruptible = interruptible;
        }

        abstract boolean acquire(Semaphore semaphore, int permits) throws InterruptedException;
    }

    private static final String WAITING = "^(ACQUIRE|UNINTERRUPTIBLY|TIMED).*";
    private static final String INTERRUPTIBLE = "^(ACQUIRE|TIMED).*";
    private static final String UNINTERRUPTIBLE = "^(UNINTERRUPTIBLY|TRY).*";

    private final boolean fair;

    SemaphoreContract(Impl impl, boolean fair, ThreadKind kind) {
        super(impl, kind);
        this.fair = fair;
    }

    private Semaphore newSemaphore(int permits) {
        return impl.semaphore(permits, fair);
    }

    private SemaphoreProbe newProbe(int permits) {
        return impl.semaphoreProbe(permits, fair);
    }

    /** Starts a thread that acquires and keeps the permits; returns once it waits. */
    private Task<Boolean> waiter(Semaphore semaphore, Form form, int permits) {
        return threads.<Boolean>call(() -> form.acquire(semaphore, permits)).awaitParked();
    }

    private Task<Boolean> waiter(Semaphore semaphore, int permits) {
        return waiter(semaphore, Form.ACQUIRE, permits);
    }

    private static void assertNobodyWaits(Semaphore semaphore) {
        assertThat(Inspect.hasQueuedThreads(semaphore)).isFalse();
        assertThat(Inspect.queueLength(semaphore)).isZero();
    }

    // Construction

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, Integer.MAX_VALUE, -1, -5, Integer.MIN_VALUE})
    void initialPermitsAreWhatWasGiven(int permits) {
        SemaphoreProbe probe = newProbe(permits);
        Semaphore semaphore = probe.semaphoreItself();
        assertThat(semaphore.availablePermits()).isEqualTo(permits);
        assertNobodyWaits(semaphore);
        assertThat(probe.getQueuedThreads()).isEmpty();
        probe.getQueuedThreads().add(Thread.currentThread()); // the caller's
        assertThat(probe.getQueuedThreads()).isEmpty();
        assertThat(impl.semaphore(permits).availablePermits()).isEqualTo(permits);
    }

    @Test
    void fairnessIsReported() {
        assertThat(newSemaphore(1).isFair()).isEqualTo(fair);
        assertThat(impl.semaphore(1).isFair()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = WAITING)
    void negativePermitsMustBeReleasedBeforeAnyAcquire(Form form) {
        Semaphore semaphore = newSemaphore(-2);
        assertThat(semaphore.tryAcquire()).isFalse();
        Task<Boolean> waiter = waiter(semaphore, form, 1);
        semaphore.release();
        assertThat(semaphore.availablePermits()).isEqualTo(-1);
        semaphore.release();
        assertThat(semaphore.availablePermits()).isZero();
        assertThat(waiter.isDone()).isFalse();
        semaphore.release();
        assertThat(waiter.value()).isTrue();
        assertThat(semaphore.availablePermits()).isZero();
        assertNobodyWaits(semaphore);
    }

    // Acquiring what is there

    @ParameterizedTest
    @EnumSource
    void availablePermitsAreAcquiredAtOnce(Form form) throws InterruptedException {
        Semaphore semaphore = newSemaphore(10);
        assertThat(form.acquire(semaphore, 1)).isTrue();
        assertThat(semaphore.availablePermits()).isEqualTo(9);
        assertThat(form.acquire(semaphore, 4)).isTrue();
        assertThat(semaphore.availablePermits()).isEqualTo(5);
        assertThat(form.acquire(semaphore, 5)).isTrue();
        assertThat(semaphore.availablePermits()).isZero();
        assertNobodyWaits(semaphore);
    }

    @ParameterizedTest
    @EnumSource
    void zeroPermitsAreAcquiredAtOnce(Form form) throws InterruptedException {
        Semaphore semaphore = newSemaphore(0);
        assertThat(form.acquire(semaphore, 0)).isTrue();
        assertThat(semaphore.availablePermits()).isZero();
    }

    @Test
    void evenZeroPermitsAreNotAvailableBelowZero() throws InterruptedException {
        Semaphore semaphore = newSemaphore(-1);
        assertThat(semaphore.tryAcquire(0)).isFalse();
        assertThat(semaphore.tryAcquire(0, 0, SECONDS)).isFalse();
        Task<Boolean> waiter = waiter(semaphore, 0);
        semaphore.release();
        assertThat(waiter.value()).isTrue();
        assertThat(semaphore.availablePermits()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void permitsCycleManyTimes(Form form) throws InterruptedException {
        Semaphore semaphore = newSemaphore(3);
        for (int i = 0; i < 5_000; i++) {
            int permits = i % 4;
            assertThat(form.acquire(semaphore, permits)).isTrue();
            semaphore.release(permits);
        }
        assertThat(semaphore.availablePermits()).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = "^TRY.*")
    void insufficientPermitsFailAtOnceAndChangeNothing(Form form) throws InterruptedException {
        Semaphore semaphore = newSemaphore(2);
        assertThat(form.acquire(semaphore, 3)).isFalse();
        assertThat(semaphore.availablePermits()).isEqualTo(2);
        assertThat(form.acquire(semaphore, Integer.MAX_VALUE)).isFalse();
        assertThat(form.acquire(semaphore, 2)).isTrue();
        assertThat(form.acquire(semaphore, 1)).isFalse();
        assertThat(semaphore.availablePermits()).isZero();
        assertNobodyWaits(semaphore);
    }

    // Releasing

    @Test
    void releaseNeedsNoAcquire() {
        Semaphore semaphore = newSemaphore(0);
        semaphore.release();
        assertThat(semaphore.availablePermits()).isEqualTo(1);
        semaphore.release(5);
        assertThat(semaphore.availablePermits()).isEqualTo(6);
        semaphore.release(0);
        assertThat(semaphore.availablePermits()).isEqualTo(6);
        assertThat(semaphore.tryAcquire(6)).isTrue();
    }

    @Test
    void permitsMayBeReleasedByAnotherThread() throws InterruptedException {
        Semaphore semaphore = newSemaphore(1);
        semaphore.acquire();
        threads.runElsewhere(semaphore::release);
        assertThat(semaphore.availablePermits()).isEqualTo(1);
    }

    @Test
    void releaseBeyondTheMaximumFailsAndChangesNothing() {
        Semaphore semaphore = newSemaphore(Integer.MAX_VALUE);
        assertThatThrownBy(semaphore::release)
                .isExactlyInstanceOf(Error.class)
                .hasMessage("Maximum permit count exceeded");
        assertThatThrownBy(() -> semaphore.release(Integer.MAX_VALUE))
                .isExactlyInstanceOf(Error.class)
                .hasMessage("Maximum permit count exceeded");
        assertThat(semaphore.availablePermits()).isEqualTo(Integer.MAX_VALUE);
        assertThat(semaphore.tryAcquire(2)).isTrue();
        assertThatThrownBy(() -> semaphore.release(3)).isExactlyInstanceOf(Error.class);
        semaphore.release(2);
        assertThat(semaphore.availablePermits()).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void releaseUpToTheMaximumWorks() {
        Semaphore semaphore = newSemaphore(-1);
        semaphore.release(Integer.MAX_VALUE);
        assertThat(semaphore.availablePermits()).isEqualTo(Integer.MAX_VALUE - 1);
        semaphore.release();
        assertThat(semaphore.availablePermits()).isEqualTo(Integer.MAX_VALUE);
    }

    // Waiting

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = WAITING)
    void waiterAcquiresOnRelease(Form form) {
        Semaphore semaphore = newSemaphore(0);
        Task<Boolean> waiter = waiter(semaphore, form, 1);
        assertThat(semaphore.availablePermits()).isZero();
        semaphore.release();
        assertThat(waiter.value()).isTrue();
        assertThat(waiter.interruptedAtEnd()).isFalse();
        assertThat(semaphore.availablePermits()).isZero();
        assertNobodyWaits(semaphore);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = WAITING)
    void largeRequestWaitsForAllItsPermits(Form form) {
        Semaphore semaphore = newSemaphore(0);
        Task<Boolean> waiter = waiter(semaphore, form, 3);
        semaphore.release();
        assertThat(semaphore.availablePermits()).isEqualTo(1);
        semaphore.release();
        assertThat(semaphore.availablePermits()).isEqualTo(2);
        waiter.awaitParked();
        assertThat(Inspect.queueLength(semaphore)).isEqualTo(1);
        semaphore.release();
        assertThat(waiter.value()).isTrue();
        assertThat(semaphore.availablePermits()).isZero();
    }

    @Test
    void largestRequestIsSatisfiedByTheLargestRelease() {
        Semaphore semaphore = newSemaphore(0);
        Task<Boolean> waiter = waiter(semaphore, Integer.MAX_VALUE);
        semaphore.release(Integer.MAX_VALUE - 1);
        waiter.awaitParked();
        assertThat(semaphore.availablePermits()).isEqualTo(Integer.MAX_VALUE - 1);
        semaphore.release();
        assertThat(waiter.value()).isTrue();
        assertThat(semaphore.availablePermits()).isZero();
    }

    @Test
    void onePermitWakesOneWaiter() {
        Semaphore semaphore = newSemaphore(0);
        List<Task<Boolean>> waiters = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            waiters.add(waiter(semaphore, Form.values()[i], 1));
        }
        for (int i = 1; i <= 5; i++) {
            int woken = i;
            semaphore.release();
            Await.until(
                    woken + " are through",
                    () -> waiters.stream().filter(Task::isDone).count() == woken,
                    waiters.stream().map(Task::thread).toList());
            assertThat(Inspect.queueLength(semaphore)).isEqualTo(5 - woken);
            assertThat(semaphore.availablePermits()).isZero();
        }
        Threads.allReturned(waiters);
    }

    @Test
    void releaseOfManyWakesAsManyAsItSatisfies() {
        Semaphore semaphore = newSemaphore(0);
        List<Task<Boolean>> waiters = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            waiters.add(waiter(semaphore, Form.values()[i], 1));
        }
        semaphore.release(4);
        Await.until(
                "four are through",
                () -> waiters.stream().filter(Task::isDone).count() == 4,
                waiters.stream().map(Task::thread).toList());
        assertThat(Inspect.queueLength(semaphore)).isEqualTo(2);
        semaphore.release(5);
        Threads.allReturned(waiters);
        assertThat(semaphore.availablePermits()).isEqualTo(3);
        assertNobodyWaits(semaphore);
    }

    @Test
    void permitsLeftByOneWaiterGoToTheNext() {
        Semaphore semaphore = newSemaphore(0);
        Task<Boolean> large = waiter(semaphore, 3);
        Task<Boolean> small = waiter(semaphore, 1);
        Task<Boolean> middle = waiter(semaphore, 2);
        semaphore.release(7);
        assertThat(large.value()).isTrue();
        assertThat(small.value()).isTrue();
        assertThat(middle.value()).isTrue();
        assertThat(semaphore.availablePermits()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = WAITING)
    void strayUnparkDoesNotEndTheWait(Form form) {
        Semaphore semaphore = newSemaphore(0);
        Task<Boolean> waiter = waiter(semaphore, form, 1);
        for (int i = 0; i < 5; i++) {
            LockSupport.unpark(waiter.thread());
            waiter.awaitParked();
        }
        semaphore.release();
        assertThat(waiter.value()).isTrue();
        assertThat(semaphore.availablePermits()).isZero();
    }

    // Fairness

    @Test
    void fairSemaphoreGrantsInOrderOfArrival() {
        assumeTrue(fair);
        Semaphore semaphore = newSemaphore(0);
        List<Task<Boolean>> waiters = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            waiters.add(waiter(semaphore, Form.values()[i % 6], 1 + i % 3));
        }
        for (int i = 0; i < 12; i++) {
            semaphore.release(1 + i % 3);
            assertThat(waiters.get(i).value()).isTrue();
            for (int j = i + 1; j < 12; j++) {
                assertThat(waiters.get(j).isDone()).isFalse();
            }
        }
        assertThat(semaphore.availablePermits()).isZero();
    }

    @Test
    void largeRequestIsNotOvertakenWhenFair() throws InterruptedException {
        assumeTrue(fair);
        Semaphore semaphore = newSemaphore(2);
        Task<Boolean> large = waiter(semaphore, 3);
        Task<Boolean> small = waiter(semaphore, 1);
        Task<Boolean> none = waiter(semaphore, 0);
        assertThat(semaphore.availablePermits()).isEqualTo(2);
        assertThat(semaphore.tryAcquire(0, SECONDS)).isFalse();
        assertThat(semaphore.tryAcquire(2, 0, SECONDS)).isFalse();
        assertThat(semaphore.tryAcquire(-1, SECONDS)).isFalse();
        assertThat(semaphore.tryAcquire(1, MILLISECONDS)).isFalse();
        assertThat(semaphore.availablePermits()).isEqualTo(2);
        assertThat(Inspect.queueLength(semaphore)).isEqualTo(3);
        semaphore.release();
        assertThat(large.value()).isTrue();
        assertThat(small.isDone()).isFalse();
        semaphore.release();
        assertThat(small.value()).isTrue();
        assertThat(none.value()).isTrue();
        assertThat(semaphore.availablePermits()).isZero();
    }

    @Test
    void untimedTryAcquireBargesEvenWhenFair() {
        Semaphore semaphore = newSemaphore(3);
        Task<Boolean> large = waiter(semaphore, 4);
        assertThat(semaphore.tryAcquire()).isTrue();
        assertThat(semaphore.availablePermits()).isEqualTo(2);
        assertThat(semaphore.tryAcquire(2)).isTrue();
        assertThat(semaphore.availablePermits()).isZero();
        assertThat(semaphore.tryAcquire()).isFalse();
        large.awaitParked();
        semaphore.release(3);
        large.awaitParked();
        semaphore.release();
        assertThat(large.value()).isTrue();
    }

    @Test
    void drainPermitsBargesEvenWhenFair() {
        Semaphore semaphore = newSemaphore(2);
        Task<Boolean> large = waiter(semaphore, 3);
        assertThat(semaphore.drainPermits()).isEqualTo(2);
        semaphore.release(2);
        large.awaitParked();
        assertThat(semaphore.availablePermits()).isEqualTo(2);
        semaphore.release();
        assertThat(large.value()).isTrue();
    }

    @Test
    void fairOrderSurvivesThoseWhoLeave() {
        assumeTrue(fair);
        Semaphore semaphore = newSemaphore(0);
        List<Task<Boolean>> waiters = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            waiters.add(waiter(semaphore, Form.ACQUIRE_N, 1 + i % 2));
        }
        for (int leaver : new int[] {4, 0, 8, 5}) {
            waiters.get(leaver).interrupt();
            waiters.get(leaver).wasInterrupted();
        }
        assertThat(Inspect.queueLength(semaphore)).isEqualTo(5);
        int[] stayers = {1, 2, 3, 6, 7};
        for (int i = 0; i < stayers.length; i++) {
            semaphore.release(1 + stayers[i] % 2);
            assertThat(waiters.get(stayers[i]).value()).isTrue();
            for (int j = i + 1; j < stayers.length; j++) {
                assertThat(waiters.get(stayers[j]).isDone()).isFalse();
            }
        }
        assertThat(semaphore.availablePermits()).isZero();
        assertNobodyWaits(semaphore);
    }

    // Those who give up

    @ParameterizedTest
    @EnumSource(names = {"ACQUIRE", "ACQUIRE_N", "TIMED", "TIMED_N"})
    void interruptBeforeTheReleaseIsAnswered(Form form) {
        Semaphore semaphore = newSemaphore(0);
        for (int i = 0; i < rounds(50); i++) {
            Task<Boolean> first = waiter(semaphore, form, 1);
            Task<Boolean> second = waiter(semaphore, form, 1);
            first.interrupt();
            semaphore.release();
            first.wasInterrupted();
            assertThat(second.value()).isTrue();
            assertThat(semaphore.availablePermits()).isZero();
            assertNobodyWaits(semaphore);
        }
    }

    @Test
    void permitsThatALargeRequestGivesUpGoToTheNext() {
        Semaphore semaphore = newSemaphore(0);
        Task<Boolean> large = waiter(semaphore, 3);
        Task<Boolean> small = waiter(semaphore, 1);
        Task<Boolean> other = waiter(semaphore, 1);
        large.interrupt();
        semaphore.release(2);
        large.failure();
        assertThat(small.value()).isTrue();
        assertThat(other.value()).isTrue();
        large.wasInterrupted();
        assertThat(semaphore.availablePermits()).isZero();
        assertNobodyWaits(semaphore);
    }

    @Test
    void interruptedHeadLetsTheNextHaveWhatIsThere() {
        assumeTrue(fair);
        Semaphore semaphore = newSemaphore(2);
        Task<Boolean> large = waiter(semaphore, 3);
        Task<Boolean> small = waiter(semaphore, 1);
        Task<Boolean> other = waiter(semaphore, 1);
        large.interrupt();
        large.wasInterrupted();
        assertThat(small.value()).isTrue();
        assertThat(other.value()).isTrue();
        assertThat(semaphore.availablePermits()).isZero();
        assertNobodyWaits(semaphore);
    }

    @Test
    void timedOutHeadLetsTheNextHaveWhatIsThere() {
        assumeTrue(fair);
        for (int i = 0; i < 5; i++) {
            Semaphore semaphore = newSemaphore(1);
            Task<Boolean> large = threads.call(() -> semaphore.tryAcquire(2, 3, MILLISECONDS));
            Task<Boolean> small = threads.call(() -> Form.ACQUIRE.acquire(semaphore, 1));
            // Whether or not the second came while the first one waited, it ends with the permit.
            assertThat(large.value()).isFalse();
            assertThat(small.value()).isTrue();
            assertThat(semaphore.availablePermits()).isZero();
            assertNobodyWaits(semaphore);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = INTERRUPTIBLE)
    void interruptedWaiterIsSkipped(Form form) {
        Semaphore semaphore = newSemaphore(0);
        Task<Boolean> first = waiter(semaphore, form, 1);
        Task<Boolean> second = waiter(semaphore, 1);
        Task<Boolean> third = waiter(semaphore, form, 1);
        third.interrupt();
        third.wasInterrupted();
        first.interrupt();
        first.wasInterrupted();
        second.awaitParked(); // the JDK wakes it to look who is first now
        assertThat(Inspect.queueLength(semaphore)).isEqualTo(1);
        semaphore.release();
        assertThat(second.value()).isTrue();
        assertThat(semaphore.availablePermits()).isZero();
    }

    @Test
    void waiterThatTimedOutIsSkipped() {
        Semaphore semaphore = newSemaphore(0);
        Task<Boolean> first = threads.call(() -> semaphore.tryAcquire(1, MILLISECONDS));
        Task<Boolean> second = waiter(semaphore, 1);
        Task<Boolean> third = threads.call(() -> semaphore.tryAcquire(2, 1, MILLISECONDS));
        assertThat(first.value()).isFalse();
        assertThat(third.value()).isFalse();
        semaphore.release();
        assertThat(second.value()).isTrue();
        assertThat(semaphore.availablePermits()).isZero();
        assertNobodyWaits(semaphore);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = INTERRUPTIBLE)
    void permitThatMeetsAnInterruptIsNotLost(Form form) {
        for (int i = 0; i < rounds(60); i++) {
            int permits = 1 + i % 2;
            Semaphore semaphore = newSemaphore(0);
            Task<Boolean> first = waiter(semaphore, form, permits);
            Task<Boolean> second = waiter(semaphore, Form.UNINTERRUPTIBLY, permits);
            Task<Void> interrupter = threads.run(first::interrupt);
            semaphore.release(permits);
            interrupter.returned();
            // The first one ends either way: with the permits, or without, and then the second has them.
            if (first.failure() == null) {
                assertThat(second.isDone()).isFalse();
                semaphore.release(permits);
            } else {
                first.wasInterrupted();
            }
            assertThat(second.value()).isTrue();
            assertThat(semaphore.availablePermits()).isZero();
            assertNobodyWaits(semaphore);
        }
    }

    @Test
    void permitThatMeetsATimeoutIsNotLost() {
        for (int i = 0; i < rounds(60); i++) {
            Semaphore semaphore = newSemaphore(0);
            int pause = 20_000 * (i % 12);
            Task<Boolean> first = threads.call(() -> semaphore.tryAcquire(200_000, NANOSECONDS));
            Task<Boolean> second = waiter(semaphore, 1);
            long start = System.nanoTime();
            while (!first.isDone() && System.nanoTime() - start < pause) {
                Thread.onSpinWait();
            }
            semaphore.release();
            if (first.value()) {
                semaphore.release();
            }
            assertThat(second.value()).isTrue();
            assertThat(semaphore.availablePermits()).isZero();
            assertNobodyWaits(semaphore);
        }
    }

    // Interrupts

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = INTERRUPTIBLE)
    void interruptOnEntryWinsOverAvailablePermits(Form form) {
        Semaphore semaphore = newSemaphore(5);
        for (int permits = 0; permits < 3; permits++) {
            int n = permits;
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> form.acquire(semaphore, n)).isExactlyInstanceOf(InterruptedException.class);
            assertThat(Thread.interrupted()).isFalse();
            assertThat(semaphore.availablePermits()).isEqualTo(5);
        }
    }

    @Test
    void interruptOnEntryWinsOverElapsedTimeouts() {
        Semaphore semaphore = newSemaphore(1);
        List<Task.Action> forms = List.of(
                () -> semaphore.tryAcquire(0, SECONDS),
                () -> semaphore.tryAcquire(-1, SECONDS),
                () -> semaphore.tryAcquire(2, 0, SECONDS),
                () -> semaphore.tryAcquire(1, Long.MIN_VALUE, SECONDS));
        for (Task.Action form : forms) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(form::run).isExactlyInstanceOf(InterruptedException.class);
            assertThat(Thread.interrupted()).isFalse();
        }
        assertThat(semaphore.availablePermits()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = UNINTERRUPTIBLE)
    void uninterruptibleFormsIgnoreInterruptOnEntryAndKeepIt(Form form) throws InterruptedException {
        Semaphore semaphore = newSemaphore(3);
        Thread.currentThread().interrupt();
        assertThat(form.acquire(semaphore, 1)).isTrue();
        assertThat(form.acquire(semaphore, 2)).isTrue();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(semaphore.availablePermits()).isZero();
        if (!form.waits) {
            Thread.currentThread().interrupt();
            assertThat(form.acquire(semaphore, 1)).isFalse();
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = INTERRUPTIBLE)
    void interruptEndsTheWait(Form form) {
        Semaphore semaphore = newSemaphore(0);
        for (int permits = 1; permits <= 2; permits++) {
            Task<Boolean> waiter = waiter(semaphore, form, permits);
            waiter.interrupt();
            waiter.wasInterrupted();
            assertNobodyWaits(semaphore);
            assertThat(semaphore.availablePermits()).isZero();
        }
        semaphore.release();
        assertThat(semaphore.tryAcquire()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = "^UNINTERRUPTIBLY.*")
    void interruptDoesNotEndAnUninterruptibleWaitButIsKept(Form form) {
        Semaphore semaphore = newSemaphore(0);
        Task<Boolean> waiter = waiter(semaphore, form, 2);
        waiter.interrupt();
        waiter.awaitParked();
        waiter.interrupt();
        waiter.awaitParked();
        assertThat(Inspect.queueLength(semaphore)).isEqualTo(1);
        semaphore.release(2);
        assertThat(waiter.value()).isTrue();
        assertThat(waiter.interruptedAtEnd()).isTrue();
    }

    @Test
    void interruptDoesNotCostAnUninterruptibleWaiterItsPlace() {
        assumeTrue(fair);
        Semaphore semaphore = newSemaphore(0);
        Task<Boolean> first = waiter(semaphore, Form.UNINTERRUPTIBLY_N, 2);
        Task<Boolean> second = waiter(semaphore, 1);
        first.interrupt();
        first.awaitParked();
        semaphore.release(2);
        assertThat(first.value()).isTrue();
        assertThat(second.isDone()).isFalse();
        semaphore.release();
        assertThat(second.value()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = "^UNINTERRUPTIBLY.*")
    void uninterruptibleWaitWithInterruptOnEntryWaitsAndKeepsIt(Form form) {
        Semaphore semaphore = newSemaphore(0);
        Task<Boolean> waiter = threads.<Boolean>call(() -> {
                    Thread.currentThread().interrupt();
                    return form.acquire(semaphore, 1);
                })
                .awaitParked();
        semaphore.release();
        assertThat(waiter.value()).isTrue();
        assertThat(waiter.interruptedAtEnd()).isTrue();
    }

    // Timeouts

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void nonPositiveTimeoutDoesNotWait(long timeout) throws InterruptedException {
        Semaphore semaphore = newSemaphore(1);
        assertThat(semaphore.tryAcquire(2, timeout, SECONDS)).isFalse();
        assertThat(semaphore.tryAcquire(timeout, SECONDS)).isTrue();
        assertThat(semaphore.tryAcquire(timeout, NANOSECONDS)).isFalse();
        assertThat(semaphore.availablePermits()).isZero();
        assertNobodyWaits(semaphore);
    }

    @Test
    void timeoutElapsesNotBeforeItsTime() throws InterruptedException {
        Semaphore semaphore = newSemaphore(1);
        long nanos = MILLISECONDS.toNanos(12);
        long start = System.nanoTime();
        assertThat(semaphore.tryAcquire(2, nanos, NANOSECONDS)).isFalse();
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(nanos);
        assertThat(semaphore.tryAcquire()).isTrue();
        start = System.nanoTime();
        assertThat(semaphore.tryAcquire(nanos, NANOSECONDS)).isFalse();
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(nanos);
        assertThat(semaphore.availablePermits()).isZero();
        assertThat(Thread.interrupted()).isFalse();
        assertNobodyWaits(semaphore);
    }

    @Test
    void shortestTimeoutElapsesBesideWaiters() throws InterruptedException {
        Semaphore semaphore = newSemaphore(0);
        assertThat(semaphore.tryAcquire(1, NANOSECONDS)).isFalse();
        Task<Void> waiter = threads.run(() -> semaphore.acquire(2)).awaitParked();
        assertThat(semaphore.tryAcquire(3, 1, NANOSECONDS)).isFalse();
        semaphore.release(2);
        waiter.returned();
        semaphore.release();
        assertThat(semaphore.tryAcquire(1, NANOSECONDS)).isTrue();
        assertThat(semaphore.availablePermits()).isZero();
        assertNobodyWaits(semaphore);
    }

    @Test
    void longestTimeoutWaits() {
        Semaphore semaphore = newSemaphore(0);
        Task<Boolean> nanos = threads.<Boolean>call(() -> semaphore.tryAcquire(Long.MAX_VALUE, NANOSECONDS))
                .awaitParked();
        Task<Boolean> days = threads.<Boolean>call(() -> semaphore.tryAcquire(2, Long.MAX_VALUE, DAYS))
                .awaitParked();
        semaphore.release(3);
        assertThat(nanos.value()).isTrue();
        assertThat(days.value()).isTrue();
        assertThat(semaphore.availablePermits()).isZero();
    }

    // Draining and reducing

    @Test
    void drainTakesAllPermits() {
        Semaphore semaphore = newSemaphore(5);
        assertThat(semaphore.drainPermits()).isEqualTo(5);
        assertThat(semaphore.availablePermits()).isZero();
        assertThat(semaphore.drainPermits()).isZero();
        semaphore.release(2);
        assertThat(semaphore.drainPermits()).isEqualTo(2);
    }

    @Test
    void drainReleasesNegativePermits() {
        Semaphore semaphore = newSemaphore(-3);
        assertThat(semaphore.drainPermits()).isEqualTo(-3);
        assertThat(semaphore.availablePermits()).isZero();
        semaphore.release();
        assertThat(semaphore.tryAcquire()).isTrue();
    }

    @Test
    void drainBelowZeroWithAWaiterBringsItNearer() {
        Semaphore semaphore = newSemaphore(-3);
        Task<Boolean> waiter = waiter(semaphore, 1);
        assertThat(semaphore.drainPermits()).isEqualTo(-3);
        assertThat(semaphore.availablePermits()).isZero();
        waiter.awaitParked();
        semaphore.release();
        assertThat(waiter.value()).isTrue();
        assertThat(semaphore.availablePermits()).isZero();
    }

    @Test
    void reductionTakesPermitsAway() {
        SemaphoreProbe probe = newProbe(5);
        Semaphore semaphore = probe.semaphoreItself();
        probe.reducePermits(2);
        assertThat(semaphore.availablePermits()).isEqualTo(3);
        probe.reducePermits(0);
        assertThat(semaphore.availablePermits()).isEqualTo(3);
        assertThat(semaphore.tryAcquire(4)).isFalse();
        assertThat(semaphore.tryAcquire(3)).isTrue();
    }

    @Test
    void reductionBelowZeroMustBeMadeUpFor() {
        SemaphoreProbe probe = newProbe(1);
        Semaphore semaphore = probe.semaphoreItself();
        probe.reducePermits(3);
        assertThat(semaphore.availablePermits()).isEqualTo(-2);
        assertThat(semaphore.tryAcquire()).isFalse();
        Task<Boolean> waiter = waiter(semaphore, 1);
        semaphore.release(2);
        waiter.awaitParked();
        assertThat(semaphore.availablePermits()).isZero();
        semaphore.release();
        assertThat(waiter.value()).isTrue();
    }

    @Test
    void reductionUnderAWaiterMakesItWaitLonger() {
        SemaphoreProbe probe = newProbe(1);
        Semaphore semaphore = probe.semaphoreItself();
        Task<Boolean> waiter = waiter(semaphore, 2);
        probe.reducePermits(2);
        assertThat(semaphore.availablePermits()).isEqualTo(-1);
        semaphore.release(2);
        waiter.awaitParked();
        assertThat(semaphore.availablePermits()).isEqualTo(1);
        semaphore.release();
        assertThat(waiter.value()).isTrue();
        assertThat(semaphore.availablePermits()).isZero();
    }

    @Test
    void reductionBelowTheMinimumFailsAndChangesNothing() {
        SemaphoreProbe probe = newProbe(Integer.MIN_VALUE + 1);
        probe.reducePermits(1);
        assertThatThrownBy(() -> probe.reducePermits(1))
                .isExactlyInstanceOf(Error.class)
                .hasMessage("Permit count underflow");
        assertThatThrownBy(() -> probe.reducePermits(Integer.MAX_VALUE)).isExactlyInstanceOf(Error.class);
        assertThat(probe.semaphoreItself().availablePermits()).isEqualTo(Integer.MIN_VALUE);
    }

    // Illegal arguments

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE})
    void negativeCountsAreRejected(int permits) {
        SemaphoreProbe probe = newProbe(5);
        Semaphore semaphore = probe.semaphoreItself();
        List<Task.Action> calls = List.of(
                () -> semaphore.acquire(permits),
                () -> semaphore.acquireUninterruptibly(permits),
                () -> semaphore.tryAcquire(permits),
                () -> semaphore.tryAcquire(permits, 1, SECONDS),
                () -> semaphore.tryAcquire(permits, 0, SECONDS),
                () -> semaphore.release(permits),
                () -> probe.reducePermits(permits));
        for (Task.Action call : calls) {
            assertThatThrownBy(call::run)
                    .isExactlyInstanceOf(IllegalArgumentException.class)
                    .hasMessage(null);
            assertThat(semaphore.availablePermits()).isEqualTo(5);
        }
    }

    @Test
    void illegalCountIsRejectedBeforeAnInterrupt() {
        Semaphore semaphore = newSemaphore(5);
        List<Task.Action> calls = List.of(
                () -> semaphore.acquire(-1),
                () -> semaphore.tryAcquire(-1, 1, SECONDS),
                () -> semaphore.tryAcquire(-1, 1, null));
        Thread.currentThread().interrupt();
        for (Task.Action call : calls) {
            assertThatThrownBy(call::run).isExactlyInstanceOf(IllegalArgumentException.class);
        }
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void nullUnitIsRejected() {
        Semaphore semaphore = newSemaphore(5);
        assertThatThrownBy(() -> semaphore.tryAcquire(1, null)).isExactlyInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> semaphore.tryAcquire(1, 0, null)).isExactlyInstanceOf(NullPointerException.class);
        assertThat(semaphore.availablePermits()).isEqualTo(5);
    }

    // Inspection

    @Test
    void queuedThreadsAreListed() {
        SemaphoreProbe probe = newProbe(0);
        Semaphore semaphore = probe.semaphoreItself();
        Task<Boolean> first = waiter(semaphore, Form.ACQUIRE, 1);
        assertThat(Inspect.hasQueuedThreads(semaphore)).isTrue();
        assertThat(Inspect.queueLength(semaphore)).isEqualTo(1);
        assertThat(probe.getQueuedThreads()).containsExactly(first.thread());
        Task<Boolean> second = waiter(semaphore, Form.UNINTERRUPTIBLY, 1);
        Task<Boolean> third = waiter(semaphore, Form.TIMED, 3);
        assertThat(Inspect.queueLength(semaphore)).isEqualTo(3);
        assertThat(probe.getQueuedThreads()).containsExactlyInAnyOrder(first.thread(), second.thread(), third.thread());
        probe.getQueuedThreads().clear();
        first.interrupt();
        first.wasInterrupted();
        assertThat(Inspect.queueLength(semaphore)).isEqualTo(2);
        assertThat(probe.getQueuedThreads()).containsExactlyInAnyOrder(second.thread(), third.thread());
        semaphore.release(4);
        second.returned();
        third.returned();
        assertThat(probe.getQueuedThreads()).isEmpty();
        assertNobodyWaits(semaphore);
    }

    @Test
    void formsOfToString() throws InterruptedException {
        Semaphore semaphore = newSemaphore(3);
        String identity = "@" + Integer.toHexString(semaphore.hashCode());
        assertThat(semaphore.toString()).endsWith(identity + "[Permits = 3]");
        semaphore.acquire(3);
        assertThat(semaphore.toString()).endsWith(identity + "[Permits = 0]");
        assertThat(newSemaphore(-4).toString()).endsWith("[Permits = -4]");
    }

    @Test
    void subclassPrintsItsOwnName() {
        SemaphoreProbe probe = newProbe(2);
        assertThat(probe.toString())
                .isEqualTo(probe.getClass().getName() + "@" + Integer.toHexString(probe.hashCode()) + "[Permits = 2]");
    }

    @Test
    void inspectionThroughMethodReferencesHandlesAndReflection() throws Throwable {
        Semaphore semaphore = newSemaphore(3);
        semaphore.acquire();
        ToIntFunction<Semaphore> reference = Semaphore::availablePermits;
        assertThat(reference.applyAsInt(semaphore)).isEqualTo(2);
        Object handled = MethodHandles.publicLookup()
                .findVirtual(Semaphore.class, "availablePermits", MethodType.methodType(int.class))
                .invoke(semaphore);
        assertThat(handled).isEqualTo(2);
        Semaphore.class.getMethod("release", int.class).invoke(semaphore, 2);
        assertThat(Semaphore.class.getMethod("availablePermits").invoke(semaphore))
                .isEqualTo(4);
        assertThat(Semaphore.class.getMethod("isFair").invoke(semaphore)).isEqualTo(fair);
    }

    @Test
    void monitoringSeesOnlyStatesThatExist() {
        int permits = 2;
        int workers = 4;
        SemaphoreProbe probe = newProbe(permits);
        Semaphore semaphore = probe.semaphoreItself();
        List<Task<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            tasks.add(threads.run(() -> {
                for (int turn = 0; turn < 1_500; turn++) {
                    int n = 1 + turn % 2;
                    semaphore.acquire(n);
                    semaphore.release(n);
                }
            }));
        }
        List<Thread> known = tasks.stream().map(Task::thread).toList();
        boolean running = true;
        while (running) {
            running = tasks.stream().anyMatch(task -> !task.isDone());
            assertThat(semaphore.availablePermits()).isBetween(0, permits);
            assertThat(Inspect.queueLength(semaphore)).isBetween(0, workers);
            assertThat(probe.getQueuedThreads()).isSubsetOf(known).doesNotHaveDuplicates();
            assertThat(semaphore.toString()).matches(".*\\[Permits = [012]\\]");
            Thread.yield();
        }
        Threads.allReturned(tasks);
        assertThat(semaphore.availablePermits()).isEqualTo(permits);
        assertNobodyWaits(semaphore);
    }

    // Subclasses

    @Test
    void overridingSubclassSeesEachCallOnce() throws InterruptedException {
        SemaphoreProbe probe = newProbe(10);
        Semaphore semaphore = probe.semaphoreItself();
        semaphore.acquire();
        semaphore.acquire(1);
        semaphore.acquireUninterruptibly();
        semaphore.acquireUninterruptibly(1);
        semaphore.tryAcquire();
        semaphore.tryAcquire(1);
        semaphore.tryAcquire(1, SECONDS);
        semaphore.tryAcquire(1, 1, SECONDS);
        semaphore.release();
        semaphore.release(2);
        probe.reducePermits(1);
        semaphore.drainPermits();
        semaphore.availablePermits();
        semaphore.isFair();
        probe.getQueuedThreads();
        assertThat(probe.calls())
                .containsExactly(
                        "acquire",
                        "acquire(n)",
                        "acquireUninterruptibly",
                        "acquireUninterruptibly(n)",
                        "tryAcquire",
                        "tryAcquire(n)",
                        "tryAcquire(timeout)",
                        "tryAcquire(n, timeout)",
                        "release",
                        "release(n)",
                        "reducePermits",
                        "drainPermits",
                        "availablePermits",
                        "isFair",
                        "getQueuedThreads");
    }

    @Test
    void inspectionDoesNotGoThroughOverriddenMethods() {
        SemaphoreProbe probe = newProbe(10);
        probe.semaphoreItself().toString();
        Inspect.queueLength(probe.semaphoreItself());
        Inspect.hasQueuedThreads(probe.semaphoreItself());
        assertThat(probe.calls()).isEmpty();
    }

    // Under load

    @Test
    void onePermitExcludes() {
        Semaphore semaphore = newSemaphore(1);
        int workers = 4;
        int turns = rounds(1_500);
        int[] counter = {0};
        AtomicInteger acquired = new AtomicInteger();
        List<Task<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            int offset = i;
            tasks.add(threads.run(() -> {
                for (int turn = 0; turn < turns; turn++) {
                    if (Form.values()[(turn + offset) % 8].acquire(semaphore, 1)) {
                        counter[0]++;
                        acquired.incrementAndGet();
                        semaphore.release();
                    }
                }
            }));
        }
        Threads.allReturned(tasks);
        assertThat(counter[0]).isEqualTo(acquired.get()).isGreaterThanOrEqualTo(workers * turns * 3 / 4);
        assertThat(semaphore.availablePermits()).isEqualTo(1);
        assertNobodyWaits(semaphore);
    }

    @Test
    void releasesThatFindNoRoomLeaveAllOthersAlone() {
        int room = 2;
        int workers = 4;
        int turns = rounds(2_000);
        Semaphore semaphore = newSemaphore(Integer.MAX_VALUE - room);
        AtomicLong added = new AtomicLong();
        AtomicInteger refused = new AtomicInteger();
        List<Task<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            int offset = i;
            tasks.add(threads.run(() -> {
                for (int turn = offset; turn < turns; turn++) {
                    int n = turn % 7 == 0 ? Integer.MAX_VALUE : turn % 5 == 0 ? 2 : 1;
                    try {
                        semaphore.release(n);
                        added.addAndGet(n);
                    } catch (Error full) {
                        refused.incrementAndGet();
                    }
                    assertThat(semaphore.availablePermits()).isNotNegative();
                    int back = turn % 11 == 0 ? Integer.MAX_VALUE - 1 : 1;
                    if (semaphore.tryAcquire(back)) {
                        added.addAndGet(-back);
                    }
                }
            }));
        }
        Threads.allReturned(tasks);
        assertThat(semaphore.availablePermits()).isEqualTo((int) (Integer.MAX_VALUE - room + added.get()));
        assertThat(refused).hasPositiveValue();
        semaphore.drainPermits();
        semaphore.release(Integer.MAX_VALUE);
        assertThat(semaphore.availablePermits()).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void permitsAreConservedUnderInterruptsAndTimeouts() {
        int permits = 3;
        int workers = 5;
        int turns = rounds(500);
        Semaphore semaphore = newSemaphore(permits);
        AtomicInteger out = new AtomicInteger();
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        List<Task<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            int offset = i;
            tasks.add(threads.run(() -> {
                for (int turn = 0; turn < turns; turn++) {
                    int n = 1 + (turn + offset) % permits;
                    boolean held = false;
                    try {
                        switch ((turn + offset) % 4) {
                            case 0 -> {
                                semaphore.acquire(n);
                                held = true;
                            }
                            case 1 -> {
                                semaphore.acquireUninterruptibly(n);
                                held = true;
                            }
                            case 2 -> held = semaphore.tryAcquire(n, (turn % 7) * 2_000L, NANOSECONDS);
                            default -> held = semaphore.tryAcquire(n);
                        }
                    } catch (InterruptedException e) {
                        // gave up, holding nothing
                    }
                    if (held) {
                        int now = out.addAndGet(n);
                        if (now > permits) {
                            failures.add(new AssertionError(now + " permits are out"));
                        }
                        out.addAndGet(-n);
                        semaphore.release(n);
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
        assertThat(failures).isEmpty();
        assertThat(semaphore.availablePermits()).isEqualTo(permits);
        assertNobodyWaits(semaphore);
    }

    @Test
    void shorterConstructorWaitsAlike() {
        assumeFalse(fair);
        Semaphore semaphore = impl.semaphore(0);
        Task<Boolean> waiter = waiter(semaphore, 1);
        semaphore.release();
        assertThat(waiter.value()).isTrue();
    }
}
