package io.github.cqs;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A plain field written before {@code resume} is seen after the {@code suspend} that takes the value, early or waited for. */
public class QueuePublication {
    private QueuePublication() {}

    /** Both actors start over where a cell is broken. */
    private static final class Queue extends CancellableQueueSynchronizer<Boolean> {
        Queue(ResumeMode resumeMode, CancellationMode cancellationMode) {
            super(resumeMode, cancellationMode, 1);
        }

        void give() {
            while (!resume(true)) {
                Thread.onSpinWait();
            }
        }

        void take() {
            while (suspendUninterruptibly() == null) {
                Thread.onSpinWait();
            }
        }
    }

    /** The property. */
    public abstract static class Property {
        private final Queue queue;
        private int plain;

        Property(ResumeMode resumeMode, CancellationMode cancellationMode) {
            queue = new Queue(resumeMode, cancellationMode);
        }

        void publish() {
            plain = 1;
            queue.give();
        }

        int observe() {
            queue.take();
            return plain;
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The cell publishes what came before the resume.")
    @Outcome(id = "0", expect = Expect.FORBIDDEN, desc = "The value was taken but not what it publishes.")
    @State
    public static class AsyncSimple extends Property {
        public AsyncSimple() {
            super(ResumeMode.ASYNC, CancellationMode.SIMPLE);
        }

        @Actor
        public void resumer() {
            publish();
        }

        @Actor
        public void suspender(I_Result r) {
            r.r1 = observe();
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The cell publishes what came before the resume.")
    @Outcome(id = "0", expect = Expect.FORBIDDEN, desc = "The value was taken but not what it publishes.")
    @State
    public static class AsyncSmart extends Property {
        public AsyncSmart() {
            super(ResumeMode.ASYNC, CancellationMode.SMART);
        }

        @Actor
        public void resumer() {
            publish();
        }

        @Actor
        public void suspender(I_Result r) {
            r.r1 = observe();
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The cell publishes what came before the resume.")
    @Outcome(id = "0", expect = Expect.FORBIDDEN, desc = "The value was taken but not what it publishes.")
    @State
    public static class SyncSimple extends Property {
        public SyncSimple() {
            super(ResumeMode.SYNC, CancellationMode.SIMPLE);
        }

        @Actor
        public void resumer() {
            publish();
        }

        @Actor
        public void suspender(I_Result r) {
            r.r1 = observe();
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The cell publishes what came before the resume.")
    @Outcome(id = "0", expect = Expect.FORBIDDEN, desc = "The value was taken but not what it publishes.")
    @State
    public static class SyncSmart extends Property {
        public SyncSmart() {
            super(ResumeMode.SYNC, CancellationMode.SMART);
        }

        @Actor
        public void resumer() {
            publish();
        }

        @Actor
        public void suspender(I_Result r) {
            r.r1 = observe();
        }
    }
}
