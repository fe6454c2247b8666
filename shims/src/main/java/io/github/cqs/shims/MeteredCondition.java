package io.github.cqs.shims;

import java.io.Serializable;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/** A condition that ends and begins the hold of its metered lock. */
@SuppressWarnings("serial") // never written: the plain condition is
final class MeteredCondition implements Condition, Serializable {
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

    private void takeHold(long before) {
        if (before >= 0) {
            meter.takeHold();
            meter.site.time(SiteMeter.HELD, before);
        }
    }

    @Override
    @SuppressWarnings("WaitNotInLoop") // the caller's loop
    public void await() throws InterruptedException {
        long held = endHold();
        try {
            plain.await();
        } finally {
            takeHold(held);
        }
    }

    @Override
    @SuppressWarnings("WaitNotInLoop")
    public void awaitUninterruptibly() {
        long held = endHold();
        try {
            plain.awaitUninterruptibly();
        } finally {
            takeHold(held);
        }
    }

    @Override
    @SuppressWarnings("WaitNotInLoop")
    public long awaitNanos(long nanosTimeout) throws InterruptedException {
        long held = endHold();
        try {
            return plain.awaitNanos(nanosTimeout);
        } finally {
            takeHold(held);
        }
    }

    @Override
    @SuppressWarnings("WaitNotInLoop")
    public boolean await(long time, TimeUnit unit) throws InterruptedException {
        long held = endHold();
        try {
            return plain.await(time, unit);
        } finally {
            takeHold(held);
        }
    }

    @Override
    @SuppressWarnings({"WaitNotInLoop", "JavaUtilDate"})
    public boolean awaitUntil(Date deadline) throws InterruptedException {
        long held = endHold();
        try {
            return plain.awaitUntil(deadline);
        } finally {
            takeHold(held);
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
