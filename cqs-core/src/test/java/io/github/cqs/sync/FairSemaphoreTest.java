package io.github.cqs.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cqs.CancellationMode;
import io.github.cqs.ResumeMode;
import io.github.cqs.testing.Threads;
import io.github.cqs.testing.Threads.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@ValueSource(ints = {1, 2, 16})
class FairSemaphoreTest {
    @Parameter
    int segmentSize;

    private FairSemaphore semaphore;

    private FairSemaphore semaphore(int permits) {
        semaphore = new FairSemaphore(permits, segmentSize, ResumeMode.SYNC, CancellationMode.SMART);
        return semaphore;
    }

    @AfterEach
    void invariantsHold() {
        if (semaphore != null) {
            semaphore.checkInvariantsAtQuiescence();
        }
    }

    private List<Task<Void>> waiters(int n, List<Integer> order) {
        List<Task<Void>> waiters = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            int number = i;
            waiters.add(Threads.start(() -> {
                        semaphore.acquire();
                        order.add(number);
                        semaphore.release();
                        return (Void) null;
                    })
                    .awaitParked());
        }
        return waiters;
    }

    @Test
    void negativePermitsAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FairSemaphore(-1))
                .withMessageContaining("-1");
    }

    @Test
    void permitsAreTakenAndGivenBack() throws Exception {
        semaphore(2).acquire();
        assertThat(semaphore.availablePermits()).isEqualTo(1);
        assertThat(semaphore.tryAcquire()).isTrue();
        assertThat(semaphore.tryAcquire()).isFalse();
        assertThat(semaphore.tryAcquire(0, TimeUnit.SECONDS)).isFalse();
        assertThat(semaphore.tryAcquire(Long.MIN_VALUE, TimeUnit.DAYS)).isFalse();
        assertThat(semaphore.queueLength()).isZero();
        semaphore.release();
        semaphore.release();
        assertThat(semaphore.availablePermits()).isEqualTo(2);
    }

    @Test
    void releaseMayComeFirst() {
        semaphore(0).release();
        assertThat(semaphore.tryAcquire()).isTrue();
    }

    @Test
    void waitersAreServedInOrderOfArrival() throws Exception {
        semaphore(0);
        List<Integer> order = new CopyOnWriteArrayList<>();
        List<Task<Void>> waiters = waiters(5, order);
        assertThat(semaphore.queueLength()).isEqualTo(5);
        assertThat(semaphore.tryAcquire()).isFalse();
        semaphore.release();
        Threads.joinAll(waiters);
        assertThat(order).containsExactly(0, 1, 2, 3, 4);
        assertThat(semaphore.tryAcquire())
                .as("visible as soon as release has returned")
                .isTrue();
    }

    @Test
    void interruptedWaitersLeaveAndTheOthersMoveUp() throws Exception {
        semaphore(0);
        List<Integer> order = new CopyOnWriteArrayList<>();
        List<Task<Void>> waiters = waiters(5, order);
        for (int gone : new int[] {4, 2, 0}) {
            Task<Void> leaver = waiters.remove(gone);
            leaver.interrupt();
            assertThatThrownBy(leaver::join).isInstanceOf(InterruptedException.class);
        }
        assertThat(semaphore.queueLength()).isEqualTo(2);
        semaphore.release();
        Threads.joinAll(waiters);
        assertThat(order).containsExactly(1, 3);
        assertThat(semaphore.availablePermits()).isEqualTo(1);
    }

    @Test
    void releaseAfterAllHaveLeftIsKept() throws Exception {
        semaphore(0);
        for (int i = 0; i < 20; i++) {
            assertThat(semaphore.tryAcquire(1, TimeUnit.NANOSECONDS)).isFalse();
        }
        semaphore.release();
        assertThat(semaphore.availablePermits()).isEqualTo(1);
        assertThat(semaphore.tryAcquire(Long.MAX_VALUE, TimeUnit.DAYS)).isTrue();
    }

    @Test
    void uninterruptibleAcquireKeepsTheStatus() throws Exception {
        semaphore(0);
        Task<Boolean> waiter = Threads.start(() -> {
            semaphore.acquireUninterruptibly();
            return Thread.interrupted();
        });
        waiter.awaitParked().interrupt();
        semaphore.release();
        assertThat(waiter.join()).isTrue();
    }

    @Test
    void timedAcquireGetsAPermitThatComesInTime() throws Exception {
        semaphore(0);
        Task<Boolean> waiter = Threads.start(() -> semaphore.tryAcquire(Long.MAX_VALUE, TimeUnit.NANOSECONDS));
        waiter.awaitParked();
        semaphore.release();
        assertThat(waiter.join()).isTrue();
        long start = System.nanoTime();
        assertThat(semaphore.tryAcquire(10, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(10));
    }

    @Test
    void mutexIsOnePermit() throws Exception {
        FairMutex mutex = new FairMutex(semaphore(1));
        assertThatThrownBy(mutex::unlock).isInstanceOf(IllegalStateException.class);
        mutex.lock();
        assertThat(mutex.isLocked()).isTrue();
        assertThat(mutex.tryLock()).isFalse();
        assertThat(mutex.tryLock(-1, TimeUnit.SECONDS)).isFalse();
        Task<Boolean> uninterruptible = Threads.start(() -> {
            mutex.lock();
            mutex.unlock();
            return Thread.interrupted();
        });
        uninterruptible.awaitParked();
        Task<Void> interruptible = Threads.start(() -> {
            mutex.lockInterruptibly();
            return null;
        });
        interruptible.awaitParked();
        assertThat(mutex.queueLength()).isEqualTo(2);
        uninterruptible.interrupt();
        interruptible.interrupt();
        assertThatThrownBy(interruptible::join).isInstanceOf(InterruptedException.class);
        assertThat(mutex.queueLength()).isEqualTo(1);
        mutex.unlock();
        assertThat(uninterruptible.join()).isTrue();
        assertThat(mutex.isLocked()).isFalse();
        assertThat(mutex.tryLock(1, TimeUnit.DAYS)).isTrue();
        mutex.unlock();
        assertThat(new FairMutex().tryLock()).isTrue();
    }
}
