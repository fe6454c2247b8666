package io.github.cqs.sync;

import io.github.cqs.internal.Tuning;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A {@link BlockingPool} that tends to give the element that was put last, which is the likeliest to be in a cache. */
public final class BlockingStackPool<E> extends BlockingPool<E> {
    /*
     * Overview.
     *
     * Treiber's stack. A retrieval that finds no element pushes a mark, a node without one; an insertion that finds a mark removes it and
     * fails. So a stack holds elements or marks, never both. Nodes are not used twice, so a compare-and-set of the top cannot be fooled.
     */

    private volatile @Nullable Node<E> top;

    /** An empty pool. */
    public BlockingStackPool() {
        this(Tuning.SEGMENT_SIZE);
    }

    BlockingStackPool(int segmentSize) {
        super(segmentSize);
    }

    /** An element, or a mark, which has none. */
    private static final class Node<E> {
        final @Nullable E element;
        final @Nullable Node<E> next;

        Node(@Nullable E element, @Nullable Node<E> next) {
            this.element = element;
            this.next = next;
        }
    }

    @Override
    boolean tryInsert(E element) {
        for (; ; ) {
            Node<E> t = top;
            if (t != null && t.element == null) {
                if (TOP.compareAndSet(this, t, t.next)) {
                    return false;
                }
            } else if (TOP.compareAndSet(this, t, new Node<>(element, t))) {
                return true;
            }
        }
    }

    @Override
    @Nullable
    E tryRetrieve() {
        for (; ; ) {
            Node<E> t = top;
            if (t == null || t.element == null) {
                if (TOP.compareAndSet(this, t, new Node<E>(null, t))) {
                    return null;
                }
            } else if (TOP.compareAndSet(this, t, t.next)) {
                return t.element;
            }
        }
    }

    // VarHandle mechanics
    private static final VarHandle TOP;

    static {
        try {
            TOP = MethodHandles.lookup().findVarHandle(BlockingStackPool.class, "top", Node.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
