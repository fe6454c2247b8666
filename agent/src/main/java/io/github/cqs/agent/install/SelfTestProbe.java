package io.github.cqs.agent.install;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;

/**
 * What the self-test runs: makes one of each swapped class and uses it. Not used as it is: its bytes go through the
 * rewriter and into a class loader of their own.
 */
@SuppressWarnings({"unused", "LockNotBeforeTry", "WaitNotInLoop"})
final class SelfTestProbe implements IntFunction<Object> {
    /**
     * Microseconds of each kind of wait. Whatever is used for the first time in a wait is initialised now: if that failed later, with the application's stack
     * or heap exhausted, nobody could wait any more.
     */
    private static final long WAIT = 20;

    SelfTestProbe() {
        LockSupport.unpark(null); // initialises it
    }

    /** Makes and uses the class with that index; throws if it does not behave. */
    @Override
    public Object apply(int index) {
        try {
            return switch (index) {
                case 0 -> lock();
                case 1 -> semaphore();
                case 2 -> latch();
                case 3 -> barrier();
                default -> queue();
            };
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static ReentrantLock lock() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        require(lock.isHeldByCurrentThread() && lock.tryLock() && lock.getHoldCount() == 2);
        lock.unlock();
        Condition condition = lock.newCondition();
        require(condition.awaitNanos(TimeUnit.MICROSECONDS.toNanos(WAIT)) <= 0);
        lock.unlock();
        require(!lock.isLocked() && !lock.isFair() && !lock.hasQueuedThreads() && lock.getQueueLength() == 0);
        return lock;
    }

    private static Semaphore semaphore() throws Exception {
        Semaphore semaphore = new Semaphore(1, true);
        semaphore.acquire();
        require(!semaphore.tryAcquire() && !semaphore.tryAcquire(WAIT, TimeUnit.MICROSECONDS));
        semaphore.release();
        require(semaphore.availablePermits() == 1 && !semaphore.hasQueuedThreads());
        return semaphore;
    }

    private static CountDownLatch latch() throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        require(!latch.await(WAIT, TimeUnit.MICROSECONDS));
        latch.countDown();
        latch.await();
        require(latch.getCount() == 0);
        return latch;
    }

    private static CyclicBarrier barrier() throws Exception {
        CyclicBarrier alone = new CyclicBarrier(2);
        try {
            alone.await(WAIT, TimeUnit.MICROSECONDS);
            require(false);
        } catch (TimeoutException expected) {
            require(alone.isBroken());
        }
        CyclicBarrier barrier = new CyclicBarrier(1);
        require(barrier.await() == 0 && barrier.getParties() == 1 && !barrier.isBroken());
        return barrier;
    }

    private static ArrayBlockingQueue<Object> queue() throws Exception {
        ArrayBlockingQueue<Object> queue = new ArrayBlockingQueue<>(1);
        queue.put("x");
        require(!queue.offer("y", WAIT, TimeUnit.MICROSECONDS) && queue.remainingCapacity() == 0);
        require("x".equals(queue.iterator().next()));
        require("x".equals(queue.take()) && queue.poll(WAIT, TimeUnit.MICROSECONDS) == null && queue.isEmpty());
        return queue;
    }

    private static void require(boolean holds) {
        if (!holds) {
            throw new IllegalStateException("a swapped class does not behave as the JDK's");
        }
    }
}
