package io.github.cqs.shims;

import io.github.cqs.ces.HandOff;
import io.github.cqs.internal.HeirQueue;
import io.github.cqs.internal.ReservedStack;
import io.github.cqs.internal.Scarcity;
import io.github.cqs.internal.Tuning;
import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;

/** A condition of a {@link ReentrantLockSync}; public as the JDK's is, for who calls it by reflection. */
public class CqsCondition implements Condition, Serializable {
    /*
     * Overview.
     *
     * Waiters form a doubly linked list that only the holder of the lock touches. signal() takes the first one off and appends its thread to
     * the lock's own line without waking it (wait morphing): it wakes when the lock is its to take.
     *
     *                 signal: CAS           signaller
     *    WAITING --------------> SIGNALLED ----------> MOVED          the waiter waits in the lock's line
     *       | \                      ^
     *       |  +----> DEFERRED ------+  one of the same condition that has acquired the lock
     *       |         signal: CAS       the waiter is to have a place in the lock's line later (Deferred; unfair locks)
     *       |
     *       | interrupt or timeout: CAS by the waiter
     *       v
     *    CANCELLED       the waiter locks again from the end of the line, then takes itself off the list
     *
     * Without memory for a node there is no wait: the lock is released for a moment and taken again, as JDK 25's does it. The caller
     * takes that for a spurious wake-up, of which the interface warns, and finds what it waits for, or comes again.
     *
     * Watching. A platform thread watches its node before it parks, for as long as that has been worth it at conditions of this lock (SignalWatch), so that running threads
     * pass something to and fro without sleeping. The lock is left alone meanwhile, and what is watched is written by the signal, and by who joins or leaves the list beside it. Signalled,
     * it goes on in the lock's line as who was woken there; that it was not parked when somebody woke it ends a later park at once, which looks and parks again.
     * Virtual threads do not: the slot of their carrier may hold the one to whom the release has handed over.
     *
     * The CAS from WAITING decides between signal and cancellation, so a signal is never spent on a waiter that has given up, and a waiter that
     * was signalled never reports a timeout or interrupt. Between SIGNALLED and MOVED somebody who holds the lock finds a place in
     * the line; a waiter that wakes there by accident yields until its place is known. While it is DEFERRED it sleeps on: who wakes it does so from the line, after MOVED or shortly before.
     */

    private static final long serialVersionUID = 1L;

    private final transient ReentrantLockSync lock;
    private transient @Nullable Node first;
    private transient @Nullable Node last;
    private transient @Nullable Deferred deferred;

    CqsCondition(ReentrantLockSync lock) {
        this.lock = lock;
    }

    ReentrantLockSync lock() {
        return lock;
    }

    /** A wait. */
    static final class Node extends HeirQueue.Place implements PoolWait.Cause {
        static final int WAITING = 0;
        private static final int SIGNALLED = 1;
        static final int MOVED = 2;
        private static final int CANCELLED = 3;
        static final int DEFERRED = 4;

        final Thread thread = Thread.currentThread();
        private volatile int state;
        private @Nullable Node prev;

        /** In the list of those that wait, then of those that are deferred. */
        @Nullable
        Node next;

        /** Whether the thread has given up. */
        boolean isCancelled() {
            return state == CANCELLED;
        }

        boolean isMoved() {
            return state == MOVED;
        }

        /** Whether it was signalled, and it is known where it goes on. */
        boolean isPlaced() {
            int s = state;
            return s == MOVED || s == DEFERRED;
        }

        @Override
        public boolean isOver() {
            return state != WAITING;
        }

        boolean casState(int expected, int value) {
            return STATE.compareAndSet(this, expected, value);
        }

        // VarHandle mechanics
        private static final VarHandle STATE;

        static {
            try {
                STATE = MethodHandles.lookup().findVarHandle(Node.class, "state", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
            PoolWait.isOfPool();
            new Node().casState(WAITING, WAITING); // linked now: later there may be no memory for that (see Segment)
        }
    }

    // Waiting

    private static final int NO_DEADLINE = 0;
    private static final int NANO_TIME = 1;
    private static final int WALL_CLOCK = 2;

    /** What is waited for without memory may be what gives it back: for so many failures' time others have the lock. */
    private static final int MANY_FAILURES = 3;

    @Override
    public void await() throws InterruptedException {
        waitForSignal(true, NO_DEADLINE, 0L);
    }

    @Override
    public void awaitUninterruptibly() {
        try {
            waitForSignal(false, NO_DEADLINE, 0L);
        } catch (InterruptedException impossible) {
            throw new AssertionError(impossible);
        }
    }

    @Override
    public long awaitNanos(long nanosTimeout) throws InterruptedException {
        // A hopeless wait still releases the lock and takes it again.
        long deadline = System.nanoTime() + Math.max(nanosTimeout, 0L);
        waitForSignal(true, NANO_TIME, deadline);
        long remaining = deadline - System.nanoTime();
        return remaining <= nanosTimeout ? remaining : Long.MIN_VALUE;
    }

    @Override
    public boolean await(long time, TimeUnit unit) throws InterruptedException {
        return waitForSignal(true, NANO_TIME, System.nanoTime() + Math.max(unit.toNanos(time), 0L));
    }

    @Override
    @SuppressWarnings("JavaUtilDate") // the interface's
    public boolean awaitUntil(Date deadline) throws InterruptedException {
        return waitForSignal(true, WALL_CLOCK, deadline.getTime());
    }

    /** Answers false if the thread was not signalled within the time. */
    @ReservedStack
    private boolean waitForSignal(boolean interruptible, int clock, long deadline) throws InterruptedException {
        if (interruptible && Thread.interrupted()) {
            throw new InterruptedException();
        }
        Node node = enqueue();
        HandOff.aboutToWait();
        int holds = lock.releaseAll();
        if (node == null) {
            Scarcity.pause(MANY_FAILURES);
            HandOff.settle();
            lock.lockAgain(holds);
            return !isPast(clock, deadline);
        }
        boolean mayWatch = clock != WALL_CLOCK && !Tuning.isVirtual(node.thread);
        boolean interrupted = false;
        boolean parked = false;
        for (int state = node.state; state == Node.WAITING || state == Node.DEFERRED; state = node.state) {
            if (Thread.interrupted()) {
                if (interruptible && node.casState(Node.WAITING, Node.CANCELLED)) {
                    HandOff.settle();
                    lockAgain(node, holds);
                    throw new InterruptedException();
                }
                interrupted = true;
            } else if (state == Node.WAITING && isPast(clock, deadline)) {
                if (node.casState(Node.WAITING, Node.CANCELLED)) {
                    if (!parked) {
                        HandOff.timedOutUnparked(this);
                    }
                    break;
                }
            } else if (state == Node.WAITING && mayWatch) {
                mayWatch = false;
                lock.signals().watch(node, clock == NANO_TIME ? deadline - System.nanoTime() : Long.MAX_VALUE);
            } else {
                try {
                    park(node, state, clock, deadline);
                } catch (Error refused) { // a virtual thread whose stack is too deep to leave its carrier
                    if (node.casState(state, Node.CANCELLED)) {
                        HandOff.settle();
                        lockAgain(node, holds);
                        throw refused;
                    }
                }
                parked = true;
            }
        }
        HandOff.settle();
        lockAgain(node, holds);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !node.isCancelled();
    }

    private static boolean isPast(int clock, long deadline) {
        return switch (clock) {
            case NANO_TIME -> deadline - System.nanoTime() <= 0;
            case WALL_CLOCK -> System.currentTimeMillis() >= deadline;
            default -> false;
        };
    }

    private void park(Node node, int state, int clock, long deadline) {
        if (state == Node.DEFERRED) {
            HandOff.park(lock);
            return;
        }
        switch (clock) {
            case NANO_TIME -> HandOff.parkNanos(this, deadline - System.nanoTime());
            case WALL_CLOCK -> HandOff.parkUntil(this, deadline);
            default -> {
                if (PoolWait.isOfPool()) {
                    PoolWait.park(this, node);
                } else {
                    HandOff.park(this);
                }
            }
        }
    }

    /** Puts the current thread on the list; answers null if there is no memory for that. */
    private @Nullable Node enqueue() {
        requireHeld();
        Deferred d;
        Node node;
        try {
            // all memory is taken here: neither a signal nor locking again may fail for want of it
            lock.prepareLine();
            d = deferred();
            node = new Node();
        } catch (OutOfMemoryError exhausted) {
            return null;
        }
        if (d != null) {
            d.waits(node.thread);
        }
        Node l = last;
        node.prev = l;
        if (l == null) {
            first = node;
        } else {
            l.next = node;
        }
        last = node;
        return node;
    }

    /** The signalled waiters without a place in the line; null for a fair lock. */
    final @Nullable Deferred deferred() {
        if (deferred == null && !lock.isFair()) {
            deferred = new Deferred(lock.line());
        }
        return deferred;
    }

    private void unlink(Node node) {
        Node p = node.prev;
        Node n = node.next;
        if (p == null) {
            first = n;
        } else {
            p.next = n;
        }
        if (n == null) {
            last = p;
        } else {
            n.prev = p;
        }
        node.prev = null;
        node.next = null;
    }

    @SuppressWarnings("ThreadPriorityCheck") // the signaller may need this core
    private void lockAgain(Node node, int holds) {
        if (node.isCancelled()) {
            lock.lockAgain(holds);
            if (node == first || node.prev != null) { // unless a signal has passed over it
                unlink(node);
            }
            return;
        }
        while (node.state != Node.MOVED) {
            HandOff.yieldCarrier(false);
        }
        try {
            lock.lockTransferred(node, holds);
        } finally {
            Deferred d = deferred;
            if (d != null) {
                letNextOneIn(d);
            }
        }
    }

    /** What who was signalled owes those after it; it has the lock, or its stack was exhausted and it could not wait for that. */
    final void letNextOneIn(Deferred d) {
        if (lock.isHeldByCurrentThread()) {
            d.left(this);
            return;
        }
        lock.takeWithoutWaiting();
        d.left(this);
        lock.unlock(true);
    }

    // Signalling

    @Override
    @ReservedStack
    public void signal() {
        requireHeld();
        for (Node node = first; node != null; node = first) {
            unlink(node);
            if (release(node)) {
                return;
            }
        }
    }

    @Override
    @ReservedStack
    public void signalAll() {
        requireHeld();
        for (Node node = first; node != null; node = first) {
            unlink(node);
            release(node);
        }
    }

    /** Ends a wait; answers false if the waiter has given up. */
    private boolean release(Node node) {
        Deferred d = deferred;
        if (d != null && d.takesNext()) {
            if (!node.casState(Node.WAITING, Node.DEFERRED)) {
                return false;
            }
            d.add(node);
            return true;
        }
        if (!node.casState(Node.WAITING, Node.SIGNALLED)) {
            return false;
        }
        place(node);
        return true;
    }

    /** Gives a waiter that was deferred a place in the line, unless it could not wait for it. */
    void move(Node node) {
        if (node.casState(Node.DEFERRED, Node.SIGNALLED)) {
            place(node);
        }
    }

    private void place(Node node) {
        if (deferred != null) {
            deferred.entered();
        }
        boolean waits = lock.transfer(node.thread, node);
        node.state = Node.MOVED;
        if (!waits) {
            HandOff.wake(node.thread);
        }
    }

    // Inspection

    boolean hasWaiters() {
        for (Node node = first; node != null; node = node.next) {
            if (node.state == Node.WAITING) {
                return true;
            }
        }
        return false;
    }

    int getWaitQueueLength() {
        return getWaitingThreads().size();
    }

    Collection<Thread> getWaitingThreads() {
        List<Thread> threads = new ArrayList<>();
        for (Node node = first; node != null; node = node.next) {
            if (node.state == Node.WAITING) {
                threads.add(node.thread);
            }
        }
        return threads;
    }

    /** Written as a condition of the JDK lock that its lock is written as. */
    Object writeReplace() {
        return lock.serialForm().newCondition();
    }

    private void requireHeld() {
        if (!lock.isHeldByCurrentThread()) {
            throw new IllegalMonitorStateException();
        }
    }
}
