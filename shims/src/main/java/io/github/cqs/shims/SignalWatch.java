package io.github.cqs.shims;

import io.github.cqs.internal.SpinTime;
import io.github.cqs.internal.Tuning;

/** How platform threads wait for a signal before they park. One for all conditions of a lock, since of two threads that signal each other neither could do it alone. */
class SignalWatch {
    /*
     * Overview.
     *
     * To park costs both sides a system call, and the waiter the time until it has been woken, which is tens of microseconds where its processor sleeps. Whether it pays not to park
     * depends on how soon the signal comes, and on whether another thread wants the processor meanwhile. The first is learned (SpinTime). The second a yield tells, which is back at once
     * if nobody does.
     *
     * So a thread spins for as long as a prompt signal takes; then it yields. If the yield was back at once it spins on, up to the longest time, and otherwise it parks. It was worth it if the signal was prompt, or
     * came within a quarter of the longest time while nobody wanted the processor. To wait for longer keeps a processor busy for more than it saves. The longest time is what it takes to wake somebody: of two
     * that both sleep one has to spin until the other is awake.
     *
     * Where others want the processors a yield says so at once, also if it was the signaller that had this one meanwhile: two pairs of threads on two processors that go on by yields do less than those that
     * park. If yields have cost a time slice, which another program has taken perhaps, it is tried out whether more is done with them, together with those before the lock's line (LineHints). Without
     * them it is not known whether somebody wants the processor, and only prompt signals are worth it: what is worth it with yields says nothing of what is without.
     *
     * All that is learned are hints, written without order.
     */

    /** The part of the longest spin within which a signal is prompt, and the one within which it comes soon enough if nobody wants the processor. */
    static final long PROMPT = Tuning.SPIN_CONDITION / 16;

    static final long SOON_ENOUGH = Tuning.SPIN_CONDITION / 4;

    /** Looks at a node from one at the clock to the next. */
    private static final int LOOKS = 16;

    /** Nanoseconds within which a yield is back if nobody wants the processor. It is a system call then, and otherwise two switches at least. */
    static final long AT_ONCE = 2_000;

    private final ReentrantLockSync.Line line;

    /** For how long it is worth it with yields, and without. */
    private final SpinTime yielding = SpinTime.reluctant(Tuning.SPIN_CONDITION);

    private final SpinTime spinning = SpinTime.reluctant(Tuning.SPIN_CONDITION);

    SignalWatch(ReentrantLockSync.Line line) {
        this.line = line;
    }

    /** Watches {@code node} until it has been moved or deferred, for as long as that seems worth it, up to {@code nanos} or an interrupt. */
    final void watch(CqsCondition.Node node, long nanos) {
        boolean mayYield = nanos > Tuning.SOON && mayYield();
        SpinTime time = mayYield ? yielding : spinning;
        if (!time.isWorthIt(Tuning.SPIN_CONDITION)) {
            return;
        }
        int expected = time.nanos(Tuning.SPIN_CONDITION);
        if (pays(node, Math.min(nanos, expected), mayYield) && node.isMoved()) {
            time.wasEnough(expected, Tuning.SPIN_CONDITION);
        } else if (nanos > expected) { // else nobody knows
            time.wasNotEnough(expected, Tuning.SPIN_CONDITION);
        }
    }

    /** Watches; answers whether it was worth it. */
    private boolean pays(CqsCondition.Node node, long nanos, boolean mayYield) {
        long begin = nanoTime();
        if (spin(node, begin + Math.min(nanos, PROMPT))) {
            return true;
        }
        if (nanos <= PROMPT || node.thread.isInterrupted() || (mayYield && !isBackAtOnce())) {
            return false;
        }
        return spin(node, begin + nanos) && mayYield && nanoTime() - begin <= SOON_ENOUGH;
    }

    /** Looks until {@code end}, or an interrupt; answers whether the node was moved or deferred. */
    private boolean spin(CqsCondition.Node node, long end) {
        while (!node.isPlaced()) {
            for (int i = 0; i < LOOKS && !node.isPlaced(); i++) {
                Thread.onSpinWait();
            }
            if (nanoTime() - end >= 0 || node.thread.isInterrupted()) {
                return node.isPlaced();
            }
        }
        return true;
    }

    /** Yields; answers whether nobody else wanted the processor. */
    private boolean isBackAtOnce() {
        long before = nanoTime();
        yieldProcessor();
        long taken = nanoTime() - before;
        line.yieldedForSignal(taken);
        return taken <= AT_ONCE;
    }

    boolean mayYield() {
        return line.yieldsForSignals();
    }

    @SuppressWarnings("ThreadPriorityCheck") // who is to signal may need this core
    void yieldProcessor() {
        Thread.yield();
    }

    long nanoTime() {
        return System.nanoTime();
    }
}
