package io.github.cqs.shims.support;

import io.github.cqs.shims.CqsCyclicBarrier;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A barrier as an application would extend it: every call noted, everything left to super. */
public interface BarrierProbe {
    /** The names of the overridden methods that were called, in order. */
    List<String> calls();

    CyclicBarrier barrierItself();

    /** Extends the JDK class. */
    final class Jdk extends CyclicBarrier implements BarrierProbe {
        private final List<String> calls = new CopyOnWriteArrayList<>();

        Jdk(int parties, Runnable action) {
            super(parties, action);
        }

        @Override
        public CyclicBarrier barrierItself() {
            return this;
        }

        @Override
        public List<String> calls() {
            return calls;
        }

        @Override
        public int await() throws InterruptedException, BrokenBarrierException {
            calls.add("await");
            return super.await();
        }

        @Override
        public int await(long timeout, TimeUnit unit)
                throws InterruptedException, BrokenBarrierException, TimeoutException {
            calls.add("await(timeout)");
            return super.await(timeout, unit);
        }

        @Override
        public int getParties() {
            calls.add("getParties");
            return super.getParties();
        }

        @Override
        public boolean isBroken() {
            calls.add("isBroken");
            return super.isBroken();
        }

        @Override
        public void reset() {
            calls.add("reset");
            super.reset();
        }

        @Override
        public int getNumberWaiting() {
            calls.add("getNumberWaiting");
            return super.getNumberWaiting();
        }
    }

    /** Extends the shim. */
    final class Shim extends CqsCyclicBarrier implements BarrierProbe {
        private final List<String> calls = new CopyOnWriteArrayList<>();

        Shim(int parties, Runnable action) {
            super(parties, action);
        }

        @Override
        public CyclicBarrier barrierItself() {
            return this;
        }

        @Override
        public List<String> calls() {
            return calls;
        }

        @Override
        public int await() throws InterruptedException, BrokenBarrierException {
            calls.add("await");
            return super.await();
        }

        @Override
        public int await(long timeout, TimeUnit unit)
                throws InterruptedException, BrokenBarrierException, TimeoutException {
            calls.add("await(timeout)");
            return super.await(timeout, unit);
        }

        @Override
        public int getParties() {
            calls.add("getParties");
            return super.getParties();
        }

        @Override
        public boolean isBroken() {
            calls.add("isBroken");
            return super.isBroken();
        }

        @Override
        public void reset() {
            calls.add("reset");
            super.reset();
        }

        @Override
        public int getNumberWaiting() {
            calls.add("getNumberWaiting");
            return super.getNumberWaiting();
        }
    }
}
