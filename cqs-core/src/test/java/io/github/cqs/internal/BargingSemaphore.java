package io.github.cqs.internal;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The smallest complete user of a {@link HeirQueue}: a semaphore with a barging {@code tryAcquire}, fair or not. */
final class BargingSemaphore {
    private final AtomicInteger permits;
    private final Line line;
    private final boolean fair;

    /** The thread whose next try fails with an exception. */
    volatile @Nullable Thread poisoned;

    /** What a thread does before its first look for permits in the line. */
    final Map<Thread, Runnable> beforeLook = new ConcurrentHashMap<>();

    /** What happens as a thread has whoever acquires next tell the line. */
    volatile Runnable asks = () -> {};

    /** What happens as a thread is about to park. */
    volatile Runnable parks = () -> {};

    BargingSemaphore(int permits, boolean fair, int segmentSize) {
        this.permits = new AtomicInteger(permits);
        this.fair = fair;
        this.line = new Line(segmentSize);
    }

    boolean tryAcquire(int n) {
        return line.tryAcquire(n);
    }

    void acquire(int n) {
        if (!barge(n)) {
            line.acquireUninterruptibly(n);
        }
    }

    void acquireInterruptibly(int n) throws InterruptedException {
        if (!barge(n)) {
            HeirQueue.orThrow(line.acquireInterruptibly(n));
        }
    }

    boolean tryAcquire(int n, long timeout, TimeUnit unit) throws InterruptedException {
        return barge(n) || HeirQueue.orThrow(line.acquireNanos(n, unit.toNanos(timeout)));
    }

    private boolean barge(int n) {
        return (!fair || line.isEmpty()) && line.tryAcquire(n);
    }

    void release(int n) {
        permits.addAndGet(n);
        line.released(n, true);
    }

    /** The first half of {@link #release}, after which the thread that releases has lost its processor. */
    void putBack(int n) {
        permits.addAndGet(n);
    }

    int available() {
        return permits.get();
    }

    HeirQueue line() {
        return line;
    }

    void checkIdle(int expected) {
        line.check();
        if (permits.get() != expected
                || !line.isEmpty()
                || line.length() != 0
                || !threads().isEmpty()) {
            throw new IllegalStateException(
                    "permits " + permits.get() + ", waiting " + line.length() + ' ' + threads());
        }
    }

    List<Thread> threads() {
        return line.threads();
    }

    private final class Line extends HeirQueue {
        Line(int segmentSize) {
            super(segmentSize);
        }

        @Override
        protected boolean tryAcquire(int n) {
            if (poisoned == Thread.currentThread()) {
                throw new IllegalStateException("poisoned");
            }
            for (; ; ) {
                int p = permits.get();
                if (p < n) {
                    return false;
                }
                if (permits.compareAndSet(p, p - n)) {
                    return true;
                }
            }
        }

        @Override
        protected boolean askNext() {
            asks.run();
            return true;
        }

        @Override
        protected boolean isAvailable() {
            if (!beforeLook.isEmpty()) {
                Runnable first = beforeLook.remove(Thread.currentThread());
                if (first != null) {
                    first.run();
                }
            }
            return permits.get() > 0;
        }

        @Override
        protected Object blocker() {
            parks.run();
            return this;
        }

        @Override
        protected boolean isFair() {
            return fair;
        }

        @Override
        protected boolean isOwned() {
            return false;
        }

        void check() {
            checkInvariants();
        }
    }
}
