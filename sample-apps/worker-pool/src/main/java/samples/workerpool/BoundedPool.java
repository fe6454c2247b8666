package samples.workerpool;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** A task queue of bounded length: submitters wait for a free slot, workers for a task. */
final class BoundedPool {
    private final ConcurrentLinkedQueue<Runnable> queue = new ConcurrentLinkedQueue<>();
    private final Semaphore slots;
    private final Semaphore tasks = new Semaphore(0);
    private final AtomicInteger inside = new AtomicInteger();
    private final int capacity;
    private volatile boolean overfull;

    BoundedPool(int capacity) {
        this.capacity = capacity;
        slots = new Semaphore(capacity);
    }

    /** Queues a task, waiting while the pool is full. */
    void submit(Runnable task) throws InterruptedException {
        slots.acquire();
        if (inside.incrementAndGet() > capacity) {
            overfull = true;
        }
        queue.add(task);
        tasks.release();
    }

    /** Runs one task, waiting while there is none, and returns it. */
    Runnable runOne() throws InterruptedException {
        tasks.acquire();
        Runnable task = queue.poll();
        if (task == null) {
            throw new IllegalStateException("a permit without a task");
        }
        inside.decrementAndGet();
        slots.release();
        task.run();
        return task;
    }

    /** Whether more tasks than the capacity were ever in the queue. */
    boolean overfull() {
        return overfull;
    }

    /** Whether the pool is empty with every slot free. */
    boolean quiescent() {
        return queue.isEmpty() && tasks.availablePermits() == 0 && slots.availablePermits() == capacity;
    }
}
