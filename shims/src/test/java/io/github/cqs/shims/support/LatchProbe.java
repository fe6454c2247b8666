package io.github.cqs.shims.support;

import io.github.cqs.shims.CqsCountDownLatch;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A latch as an application would extend it: every call noted, everything left to super. */
public interface LatchProbe {
    /** The names of the overridden methods that were called, in order. */
    List<String> calls();

    CountDownLatch latchItself();

    /** Extends the JDK class. */
    final class Jdk extends CountDownLatch implements LatchProbe {
        private final List<String> calls = new CopyOnWriteArrayList<>();

        Jdk(int count) {
            super(count);
        }

        @Override
        public CountDownLatch latchItself() {
            return this;
        }

        @Override
        public List<String> calls() {
            return calls;
        }

        @Override
        public void await() throws InterruptedException {
            calls.add("await");
            super.await();
        }

        @Override
        public boolean await(long timeout, TimeUnit unit) throws InterruptedException {
            calls.add("await(timeout)");
            return super.await(timeout, unit);
        }

        @Override
        public void countDown() {
            calls.add("countDown");
            super.countDown();
        }

        @Override
        public long getCount() {
            calls.add("getCount");
            return super.getCount();
        }
    }

    /** Extends the shim. */
    final class Shim extends CqsCountDownLatch implements LatchProbe {
        private final List<String> calls = new CopyOnWriteArrayList<>();

        Shim(int count) {
            super(count);
        }

        @Override
        public CountDownLatch latchItself() {
            return this;
        }

        @Override
        public List<String> calls() {
            return calls;
        }

        @Override
        public void await() throws InterruptedException {
            calls.add("await");
            super.await();
        }

        @Override
        public boolean await(long timeout, TimeUnit unit) throws InterruptedException {
            calls.add("await(timeout)");
            return super.await(timeout, unit);
        }

        @Override
        public void countDown() {
            calls.add("countDown");
            super.countDown();
        }

        @Override
        public long getCount() {
            calls.add("getCount");
            return super.getCount();
        }
    }
}
