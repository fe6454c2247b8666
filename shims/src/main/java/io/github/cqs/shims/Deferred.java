package io.github.cqs.shims;

import io.github.cqs.internal.Tuning;
import io.github.cqs.shims.CqsCondition.Node;
import io.github.cqs.shims.ReentrantLockSync.Line;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The waiters of one condition of an unfair lock that were signalled while others of that condition were in the lock's line, and have no place there yet. In the
 * order of the signals. But for the inspections, only the holder of the lock calls anything.
 */
final class Deferred {
    /*
     * Overview.
     *
     * In a buffer whose producers and consumers wait on two conditions, one producer that runs alone fills it and signals a consumer for each element. Put into the line
     * one behind the other, the first of those consumers would empty the buffer, and all others wake up for nothing, one after the other, before the first producer has
     * its turn. An unfair lock owes them no order. So of one condition only few are in the line at a time: each one that has acquired the lock puts the next one at the line's end, behind
     * those of other conditions, and behind those that came to lock. About one in SHARE of the line at most is of one condition, or one at all: so the last one of n waits for as many
     * others to have the lock as SHARE + 1 times n, about, however many come to lock. Until many have woken up for nothing the order is that of
     * the signals, as with the JDK's lock: nothing is gained where all that are signalled find what they waited for, and who steps through a program sees what it knows. Who waits
     * again without having released the lock has woken up for nothing: somebody is behind it in the line then, and not awake, as who was before it has the lock. (Who has released meanwhile has
     * woken that one. If nobody is behind it there is nothing to be gained.)
     *
     * Nobody is forgotten: if somebody is here, somebody of this condition is in the line (inLine > 0), waits there without regard to interrupts or timeouts, and, holding the lock, does
     * nothing before it has put the next one there. A wait that was signalled has no timeout, so nobody leaves from here but into the line. (Or it could not park, and has thrown that: it is passed over
     * when its turn comes.)
     *
     * Who asks the lock for its queued threads does so without holding it, and is to be told of these. So the list is changed in the line's monitor, as is the list of conditions that have
     * one, both by links in the objects themselves: a signal must not need memory. A waiter is taken off after it has got its place in the line, and who asks looks here first and there
     * afterwards; so it sees each in at least one of them.
     */

    private static final long SHARE = Tuning.CONDITION_SHARE;

    /** So many must have woken up for nothing before somebody waits here. */
    static final int OFTEN = 64;

    /** One that did counts for so many that did not. */
    private static final int WEIGHT = 16;

    private static final int MANY = OFTEN * WEIGHT;

    private final Line line;

    /** WEIGHT for each that woke up for nothing, less the others; stays where it has come to MANY. */
    private int inVain;

    /** Who was the last one of the condition to acquire the lock: its hash code, which keeps no thread in memory that has ended. */
    private int served;

    /** How many signalled waiters of the condition are in the line. */
    private int inLine;

    private @Nullable Node first;
    private @Nullable Node last;

    /** Neighbours among those of the line that are not empty. */
    @Nullable
    Deferred previous;

    @Nullable
    Deferred next;

    Deferred(Line line) {
        this.line = line;
    }

    /** As after many that woke up for nothing. */
    void expectMany() {
        inVain = MANY;
    }

    /** Whether who is signalled now is to wait here; to be asked once for each. */
    boolean takesNext() {
        return first != null || (expectsMany() && isFull());
    }

    boolean expectsMany() {
        return inVain >= MANY;
    }

    /** {@code thread}, which has the lock, is about to wait for a signal. */
    void waits(Thread thread) {
        if (!expectsMany() && served == System.identityHashCode(thread) && line.isStillWithMoved()) {
            inVain += WEIGHT;
        }
    }

    private boolean isFull() {
        return inLine > 0 && SHARE != 0 && SHARE * inLine >= line.places();
    }

    void add(Node node) {
        synchronized (line) {
            Node l = last;
            if (l == null) {
                first = node;
                line.link(this);
            } else {
                l.next = node;
            }
            last = node;
        }
    }

    /** One of the condition was put into the line. */
    void entered() {
        inLine++;
    }

    /** One of the condition has acquired the lock: the next ones, as many as may, go into the line by {@code condition}. */
    void left(CqsCondition condition) {
        inLine--;
        if (!expectsMany()) {
            served = System.identityHashCode(Thread.currentThread());
            inVain = Math.max(0, inVain - 1);
        }
        for (Node node = first; node != null && !isFull(); node = first) {
            condition.move(node);
            removeFirst(node);
        }
    }

    private void removeFirst(Node node) {
        synchronized (line) {
            first = node.next;
            node.next = null;
            if (first == null) {
                last = null;
                line.unlink(this);
            }
        }
    }

    /** Adds the threads that wait here. In the line's monitor. */
    void addThreads(List<Thread> threads) {
        for (Node node = first; node != null; node = node.next) {
            if (!node.isCancelled()) {
                threads.add(node.thread);
            }
        }
    }
}
