package io.github.cqs.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A lock on a {@link HeirQueue} with one condition whose waiters are moved to the lock's line when signalled. */
final class ConditionLock {
    private final AtomicReference<Thread> owner = new AtomicReference<>();
    private final Line line;
    private final boolean fair;

    /** Whose attempts fail, as on a stack that is exhausted. */
    volatile @Nullable Thread poisoned;

    /** Guarded by the lock. */
    private final Deque<Node> waiting = new ArrayDeque<>();

    ConditionLock(boolean fair, int segmentSize) {
        this.fair = fair;
        this.line = new Line(segmentSize);
    }

    private static final class Node extends HeirQueue.Place {
        final Thread thread = Thread.currentThread();
        volatile boolean transferred;
    }

    void lock() {
        if (!((!fair || line.isEmpty()) && line.tryAcquire(1))) {
            line.acquireUninterruptibly(1);
        }
    }

    void lockInterruptibly() throws InterruptedException {
        if (!((!fair || line.isEmpty()) && line.tryAcquire(1))) {
            HeirQueue.orThrow(line.acquireInterruptibly(1));
        }
    }

    boolean tryLock(long nanos) throws InterruptedException {
        return ((!fair || line.isEmpty()) && line.tryAcquire(1)) || HeirQueue.orThrow(line.acquireNanos(1, nanos));
    }

    void unlock() {
        if (owner.get() != Thread.currentThread()) {
            throw new IllegalMonitorStateException();
        }
        owner.set(null);
        line.signal();
    }

    boolean isLocked() {
        return owner.get() != null;
    }

    /** Releases the lock until {@link #signal} has moved this thread to the line, and takes it again. */
    void await() {
        Node node = new Node();
        waiting.addLast(node);
        unlock();
        boolean interrupted = false;
        while (!node.transferred) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted(); // with the status set, park does not wait
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        line.acquireTransferred(node);
    }

    /** Moves the longest waiting thread to the line; answers whether there was one. */
    boolean signal() {
        Node node = waiting.pollFirst();
        if (node == null) {
            return false;
        }
        boolean asleep = line.move(node);
        node.transferred = true;
        if (!asleep) {
            LockSupport.unpark(node.thread);
        }
        return true;
    }

    /** Whether the thread is in the line, and the role of the heir has not been given to it. */
    boolean isBehindTheHeir(Thread thread) {
        return line.isBehindTheHeir(thread);
    }

    /** To be called with the lock held. */
    int waiting() {
        return waiting.size();
    }

    HeirQueue line() {
        return line;
    }

    void checkIdle() {
        line.check();
        if (line.moved() != 0) {
            throw new IllegalStateException("moved " + line.moved());
        }
        if (owner.get() != null || !line.isEmpty() || !line.threads().isEmpty() || !waiting.isEmpty()) {
            throw new IllegalStateException("owner " + owner.get() + ", line " + line.length() + ' ' + line.threads()
                    + ", waiting " + waiting.size());
        }
    }

    private final class Line extends HeirQueue {
        Line(int segmentSize) {
            super(segmentSize);
        }

        @Override
        protected boolean tryAcquire(int unused) {
            if (poisoned == Thread.currentThread()) {
                throw new IllegalStateException("poisoned");
            }
            return owner.get() == null && owner.compareAndSet(null, Thread.currentThread());
        }

        @Override
        protected boolean isAvailable() {
            return owner.get() == null;
        }

        @Override
        protected boolean isFair() {
            return fair;
        }

        @Override
        protected boolean isOwned() {
            return true;
        }

        boolean move(Node node) {
            return transfer(node.thread, node);
        }

        void acquireTransferred(Node node) {
            acquireTransferred(node, 1);
        }

        boolean isBehindTheHeir(Thread thread) {
            return queuedThreads().contains(thread);
        }

        void check() {
            checkInvariants();
        }
    }
}
