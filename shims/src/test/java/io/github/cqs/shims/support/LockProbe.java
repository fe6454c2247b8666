package io.github.cqs.shims.support;

import io.github.cqs.shims.CqsReentrantLock;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A lock as an application would extend it: protected methods public, every call noted, everything left to super. */
public interface LockProbe {
    /** The names of the overridden methods that were called, in order. */
    List<String> calls();

    ReentrantLock lockItself();

    Thread getOwner();

    Collection<Thread> getQueuedThreads();

    Collection<Thread> getWaitingThreads(Condition condition);

    /** Extends the JDK class. */
    final class Jdk extends ReentrantLock implements LockProbe {
        private static final long serialVersionUID = 1L;

        private final transient List<String> calls = new CopyOnWriteArrayList<>();

        Jdk(boolean fair) {
            super(fair);
        }

        @Override
        public ReentrantLock lockItself() {
            return this;
        }

        @Override
        public List<String> calls() {
            return calls;
        }

        @Override
        public void lock() {
            calls.add("lock");
            super.lock();
        }

        @Override
        public void lockInterruptibly() throws InterruptedException {
            calls.add("lockInterruptibly");
            super.lockInterruptibly();
        }

        @Override
        public boolean tryLock() {
            calls.add("tryLock");
            return super.tryLock();
        }

        @Override
        public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
            calls.add("tryLock(timeout)");
            return super.tryLock(timeout, unit);
        }

        @Override
        public void unlock() {
            calls.add("unlock");
            super.unlock();
        }

        @Override
        public Condition newCondition() {
            calls.add("newCondition");
            return super.newCondition();
        }

        @Override
        public int getHoldCount() {
            calls.add("getHoldCount");
            return super.getHoldCount();
        }

        @Override
        public boolean isHeldByCurrentThread() {
            calls.add("isHeldByCurrentThread");
            return super.isHeldByCurrentThread();
        }

        @Override
        public boolean isLocked() {
            calls.add("isLocked");
            return super.isLocked();
        }

        @Override
        public Thread getOwner() {
            calls.add("getOwner");
            return super.getOwner();
        }

        @Override
        public Collection<Thread> getQueuedThreads() {
            calls.add("getQueuedThreads");
            return super.getQueuedThreads();
        }

        @Override
        public boolean hasWaiters(Condition condition) {
            calls.add("hasWaiters");
            return super.hasWaiters(condition);
        }

        @Override
        public int getWaitQueueLength(Condition condition) {
            calls.add("getWaitQueueLength");
            return super.getWaitQueueLength(condition);
        }

        @Override
        public Collection<Thread> getWaitingThreads(Condition condition) {
            calls.add("getWaitingThreads");
            return super.getWaitingThreads(condition);
        }
    }

    /** Extends the shim. */
    final class Shim extends CqsReentrantLock implements LockProbe {
        private static final long serialVersionUID = 1L;

        private final transient List<String> calls = new CopyOnWriteArrayList<>();

        Shim(boolean fair) {
            super(fair);
        }

        @Override
        public ReentrantLock lockItself() {
            return this;
        }

        @Override
        public List<String> calls() {
            return calls;
        }

        @Override
        public void lock() {
            calls.add("lock");
            super.lock();
        }

        @Override
        public void lockInterruptibly() throws InterruptedException {
            calls.add("lockInterruptibly");
            super.lockInterruptibly();
        }

        @Override
        public boolean tryLock() {
            calls.add("tryLock");
            return super.tryLock();
        }

        @Override
        public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
            calls.add("tryLock(timeout)");
            return super.tryLock(timeout, unit);
        }

        @Override
        public void unlock() {
            calls.add("unlock");
            super.unlock();
        }

        @Override
        public Condition newCondition() {
            calls.add("newCondition");
            return super.newCondition();
        }

        @Override
        public int getHoldCount() {
            calls.add("getHoldCount");
            return super.getHoldCount();
        }

        @Override
        public boolean isHeldByCurrentThread() {
            calls.add("isHeldByCurrentThread");
            return super.isHeldByCurrentThread();
        }

        @Override
        public boolean isLocked() {
            calls.add("isLocked");
            return super.isLocked();
        }

        @Override
        public Thread getOwner() {
            calls.add("getOwner");
            return super.getOwner();
        }

        @Override
        public Collection<Thread> getQueuedThreads() {
            calls.add("getQueuedThreads");
            return super.getQueuedThreads();
        }

        @Override
        public boolean hasWaiters(Condition condition) {
            calls.add("hasWaiters");
            return super.hasWaiters(condition);
        }

        @Override
        public int getWaitQueueLength(Condition condition) {
            calls.add("getWaitQueueLength");
            return super.getWaitQueueLength(condition);
        }

        @Override
        public Collection<Thread> getWaitingThreads(Condition condition) {
            calls.add("getWaitingThreads");
            return super.getWaitingThreads(condition);
        }
    }
}
