package io.github.cqs.bench.figures;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The queue lock of Craig, and of Landin and Hagersten: each thread spins on the node of the one before it.
 *
 * <p>P. Magnusson, A. Landin, E. Hagersten, "Queue Locks on Cache Coherent Multiprocessors", IPPS 1994. Nodes are new for each acquisition
 * instead of being inherited from the predecessor.
 */
final class ClhLock implements GateFigure.Gate {
    private final AtomicReference<Node> tail = new AtomicReference<>(new Node(false));

    /** The holder's; guarded by the lock. */
    private @Nullable Node held;

    private static final class Node {
        volatile boolean locked;

        Node(boolean locked) {
            this.locked = locked;
        }
    }

    @Override
    public void acquire() {
        Node mine = new Node(true);
        Node before = tail.getAndSet(mine);
        for (int turn = 0; before.locked; turn++) {
            Turns.pause(turn);
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
        mine.locked = false;
    }
}
