package io.github.cqs.agent.build.carrier;

import io.github.cqs.ces.CarrierPool;
import io.github.cqs.ces.CarrierSlot;
import io.github.cqs.internal.Tuning;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A carrier with a slot for hand-offs, and what the patched {@code java.lang.VirtualThread} calls. */
public final class CesCarrier extends CarrierThread {
    static final JavaLangAccess ACCESS = SharedSecrets.getJavaLangAccess();

    final CarrierSlot slot;

    /** Called in place of {@code CarrierThread}'s constructor. */
    public CesCarrier(ForkJoinPool pool) {
        super(pool);
        slot = new CarrierSlot(Queues.of(pool), Tuning.CES_STREAK, Tuning.CES_CALL, Tuning.CES_IDLE, Tuning.CES_TURN);
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
            pool.execute(task);
        }

        @Override
        protected void keep(Runnable task) {
            ((Pool) (Object) pool).lazySubmit(ForkJoinTask.adapt(task));
        }

        @Override
        protected boolean hasIdle() {
            return pool.getActiveThreadCount() < pool.getParallelism();
        }

        @Override
        protected void call() {
            ((Pool) (Object) pool).externalSubmit(new Call());
        }

        @Override
        protected void share(Runnable task) {
            ((Pool) (Object) pool).externalSubmit(ForkJoinTask.adapt(task));
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
            pool.runTicket();
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
            carrier.endBlocking();
            carrier.slot.drain();
        }
    }

    /**
     * First in {@code parkOnCarrierThread}: the virtual thread keeps its carrier while it waits. What is in the slot must not wait for that, and
     * who has left this carrier in its favour must not lack one.
     */
    public static void beforePinnedPark() {
        if (ACCESS.currentCarrierThread() instanceof CesCarrier carrier) {
            carrier.slot.flush();
            if (carrier.slot.isDraining()) {
                try {
                    carrier.beginBlocking();
                } catch (Throwable refused) {
                    /* No more threads: as without hand-off. */
                }
            }
        }
    }

    @Override
    protected void onTermination(@Nullable Throwable exception) {
        slot.retire();
        super.onTermination(exception);
    }
}
