package io.github.cqs.shims;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A barrier that counts and times its parties, for {@code stats=on}; see {@link MeteredReentrantLock} for how. */
public class MeteredCyclicBarrier extends CqsCyclicBarrier implements Lookalike {
    private final @Nullable Meter meter;

    public MeteredCyclicBarrier(int parties) {
        super(parties);
        this.meter = null;
    }

    public MeteredCyclicBarrier(int parties, @Nullable Runnable barrierAction) {
        super(parties, barrierAction);
        this.meter = null;
    }

    public MeteredCyclicBarrier(int parties, int site) {
        super(parties);
        this.meter = Meter.at(site);
    }

    public MeteredCyclicBarrier(int parties, @Nullable Runnable barrierAction, int site) {
        super(parties, barrierAction);
        this.meter = Meter.at(site);
    }

    @Override
    public int await() throws InterruptedException, BrokenBarrierException {
        Meter m = meter;
        if (m == null) {
            return super.await();
        }
        Waiting wait = Waiting.begin(m, super.getParties() - 1);
        try {
            return passed(m, wait, super.await());
        } catch (InterruptedException e) {
            wait.outcome(Waiting.INTERRUPTED);
            throw e;
        } finally {
            wait.end();
        }
    }

    @Override
    public int await(long timeout, TimeUnit unit)
            throws InterruptedException, BrokenBarrierException, TimeoutException {
        Meter m = meter;
        if (m == null) {
            return super.await(timeout, unit);
        }
        Waiting wait = Waiting.begin(m, super.getParties() - 1);
        try {
            return passed(m, wait, super.await(timeout, unit));
        } catch (InterruptedException e) {
            wait.outcome(Waiting.INTERRUPTED);
            throw e;
        } catch (TimeoutException e) {
            wait.outcome(Waiting.TIMED_OUT);
            throw e;
        } finally {
            wait.end();
        }
    }

    /** The last party has not waited. */
    private static int passed(Meter m, Waiting wait, int index) {
        wait.outcome(index == 0 ? Waiting.NONE : Waiting.ACQUIRED);
        m.site.acquired();
        return index;
    }
}
