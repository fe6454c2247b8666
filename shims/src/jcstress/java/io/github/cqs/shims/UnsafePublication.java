package io.github.cqs.shims;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A synchronizer that is published by a data race works for whoever gets to see it: of the JDK class, and of the shim beside it. */
public class UnsafePublication {
    private UnsafePublication() {}

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "It works.")
    @Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "Not seen yet.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It was seen before it was complete.")
    @State
    public static class JdkReentrantLock {
        private ReentrantLock plain;

        @Actor
        public void publisher() {
            plain = new ReentrantLock(true);
        }

        @Actor
        public void reader(I_Result r) {
            ReentrantLock seen = plain;
            if (seen == null) {
                r.r1 = -1;
            } else {
                seen.lock();
                r.r1 = seen.getHoldCount();
                seen.unlock();
            }
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "It works.")
    @Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "Not seen yet.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It was seen before it was complete.")
    @State
    public static class ShimReentrantLock {
        private ReentrantLock plain;

        @Actor
        public void publisher() {
            plain = new CqsReentrantLock(true);
        }

        @Actor
        public void reader(I_Result r) {
            ReentrantLock seen = plain;
            if (seen == null) {
                r.r1 = -1;
            } else {
                seen.lock();
                r.r1 = seen.getHoldCount();
                seen.unlock();
            }
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "It works.")
    @Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "Not seen yet.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It was seen before it was complete.")
    @State
    public static class JdkSemaphore {
        private Semaphore plain;

        @Actor
        public void publisher() {
            plain = new Semaphore(1, true);
        }

        @Actor
        public void reader(I_Result r) {
            Semaphore seen = plain;
            if (seen == null) {
                r.r1 = -1;
            } else {
                r.r1 = seen.isFair() && seen.tryAcquire() ? 1 : 0;
            }
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "It works.")
    @Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "Not seen yet.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It was seen before it was complete.")
    @State
    public static class ShimSemaphore {
        private Semaphore plain;

        @Actor
        public void publisher() {
            plain = new CqsSemaphore(1, true);
        }

        @Actor
        public void reader(I_Result r) {
            Semaphore seen = plain;
            if (seen == null) {
                r.r1 = -1;
            } else {
                r.r1 = seen.isFair() && seen.tryAcquire() ? 1 : 0;
            }
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "It works.")
    @Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "Not seen yet.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It was seen before it was complete.")
    @State
    public static class JdkCountDownLatch {
        private CountDownLatch plain;

        @Actor
        public void publisher() {
            plain = new CountDownLatch(1);
        }

        @Actor
        public void reader(I_Result r) {
            CountDownLatch seen = plain;
            if (seen == null) {
                r.r1 = -1;
            } else {
                r.r1 = (int) seen.getCount();
                seen.countDown();
            }
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "It works.")
    @Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "Not seen yet.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It was seen before it was complete.")
    @State
    public static class ShimCountDownLatch {
        private CountDownLatch plain;

        @Actor
        public void publisher() {
            plain = new CqsCountDownLatch(1);
        }

        @Actor
        public void reader(I_Result r) {
            CountDownLatch seen = plain;
            if (seen == null) {
                r.r1 = -1;
            } else {
                r.r1 = (int) seen.getCount();
                seen.countDown();
            }
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "It works.")
    @Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "Not seen yet.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It was seen before it was complete.")
    @State
    public static class JdkCyclicBarrier {
        private CyclicBarrier plain;

        @Actor
        public void publisher() {
            plain = new CyclicBarrier(1);
        }

        @Actor
        public void reader(I_Result r) {
            CyclicBarrier seen = plain;
            if (seen == null) {
                r.r1 = -1;
            } else {
                try {
                    r.r1 = seen.getParties() + seen.await();
                } catch (Exception e) {
                    r.r1 = 2;
                }
            }
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "It works.")
    @Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "Not seen yet.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It was seen before it was complete.")
    @State
    public static class ShimCyclicBarrier {
        private CyclicBarrier plain;

        @Actor
        public void publisher() {
            plain = new CqsCyclicBarrier(1);
        }

        @Actor
        public void reader(I_Result r) {
            CyclicBarrier seen = plain;
            if (seen == null) {
                r.r1 = -1;
            } else {
                try {
                    r.r1 = seen.getParties() + seen.await();
                } catch (Exception e) {
                    r.r1 = 2;
                }
            }
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "It works.")
    @Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "Not seen yet.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It was seen before it was complete.")
    @State
    public static class JdkArrayBlockingQueue {
        private ArrayBlockingQueue<Integer> plain;

        @Actor
        public void publisher() {
            plain = new ArrayBlockingQueue<>(1);
        }

        @Actor
        public void reader(I_Result r) {
            ArrayBlockingQueue<Integer> seen = plain;
            if (seen == null) {
                r.r1 = -1;
            } else {
                r.r1 = seen.offer(1) && seen.remainingCapacity() == 0 ? seen.poll() : 0;
            }
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "It works.")
    @Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "Not seen yet.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It was seen before it was complete.")
    @State
    public static class ShimArrayBlockingQueue {
        private ArrayBlockingQueue<Integer> plain;

        @Actor
        public void publisher() {
            plain = new CqsArrayBlockingQueue<>(1);
        }

        @Actor
        public void reader(I_Result r) {
            ArrayBlockingQueue<Integer> seen = plain;
            if (seen == null) {
                r.r1 = -1;
            } else {
                r.r1 = seen.offer(1) && seen.remainingCapacity() == 0 ? seen.poll() : 0;
            }
        }
    }
}
