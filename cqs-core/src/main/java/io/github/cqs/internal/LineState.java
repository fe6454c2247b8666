package io.github.cqs.internal;

import io.github.cqs.CancellableQueueSynchronizer;
import io.github.cqs.CancellationMode;
import io.github.cqs.ResumeMode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a {@link HeirQueue} that decide who is served, which its Overview explains, and what is looked at beside them in each release. They come before the {@link LineHints} and what
 * subclasses add, which many read and few write: those would have to be fetched again whenever somebody joins the line.
 */
abstract class LineState extends CancellableQueueSynchronizer<Object> {
    static final long NONE = 0;
    static final long AWAKE = 1;
    static final long PARKED = 2;
    static final long HEIR = 3;
    static final long SPINNER = 4;
    static final long QUEUED = 8;

    /** The section that has begun is being timed. */
    static final int TIMED = 1;

    /** The turns are counted that one thread has in a row. */
    static final int COUNTED = 2;

    /** A virtual thread has waited where it is counted what such threads hold, and for this state as well: from then on the hand-off policy is told who holds it. */
    static final int TOLD = 4;

    /** Releases are counted. */
    static final int PASSING = 8;

    /** The section of who acquires next is to be timed. */
    static final int NEXT = 16;

    volatile long line;
    volatile @Nullable Thread heir;

    /**
     * What has to be done besides at acquisitions and releases, a sum of {@link #TIMED}, {@link #COUNTED}, {@link #TOLD}, {@link #PASSING} and {@link #NEXT}. Changed by atomic operations, since {@code TOLD} must not get lost.
     */
    int notes;

    LineState(int segmentSize) {
        super(ResumeMode.ASYNC, CancellationMode.SMART, segmentSize);
    }

    final boolean isTold() {
        return (notes & TOLD) != 0;
    }

    final void note(int what) {
        NOTES.getAndBitwiseOr(this, what);
    }

    final void noteNoMore(int what) {
        NOTES.getAndBitwiseAnd(this, ~what);
    }

    // VarHandle mechanics
    static final VarHandle LINE;
    private static final VarHandle NOTES;

    static {
        try {
            MethodHandles.Lookup l = MethodHandles.lookup();
            LINE = l.findVarHandle(LineState.class, "line", long.class);
            NOTES = l.findVarHandle(LineState.class, "notes", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
