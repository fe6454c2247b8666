package io.github.cqs.shims;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.shims.support.Internals;
import io.github.cqs.shims.support.Task;
import io.github.cqs.shims.support.ThreadKind;
import io.github.cqs.shims.support.Threads;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An unfair lock that is free, and whose line has something to ask of who takes it next, is as free as any other. */
final class AskedLockTest {
    /** More than the waits of which one is timed, and more than the turns in a row after which the line asks. */
    private static final int MANY = 100;

    private final Threads threads = new Threads(ThreadKind.PLATFORM);
    private final CqsReentrantLock lock = new CqsReentrantLock();
    private final ReentrantLockSync sync = (ReentrantLockSync) Internals.value(lock, "core");

    @AfterEach
    void join() {
        threads.close();
    }

    private boolean isAsked() {
        return (int) Internals.value(lock, "core->state") < 0;
    }

    private void ask() {
        assertThat(sync.askNext()).isTrue();
        assertThat(isAsked()).isTrue();
    }

    private void isTaken() {
        assertThat(isAsked()).isFalse();
        assertThat(lock.isLocked()).isTrue();
        assertThat(lock.isHeldByCurrentThread()).isTrue();
        assertThat(lock.getHoldCount()).isEqualTo(1);
        assertThat(lock.getOwner()).isSameAs(Thread.currentThread());
        lock.unlock();
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    void lineAsksOfAThreadThatComesAgainAndAgain() {
        boolean asked = false;
        for (int i = 0; i < MANY && !asked; i++) {
            lock.lock();
            Task<Boolean> waiter = threads.call(() -> {
                        lock.lock();
                        lock.unlock();
                        for (int turn = 0; turn < MANY; turn++) {
                            if (isAsked()) {
                                return true;
                            }
                            lock.lock();
                            lock.unlock();
                        }
                        return false;
                    })
                    .awaitParked();
            lock.unlock();
            asked = waiter.returned().value();
        }
        assertThat(asked).isTrue();
        assertThat(sync.askNext()).as("asked again").isFalse();
        lock.lock();
        isTaken();
    }

    @Test
    void looksFree() {
        ask();
        assertThat(lock.isLocked()).isFalse();
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        assertThat(lock.getHoldCount()).isZero();
        assertThat(lock.getOwner()).isNull();
        assertThat(lock.toString()).endsWith("[Unlocked]");
    }

    @Test
    void isTakenByEveryMethodThatTakesALock() throws Exception {
        ask();
        lock.lock();
        isTaken();
        ask();
        lock.lockInterruptibly();
        isTaken();
        ask();
        assertThat(lock.tryLock()).isTrue();
        isTaken();
        ask();
        assertThat(lock.tryLock(0, SECONDS)).isTrue();
        isTaken();
        ask();
        assertThat(lock.tryLock(Long.MAX_VALUE, SECONDS)).isTrue();
        isTaken();
        assertThat(Internals.value(lock, "core->line")).as("a line for nobody").isNull();
    }

    @Test
    void isTakenAgainAfterAWaitForASignal() {
        Condition signalled = lock.newCondition();
        Task<Void> waiter = threads.run(() -> {
                    lock.lock();
                    try {
                        signalled.await();
                        throw new AssertionError("signalled");
                    } catch (InterruptedException expected) {
                        isTaken();
                    }
                })
                .awaitParked();
        ask();
        waiter.interrupt();
        waiter.returned();
    }

    @Test
    void isNotTakenByWhoIsInterrupted() {
        ask();
        Task<Void> interrupted = threads.run(() -> {
            Thread.currentThread().interrupt();
            lock.lockInterruptibly();
        });
        interrupted.wasInterrupted();
        assertThat(isAsked()).isTrue();
    }

    @Test
    void nobodyIsAskedWhoHasALock() {
        lock.lock();
        assertThat(sync.askNext()).isFalse();
        isTaken();
    }

    @Test
    void nobodyIsAskedInOrder() {
        ReentrantLockSync fair = ReentrantLockSync.create(true);
        assertThat(fair.askNext()).isFalse();
    }
}
