package io.github.cqs.shims.support;

import io.github.cqs.shims.CqsSemaphore;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A semaphore as an application would extend it: protected methods public, every call noted, everything left to super. */
public interface SemaphoreProbe {
    /** The names of the overridden methods that were called, in order. */
    List<String> calls();

    Semaphore semaphoreItself();

    void reducePermits(int reduction);

    Collection<Thread> getQueuedThreads();

    /** Extends the JDK class. */
    final class Jdk extends Semaphore implements SemaphoreProbe {
        private static final long serialVersionUID = 1L;

        private final transient List<String> calls = new CopyOnWriteArrayList<>();

        Jdk(int permits, boolean fair) {
            super(permits, fair);
        }

        @Override
        public Semaphore semaphoreItself() {
            return this;
        }

        @Override
        public List<String> calls() {
            return calls;
        }

        @Override
        public void acquire() throws InterruptedException {
            calls.add("acquire");
            super.acquire();
        }

        @Override
        public void acquireUninterruptibly() {
            calls.add("acquireUninterruptibly");
            super.acquireUninterruptibly();
        }

        @Override
        public boolean tryAcquire() {
            calls.add("tryAcquire");
            return super.tryAcquire();
        }

        @Override
        public boolean tryAcquire(long timeout, TimeUnit unit) throws InterruptedException {
            calls.add("tryAcquire(timeout)");
            return super.tryAcquire(timeout, unit);
        }

        @Override
        public void release() {
            calls.add("release");
            super.release();
        }

        @Override
        public void acquire(int permits) throws InterruptedException {
            calls.add("acquire(n)");
            super.acquire(permits);
        }

        @Override
        public void acquireUninterruptibly(int permits) {
            calls.add("acquireUninterruptibly(n)");
            super.acquireUninterruptibly(permits);
        }

        @Override
        public boolean tryAcquire(int permits) {
            calls.add("tryAcquire(n)");
            return super.tryAcquire(permits);
        }

        @Override
        public boolean tryAcquire(int permits, long timeout, TimeUnit unit) throws InterruptedException {
            calls.add("tryAcquire(n, timeout)");
            return super.tryAcquire(permits, timeout, unit);
        }

        @Override
        public void release(int permits) {
            calls.add("release(n)");
            super.release(permits);
        }

        @Override
        public int availablePermits() {
            calls.add("availablePermits");
            return super.availablePermits();
        }

        @Override
        public int drainPermits() {
            calls.add("drainPermits");
            return super.drainPermits();
        }

        @Override
        public void reducePermits(int reduction) {
            calls.add("reducePermits");
            super.reducePermits(reduction);
        }

        @Override
        public boolean isFair() {
            calls.add("isFair");
            return super.isFair();
        }

        @Override
        public Collection<Thread> getQueuedThreads() {
            calls.add("getQueuedThreads");
            return super.getQueuedThreads();
        }
    }

    /** Extends the shim. */
    final class Shim extends CqsSemaphore implements SemaphoreProbe {
        private static final long serialVersionUID = 1L;

        private final transient List<String> calls = new CopyOnWriteArrayList<>();

        Shim(int permits, boolean fair) {
            super(permits, fair);
        }

        @Override
        public Semaphore semaphoreItself() {
            return this;
        }

        @Override
        public List<String> calls() {
            return calls;
        }

        @Override
        public void acquire() throws InterruptedException {
            calls.add("acquire");
            super.acquire();
        }

        @Override
        public void acquireUninterruptibly() {
            calls.add("acquireUninterruptibly");
            super.acquireUninterruptibly();
        }

        @Override
        public boolean tryAcquire() {
            calls.add("tryAcquire");
            return super.tryAcquire();
        }

        @Override
        public boolean tryAcquire(long timeout, TimeUnit unit) throws InterruptedException {
            calls.add("tryAcquire(timeout)");
            return super.tryAcquire(timeout, unit);
        }

        @Override
        public void release() {
            calls.add("release");
            super.release();
        }

        @Override
        public void acquire(int permits) throws InterruptedException {
            calls.add("acquire(n)");
            super.acquire(permits);
        }

        @Override
        public void acquireUninterruptibly(int permits) {
            calls.add("acquireUninterruptibly(n)");
            super.acquireUninterruptibly(permits);
        }

        @Override
        public boolean tryAcquire(int permits) {
            calls.add("tryAcquire(n)");
            return super.tryAcquire(permits);
        }

        @Override
        public boolean tryAcquire(int permits, long timeout, TimeUnit unit) throws InterruptedException {
            calls.add("tryAcquire(n, timeout)");
            return super.tryAcquire(permits, timeout, unit);
        }

        @Override
        public void release(int permits) {
            calls.add("release(n)");
            super.release(permits);
        }

        @Override
        public int availablePermits() {
            calls.add("availablePermits");
            return super.availablePermits();
        }

        @Override
        public int drainPermits() {
            calls.add("drainPermits");
            return super.drainPermits();
        }

        @Override
        public void reducePermits(int reduction) {
            calls.add("reducePermits");
            super.reducePermits(reduction);
        }

        @Override
        public boolean isFair() {
            calls.add("isFair");
            return super.isFair();
        }

        @Override
        public Collection<Thread> getQueuedThreads() {
            calls.add("getQueuedThreads");
            return super.getQueuedThreads();
        }
    }
}
