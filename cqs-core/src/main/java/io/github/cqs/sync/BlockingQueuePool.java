package io.github.cqs.sync;

import io.github.cqs.internal.CellState;
import io.github.cqs.internal.Segment;
import io.github.cqs.internal.Tuning;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A {@link BlockingPool} that tends to give the element that was put first; it never retries under contention but where it starts over. */
public final class BlockingQueuePool<E> extends BlockingPool<E> {
    /*
     * Overview.
     *
     * An infinite array with one counter for insertions and one for retrievals. Each takes the next cell with a fetch-and-add and visits
     * it once:
     *
     *              tryInsert              tryRetrieve
     *    EMPTY -----------------> element -------------> BROKEN
     *      |                                               ^
     *      +-----------------------------------------------+
     *        tryRetrieve comes first: it and the insertion fail
     *
     * The array is the list of segments of the CQS; as no cell is cancelled here, none is unlinked. The segment pointer is read before the
     * ticket is taken, so it never lies behind the ticket's segment. What both have passed is garbage: whoever comes cuts the way back.
     */

    private volatile Segment insertSegment;
    private volatile Segment retrieveSegment;

    @SuppressWarnings("UnusedVariable") // through the VarHandle
    private volatile long insertIndex;

    @SuppressWarnings("UnusedVariable") // through the VarHandle
    private volatile long retrieveIndex;

    private final int segmentShift;

    /** An empty pool. */
    public BlockingQueuePool() {
        this(Tuning.SEGMENT_SIZE);
    }

    BlockingQueuePool(int segmentSize) {
        super(segmentSize);
        segmentShift = Integer.numberOfTrailingZeros(segmentSize);
        Segment first = new Segment(0, segmentSize, null, 2);
        insertSegment = first;
        retrieveSegment = first;
        VarHandle.storeStoreFence(); // as for final fields: the pool may be published by a race
    }

    @Override
    boolean tryInsert(E element) {
        Segment start = insertSegment;
        long ticket = (long) INSERT_INDEX.getAndAdd(this, 1L);
        Segment s = start.find(ticket >>> segmentShift);
        s.cleanPrev();
        for (Segment cur = start; cur.id < s.id; cur = insertSegment) {
            INSERT_SEGMENT.compareAndSet(this, cur, s);
        }
        return s.casCell((int) ticket & s.size() - 1, null, element);
    }

    @Override
    @SuppressWarnings("unchecked")
    @Nullable
    E tryRetrieve() {
        Segment start = retrieveSegment;
        long ticket = (long) RETRIEVE_INDEX.getAndAdd(this, 1L);
        Segment s = start.find(ticket >>> segmentShift);
        s.cleanPrev();
        for (Segment cur = start; cur.id < s.id; cur = retrieveSegment) {
            RETRIEVE_SEGMENT.compareAndSet(this, cur, s);
        }
        return (E) s.getAndSetCell((int) ticket & s.size() - 1, CellState.BROKEN);
    }

    // VarHandle mechanics
    private static final VarHandle INSERT_SEGMENT;
    private static final VarHandle RETRIEVE_SEGMENT;
    private static final VarHandle INSERT_INDEX;
    private static final VarHandle RETRIEVE_INDEX;

    static {
        try {
            MethodHandles.Lookup l = MethodHandles.lookup();
            Class<?> c = BlockingQueuePool.class;
            INSERT_SEGMENT = l.findVarHandle(c, "insertSegment", Segment.class);
            RETRIEVE_SEGMENT = l.findVarHandle(c, "retrieveSegment", Segment.class);
            INSERT_INDEX = l.findVarHandle(c, "insertIndex", long.class);
            RETRIEVE_INDEX = l.findVarHandle(c, "retrieveIndex", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
