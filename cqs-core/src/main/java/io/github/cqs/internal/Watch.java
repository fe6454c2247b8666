package io.github.cqs.internal;

import org.jspecify.annotations.Nullable;

/** How platform threads wait for an event of a kind before they park, and whether they do: learned from the waits before. {@code T} tells whether it has come. */
public abstract class Watch<T> {
    /*
     * Overview.
     *
     * To park costs both sides a system call, and the waiter the time until it has been woken, which is tens of microseconds where its processor sleeps. Whether it pays not to park
     * depends on how soon the event comes, and on whether another thread wants the processor meanwhile. The first is learned (SpinTime). The second a yield tells, which is back at once
     * if nobody does.
     *
     * So a thread spins for as long as a prompt event takes; then it yields. If the yield was back at once it spins on, up to the longest time, and otherwise it parks. It was worth it if the event was prompt, or
     * came within a quarter of the longest time while nobody wanted the processor. To wait for longer keeps a processor busy for more than it saves. The longest time is what it takes to wake somebody: of two
     * that both sleep one has to spin until the other is awake.
     *
     * Where others want the processors a yield says so at once, also if it was the one waited for that had this one meanwhile: two pairs of threads on two processors that go on by yields do less than those that
     * park. If yields have cost a time slice, which another program has taken perhaps, they stop: for a while (YieldCost), or as the subclass has it. Without
     * them it is not known whether somebody wants the processor. Then there is no watch, or, if the subclass has it so, only prompt events are worth it: what is worth it with yields says nothing of what
     * is without.
     *
     * Of many threads on few processors those that spin see prompt events, too, and that costs more than it saves. So once several yields were not back at once, and none has been
     * in between, there is no watch until it is tried again. Where nearly all events are prompt yields are few, and count for less.
     *
     * All that is learned are hints, written without order.
     */

    /** Looks from one at the clock to the next. */
    private static final int LOOKS = 16;

    /** Nanoseconds within which a yield is back if nobody wants the processor. It is a system call then, and otherwise two switches at least. */
    static final long AT_ONCE = 2_000;

    /** The part of the longest time within which an event is prompt, and the one within which it comes soon enough if nobody wants the processor. */
    static final int PROMPT = 16;

    static final int SOON_ENOUGH = 4;

    /** What is added for a yield that was not back at once; 1 is taken off for each prompt event. */
    private static final int SLOW_YIELD = 16;

    /** The sum at which there is no watch for a while; half of it is left, so that the next time fewer are enough. */
    private static final int OFTEN = 4 * SLOW_YIELD;

    /** Of all watches that do not have it otherwise: who wants the processors wants them of all. */
    private static final YieldCost COST = new YieldCost();

    private final long longest;
    private final long prompt;

    /** For how long it is worth it with yields, and without. */
    final SpinTime yielding;

    final @Nullable SpinTime spinning;

    /** That sum: how often others have wanted the processor since nobody has. */
    private int wanted;

    /**
     * A watch about which nothing is known yet.
     *
     * @param longest the longest time, in nanoseconds; 0: nobody watches
     * @param spins whether the first part, when a prompt event comes, is spent spinning; not if that was done before
     * @param alsoWithoutYields whether somebody watches who may not yield
     */
    protected Watch(long longest, boolean spins, boolean alsoWithoutYields) {
        this.longest = longest;
        this.prompt = spins ? longest / PROMPT : 0;
        this.yielding = SpinTime.reluctant(longest);
        this.spinning = alsoWithoutYields ? SpinTime.reluctant(longest) : null;
    }

    /** Whether it has come, or need not be watched for any longer. */
    protected abstract boolean isOver(T target);

    /** Whether what has ended the watch spared the thread a wait. */
    protected boolean isGood(T target) {
        return true;
    }

    /** Watches for as long as that seems worth it, up to {@code nanos} or an interrupt; answers whether {@link #isOver}. */
    public final boolean watch(T target, long nanos) {
        if (longest == 0) {
            return false;
        }
        SpinTime time = nanos > Tuning.SOON && mayYield() ? yielding : spinning;
        if (time == null || !time.isWorthIt(longest)) {
            return false;
        }
        int expected = time.nanos(longest);
        boolean pays = pays(target, Math.min(nanos, expected), time == yielding);
        boolean over = isOver(target);
        if (pays && over && isGood(target)) {
            time.wasEnough(expected, longest);
        } else if (wanted >= OFTEN) {
            wanted = OFTEN / 2;
            time.wasNotEnough(0, longest);
        } else if (nanos > expected) { // else nobody knows
            time.wasNotEnough(expected, longest);
        }
        return over;
    }

    /** Watches; answers whether it was worth it. */
    private boolean pays(T target, long nanos, boolean mayYield) {
        long begin = nanoTime();
        if (prompt > 0 && spin(target, begin + Math.min(nanos, prompt))) {
            wanted = Math.max(0, wanted - 1);
            return true;
        }
        if (nanos <= prompt || Thread.currentThread().isInterrupted() || (mayYield && !isBackAtOnce())) {
            return false;
        }
        return spin(target, begin + nanos) && mayYield && nanoTime() - begin <= longest / SOON_ENOUGH;
    }

    /** Looks until {@code end}, or an interrupt; answers whether it is over. */
    private boolean spin(T target, long end) {
        while (!isOver(target)) {
            for (int i = 0; i < LOOKS && !isOver(target); i++) {
                Thread.onSpinWait();
            }
            if (nanoTime() - end >= 0 || Thread.currentThread().isInterrupted()) {
                return isOver(target);
            }
        }
        return true;
    }

    /** Yields; answers whether nobody else wanted the processor. */
    private boolean isBackAtOnce() {
        long before = nanoTime();
        yieldProcessor();
        long now = nanoTime();
        yielded(before, now);
        boolean atOnce = now - before <= AT_ONCE;
        wanted = atOnce ? 0 : wanted + SLOW_YIELD;
        return atOnce;
    }

    /** Whether who waits may yield; asked once for each wait. */
    protected boolean mayYield() {
        return !COST.isDear(System.nanoTime());
    }

    /** A thread has yielded at the time {@code before}, and is back {@code now}. */
    protected void yielded(long before, long now) {
        COST.note(before, now);
    }

    /** For tests. */
    @SuppressWarnings("ThreadPriorityCheck") // who is waited for may need this core
    protected void yieldProcessor() {
        Thread.yield();
    }

    /** For tests. */
    protected long nanoTime() {
        return System.nanoTime();
    }
}
