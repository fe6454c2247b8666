package io.github.cqs.shims.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.List;

/** One started thread and how its body ended: the value or the failure, and the interrupt status it left behind. */
public final class Task<T> {
    /** A body that returns a value. */
    @FunctionalInterface
    public interface Body<T> {
        T run() throws Exception;
    }

    /** A body that returns nothing. */
    @FunctionalInterface
    public interface Action {
        void run() throws Exception;
    }

    private final Thread thread;
    private T value;
    private Throwable failure;
    private boolean interruptedAtEnd;
    private volatile boolean ended;
    private volatile boolean failureExpected;

    Task(ThreadKind kind, String name, Body<? extends T> body) {
        this.thread = kind.newThread(name, () -> {
            try {
                value = body.run();
            } catch (Throwable e) {
                failure = e;
            }
            interruptedAtEnd = Thread.currentThread().isInterrupted();
            ended = true;
        });
    }

    void start() {
        thread.start();
    }

    public Thread thread() {
        return thread;
    }

    public String name() {
        return thread.getName();
    }

    /** Whether the body has ended, either way. */
    public boolean isDone() {
        return ended;
    }

    /** Whether the body has not ended and its thread waits. */
    public boolean isParked() {
        return !ended && Await.isParked(thread);
    }

    /** Interrupts the thread. */
    public void interrupt() {
        thread.interrupt();
    }

    /** Returns once the body waits; fails when it ends instead. */
    public Task<T> awaitParked() {
        Await.until(name() + " waits", () -> ended || Await.isParked(thread), thread);
        if (ended && failure != null) {
            failureExpected = true;
            throw new AssertionError(name() + " failed instead of waiting", failure);
        }
        assertThat(ended)
                .as("%s ended with %s instead of waiting", name(), value)
                .isFalse();
        return this;
    }

    /** Returns once the body has ended, either way. */
    public Task<T> awaitDone() {
        Await.until(name() + " ends", () -> ended, thread);
        return this;
    }

    /** Waits for the end and returns the value; fails when the body failed. */
    public T value() {
        awaitDone();
        if (failure != null) {
            failureExpected = true;
            throw new AssertionError(name() + " failed", failure);
        }
        return value;
    }

    /** Waits for the end and asserts that the body returned. */
    public Task<T> returned() {
        value();
        return this;
    }

    /** Waits for the end and asserts the exact type of the failure. */
    public <X extends Throwable> X failedWith(Class<X> type) {
        awaitDone();
        failureExpected = true;
        if (failure == null) {
            fail("%s returned %s; expected %s", name(), value, type.getName());
        }
        assertThat(failure).isExactlyInstanceOf(type);
        return type.cast(failure);
    }

    /** Waits for the end and asserts an {@link InterruptedException} that cleared the interrupt status. */
    public void wasInterrupted() {
        failedWith(InterruptedException.class);
        assertThat(interruptedAtEnd)
                .as("interrupt status of %s after InterruptedException", name())
                .isFalse();
    }

    /** Waits for the end and returns the failure, or null. */
    public Throwable failure() {
        awaitDone();
        failureExpected = true;
        return failure;
    }

    /** Waits for the end and tells the interrupt status that the body left. */
    public boolean interruptedAtEnd() {
        awaitDone();
        return interruptedAtEnd;
    }

    Throwable unexpectedFailure() {
        return ended && !failureExpected ? failure : null;
    }

    String dump() {
        return Await.dump(List.of(thread));
    }
}
