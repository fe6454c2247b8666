package io.github.cqs.shims;

import io.github.cqs.internal.Tuning;
import io.github.cqs.internal.Watch;

/**
 * How platform threads wait for a signal before they park. One for all conditions of a lock, since of two threads that signal each other neither could do it alone. Whether yields that may be
 * dear pay is tried out together with those before the lock's line.
 */
class SignalWatch extends Watch<CqsCondition.Node> {
    private final ReentrantLockSync.Line line;

    SignalWatch(ReentrantLockSync.Line line) {
        super(Tuning.SPIN_CONDITION, true, true);
        this.line = line;
    }

    @Override
    protected boolean isOver(CqsCondition.Node node) {
        return node.isPlaced();
    }

    /** Not if it was deferred, and waits for the lock first. */
    @Override
    protected boolean isGood(CqsCondition.Node node) {
        return node.isMoved();
    }

    @Override
    protected boolean mayYield() {
        return line.yieldsForSignals();
    }

    @Override
    protected void yielded(long before, long now) {
        line.yieldedForSignal(now - before);
    }
}
