package io.github.cqs.agent.build.carrier;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;

/** Stands for {@code jdk.internal.misc.CarrierThread}. */
class CarrierThread extends ForkJoinWorkerThread {
    CarrierThread(ForkJoinPool pool) {
        super(pool);
    }

    /** How many tasks this carrier's own queue has. */
    public int getQueuedTaskCount() {
        throw new UnsupportedOperationException("a stand-in");
    }

    /** Lets the pool have another carrier while this one is blocked. */
    public boolean beginBlocking() {
        throw new UnsupportedOperationException("a stand-in");
    }

    /** Ends that, if it was begun. */
    public void endBlocking() {
        throw new UnsupportedOperationException("a stand-in");
    }
}
