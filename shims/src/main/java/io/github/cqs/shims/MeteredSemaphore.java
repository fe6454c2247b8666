package io.github.cqs.shims;

import io.github.cqs.internal.ReservedStack;
import java.io.Serializable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A semaphore that counts and times itself, for {@code stats=on}; see {@link MeteredReentrantLock} for how.
 *
 * <p>What follows a successful acquisition must not fail for want of stack: nobody would know of the permits.
 */
public class MeteredSemaphore extends CqsSemaphore implements Serializable, Lookalike {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable Meter meter;

    public MeteredSemaphore(int permits) {
        super(permits);
        this.meter = null;
    }

    public MeteredSemaphore(int permits, boolean fair) {
        super(permits, fair);
        this.meter = null;
    }

    public MeteredSemaphore(int permits, int site) {
        super(permits);
        this.meter = Meter.at(site);
    }

    public MeteredSemaphore(int permits, boolean fair, int site) {
        super(permits, fair);
        this.meter = Meter.at(site);
    }

    @Override
    public void acquire() throws InterruptedException {
        acquire(1, false);
    }

    @Override
    public void acquire(int permits) throws InterruptedException {
        acquire(permits, true);
    }

    private void acquire(int n, boolean given) throws InterruptedException {
        Meter m = meter;
        if (m == null || n < 0 || Thread.currentThread().isInterrupted()) {
            superAcquire(n, given);
        } else {
            if (!tryFirst(n)) {
                Waiting wait = Waiting.begin(m);
                try {
                    superAcquire(n, given);
                    wait.outcome(Waiting.ACQUIRED);
                } catch (InterruptedException e) {
                    wait.outcome(Waiting.INTERRUPTED);
                    throw e;
                } finally {
                    try {
                        wait.end();
                    } catch (StackOverflowError lost) {
                        // the figures of this wait
                    }
                }
            }
            try {
                m.site.acquired();
            } catch (StackOverflowError lost) {
                // a figure; the permits are taken
            }
        }
    }

    private void superAcquire(int n, boolean given) throws InterruptedException {
        if (given) {
            super.acquire(n);
        } else {
            super.acquire();
        }
    }

    @Override
    public void acquireUninterruptibly() {
        acquireUninterruptibly(1, false);
    }

    @Override
    public void acquireUninterruptibly(int permits) {
        acquireUninterruptibly(permits, true);
    }

    private void acquireUninterruptibly(int n, boolean given) {
        Meter m = meter;
        if (m == null || n < 0) {
            superAcquireUninterruptibly(n, given);
        } else {
            if (!tryFirst(n)) {
                Waiting wait = Waiting.begin(m);
                try {
                    superAcquireUninterruptibly(n, given);
                    wait.outcome(Waiting.ACQUIRED);
                } finally {
                    try {
                        wait.end();
                    } catch (StackOverflowError lost) {
                        // the figures of this wait
                    }
                }
            }
            try {
                m.site.acquired();
            } catch (StackOverflowError lost) {
                // a figure; the permits are taken
            }
        }
    }

    private void superAcquireUninterruptibly(int n, boolean given) {
        if (given) {
            super.acquireUninterruptibly(n);
        } else {
            super.acquireUninterruptibly();
        }
    }

    @Override
    public boolean tryAcquire() {
        return counted(super.tryAcquire());
    }

    @Override
    public boolean tryAcquire(int permits) {
        return counted(super.tryAcquire(permits));
    }

    private boolean counted(boolean acquired) {
        Meter m = meter;
        if (acquired && m != null) {
            try {
                m.site.acquired();
            } catch (StackOverflowError lost) {
                // a figure; the permits are taken
            }
        }
        return acquired;
    }

    @Override
    public boolean tryAcquire(long timeout, TimeUnit unit) throws InterruptedException {
        return tryAcquire(1, false, timeout, unit);
    }

    @Override
    public boolean tryAcquire(int permits, long timeout, TimeUnit unit) throws InterruptedException {
        return tryAcquire(permits, true, timeout, unit);
    }

    private boolean tryAcquire(int n, boolean given, long timeout, TimeUnit unit) throws InterruptedException {
        Meter m = meter;
        if (m == null || n < 0 || unit == null || Thread.currentThread().isInterrupted()) {
            return superTryAcquire(n, given, timeout, unit);
        }
        if (!tryFirst(n)) {
            if (timeout <= 0) {
                return false;
            }
            Waiting wait = Waiting.begin(m);
            try {
                if (!superTryAcquire(n, given, timeout, unit)) {
                    wait.outcome(Waiting.TIMED_OUT);
                    return false;
                }
                wait.outcome(Waiting.ACQUIRED);
            } catch (InterruptedException e) {
                wait.outcome(Waiting.INTERRUPTED);
                throw e;
            } finally {
                try {
                    wait.end();
                } catch (StackOverflowError lost) {
                    // the figures of this wait
                }
            }
        }
        try {
            m.site.acquired();
        } catch (StackOverflowError lost) {
            // a figure; the permits are taken
        }
        return true;
    }

    private boolean superTryAcquire(int n, boolean given, long timeout, TimeUnit unit) throws InterruptedException {
        return given ? super.tryAcquire(n, timeout, unit) : super.tryAcquire(timeout, unit);
    }

    private boolean tryFirst(int n) {
        return (!super.isFair() || !hasQueuedThreads()) && super.tryAcquire(n);
    }

    @Override
    @ReservedStack
    public void release() {
        Meter m = meter;
        if (m != null) {
            m.releasedAt = System.nanoTime();
        }
        super.release();
    }

    @Override
    @ReservedStack
    public void release(int permits) {
        Meter m = meter;
        if (m != null) {
            m.releasedAt = System.nanoTime();
        }
        super.release(permits);
    }
}
