package io.github.cqs.shims;

import io.github.cqs.internal.ReservedStack;
import java.io.Serializable;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * A lock that counts and times itself, for {@code stats=on}: how often it was acquired and contended, how long threads waited for it,
 * held it, and how long it lay free before a waiter had it.
 *
 * <p>Uses its superclass through the public methods of the JDK class alone, called on {@code super}: the build derives from it the metered
 * form of {@link PassthroughReentrantLock}. Every method that waits makes first the attempt that its superclass would make first.
 */
public class MeteredReentrantLock extends CqsReentrantLock implements Lock, Serializable, Lookalike, MeteredLock {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable Meter meter;

    /** A lock that no rewritten site has made: it is not metered. */
    public MeteredReentrantLock() {
        this.meter = null;
    }

    public MeteredReentrantLock(boolean fair) {
        super(fair);
        this.meter = null;
    }

    public MeteredReentrantLock(int site) {
        this.meter = Meter.at(site);
    }

    public MeteredReentrantLock(boolean fair, int site) {
        super(fair);
        this.meter = Meter.at(site);
    }

    @Override
    @ReservedStack
    public void lock() {
        Meter m = meter;
        if (m == null) {
            super.lock();
        } else {
            if (!tryFirst()) {
                Waiting wait = Waiting.begin(m);
                try {
                    super.lock();
                    wait.outcome(Waiting.ACQUIRED);
                } finally {
                    wait.end();
                }
            }
            acquired(m);
        }
    }

    @Override
    @ReservedStack
    public void lockInterruptibly() throws InterruptedException {
        Meter m = meter;
        if (m == null || Thread.currentThread().isInterrupted()) {
            super.lockInterruptibly();
        } else {
            if (!tryFirst()) {
                Waiting wait = Waiting.begin(m);
                try {
                    super.lockInterruptibly();
                    wait.outcome(Waiting.ACQUIRED);
                } catch (InterruptedException e) {
                    wait.outcome(Waiting.INTERRUPTED);
                    throw e;
                } finally {
                    wait.end();
                }
            }
            acquired(m);
        }
    }

    @Override
    @ReservedStack
    public boolean tryLock() {
        if (!super.tryLock()) {
            return false;
        }
        Meter m = meter;
        if (m != null) {
            acquired(m);
        }
        return true;
    }

    @Override
    @ReservedStack
    public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
        Meter m = meter;
        if (m == null || unit == null || Thread.currentThread().isInterrupted()) {
            return super.tryLock(timeout, unit);
        }
        if (!tryFirst()) {
            if (timeout <= 0) {
                return false;
            }
            Waiting wait = Waiting.begin(m);
            try {
                if (!super.tryLock(timeout, unit)) {
                    wait.outcome(Waiting.TIMED_OUT);
                    return false;
                }
                wait.outcome(Waiting.ACQUIRED);
            } catch (InterruptedException e) {
                wait.outcome(Waiting.INTERRUPTED);
                throw e;
            } finally {
                wait.end();
            }
        }
        acquired(m);
        return true;
    }

    /** Reenters, or takes a free lock unless that would overtake somebody. */
    private boolean tryFirst() {
        return (super.isHeldByCurrentThread() || !isFair() || !hasQueuedThreads()) && super.tryLock();
    }

    private void acquired(Meter m) {
        m.site.acquired();
        if (super.getHoldCount() == 1) {
            m.takeHold();
        }
    }

    @Override
    @ReservedStack
    public void unlock() {
        Meter m = meter;
        if (m == null || super.getHoldCount() != 1) {
            super.unlock();
        } else {
            long held = m.endHold();
            super.unlock();
            m.site.time(SiteMeter.HELD, held);
        }
    }

    // Conditions. Awaiting one ends a hold, and coming back begins another.

    @Override
    public Condition newCondition() {
        Meter m = meter;
        Condition plain = super.newCondition();
        return m == null ? plain : new MeteredCondition(this, m, plain);
    }

    @Override
    public final boolean cqsIsHeld() {
        return super.isHeldByCurrentThread();
    }

    private static @Nullable Condition plain(@Nullable Condition condition) {
        return condition instanceof MeteredCondition metered ? metered.plain() : condition;
    }

    @Override
    @SuppressWarnings("NullAway") // the superclass throws what the JDK's throws
    public boolean hasWaiters(Condition condition) {
        return super.hasWaiters(plain(condition));
    }

    @Override
    @SuppressWarnings("NullAway")
    public int getWaitQueueLength(Condition condition) {
        return super.getWaitQueueLength(plain(condition));
    }

    @Override
    @SuppressWarnings("NullAway")
    protected Collection<Thread> getWaitingThreads(Condition condition) {
        return super.getWaitingThreads(plain(condition));
    }
}
