package io.github.cqs.ces;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One carrier on the test's own thread. A "virtual thread" is a task; a yield runs what the carrier would run before it comes back. */
class FakeScheduler extends CarrierScheduler implements Executor {
    static final int CALL = 4;

    final Queue<Runnable> queue = new ArrayDeque<>();
    final Queue<Runnable> kept = new ArrayDeque<>();
    final AtomicInteger calls = new AtomicInteger();
    final Queue<Runnable> sharedQueue = new ArrayDeque<>();
    final Set<Runnable> timers = new HashSet<>();
    final List<String> log = new ArrayList<>();
    final Map<Thread, Runnable> parked = new HashMap<>();
    final CarrierPool pool = new CarrierPool() {
        @Override
        protected long nanoTime() {
            return now;
        }

        @Override
        protected boolean is(Object scheduler) {
            return scheduler == FakeScheduler.this;
        }

        @Override
        protected void queue(Runnable task) {
            execute(task);
        }

        @Override
        protected void keep(Runnable task) {
            kept.add(task);
        }

        @Override
        protected void takeTo(Queue<Runnable> target) {
            target.addAll(kept);
            kept.clear();
        }

        @Override
        protected boolean hasIdle() {
            return idle;
        }

        @Override
        protected int parallelism() {
            return parallelism;
        }

        @Override
        protected boolean isIdle(Thread carrier) {
            Error e = failure;
            if (e != null) {
                failures.getAndIncrement();
                throw e;
            }
            return carrier == idleCarrier;
        }

        @Override
        protected void call() {
            if (full) {
                throw new RejectedExecutionException("full");
            }
            calls.getAndIncrement(); // by the watch as well
        }

        @Override
        protected void share(Runnable task) {
            sharedQueue.add(task);
        }

        @Override
        protected void shareTicket() {
            if (refusals > 0) {
                refusals--;
                throw new RejectedExecutionException("no memory");
            }
            tickets++;
            if (sharesAndFails > 0) {
                sharesAndFails--;
                throw new OutOfMemoryError("no further carrier");
            }
        }

        @Override
        protected int backlog() {
            return backlog;
        }

        @Override
        protected int queued() {
            return Math.max(queue.size(), queued);
        }

        @Override
        protected @Nullable Runnable pollShared() {
            if (pollFails) {
                throw new OutOfMemoryError("no memory");
            }
            if (tickets > 0) {
                tickets--;
                putTicketBack();
            }
            return sharedQueue.poll();
        }

        @Override
        protected boolean isTimer(Runnable polled) {
            return timers.contains(polled);
        }

        @Override
        protected void offerProcessor() {
            offers++;
            now += takes;
        }
    };
    final CarrierSlot slot;
    int backlog = 1;

    /** What the own queue seems to have at least. */
    int queued;

    long now;
    int tickets;
    int refusals;
    int sharesAndFails;
    boolean pollFails;

    /** Who yields next, for tests to whom it matters where it goes. */
    @Nullable
    Runnable yielding;

    boolean idle = true;
    int parallelism = 1;

    /** What looks at the carrier fail with, and how many have. */
    volatile @Nullable Error failure;

    final AtomicInteger failures = new AtomicInteger();

    @Nullable
    Thread idleCarrier;

    boolean virtual = true;
    boolean mounted = true;
    boolean pinned;
    boolean full;
    int offers;

    /** For how long others take the processor. */
    long takes;

    FakeScheduler(int bound) {
        this(bound, 0);
    }

    FakeScheduler(int bound, int least) {
        this(bound, least, 0L);
    }

    FakeScheduler(int bound, int least, long turn) {
        slot = new CarrierSlot(pool, bound, CALL, least, turn);
        slot.begin();
    }

    /** The pool runs a ticket. */
    void runTicket() {
        tickets--;
        pool.runTicket();
    }

    /** What ends the sleep of {@code sleeper}, among what is shared. */
    void shareTimer(Thread sleeper) {
        Runnable timer = () -> {
            mounted = false;
            unpark(sleeper);
            mounted = true;
        };
        timers.add(timer);
        sharedQueue.add(timer);
    }

    /** A waiter that logs its name when it runs. */
    Thread waiter(String name) {
        return waiter(name, () -> {});
    }

    Thread waiter(String name, Runnable then) {
        Thread thread = new Thread(name);
        parked.put(thread, () -> {
            log.add(name);
            then.run();
            slot.drain(); // every departure does
        });
        return thread;
    }

    @Override
    protected CarrierSlot current() {
        return virtual ? slot : null;
    }

    @Override
    protected void unpark(Thread waiter) {
        Runnable task = parked.remove(waiter);
        if (task != null && !slot.take(this, task, mounted)) {
            execute(task);
        }
    }

    @Override
    public void execute(Runnable task) {
        if (full) {
            throw new RejectedExecutionException("full");
        }
        queue.add(task);
    }

    @Override
    protected void yieldCarrier() {
        log.add("yield");
        if (!pinned) {
            Runnable leaving = yielding;
            if (leaving != null && !(kept.isEmpty() ? slot.keep(this, leaving) : slot.take(this, leaving, false))) {
                queue.add(leaving);
            }
            slot.drain();
        }
    }
}
