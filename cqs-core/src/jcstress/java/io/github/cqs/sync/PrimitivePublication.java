package io.github.cqs.sync;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** What the primitives promise about memory, with plain fields. */
public class PrimitivePublication {
    private PrimitivePublication() {}

    @JCStressTest
    @Outcome(
            id = {"1, 2", "2, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "One after the other, and the second sees the first.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An update is lost.")
    @State
    public static class Mutex {
        private final FairMutex mutex = new FairMutex();
        private int plain;

        @Actor
        public void one(II_Result r) {
            mutex.lock();
            r.r1 = ++plain;
            mutex.unlock();
        }

        @Actor
        public void other(II_Result r) {
            mutex.lock();
            r.r2 = ++plain;
            mutex.unlock();
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The permit publishes what came before its release.")
    @Outcome(id = "0", expect = Expect.FORBIDDEN, desc = "The permit came without it.")
    @State
    public static class Semaphore {
        private final FairSemaphore semaphore = new FairSemaphore(0);
        private int plain;

        @Actor
        public void releaser() {
            plain = 1;
            semaphore.release();
        }

        @Actor
        public void acquirer(I_Result r) {
            semaphore.acquireUninterruptibly();
            r.r1 = plain;
        }
    }

    @JCStressTest
    @Outcome(
            id = {"1", "-1"},
            expect = Expect.ACCEPTABLE,
            desc = "Seen with the permit, or no permit yet.")
    @Outcome(id = "0", expect = Expect.FORBIDDEN, desc = "The permit came without it.")
    @State
    public static class TryAcquire {
        private final FairSemaphore semaphore = new FairSemaphore(0);
        private int plain;

        @Actor
        public void releaser() {
            plain = 1;
            semaphore.release();
        }

        @Actor
        public void acquirer(I_Result r) {
            r.r1 = semaphore.tryAcquire() ? plain : -1;
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "countDown publishes what came before it.")
    @Outcome(id = "0", expect = Expect.FORBIDDEN, desc = "The latch opened without it.")
    @Outcome(id = "-1", expect = Expect.FORBIDDEN, desc = "Nobody interrupts.")
    @State
    public static class LatchOpens {
        private final Latch latch = new Latch(1);
        private int plain;

        @Actor
        public void counter() {
            plain = 1;
            latch.countDown();
        }

        @Actor
        public void waiter(I_Result r) {
            try {
                latch.await();
                r.r1 = plain;
            } catch (InterruptedException e) {
                r.r1 = -1;
            }
        }
    }

    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Each party sees what the other did before it arrived.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A party went on without seeing the other.")
    @State
    public static class BarrierTrips {
        private final Barrier barrier = new Barrier(2);
        private int one;
        private int other;

        @Actor
        public void one(II_Result r) {
            one = 1;
            barrier.arrive();
            r.r1 = other;
        }

        @Actor
        public void other(II_Result r) {
            other = 1;
            barrier.arrive();
            r.r2 = one;
        }
    }
}
