package io.github.cqs.internal;

import java.util.concurrent.TimeUnit;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A lock on a {@link HeirQueue}: what one holder does, the next one sees; what leaves, leaves nothing behind. */
public class HeirQueuePublication {
    private HeirQueuePublication() {}

    @JCStressTest
    @Outcome(
            id = {"1, 2", "2, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "One after the other, and the second sees the first.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An update is lost.")
    @State
    public static class Fair {
        private final BargingSemaphore lock = new BargingSemaphore(1, true, 1);
        private int plain;

        @Actor
        public void one(II_Result r) {
            lock.acquire(1);
            r.r1 = ++plain;
            lock.release(1);
        }

        @Actor
        public void other(II_Result r) {
            lock.acquire(1);
            r.r2 = ++plain;
            lock.release(1);
        }
    }

    @JCStressTest
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "The waiter has the permit.")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "The waiter left, the permit is free.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The permit is lost or doubled, or somebody is still in the line.")
    @State
    public static class FairCancellation {
        private final BargingSemaphore permit = new BargingSemaphore(0, true, 1);

        @Actor
        public void releaser() {
            permit.release(1);
        }

        @Actor
        public void waiter(II_Result r) {
            try {
                r.r1 = permit.tryAcquire(1, 0, TimeUnit.NANOSECONDS) ? 1 : 0;
            } catch (InterruptedException e) {
                r.r1 = -1;
            }
        }

        @Arbiter
        public void free(II_Result r) {
            r.r2 = permit.line().isEmpty() ? permit.available() : -1;
        }
    }

    @JCStressTest
    @Outcome(
            id = {"1, 2", "2, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "One after the other, and the second sees the first.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An update is lost.")
    @State
    public static class Unfair {
        private final BargingSemaphore lock = new BargingSemaphore(1, false, 1);
        private int plain;

        @Actor
        public void one(II_Result r) {
            lock.acquire(1);
            r.r1 = ++plain;
            lock.release(1);
        }

        @Actor
        public void other(II_Result r) {
            lock.acquire(1);
            r.r2 = ++plain;
            lock.release(1);
        }
    }

    @JCStressTest
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "The waiter has the permit.")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "The waiter left, the permit is free.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The permit is lost or doubled, or somebody is still in the line.")
    @State
    public static class UnfairCancellation {
        private final BargingSemaphore permit = new BargingSemaphore(0, false, 1);

        @Actor
        public void releaser() {
            permit.release(1);
        }

        @Actor
        public void waiter(II_Result r) {
            try {
                r.r1 = permit.tryAcquire(1, 0, TimeUnit.NANOSECONDS) ? 1 : 0;
            } catch (InterruptedException e) {
                r.r1 = -1;
            }
        }

        @Arbiter
        public void free(II_Result r) {
            r.r2 = permit.line().isEmpty() ? permit.available() : -1;
        }
    }
}
