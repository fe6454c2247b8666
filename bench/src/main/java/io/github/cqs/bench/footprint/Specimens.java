package io.github.cqs.bench.footprint;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jol.info.GraphLayout;

/** Runs in a JVM of its own: makes synchronizers, fights over them, and prints how large they are. */
@SuppressWarnings("LockNotBeforeTry")
final class Specimens {
    private static final int THREADS = 8;
    private static final int CAPACITY = 16;

    private Specimens() {}

    /** What a thread does with a specimen; waits in between. */
    private interface Action {
        void run() throws Exception;
    }

    public static void main(String[] args) throws Exception {
        for (boolean fair : new boolean[] {false, true}) {
            ReentrantLock lock = fair ? new ReentrantLock(true) : new ReentrantLock();
            long idle = size(lock);
            lock.lock();
            contend(
                    () -> {
                        lock.lock();
                        lock.unlock();
                    },
                    lock::unlock);
            print("ReentrantLock", fair, idle, lock);

            Semaphore semaphore = fair ? new Semaphore(0, true) : new Semaphore(0);
            idle = size(semaphore);
            contend(
                    () -> {
                        semaphore.acquire();
                        semaphore.release();
                    },
                    semaphore::release);
            print("Semaphore", fair, idle, semaphore);

            ArrayBlockingQueue<Object> queue =
                    fair ? new ArrayBlockingQueue<>(CAPACITY, true) : new ArrayBlockingQueue<>(CAPACITY);
            idle = size(queue);
            contend(queue::take, () -> {
                for (int i = 0; i < THREADS; i++) {
                    queue.put("element");
                }
            });
            print("ArrayBlockingQueue(" + CAPACITY + ")", fair, idle, queue);
        }
        CountDownLatch latch = new CountDownLatch(1);
        long idle = size(latch);
        contend(latch::await, latch::countDown);
        print("CountDownLatch", false, idle, latch);

        CyclicBarrier barrier = new CyclicBarrier(THREADS + 1);
        idle = size(barrier);
        contend(barrier::await, barrier::await);
        print("CyclicBarrier", false, idle, barrier);
    }

    private static long size(Object specimen) {
        return GraphLayout.parseInstance(specimen).totalSize();
    }

    private static void print(String name, boolean fair, long idle, Object specimen) {
        GraphLayout graph = GraphLayout.parseInstance(specimen);
        System.out.println(String.join(
                "\t",
                name,
                Boolean.toString(fair),
                specimen.getClass().getName(),
                Long.toString(idle),
                Long.toString(graph.totalSize()),
                String.join(
                        ", ", graph.getClasses().stream().map(Class::getName).toList())));
    }

    /** Lets threads wait, all at once, for what {@code release} does, and then end. */
    private static void contend(Action waiting, Action release) throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(() -> {
                try {
                    waiting.run();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            while (thread.getState() != Thread.State.WAITING) {
                if (!thread.isAlive()) {
                    throw new IllegalStateException("a thread has ended that should wait");
                }
                Thread.onSpinWait();
            }
        }
        release.run();
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
