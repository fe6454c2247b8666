package io.github.cqs.shims.support;

import io.github.cqs.shims.CqsArrayBlockingQueue;
import io.github.cqs.shims.CqsCountDownLatch;
import io.github.cqs.shims.CqsCyclicBarrier;
import io.github.cqs.shims.CqsReentrantLock;
import io.github.cqs.shims.CqsSemaphore;
import io.github.cqs.shims.MeteredReentrantLock;
import io.github.cqs.sync.Barrier;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** Uses shims while the heap of its own, small JVM is exhausted, and again afterwards. */
public final class ExhaustedHeap {
    private static final int THREADS = 20;

    /** What a line has places for when it is made; more take memory, for which threads wait. */
    private static final int FEW_THREADS = 8;

    private static Object[] filling;
    private static boolean rehearsal;

    /** Whether the heap stays exhausted until all are through. */
    private static boolean always;

    private static volatile boolean go;
    private static final AtomicInteger OUT_OF_MEMORY = new AtomicInteger();
    private static final AtomicInteger DONE = new AtomicInteger();

    private ExhaustedHeap() {}

    /** Leaves not even the memory for the smallest object. */
    private static void exhaust() {
        Object[] chain = null;
        for (int size = 1 << 20; size > 0 && !rehearsal; size /= 2) {
            try {
                for (; ; ) {
                    Object[] more = new Object[size];
                    more[0] = chain;
                    chain = more;
                    filling = chain;
                }
            } catch (OutOfMemoryError smaller) {
                // goes on with less
            }
        }
    }

    private static void relieve() {
        filling = null;
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.yield();
        }
    }

    private static int threads() {
        return rehearsal ? 1 : always ? FEW_THREADS : THREADS;
    }

    private static List<Thread> start(Task.Action action) {
        List<Thread> threads = new ArrayList<>();
        for (int i = threads(); i > 0; i--) {
            Thread thread = new Thread(() -> {
                while (!go) {
                    Thread.onSpinWait();
                }
                try {
                    action.run();
                    DONE.getAndIncrement();
                } catch (OutOfMemoryError e) {
                    OUT_OF_MEMORY.getAndIncrement();
                } catch (Exception e) {
                    e.printStackTrace();
                }
            });
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        return threads;
    }

    /** Lets threads come to wait without memory; then there is memory, unless always, and {@code release} lets those that wait go on. */
    private static void enqueue(Task.Action wait, Runnable release) throws Exception {
        List<Thread> threads = start(wait);
        Thread[] all = threads.toArray(new Thread[0]);
        boolean[] rested = new boolean[all.length]; // at some time: without memory they try again and again
        BooleanSupplier resting = () -> {
            boolean every = true;
            for (int i = 0; i < all.length; i++) {
                Thread.State state = all[i].getState();
                rested[i] |= state != Thread.State.RUNNABLE && state != Thread.State.BLOCKED;
                every &= rested[i];
            }
            return every;
        };
        resting.getAsBoolean();
        exhaust();
        go = true;
        await(resting);
        if (!always) {
            relieve();
        }
        release.run();
        for (Thread thread : all) {
            thread.join();
        }
        relieve();
        require(DONE.get() == all.length, DONE + " done, " + OUT_OF_MEMORY + " out of memory");
    }

    private static void require(boolean condition, String what) {
        if (!condition) {
            throw new AssertionError(what);
        }
    }

    private static void lock(boolean fair) throws Exception {
        ReentrantLock lock = new CqsReentrantLock(fair);
        lock.lock();
        enqueue(
                () -> {
                    lock.lock();
                    lock.unlock();
                },
                lock::unlock);
        require(!lock.isLocked() && Inspect.queueLength(lock) == 0, "not idle: " + lock);
        require(lock.tryLock(), "cannot be locked");
    }

    private static void semaphore(boolean fair) throws Exception {
        Semaphore semaphore = new CqsSemaphore(0, fair);
        enqueue(
                () -> {
                    semaphore.acquire();
                    semaphore.release();
                },
                semaphore::release);
        require(semaphore.availablePermits() == 1 && Inspect.queueLength(semaphore) == 0, "not idle: " + semaphore);
    }

    private static void latch() throws Exception {
        CountDownLatch latch = new CqsCountDownLatch(1);
        enqueue(latch::await, latch::countDown);
        require(latch.getCount() == 0, "count");
    }

    private static void queue(boolean fair) throws Exception {
        ArrayBlockingQueue<Integer> queue = new CqsArrayBlockingQueue<>(THREADS, fair);
        if (rehearsal) {
            waitForTheLock(queue);
        }
        enqueue(queue::take, () -> {
            for (int i = 0; i < threads(); i++) {
                queue.add(i);
            }
        });
        require(queue.isEmpty(), "left: " + queue.size());
        require(queue.offer(1) && queue.take() == 1, "unusable");
    }

    private static void fullQueue(boolean fair) throws Exception {
        ArrayBlockingQueue<Integer> queue = new CqsArrayBlockingQueue<>(THREADS, fair);
        if (rehearsal) {
            waitForTheLock(queue);
        }
        while (queue.offer(0)) {}
        enqueue(() -> queue.put(1), queue::clear);
        require(queue.size() == threads() && !queue.contains(0), "wrong elements: " + queue);
    }

    /** Lets somebody wait while the queue is locked, which cannot be relied on to happen otherwise. */
    private static void waitForTheLock(ArrayBlockingQueue<Integer> queue) throws Exception {
        List<Thread> threads = new ArrayList<>();
        queue.add(0);
        queue.forEach(e -> {
            for (int i = 0; i < threads(); i++) {
                Thread thread = new Thread(queue::size);
                thread.start();
                threads.add(thread);
                await(() -> Await.isParked(thread));
            }
        });
        for (Thread thread : threads) {
            thread.join();
        }
        queue.clear();
    }

    /** Two threads that wait for each other by a condition, all the time without memory. */
    private static void turns(ReentrantLock lock) throws Exception {
        Condition condition = lock.newCondition();
        AtomicInteger turn = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        AtomicInteger failures = new AtomicInteger();
        for (int i = 0; i < 2; i++) {
            int mine = i;
            Thread thread = new Thread(() -> {
                while (!go) {
                    Thread.onSpinWait();
                }
                try {
                    for (int times = 0; times < 5; times++) {
                        lock.lock();
                        try {
                            while (turn.get() % 2 != mine) {
                                condition.await();
                            }
                            turn.getAndIncrement();
                            condition.signalAll();
                        } finally {
                            lock.unlock();
                        }
                    }
                } catch (Throwable e) {
                    failures.getAndIncrement();
                    relieve();
                    e.printStackTrace();
                    Runtime.getRuntime().halt(1); // the other one would wait for ever
                }
            });
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        Thread[] both = threads.toArray(new Thread[0]);
        exhaust();
        go = true;
        for (Thread thread : both) {
            thread.join();
        }
        relieve();
        require(failures.get() == 0 && turn.get() == 10, failures + " failures, " + turn + " turns");
    }

    /** A signal takes no memory; not for the first waiter either. */
    private static void signal(boolean fair) throws Exception {
        ReentrantLock lock = new CqsReentrantLock(fair);
        Condition condition = lock.newCondition();
        AtomicInteger waiting = new AtomicInteger();
        Thread waiter = new Thread(() -> {
            lock.lock();
            waiting.set(1);
            condition.awaitUninterruptibly();
            lock.unlock();
        });
        waiter.setDaemon(true);
        waiter.start();
        await(() -> waiting.get() == 1);
        lock.lock();
        exhaust();
        boolean failed = false;
        try {
            condition.signal();
        } catch (OutOfMemoryError e) {
            failed = true;
        }
        relieve();
        lock.unlock();
        require(!failed, "a signal failed for want of memory");
        waiter.join();
        require(!lock.isLocked() && Inspect.queueLength(lock) == 0, "not idle: " + lock);
    }

    /** Who was interrupted while it waited for a signal holds the lock again, however often threads have come to the line before. */
    private static void lockAgain(boolean fair) throws Exception {
        for (int waits = 0; waits < (rehearsal ? 1 : 2 * THREADS); waits++) {
            lockAgain(fair, waits);
        }
    }

    private static void lockAgain(boolean fair, int waits) throws Exception {
        ReentrantLock lock = new CqsReentrantLock(fair);
        Condition condition = lock.newCondition();
        Thread waiter = Thread.currentThread();
        AtomicInteger phase = new AtomicInteger();
        Thread other = new Thread(() -> {
            lock.lock();
            phase.set(1);
            await(() -> phase.get() == 2);
            lock.unlock();
            await(() -> phase.get() == 3);
            lock.lock();
            BooleanSupplier waitsAgain = // made while there is memory
                    () -> phase.get() == 4 || (!waiter.isInterrupted() && waiter.getState() == Thread.State.WAITING);
            exhaust();
            waiter.interrupt();
            await(waitsAgain);
            relieve();
            lock.unlock();
        });
        other.setDaemon(true);
        other.start();
        await(() -> phase.get() == 1);
        for (int i = 0; i < waits; i++) {
            require(!lock.tryLock(200, TimeUnit.MICROSECONDS), "locked by two");
        }
        phase.set(2);
        lock.lock();
        phase.set(3);
        try {
            condition.await();
        } catch (InterruptedException | OutOfMemoryError left) {
            // with the lock
        }
        phase.set(4);
        require(lock.isHeldByCurrentThread(), "left without the lock");
        lock.unlock();
        other.join();
    }

    /** The last party finds no memory after its action: whatever happens to it, the other one does not wait for ever. */
    private static void barrier() throws Exception {
        CyclicBarrier barrier = new CqsCyclicBarrier(2, ExhaustedHeap::exhaust);
        AtomicInteger broken = new AtomicInteger();
        Thread other = new Thread(() -> {
            try {
                barrier.await();
            } catch (BrokenBarrierException e) {
                broken.set(1);
            } catch (InterruptedException e) {
                broken.set(2);
            }
        });
        other.setDaemon(true);
        other.start();
        await(() -> barrier.getNumberWaiting() == 1 && Await.isParked(other));
        boolean failed = false;
        try {
            barrier.await();
        } catch (OutOfMemoryError e) {
            failed = true;
        }
        relieve();
        other.join();
        require(broken.get() == (failed ? 1 : 0) && barrier.isBroken() == failed, "passed in part");
        barrier.reset();
        require(!barrier.isBroken() && barrier.getNumberWaiting() == 0, "unusable");
    }

    /** The library's barrier opens without memory: what the next phase needs was made before anyone waited. */
    private static void libraryBarrier() throws Exception {
        Barrier barrier = new Barrier(2);
        Thread other = new Thread(barrier::arrive);
        other.setDaemon(true);
        other.start();
        await(() -> Await.isParked(other));
        exhaust();
        boolean failed = false;
        try {
            barrier.arrive();
        } catch (OutOfMemoryError e) {
            failed = true;
        }
        relieve();
        require(!failed, "opening failed for want of memory");
        other.join();
    }

    /** The last party needs memory for the next generation, before it lets the others go; if there is none, the barrier breaks for all. */
    private static void barrierQueue() throws Exception {
        CyclicBarrier barrier = new CqsCyclicBarrier(threads() + 1);
        AtomicInteger broken = new AtomicInteger();
        AtomicInteger failed = new AtomicInteger();
        enqueue(
                () -> {
                    try {
                        barrier.await();
                    } catch (BrokenBarrierException e) {
                        broken.getAndIncrement();
                    }
                },
                () -> {
                    try {
                        barrier.await();
                    } catch (OutOfMemoryError e) {
                        failed.getAndIncrement();
                    } catch (BrokenBarrierException | InterruptedException e) {
                        throw new AssertionError(e);
                    }
                });
        require(broken.get() == threads() * failed.get(), broken + " parties found it broken");
        require(barrier.isBroken() == (failed.get() > 0), "broken: " + barrier.isBroken());
    }

    public static void main(String[] args) throws Exception {
        boolean fair = Boolean.parseBoolean(args[1]);
        // What the JVM and this class use for the first time without memory fails for that reason alone; not so more
        // threads than one.
        rehearsal = true;
        run(args[0], fair);
        rehearsal = false;
        go = false;
        DONE.set(0);
        OUT_OF_MEMORY.set(0);
        run(args[0], fair);
        System.out.println("usable");
    }

    private static void run(String primitive, boolean fair) throws Exception {
        String suffix = "Always";
        always = primitive.endsWith(suffix);
        switch (always ? primitive.substring(0, primitive.length() - suffix.length()) : primitive) {
            case "lock" -> lock(fair);
            case "semaphore" -> semaphore(fair);
            case "latch" -> latch();
            case "queue" -> queue(fair);
            case "fullQueue" -> fullQueue(fair);
            case "turns" -> turns(new CqsReentrantLock(fair));
            case "meteredTurns" -> turns(new MeteredReentrantLock(fair, 0));
            case "lockAgain" -> lockAgain(fair);
            case "signal" -> signal(fair);
            case "barrier" -> barrier();
            case "barrierQueue" -> barrierQueue();
            case "libraryBarrier" -> libraryBarrier();
            default -> throw new IllegalArgumentException(primitive);
        }
    }
}
