package io.github.cqs.bench.task;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A fair lock for tasks: a state and a queue, guarded by a test-and-set lock (the paper's section 5.1). Ownership is handed over. */
final class TaskLock {
    private final TaskCrew.Style style;
    private final AtomicBoolean busy = new AtomicBoolean();
    private boolean held;
    private @Nullable Task first;
    private @Nullable Task last;
    private long sections;

    TaskLock(TaskCrew.Style style) {
        this.style = style;
    }

    void lock(Task current) {
        enter();
        boolean free = !held;
        held = true;
        leave();
        if (!free) {
            current.await(this);
        }
        sections++;
    }

    /** How often the lock was taken; counted by the owners, so that two at a time would show. */
    long sections() {
        return sections;
    }

    /** False if the task, which has left its thread, will be resumed as the owner. */
    boolean takeOrQueue(Task task) {
        enter();
        boolean free = !held;
        held = true;
        if (!free) {
            task.next = null;
            if (last == null) {
                first = task;
            } else {
                last.next = task;
            }
            last = task;
        }
        leave();
        return free;
    }

    /** For the owner: whether somebody waits. */
    boolean isAwaited() {
        enter();
        boolean awaited = first != null;
        leave();
        return awaited;
    }

    void unlock(Task current) {
        enter();
        Task heir = first;
        if (heir == null) {
            held = false;
        } else {
            first = heir.next;
            if (first == null) {
                last = null;
            }
        }
        leave();
        if (heir != null) {
            switch (style) {
                case DISPATCH -> heir.schedule();
                case INLINE -> heir.run(); // upon this task's own stack: it goes on when the heir suspends
                case EXCHANGE -> current.exchange(heir);
            }
        }
    }

    private void enter() {
        while (busy.get() || !busy.compareAndSet(false, true)) {
            Thread.onSpinWait();
        }
    }

    private void leave() {
        busy.set(false);
    }
}
