package io.github.cqs.shims.support;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The threads of one test: started here, joined at its end, their unexpected failures reported. */
public final class Threads implements AutoCloseable {
    private static final long JOIN_NANOS = 5_000_000_000L;

    private final ThreadKind kind;
    private final List<Task<?>> tasks = new ArrayList<>();

    public Threads(ThreadKind kind) {
        this.kind = kind;
    }

    public ThreadKind kind() {
        return kind;
    }

    /** Starts {@code body} in a new thread. */
    public synchronized <T> Task<T> call(String name, Task.Body<? extends T> body) {
        Task<T> task = new Task<>(kind, name, body);
        tasks.add(task);
        task.start();
        return task;
    }

    /** Starts {@code body} in a new thread. */
    public <T> Task<T> call(Task.Body<? extends T> body) {
        return call(nextName(), body);
    }

    /** Starts {@code action} in a new thread. */
    public Task<Void> run(String name, Task.Action action) {
        return call(name, () -> {
            action.run();
            return null;
        });
    }

    /** Starts {@code action} in a new thread. */
    public Task<Void> run(Task.Action action) {
        return run(nextName(), action);
    }

    /** Runs {@code body} in a new thread and returns what it returns. */
    public <T> T elsewhere(Task.Body<? extends T> body) {
        Task<T> task = call(body);
        return task.value();
    }

    /** Runs {@code action} in a new thread to its end. */
    public void runElsewhere(Task.Action action) {
        run(action).returned();
    }

    private synchronized String nextName() {
        return "task-" + tasks.size();
    }

    /** Joins every thread; interrupts what still waits, and fails for it. */
    @Override
    public void close() {
        List<Task<?>> all;
        synchronized (this) {
            all = new ArrayList<>(tasks);
        }
        List<Task<?>> left = new ArrayList<>();
        AssertionError error = null;
        for (Task<?> task : all) {
            if (!Await.holds(task::isDone, JOIN_NANOS)) {
                left.add(task);
            }
        }
        for (Task<?> task : left) {
            String where = task.dump();
            task.interrupt();
            boolean ended = Await.holds(task::isDone, JOIN_NANOS / 5);
            error = add(
                    error,
                    new AssertionError("left behind" + (ended ? ":" : ", and interrupt did not end it:") + where));
        }
        for (Task<?> task : all) {
            Throwable failure = task.unexpectedFailure();
            if (failure != null && !left.contains(task)) {
                error = add(error, new AssertionError(task.name() + " failed", failure));
            }
        }
        if (error != null) {
            throw error;
        }
    }

    private static AssertionError add(AssertionError first, AssertionError next) {
        if (first == null) {
            return next;
        }
        first.addSuppressed(next);
        return first;
    }

    /** Asserts that every task has ended without failure. */
    public static void allReturned(Collection<? extends Task<?>> tasks) {
        for (Task<?> task : tasks) {
            task.returned();
        }
    }
}
