package io.github.cqs.shims;

import java.io.Serializable;
import java.util.Collection;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A queue that counts its elements' coming and going and times the waiting for an element or for room, for {@code stats=on}; see
 * {@link MeteredReentrantLock} for how. Waiting for its lock, which is short, is not told apart from working.
 */
public class MeteredArrayBlockingQueue<E> extends CqsArrayBlockingQueue<E>
        implements BlockingQueue<E>, Serializable, Lookalike {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable Meter meter;

    public MeteredArrayBlockingQueue(int capacity) {
        super(capacity);
        this.meter = null;
    }

    public MeteredArrayBlockingQueue(int capacity, boolean fair) {
        super(capacity, fair);
        this.meter = null;
    }

    public MeteredArrayBlockingQueue(int capacity, boolean fair, Collection<? extends E> c) {
        super(capacity, fair, c);
        this.meter = null;
    }

    public MeteredArrayBlockingQueue(int capacity, int site) {
        super(capacity);
        this.meter = Meter.at(site);
    }

    public MeteredArrayBlockingQueue(int capacity, boolean fair, int site) {
        super(capacity, fair);
        this.meter = Meter.at(site);
    }

    public MeteredArrayBlockingQueue(int capacity, boolean fair, Collection<? extends E> c, int site) {
        super(capacity, fair, c);
        this.meter = Meter.at(site);
    }

    @Override
    public boolean offer(E e) {
        boolean added = super.offer(e);
        Meter m = meter;
        if (added && m != null) {
            m.site.acquired();
        }
        return added;
    }

    @Override
    public void put(E e) throws InterruptedException {
        Meter m = meter;
        if (m == null || Thread.currentThread().isInterrupted()) {
            super.put(e);
        } else {
            if (!super.offer(e, 0L, TimeUnit.NANOSECONDS)) { // answers interrupts while the queue is busy
                Waiting wait = Waiting.begin(m);
                try {
                    super.put(e);
                    wait.outcome(Waiting.ACQUIRED);
                } catch (InterruptedException interrupt) {
                    wait.outcome(Waiting.INTERRUPTED);
                    throw interrupt;
                } finally {
                    wait.end();
                }
            }
            m.site.acquired();
        }
    }

    @Override
    public boolean offer(E e, long timeout, TimeUnit unit) throws InterruptedException {
        Meter m = meter;
        if (m == null || unit == null || Thread.currentThread().isInterrupted()) {
            return super.offer(e, timeout, unit);
        }
        if (!super.offer(e, 0L, TimeUnit.NANOSECONDS)) { // answers interrupts while the queue is busy
            if (timeout <= 0) {
                return false;
            }
            Waiting wait = Waiting.begin(m);
            try {
                if (!super.offer(e, timeout, unit)) {
                    wait.outcome(Waiting.TIMED_OUT);
                    return false;
                }
                wait.outcome(Waiting.ACQUIRED);
            } catch (InterruptedException interrupt) {
                wait.outcome(Waiting.INTERRUPTED);
                throw interrupt;
            } finally {
                wait.end();
            }
        }
        m.site.acquired();
        return true;
    }

    @Override
    public @Nullable E poll() {
        E e = super.poll();
        Meter m = meter;
        if (e != null && m != null) {
            m.site.acquired();
        }
        return e;
    }

    @Override
    public E take() throws InterruptedException {
        Meter m = meter;
        if (m == null || Thread.currentThread().isInterrupted()) {
            return super.take();
        }
        E e = super.poll(0L, TimeUnit.NANOSECONDS);
        if (e == null) {
            Waiting wait = Waiting.begin(m);
            try {
                e = super.take();
                wait.outcome(Waiting.ACQUIRED);
            } catch (InterruptedException interrupt) {
                wait.outcome(Waiting.INTERRUPTED);
                throw interrupt;
            } finally {
                wait.end();
            }
        }
        m.site.acquired();
        return e;
    }

    @Override
    public @Nullable E poll(long timeout, TimeUnit unit) throws InterruptedException {
        Meter m = meter;
        if (m == null || unit == null || Thread.currentThread().isInterrupted()) {
            return super.poll(timeout, unit);
        }
        E e = super.poll(0L, TimeUnit.NANOSECONDS);
        if (e == null) {
            if (timeout <= 0) {
                return null;
            }
            Waiting wait = Waiting.begin(m);
            try {
                e = super.poll(timeout, unit);
                wait.outcome(e == null ? Waiting.TIMED_OUT : Waiting.ACQUIRED);
            } catch (InterruptedException interrupt) {
                wait.outcome(Waiting.INTERRUPTED);
                throw interrupt;
            } finally {
                wait.end();
            }
        }
        if (e != null) {
            m.site.acquired();
        }
        return e;
    }
}
