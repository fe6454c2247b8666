package io.github.cqs;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** A waiter whose time is up against its resume: exactly one of them wins, and the permit is in exactly one place. */
public class CancellationAgainstResume {
    private CancellationAgainstResume() {}

    /** A held semaphore. */
    private static final class Permit extends CancellableQueueSynchronizer<Integer> {
        private final AtomicInteger state = new AtomicInteger();

        Permit(ResumeMode resumeMode) {
            super(resumeMode, CancellationMode.SMART, 1);
        }

        void release() {
            while (state.getAndIncrement() < 0) {
                if (resume(1)) {
                    return;
                }
            }
        }

        int acquireWithElapsedTimeout() {
            try {
                while (state.getAndDecrement() <= 0) {
                    Integer got = suspendNanos(0, 0);
                    if (got != null) {
                        return got;
                    }
                }
                return 1;
            } catch (InterruptedException e) {
                return -1;
            }
        }

        @Override
        protected boolean onCancellation() {
            return state.getAndIncrement() < 0;
        }
    }

    @JCStressTest
    @Outcome(
            id = "1, 0",
            expect = Expect.ACCEPTABLE,
            desc = "The resume won, or came first: the waiter has the permit.")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "The waiter left: the permit is free.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The permit is lost or doubled.")
    @State
    public static class AsyncSmart {
        private final Permit permit = new Permit(ResumeMode.ASYNC);

        @Actor
        public void releaser() {
            permit.release();
        }

        @Actor
        public void waiter(II_Result r) {
            r.r1 = permit.acquireWithElapsedTimeout();
        }

        @Arbiter
        public void free(II_Result r) {
            r.r2 = permit.state.get();
        }
    }

    @JCStressTest
    @Outcome(
            id = "1, 0",
            expect = Expect.ACCEPTABLE,
            desc = "The resume won, or came first: the waiter has the permit.")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "The waiter left: the permit is free.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The permit is lost or doubled.")
    @State
    public static class SyncSmart {
        private final Permit permit = new Permit(ResumeMode.SYNC);

        @Actor
        public void releaser() {
            permit.release();
        }

        @Actor
        public void waiter(II_Result r) {
            r.r1 = permit.acquireWithElapsedTimeout();
        }

        @Arbiter
        public void free(II_Result r) {
            r.r2 = permit.state.get();
        }
    }

    /** The bare queue. */
    private static final class Queue extends CancellableQueueSynchronizer<Integer> {
        Queue() {
            super(ResumeMode.ASYNC, CancellationMode.SIMPLE, 1);
        }

        boolean give() {
            return resume(1);
        }

        int take() {
            try {
                Integer got = suspendNanos(0, 0);
                return got == null ? -1 : got;
            } catch (InterruptedException e) {
                return -1;
            }
        }
    }

    @JCStressTest
    @Outcome(id = "true, 1", expect = Expect.ACCEPTABLE, desc = "The resume won, or came first.")
    @Outcome(id = "false, 0", expect = Expect.ACCEPTABLE, desc = "The waiter left, and the resume says so.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Both or none of them believe to have won.")
    @State
    public static class AsyncSimple {
        private final Queue queue = new Queue();

        @Actor
        public void resumer(ZI_Result r) {
            r.r1 = queue.give();
        }

        @Actor
        public void waiter(ZI_Result r) {
            r.r2 = queue.take();
        }
    }

    @JCStressTest
    @Outcome(id = "7, 0", expect = Expect.ACCEPTABLE, desc = "Taken.")
    @Outcome(id = "0, 7", expect = Expect.ACCEPTABLE, desc = "The taker left; the value waits in the mailbox.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The value is lost or doubled.")
    @State
    public static class DelegatedValueIsKept {
        private final TinyMailbox<Integer> mailbox = new TinyMailbox<>(1);

        @Actor
        public void giver() {
            mailbox.put(7);
        }

        @Actor
        public void taker(II_Result r) {
            r.r1 = poll();
        }

        @Arbiter
        public void rest(II_Result r) {
            r.r2 = poll();
        }

        private int poll() {
            try {
                Integer value = mailbox.poll(0);
                return value == null ? 0 : value;
            } catch (InterruptedException e) {
                return -1;
            }
        }
    }
}
