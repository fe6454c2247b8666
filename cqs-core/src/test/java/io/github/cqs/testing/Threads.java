package io.github.cqs.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Assumptions;

/** Threads whose states tests wait for, and whose results and failures are never lost. */
public final class Threads {
    /** Only a hang takes so long. */
    private static final long HANG_SECONDS = 120;

    private Threads() {}

    /** Makes threads of one kind. */
    public enum Kind {
        PLATFORM,
        VIRTUAL;

        /** An unstarted daemon thread; skips the running test where this JVM has no such threads. */
        public Thread unstarted(Runnable body) {
            if (this == PLATFORM) {
                Thread thread = new Thread(body);
                thread.setDaemon(true);
                return thread;
            }
            try {
                Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
                Class<?> type = Class.forName("java.lang.Thread$Builder");
                return (Thread) type.getMethod("unstarted", Runnable.class).invoke(builder, body);
            } catch (ReflectiveOperationException absent) {
                Assumptions.assumeTrue(false, "this JVM has no virtual threads");
                throw new AssertionError(absent);
            }
        }
    }

    /** What runs in one thread. */
    public static final class Task<T> {
        private final Thread thread;
        private final CompletableFuture<T> outcome = new CompletableFuture<>();

        private Task(Kind kind, Callable<T> body) {
            thread = kind.unstarted(() -> {
                try {
                    outcome.complete(body.call());
                } catch (Throwable failure) {
                    outcome.completeExceptionally(failure);
                }
            });
        }

        public Thread thread() {
            return thread;
        }

        public boolean isDone() {
            return outcome.isDone();
        }

        public void interrupt() {
            thread.interrupt();
        }

        /** The result; the failure if the body failed. */
        public T join() throws Exception {
            try {
                T result = outcome.get(HANG_SECONDS, TimeUnit.SECONDS);
                thread.join();
                return result;
            } catch (ExecutionException e) {
                if (e.getCause() instanceof Exception failure) {
                    throw failure;
                }
                throw (Error) e.getCause();
            } catch (TimeoutException e) {
                AssertionError hang = new AssertionError(thread + " hangs");
                hang.setStackTrace(thread.getStackTrace());
                throw hang;
            }
        }

        /** Waits until this thread is parked. */
        public Task<T> awaitParked() {
            awaitUntil(this::isParked);
            return this;
        }

        private boolean isParked() {
            if (outcome.isDone()) {
                throw new AssertionError("not parked but finished: " + outcome);
            }
            Thread.State state = thread.getState();
            return (state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING)
                    && LockSupport.getBlocker(thread) != null;
        }
    }

    /** Waits until {@code condition} holds, looking often. */
    public static void awaitUntil(Callable<Boolean> condition) {
        await().atMost(HANG_SECONDS, TimeUnit.SECONDS)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .pollInSameThread()
                .until(condition);
    }

    public static <T> Task<T> start(Callable<T> body) {
        return start(Kind.PLATFORM, body);
    }

    public static <T> Task<T> start(Kind kind, Callable<T> body) {
        Task<T> task = new Task<>(kind, body);
        task.thread.start();
        return task;
    }

    /** Joins all, failing with the first failure. */
    public static void joinAll(List<? extends Task<?>> tasks) throws Exception {
        for (Task<?> task : tasks) {
            task.join();
        }
    }

    /** Whether the thread's interrupt status is set; clears it. */
    public static void assertInterruptedAndClear() {
        assertThat(Thread.interrupted()).as("interrupt status").isTrue();
    }

    /** The factor by which long-running tests are extended: {@code cqs.test.scale}. */
    public static int scale() {
        return Integer.getInteger("cqs.test.scale", 1);
    }
}
