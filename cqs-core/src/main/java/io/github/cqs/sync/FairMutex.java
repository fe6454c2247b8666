package io.github.cqs.sync;

import java.util.concurrent.TimeUnit;

/**
 * A mutual exclusion lock that is handed over in the order of arrival: a {@link FairSemaphore} with one permit. It is not reentrant and does not
 * know its owner; any thread may unlock it.
 *
 * <p><b>Memory consistency effects:</b> what happens before {@code unlock} <i>happens-before</i> what follows the next successful lock.
 *
 * <p>CQS paper (PLDI 2023), sections 2 and 3.
 */
public final class FairMutex {
    private final FairSemaphore permit;

    /** An unlocked mutex. */
    public FairMutex() {
        this(new FairSemaphore(1));
    }

    FairMutex(FairSemaphore permit) {
        this.permit = permit;
    }

    /** Waits for the mutex; interrupts are kept as status. */
    public void lock() {
        permit.acquireUninterruptibly();
    }

    /**
     * Waits for the mutex.
     *
     * @throws InterruptedException if interrupted while waiting; the mutex was not taken then
     */
    public void lockInterruptibly() throws InterruptedException {
        permit.acquire();
    }

    /** Takes the mutex if it is free; never blocks. */
    public boolean tryLock() {
        return permit.tryAcquire();
    }

    /**
     * Waits for the mutex at most the given time.
     *
     * @return whether it was taken
     * @throws InterruptedException if interrupted while waiting; the mutex was not taken then
     */
    public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
        return permit.tryAcquire(timeout, unit);
    }

    /**
     * Hands the mutex to the first waiter, or frees it.
     *
     * @throws IllegalStateException if it is not locked
     */
    public void unlock() {
        if (!isLocked()) {
            throw new IllegalStateException("the mutex is not locked");
        }
        permit.release();
    }

    /** Whether some thread holds the mutex. */
    public boolean isLocked() {
        return permit.availablePermits() == 0;
    }

    /** The number of threads that wait. */
    public int queueLength() {
        return permit.queueLength();
    }
}
