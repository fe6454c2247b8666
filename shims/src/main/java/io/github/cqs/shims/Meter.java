package io.github.cqs.shims;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** What one metered instance remembers between its calls. */
final class Meter {
    final SiteMeter site;

    @SuppressWarnings("UnusedVariable") // through the VarHandle
    private volatile int waiting;

    /** When the state was given back last, which is when the delay of the next owner begins; 0 before that. */
    volatile long releasedAt;

    /** When the owner of a lock got it; the owner's business alone. */
    long heldSince;

    private Meter(SiteMeter site) {
        this.site = site;
    }

    static Meter at(int site) {
        return new Meter(SiteMeter.at(site));
    }

    /** One more thread waits; answers how many. */
    int join() {
        return add(1);
    }

    void leave() {
        add(-1);
    }

    /** One call site for both, so that leaving finds it linked: that takes memory (see Segment). */
    private int add(int threads) {
        return (int) WAITING.getAndAdd(this, threads) + threads;
    }

    /** The lock is the current thread's. */
    void takeHold() {
        heldSince = System.nanoTime();
    }

    /** The lock is about to be given back; answers how long it was held. */
    long endHold() {
        long now = System.nanoTime();
        releasedAt = now;
        return now - heldSince;
    }

    // VarHandle mechanics
    private static final VarHandle WAITING;

    static {
        try {
            WAITING = MethodHandles.lookup().findVarHandle(Meter.class, "waiting", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        Waiting.prepare();
    }
}
