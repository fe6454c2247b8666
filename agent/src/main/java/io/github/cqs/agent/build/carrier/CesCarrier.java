package io.github.cqs.agent.build.carrier;

import io.github.cqs.ces.CarrierSlot;
import io.github.cqs.internal.Tuning;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import org.jspecify.annotations.Nullable;

/** A carrier with a slot for hand-offs, and what the patched {@code java.lang.VirtualThread} calls. */
public final class CesCarrier extends CarrierThread {
    static final JavaLangAccess ACCESS = SharedSecrets.getJavaLangAccess();

    final CarrierSlot slot;

    /** Called in place of {@code CarrierThread}'s constructor. */
    public CesCarrier(ForkJoinPool pool) {
        super(pool);
        slot = new CarrierSlot(pool, new SharedQueue((Pool) (Object) pool), Tuning.CES_STREAK, Tuning.CES_SHORTEST);
    }

    private static final class SharedQueue implements Executor {
        private final Pool pool;

        SharedQueue(Pool pool) {
            this.pool = pool;
        }

        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // a continuation reports its failures itself
        public void execute(Runnable task) {
            pool.externalSubmit(ForkJoinTask.adapt(task));
        }
    }

    /** First in {@code submitRunContinuation}: true if the thread is not to be queued. */
    public static boolean take(Executor scheduler, Runnable runContinuation) {
        return ACCESS.currentCarrierThread() instanceof CesCarrier carrier
                && carrier.slot.take(scheduler, runContinuation);
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
