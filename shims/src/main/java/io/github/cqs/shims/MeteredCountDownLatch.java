package io.github.cqs.shims;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A latch that counts and times those who wait for it, for {@code stats=on}; see {@link MeteredReentrantLock} for how. */
public class MeteredCountDownLatch extends CqsCountDownLatch implements Lookalike {
    private final @Nullable Meter meter;

    public MeteredCountDownLatch(int count) {
        super(count);
        this.meter = null;
    }

    public MeteredCountDownLatch(int count, int site) {
        super(count);
        this.meter = Meter.at(site);
    }

    @Override
    public void countDown() {
        Meter m = meter;
        if (m != null && super.getCount() == 1) {
            m.releasedAt = System.nanoTime();
        }
        super.countDown();
    }

    @Override
    public void await() throws InterruptedException {
        Meter m = meter;
        if (m == null || Thread.currentThread().isInterrupted()) {
            super.await();
        } else if (super.getCount() == 0) {
            super.await();
            m.site.acquired();
        } else {
            Waiting wait = Waiting.begin(m);
            try {
                super.await();
                wait.outcome(Waiting.ACQUIRED);
            } catch (InterruptedException e) {
                wait.outcome(Waiting.INTERRUPTED);
                throw e;
            } finally {
                wait.end();
            }
            m.site.acquired();
        }
    }

    @Override
    public boolean await(long timeout, TimeUnit unit) throws InterruptedException {
        Meter m = meter;
        if (m == null || unit == null || timeout <= 0 || Thread.currentThread().isInterrupted()) {
            return super.await(timeout, unit);
        }
        boolean open;
        if (super.getCount() == 0) {
            open = super.await(timeout, unit);
        } else {
            Waiting wait = Waiting.begin(m);
            try {
                open = super.await(timeout, unit);
                wait.outcome(open ? Waiting.ACQUIRED : Waiting.TIMED_OUT);
            } catch (InterruptedException e) {
                wait.outcome(Waiting.INTERRUPTED);
                throw e;
            } finally {
                wait.end();
            }
        }
        if (open) {
            m.site.acquired();
        }
        return open;
    }
}
