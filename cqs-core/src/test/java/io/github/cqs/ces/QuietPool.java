package io.github.cqs.ces;

import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** A pool that has nothing to do and loses what it gets; tests override what matters to them. */
public class QuietPool extends CarrierPool {
    @Override
    protected boolean is(Object scheduler) {
        return false;
    }

    @Override
    protected void queue(Runnable task) {}

    @Override
    protected void keep(Runnable task) {}

    @Override
    protected int queued() {
        return 0;
    }

    @Override
    protected boolean hasIdle() {
        return false;
    }

    @Override
    protected int parallelism() {
        return 1;
    }

    @Override
    protected boolean isIdle(Thread carrier) {
        return false;
    }

    @Override
    protected void call() {}

    @Override
    protected void share(Runnable task) {}

    @Override
    protected void shareTicket() {}

    @Override
    protected int backlog() {
        return 0;
    }

    @Override
    protected @Nullable Runnable pollShared() {
        return null;
    }

    @Override
    protected boolean isTimer(Runnable polled) {
        return false;
    }

    @Override
    protected void offerProcessor() {}

    @Override
    protected void takeTo(Queue<Runnable> target) {}
}
