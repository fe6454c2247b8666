package io.github.cqs.bench.task;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A computation that waits without a thread. What it waits for is arranged when it has left its thread, so that nobody resumes it before. */
final class Task implements Runnable {
    private final Executor carriers;
    private final Coroutine coroutine;
    private final Runnable ended;

    /** Link of a lock's queue. */
    @Nullable
    Task next;

    private @Nullable TaskLock wanted;
    private @Nullable Task successor;

    Task(Executor carriers, Runnable body, Runnable ended) {
        this.carriers = carriers;
        this.ended = ended;
        coroutine = new Coroutine(body);
    }

    void schedule() {
        carriers.execute(this);
    }

    /** Goes on here until there is nothing more to do here: the task itself, or who follows it on this thread. */
    @Override
    public void run() {
        Task current = this;
        while (current != null) {
            current = current.step();
        }
    }

    private @Nullable Task step() {
        if (coroutine.run()) {
            ended.run();
            return null;
        }
        TaskLock lock = wanted;
        if (lock != null) {
            wanted = null;
            return lock.takeOrQueue(this) ? this : null;
        }
        Task follows = successor;
        successor = null;
        schedule(); // from here on another thread may run this task
        return follows;
    }

    /** Called by the task itself: goes on when it has the lock. */
    void await(TaskLock lock) {
        wanted = lock;
        Coroutine.suspend();
    }

    /** Called by the task itself: {@code follower} has its thread, and it goes on when there is another. */
    void exchange(Task follower) {
        successor = follower;
        Coroutine.suspend();
    }
}
