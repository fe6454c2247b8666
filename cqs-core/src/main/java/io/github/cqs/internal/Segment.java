package io.github.cqs.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A fixed block of cells of the infinite array, and a node of the doubly linked list that emulates it. */
public final class Segment {
    /*
     * Overview.
     *
     * Segment ids ascend; cell i lives in segment i / size. Appending CASes the last next pointer and on failure uses the winner's
     * segment, so each id exists once.
     *
     *    resumeSegment                suspendSegment
     *       |                                |
     *       v                                v
     *      [3] <----> [4] <----> [7] <----> [8] --> null     (5, 6 removed)
     *
     * A segment is logically removed when all its cells are CANCELLED and neither pointer refers to it; both counts share one int
     * (pointers in the upper half, cancelled cells in the lower), so one atomic step decides. The last segment is never removed: whoever
     * appends behind it repeats the question. Unlinking is physical removal by two plain pointer writes:
     *
     *      prev.next = next;  next.prev = prev      for the nearest segments on either side that are not removed
     *
     * and is repeated while a neighbour was removed meanwhile: of two adjacent segments that go at the same time the later one sees the
     * other's mark and unlinks for both. A write that loses such a race links to a removed segment; the loop of the one removed last
     * mends it, and a traversal passes through removed segments in the meantime, since their pointers stay.
     *
     * Invariants: I1 ids ascend along next. I2 an unlinked segment holds only CANCELLED cells. I3 the tail is linked. I4 prev pointers
     * never lead behind the segment that resume works on, so that what is done becomes garbage (cleanPrev).
     *
     * Progress. Every operation is lock-free. Removal takes constant time but for segments removed at the same time on both sides.
     *
     * Memory. A cell that is reserved must be used, so the allocation of a segment must not fail once an index was taken: when the heap is
     * exhausted it is tried again, with growing pauses, until memory is there. A resume whose suspend waits for that waits as well: then more than
     * a segment of threads stands in line, and they do not go on without memory, as JDK 25's would. Nor may anything else be allocated once a
     * line has been changed. A VarHandle's call site does so when it first runs, as the JVM links it then: so all of those that come after such a
     * change run once before, when its class is initialised (link()).
     *
     * After the list of the paper's full version (arXiv 2111.12682, appendix) and the channels of Koval, Alistarh, Elizarov (PPoPP 2023).
     */

    private static final int POINTER = 1 << 16;

    /** Position in the infinite array, in segments. */
    public final long id;

    private final @Nullable Object[] cells;
    private volatile @Nullable Segment next;
    private volatile @Nullable Segment prev;
    private volatile int counts;

    /** A segment that follows {@code prev}, with {@code pointers} list pointers on it. */
    public Segment(long id, int size, @Nullable Segment prev, int pointers) {
        this.id = id;
        this.cells = new Object[size];
        PREV.set(this, prev);
        COUNTS.set(this, pointers * POINTER);
    }

    public int size() {
        return cells.length;
    }

    public @Nullable Segment next() {
        return next;
    }

    public @Nullable Object getCell(int i) {
        return CELL.getVolatile(cells, i);
    }

    /** Pairs with nothing: for a cell that nobody else visits any more. */
    public void setReleaseCell(int i, Object value) {
        CELL.setRelease(cells, i, value);
    }

    public boolean casCell(int i, @Nullable Object expected, Object value) {
        return CELL.compareAndSet(cells, i, expected, value);
    }

    public @Nullable Object getAndSetCell(int i, Object value) {
        return CELL.getAndSet(cells, i, value);
    }

    /** Whether all cells are cancelled, no pointer rests here, and this is not the tail. */
    public boolean isRemoved() {
        return counts == cells.length && next != null;
    }

    /** Counts one more cancelled cell; the last one removes the segment. */
    public void onCancelledCell() {
        if ((int) COUNTS.getAndAdd(this, 1) + 1 == cells.length && next != null) {
            remove();
        }
    }

    /** Takes a reference from {@code resumeSegment} or {@code suspendSegment}, unless the segment is removed. */
    public boolean tryIncPointers() {
        for (; ; ) {
            int c = counts;
            if (c == cells.length && next != null) {
                return false;
            }
            if (COUNTS.compareAndSet(this, c, c + POINTER)) {
                return true;
            }
        }
    }

    /** Gives back a reference of {@link #tryIncPointers}; the last one to leave a cancelled segment removes it. */
    public void decPointers() {
        if ((int) COUNTS.getAndAdd(this, -POINTER) - POINTER == cells.length && next != null) {
            remove();
        }
    }

    /** Forgets what lies behind: resume has passed it. */
    public void cleanPrev() {
        if (prev != null) {
            PREV.setOpaque(this, null);
        }
    }

    /** The first segment from here on that is not removed and whose id is at least {@code id}; appends segments as needed. */
    public Segment find(long id) {
        Segment cur = this;
        while (cur.id < id || cur.isRemoved()) {
            Segment n = cur.next;
            if (n == null) {
                Segment appended = allocate(cur.id + 1, cells.length, cur);
                if (NEXT.compareAndSet(cur, null, appended)) {
                    if (cur.isRemoved()) {
                        cur.remove();
                    }
                    n = appended;
                } else {
                    n = cur.next;
                    assert n != null : "next never becomes null again";
                }
            }
            cur = n;
        }
        return cur;
    }

    private static Segment allocate(long id, int size, Segment prev) {
        for (int failures = 0; ; failures++) {
            try {
                return new Segment(id, size, prev, 0);
            } catch (OutOfMemoryError exhausted) {
                Scarcity.pause(failures);
            }
        }
    }

    private void remove() {
        for (; ; ) {
            Segment left = aliveLeft();
            Segment right = aliveRight();
            right.linkPrev(left);
            if (left != null) {
                left.next = right;
            }
            if (right.isRemoved() || (left != null && left.isRemoved())) {
                continue;
            }
            return;
        }
    }

    private @Nullable Segment aliveLeft() {
        Segment cur = prev;
        while (cur != null && cur.isRemoved()) {
            cur = cur.prev;
        }
        return cur;
    }

    private Segment aliveRight() {
        Segment cur = next;
        assert cur != null : "the tail is never removed";
        for (Segment n = cur.next; n != null && cur.isRemoved(); n = cur.next) {
            cur = n;
        }
        return cur;
    }

    /** Keeps a cleaned {@code prev} cleaned. */
    private void linkPrev(@Nullable Segment left) {
        for (; ; ) {
            Segment p = prev;
            if (p == null || PREV.compareAndSet(this, p, left)) {
                return;
            }
        }
    }

    /** Fails on a violated invariant; call at quiescence. */
    public void checkInvariants() {
        int cancelled = 0;
        for (int i = 0; i < cells.length; i++) {
            if (getCell(i) == CellState.CANCELLED) {
                cancelled++;
            }
        }
        if (cancelled < (counts & (POINTER - 1))) {
            throw new IllegalStateException("counts more cancelled cells than there are: " + this);
        }
        Segment n = next;
        if (n != null) {
            if (n.id <= id) {
                throw new IllegalStateException("ids do not ascend: " + this + " -> " + n);
            }
            Segment p = n.prev;
            if (p != null && p.id >= n.id) {
                throw new IllegalStateException("prev leads forward: " + n + " -> " + p);
            }
        }
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder().append('[').append(id).append(isRemoved() ? " removed" : "");
        for (int i = 0; i < cells.length; i++) {
            Object cell = getCell(i);
            out.append(' ')
                    .append(
                            cell instanceof Thread waiter
                                    ? waiter.getName()
                                    : cell == null ? "EMPTY" : cell.toString());
        }
        return out.append(']').toString();
    }

    // VarHandle mechanics
    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(Object[].class);
    private static final VarHandle NEXT;
    private static final VarHandle PREV;
    private static final VarHandle COUNTS;

    static {
        Scarcity.prepare();
        try {
            MethodHandles.Lookup l = MethodHandles.lookup();
            NEXT = l.findVarHandle(Segment.class, "next", Segment.class);
            PREV = l.findVarHandle(Segment.class, "prev", Segment.class);
            COUNTS = l.findVarHandle(Segment.class, "counts", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        link();
    }

    /** Runs each operation once: see Memory, above. */
    private static void link() {
        Segment first = new Segment(0, 1, null, 1);
        Segment second = first.find(1);
        first.casCell(0, first.getCell(0), first);
        first.setReleaseCell(0, CellState.RESUMED);
        first.getAndSetCell(0, CellState.CANCELLED);
        second.linkPrev(first);
        second.cleanPrev();
        first.tryIncPointers();
        first.decPointers();
        first.onCancelledCell();
    }
}
