package io.github.cqs.bench.figures;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The queue lock in which each thread spins on its own node, and the one before it clears that.
 *
 * <p>J. Mellor-Crummey, M. Scott, "Algorithms for Scalable Synchronization on Shared-Memory Multiprocessors", ACM TOCS 9(1), 1991.
 */
final class McsLock implements GateFigure.Gate {
    private final AtomicReference<@Nullable Node> tail = new AtomicReference<>();

    /** The holder's; guarded by the lock. */
    private @Nullable Node held;

    private static final class Node {
        volatile boolean waits = true;
        volatile @Nullable Node next;
    }

    @Override
    public void acquire() {
        Node mine = new Node();
        Node before = tail.getAndSet(mine);
        if (before != null) {
            before.next = mine;
            for (int turn = 0; mine.waits; turn++) {
                Turns.pause(turn);
            }
        }
        held = mine;
    }

    @Override
    public void release() {
        Node mine = held;
        if (mine == null) {
            throw new IllegalMonitorStateException();
        }
        held = null;
        Node next = mine.next;
        if (next == null) {
            if (tail.compareAndSet(mine, null)) {
                return;
            }
            next = successor(mine);
        }
        next.waits = false;
    }

    /** It has taken the tail and is about to show itself. */
    private static Node successor(Node mine) {
        for (int turn = 0; ; turn++) {
            Node next = mine.next;
            if (next != null) {
                return next;
            }
            Turns.pause(turn);
        }
    }
}
