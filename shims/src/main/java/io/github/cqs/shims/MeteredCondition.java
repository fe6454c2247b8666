package io.github.cqs.shims;

import java.io.Serializable;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/** A condition that ends and begins the hold of its metered lock, and times how long after a release a signalled thread has the lock. */
@SuppressWarnings("serial") // never written: the plain condition is
public final class MeteredCondition implements Condition, Serializable {
    private final transient MeteredLock lock;
    private final transient Meter meter;
    private final transient Condition plain;

    MeteredCondition(MeteredLock lock, Meter meter, Condition plain) {
        this.lock = lock;
        this.meter = meter;
        this.plain = plain;
    }

    Condition plain() {
        return plain;
    }

    /** The hold that an await is about to end, or -1 if there is none: the await will throw. */
    private long endHold() {
        return lock.cqsIsHeld() ? meter.endHold() : -1;
    }

    /** The lock is the current thread's again. One that was signalled has waited in the lock's line at the last release. */
    private void takeHold(long before, boolean signalled) {
        if (before >= 0) {
            long released = meter.releasedAt;
            meter.takeHold();
            meter.site.time(SiteMeter.HELD, before);
            if (signalled) {
                meter.site.time(SiteMeter.HANDED_OFF, Math.max(0, meter.heldSince - released));
            }
        }
    }

    @Override
    @SuppressWarnings("WaitNotInLoop") // the caller's loop
    public void await() throws InterruptedException {
        long held = endHold();
        boolean signalled = false;
        try {
            plain.await();
            signalled = true;
        } finally {
            takeHold(held, signalled);
        }
    }

    @Override
    @SuppressWarnings("WaitNotInLoop")
    public void awaitUninterruptibly() {
        long held = endHold();
        boolean signalled = false;
        try {
            plain.awaitUninterruptibly();
            signalled = true;
        } finally {
            takeHold(held, signalled);
        }
    }

    @Override
    @SuppressWarnings("WaitNotInLoop")
    public long awaitNanos(long nanosTimeout) throws InterruptedException {
        long held = endHold();
        long left = 0;
        try {
            left = plain.awaitNanos(nanosTimeout);
            return left;
        } finally {
            takeHold(held, left > 0);
        }
    }

    @Override
    @SuppressWarnings("WaitNotInLoop")
    public boolean await(long time, TimeUnit unit) throws InterruptedException {
        long held = endHold();
        boolean signalled = false;
        try {
            signalled = plain.await(time, unit);
            return signalled;
        } finally {
            takeHold(held, signalled);
        }
    }

    @Override
    @SuppressWarnings({"WaitNotInLoop", "JavaUtilDate"})
    public boolean awaitUntil(Date deadline) throws InterruptedException {
        long held = endHold();
        boolean signalled = false;
        try {
            signalled = plain.awaitUntil(deadline);
            return signalled;
        } finally {
            takeHold(held, signalled);
        }
    }

    @Override
    public void signal() {
        plain.signal();
    }

    @Override
    public void signalAll() {
        plain.signalAll();
    }

    private Object writeReplace() {
        return plain;
    }
}
