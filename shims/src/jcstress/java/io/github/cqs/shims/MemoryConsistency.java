package io.github.cqs.shims;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Each memory consistency effect that the JDK documents, with plain fields: of the JDK class, and of the shim beside it. */
public class MemoryConsistency {
    private MemoryConsistency() {}

    @JCStressTest
    @Outcome(
            id = {"1, 2", "2, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "One after the other, and the second sees the first.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An update is lost: unlock does not happen-before lock.")
    @State
    public static class JdkLock {
        private final ReentrantLock lock = new ReentrantLock();
        private int plain;

        @Actor
        public void one(II_Result r) {
            lock.lock();
            r.r1 = ++plain;
            lock.unlock();
        }

        @Actor
        public void other(II_Result r) {
            lock.lock();
            r.r2 = ++plain;
            lock.unlock();
        }
    }

    @JCStressTest
    @Outcome(
            id = {"1", "-1"},
            expect = Expect.ACCEPTABLE,
            desc = "Seen with the lock, or locked by the other, or not written yet.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "tryLock sees the flag of an unlock without what came before it.")
    @State
    public static class JdkTryLock {
        private final ReentrantLock lock = new ReentrantLock();
        private int plain;
        private int flag;

        @Actor
        public void one() {
            lock.lock();
            plain = 1;
            flag = 1;
            lock.unlock();
        }

        @Actor
        public void other(I_Result r) {
            r.r1 = -1;
            if (lock.tryLock()) {
                if (flag == 1) {
                    r.r1 = plain;
                }
                lock.unlock();
            }
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "await returns after the signal, and sees what came before.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "await returned without it.")
    @State
    public static class JdkCondition {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition condition = lock.newCondition();
        private boolean signalled;
        private int plain;

        @Actor
        public void signaller() {
            plain = 1;
            lock.lock();
            signalled = true;
            condition.signal();
            lock.unlock();
        }

        @Actor
        public void waiter(I_Result r) {
            lock.lock();
            while (!signalled) {
                condition.awaitUninterruptibly();
            }
            lock.unlock();
            r.r1 = plain;
        }
    }

    @JCStressTest
    @Outcome(
            id = {"1, 2", "2, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "One after the other, and the second sees the first.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An update is lost: unlock does not happen-before lock.")
    @State
    public static class ShimLock {
        private final ReentrantLock lock = new CqsReentrantLock();
        private int plain;

        @Actor
        public void one(II_Result r) {
            lock.lock();
            r.r1 = ++plain;
            lock.unlock();
        }

        @Actor
        public void other(II_Result r) {
            lock.lock();
            r.r2 = ++plain;
            lock.unlock();
        }
    }

    @JCStressTest
    @Outcome(
            id = {"1", "-1"},
            expect = Expect.ACCEPTABLE,
            desc = "Seen with the lock, or locked by the other, or not written yet.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "tryLock sees the flag of an unlock without what came before it.")
    @State
    public static class ShimTryLock {
        private final ReentrantLock lock = new CqsReentrantLock();
        private int plain;
        private int flag;

        @Actor
        public void one() {
            lock.lock();
            plain = 1;
            flag = 1;
            lock.unlock();
        }

        @Actor
        public void other(I_Result r) {
            r.r1 = -1;
            if (lock.tryLock()) {
                if (flag == 1) {
                    r.r1 = plain;
                }
                lock.unlock();
            }
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "await returns after the signal, and sees what came before.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "await returned without it.")
    @State
    public static class ShimCondition {
        private final ReentrantLock lock = new CqsReentrantLock();
        private final Condition condition = lock.newCondition();
        private boolean signalled;
        private int plain;

        @Actor
        public void signaller() {
            plain = 1;
            lock.lock();
            signalled = true;
            condition.signal();
            lock.unlock();
        }

        @Actor
        public void waiter(I_Result r) {
            lock.lock();
            while (!signalled) {
                condition.awaitUninterruptibly();
            }
            lock.unlock();
            r.r1 = plain;
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The permit publishes what came before its release.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The permit came without it.")
    @State
    public static class JdkSemaphore {
        private final Semaphore semaphore = new Semaphore(0);
        private int plain;

        @Actor
        public void releaser() {
            plain = 1;
            semaphore.release();
        }

        @Actor
        public void acquirer(I_Result r) {
            semaphore.acquireUninterruptibly();
            r.r1 = plain;
        }
    }

    @JCStressTest
    @Outcome(
            id = {"1", "-1"},
            expect = Expect.ACCEPTABLE,
            desc = "Seen with the permit, or no permit yet.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The permit came without it.")
    @State
    public static class JdkTryAcquire {
        private final Semaphore semaphore = new Semaphore(0);
        private int plain;

        @Actor
        public void releaser() {
            plain = 1;
            semaphore.release();
        }

        @Actor
        public void acquirer(I_Result r) {
            r.r1 = semaphore.tryAcquire() ? plain : -1;
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The permit publishes what came before its release.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The permit came without it.")
    @State
    public static class ShimSemaphore {
        private final Semaphore semaphore = new CqsSemaphore(0);
        private int plain;

        @Actor
        public void releaser() {
            plain = 1;
            semaphore.release();
        }

        @Actor
        public void acquirer(I_Result r) {
            semaphore.acquireUninterruptibly();
            r.r1 = plain;
        }
    }

    @JCStressTest
    @Outcome(
            id = {"1", "-1"},
            expect = Expect.ACCEPTABLE,
            desc = "Seen with the permit, or no permit yet.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The permit came without it.")
    @State
    public static class ShimTryAcquire {
        private final Semaphore semaphore = new CqsSemaphore(0);
        private int plain;

        @Actor
        public void releaser() {
            plain = 1;
            semaphore.release();
        }

        @Actor
        public void acquirer(I_Result r) {
            r.r1 = semaphore.tryAcquire() ? plain : -1;
        }
    }

    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Both see what came before the other's countDown.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The latch opened without it.")
    @State
    public static class JdkLatch {
        private final CountDownLatch latch = new CountDownLatch(2);
        private int one;
        private int other;

        @Actor
        public void one(II_Result r) {
            one = 1;
            latch.countDown();
            await(latch);
            r.r1 = other;
        }

        @Actor
        public void other(II_Result r) {
            other = 1;
            latch.countDown();
            await(latch);
            r.r2 = one;
        }
    }

    @JCStressTest
    @Outcome(
            id = {"1", "-1"},
            expect = Expect.ACCEPTABLE,
            desc = "Seen once the count is 0, or counting still.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The count is 0 without what came before.")
    @State
    public static class JdkLatchCount {
        private final CountDownLatch latch = new CountDownLatch(1);
        private int plain;

        @Actor
        public void counter() {
            plain = 1;
            latch.countDown();
        }

        @Actor
        public void reader(I_Result r) {
            r.r1 = latch.getCount() == 0 ? plain : -1;
        }
    }

    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Both see what came before the other's countDown.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The latch opened without it.")
    @State
    public static class ShimLatch {
        private final CountDownLatch latch = new CqsCountDownLatch(2);
        private int one;
        private int other;

        @Actor
        public void one(II_Result r) {
            one = 1;
            latch.countDown();
            await(latch);
            r.r1 = other;
        }

        @Actor
        public void other(II_Result r) {
            other = 1;
            latch.countDown();
            await(latch);
            r.r2 = one;
        }
    }

    @JCStressTest
    @Outcome(
            id = {"1", "-1"},
            expect = Expect.ACCEPTABLE,
            desc = "Seen once the count is 0, or counting still.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The count is 0 without what came before.")
    @State
    public static class ShimLatchCount {
        private final CountDownLatch latch = new CqsCountDownLatch(1);
        private int plain;

        @Actor
        public void counter() {
            plain = 1;
            latch.countDown();
        }

        @Actor
        public void reader(I_Result r) {
            r.r1 = latch.getCount() == 0 ? plain : -1;
        }
    }

    @JCStressTest
    @Outcome(id = "3, 3", expect = Expect.ACCEPTABLE, desc = "The action sees both parties, and both see the action.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A party went on without seeing the other, or the action.")
    @State
    public static class JdkBarrier {
        private final CyclicBarrier barrier = new CyclicBarrier(2, this::act);
        private int one;
        private int other;
        private int sum;

        private void act() {
            sum = one + other;
        }

        @Actor
        public void one(II_Result r) {
            one = 1;
            await(barrier);
            r.r1 = sum;
        }

        @Actor
        public void other(II_Result r) {
            other = 2;
            await(barrier);
            r.r2 = sum;
        }
    }

    @JCStressTest
    @Outcome(id = "3, 3", expect = Expect.ACCEPTABLE, desc = "The action sees both parties, and both see the action.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A party went on without seeing the other, or the action.")
    @State
    public static class ShimBarrier {
        private final CyclicBarrier barrier = new CqsCyclicBarrier(2, this::act);
        private int one;
        private int other;
        private int sum;

        private void act() {
            sum = one + other;
        }

        @Actor
        public void one(II_Result r) {
            one = 1;
            await(barrier);
            r.r1 = sum;
        }

        @Actor
        public void other(II_Result r) {
            other = 2;
            await(barrier);
            r.r2 = sum;
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The element publishes what came before put.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The element came without it.")
    @State
    public static class JdkQueue {
        private final ArrayBlockingQueue<int[]> queue = new ArrayBlockingQueue<>(1);

        @Actor
        public void producer() {
            int[] element = new int[1];
            element[0] = 1;
            put(queue, element);
        }

        @Actor
        public void consumer(I_Result r) {
            r.r1 = take(queue)[0];
        }
    }

    @JCStressTest
    @Outcome(
            id = {"1", "-1"},
            expect = Expect.ACCEPTABLE,
            desc = "Seen with the element, or no element yet.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The element came without it.")
    @State
    public static class JdkQueuePoll {
        private final ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        private int plain;

        @Actor
        public void producer() {
            plain = 1;
            queue.offer(7);
        }

        @Actor
        public void consumer(I_Result r) {
            r.r1 = queue.poll() == null ? -1 : plain;
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The element publishes what came before put.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The element came without it.")
    @State
    public static class ShimQueue {
        private final ArrayBlockingQueue<int[]> queue = new CqsArrayBlockingQueue<>(1);

        @Actor
        public void producer() {
            int[] element = new int[1];
            element[0] = 1;
            put(queue, element);
        }

        @Actor
        public void consumer(I_Result r) {
            r.r1 = take(queue)[0];
        }
    }

    @JCStressTest
    @Outcome(
            id = {"1", "-1"},
            expect = Expect.ACCEPTABLE,
            desc = "Seen with the element, or no element yet.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The element came without it.")
    @State
    public static class ShimQueuePoll {
        private final ArrayBlockingQueue<Integer> queue = new CqsArrayBlockingQueue<>(1);
        private int plain;

        @Actor
        public void producer() {
            plain = 1;
            queue.offer(7);
        }

        @Actor
        public void consumer(I_Result r) {
            r.r1 = queue.poll() == null ? -1 : plain;
        }
    }

    // Nobody interrupts, and nobody breaks the barrier.

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new AssertionError(e);
        }
    }

    private static <E> void put(ArrayBlockingQueue<E> queue, E element) {
        try {
            queue.put(element);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static <E> E take(ArrayBlockingQueue<E> queue) {
        try {
            return queue.take();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
