package io.github.cqs.agent.build.carrier;

import io.github.cqs.ces.CarrierPool;
import io.github.cqs.ces.CarrierSlot;
import io.github.cqs.internal.Tuning;
import java.lang.invoke.MethodHandle;
import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A carrier with a slot for hand-offs, and what the patched {@code java.lang.VirtualThread} calls. */
public final class CesCarrier extends CarrierThread {
    static final JavaLangAccess ACCESS = SharedSecrets.getJavaLangAccess();

    /** What a thread seems to wait for while its permit is at stake. */
    private static final Object MARK = new Object();

    private static final int MOST_TAKEN = 1 << 24;
    private static final int SPARE = 64;

    /** {@code ForkJoinPool.drainTasksTo}. Written before hand-offs begin. */
    @SuppressWarnings("NullAway.Init")
    static MethodHandle drain;

    final CarrierSlot slot;

    /** Called in place of {@code CarrierThread}'s constructor. */
    public CesCarrier(ForkJoinPool pool) {
        super(pool);
        slot = new CarrierSlot(Queues.of(pool), Tuning.CES_STREAK, Tuning.CES_CALL, Tuning.CES_IDLE, Tuning.CES_TURN);
        slot.belongsTo(this);
    }

    @Override
    protected void onStart() {
        super.onStart();
        slot.begin();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // a continuation reports its failures itself
    private static final class Queues extends CarrierPool {
        /** Those of the last pool that started a carrier; the JDK has one. */
        private static final AtomicReference<@Nullable Queues> LAST = new AtomicReference<>();

        private final ForkJoinPool pool;

        private Queues(ForkJoinPool pool) {
            this.pool = pool;
        }

        /** Without a monitor, as a virtual thread may be what starts a carrier. */
        static Queues of(ForkJoinPool pool) {
            Queues last = LAST.get();
            if (last != null && last.pool == pool) {
                return last;
            }
            Queues made = new Queues(pool);
            Queues other = LAST.compareAndExchange(last, made);
            return other != last && other != null && other.pool == pool ? other : made;
        }

        @Override
        protected boolean is(Object scheduler) {
            return scheduler == pool;
        }

        @Override
        protected void queue(Runnable task) {
            pool.execute(new Yielded(task));
        }

        @Override
        protected void keep(Runnable task) {
            ((Pool) (Object) pool).lazySubmit(new Yielded(task));
        }

        @Override
        protected boolean hasIdle() {
            return pool.getActiveThreadCount() < pool.getParallelism();
        }

        @Override
        protected int parallelism() {
            return pool.getParallelism();
        }

        /** The pool shows in thread dumps what its idle threads wait for. One that a pinned thread keeps waits for nothing itself. */
        @Override
        protected boolean isIdle(Thread carrier) {
            return LockSupport.getBlocker(carrier) == pool;
        }

        @Override
        protected void call() {
            ((Pool) (Object) pool).externalSubmit(new Call());
        }

        @Override
        protected void share(Runnable task) {
            ((Pool) (Object) pool).externalSubmit(new Yielded(task));
        }

        /** Empties all queues of the pool, and fills them again with what is not ours. */
        @Override
        protected void takeTo(Queue<Runnable> target) {
            Taken taken = new Taken(target, backlog() + (int) Math.min(pool.getQueuedTaskCount(), MOST_TAKEN));
            try {
                int unused = (int) drain.invokeExact(pool, (Collection<?>) taken);
            } catch (Throwable refused) {
                /* What was taken is in its place. */
            } finally {
                for (int i = 0; i < taken.size; i++) {
                    putBack(Objects.requireNonNull(taken.others[i]));
                }
            }
        }

        /** Whatever it takes: nobody else knows of the task. */
        private void putBack(ForkJoinTask<?> task) {
            for (; ; ) {
                try {
                    ((Pool) (Object) pool).externalSubmit(task);
                    return;
                } catch (Throwable refused) {
                    offerProcessor(); // no memory for now, or no further carrier, and it is queued: twice then, and
                    // runs once
                }
            }
        }

        @Override
        protected void shareTicket() {
            ((Pool) (Object) pool).externalSubmit(new Ticket(this));
        }

        @Override
        protected int backlog() {
            return pool.getQueuedSubmissionCount();
        }

        @Override
        protected int queued() {
            return ACCESS.currentCarrierThread() instanceof CesCarrier carrier ? carrier.getQueuedTaskCount() : 0;
        }

        @Override
        protected @Nullable Runnable pollShared() {
            Shared shared = new Shared(); // before a task is taken that no memory might be left for
            shared.task = Ticket.poll();
            return shared.task == null ? null : shared;
        }

        @Override
        protected boolean isTimer(Runnable polled) {
            return polled instanceof Shared shared && shared.task instanceof ScheduledFuture<?>;
        }

        @Override
        @SuppressWarnings("ThreadPriorityCheck") // who was woken here may wait for a processor
        protected void offerProcessor() {
            Thread.yield();
        }
    }

    /** Does nothing, but has to be looked at. */
    private static class Call extends ForkJoinTask<Void> {
        private static final long serialVersionUID = 1;

        Call() {}

        @Override
        public @Nullable Void getRawResult() {
            return null;
        }

        @Override
        protected void setRawResult(@Nullable Void value) {}

        @Override
        protected boolean exec() {
            return true;
        }
    }

    /** A thread that has yielded, or whom one that runs has made runnable. */
    private static final class Yielded extends Call {
        private static final long serialVersionUID = 1;

        private final transient Runnable task;

        Yielded(Runnable task) {
            this.task = task;
        }

        @Override
        protected boolean exec() {
            task.run();
            return true;
        }
    }

    /** Takes what the pool's queues give: a place for all of it is there before anything is taken. */
    private static final class Taken extends AbstractCollection<ForkJoinTask<?>> {
        private final Queue<Runnable> target;
        private final @Nullable ForkJoinTask<?>[] others;
        private int size;

        Taken(Queue<Runnable> target, int expected) {
            this.target = target;
            others = new ForkJoinTask<?>[expected + SPARE];
        }

        @Override
        public boolean add(ForkJoinTask<?> task) {
            others[size++] = task; // first, as there may be no memory for what follows
            if (task instanceof Yielded yielded) {
                target.add(yielded.task);
                others[--size] = null;
            }
            if (size == others.length) {
                throw new IllegalStateException("more than expected"); // ends it; the rest is where it was
            }
            return true;
        }

        @Override
        public Iterator<ForkJoinTask<?>> iterator() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int size() {
            return size;
        }
    }

    private static final class Shared implements Runnable {
        @Nullable
        ForkJoinTask<?> task;

        @Override
        public void run() {
            if (task != null) {
                task.quietlyInvoke();
            }
        }
    }

    /** Stands for all threads in the line of the pool. */
    private static final class Ticket extends Call {
        private static final long serialVersionUID = 1;

        private final transient CarrierPool pool;

        Ticket(CarrierPool pool) {
            this.pool = pool;
        }

        /** What waits in a shared queue, and not the ticket. Here, as only tasks may look for tasks. */
        static @Nullable ForkJoinTask<?> poll() {
            ForkJoinTask<?> task = pollSubmission();
            if (task instanceof Ticket ticket) {
                try {
                    task = pollSubmission(); // a second one does no harm
                } finally {
                    ticket.pool.putTicketBack();
                }
            }
            return task;
        }

        @Override
        protected boolean exec() {
            try {
                pool.runTicket();
            } catch (Throwable failure) {
                /* As in drain. */
            }
            return true;
        }
    }

    /** First in {@code submitRunContinuation}: true if the thread is not to be queued. (Where the JDK lets the carrier wake whom a mounted thread wakes, before JDK 23, it is taken for one that leaves.) */
    public static boolean take(Executor scheduler, Runnable runContinuation) {
        return ACCESS.currentCarrierThread() instanceof CesCarrier carrier
                && carrier.slot.take(scheduler, runContinuation, Thread.currentThread() != carrier);
    }

    /** First in {@code externalSubmitRunContinuation}: true if the thread was queued. */
    public static boolean keep(Executor scheduler, Runnable runContinuation) {
        return ACCESS.currentCarrierThread() instanceof CesCarrier carrier
                && carrier.slot.keep(scheduler, runContinuation);
    }

    /** Last in {@code runContinuation}, however it ends. */
    public static void drain() {
        Thread current = Thread.currentThread();
        if (current == ACCESS.currentCarrierThread() && current instanceof CesCarrier carrier) {
            try {
                carrier.endBlocking();
                carrier.slot.drain();
            } catch (Throwable failure) {
                /* The pool keeps what its tasks throw, and nobody asks for it. Where it has no memory for that the carrier ends, and who is queued there is lost. */
            }
        }
    }

    /**
     * First in {@code parkOnCarrierThread}: the virtual thread keeps its carrier while it waits. What is in the slot must not wait for that, and
     * who has left this carrier in its favour must not lack one.
     *
     * <p>The pool may let the virtual thread wait in here for a lock of its own, by a park with a blocker. That could use up the permit which the thread is about to wait for: so
     * whoever waited has the permit, and looks once more.
     */
    public static void beforePinnedPark() {
        if (ACCESS.currentCarrierThread() instanceof CesCarrier carrier) {
            Object blocker = LockSupport.getBlocker(Thread.currentThread());
            LockSupport.setCurrentBlocker(MARK);
            carrier.leaveToOthers();
            if (LockSupport.getBlocker(Thread.currentThread()) != MARK) {
                LockSupport.unpark(Thread.currentThread());
            }
            LockSupport.setCurrentBlocker(blocker);
        }
    }

    private void leaveToOthers() {
        slot.flush();
        if (slot.isDraining()) {
            try {
                beginBlocking();
            } catch (Throwable refused) {
                /* No more threads: as without hand-off. */
            }
        }
    }

    @Override
    protected void onTermination(@Nullable Throwable exception) {
        slot.retire();
        super.onTermination(exception);
    }
}
