package io.github.cqs.shims;

import io.github.cqs.ces.HandOff;
import io.github.cqs.internal.DontInline;
import io.github.cqs.internal.HeirQueue;
import io.github.cqs.internal.ReservedStack;
import io.github.cqs.internal.Scarcity;
import io.github.cqs.internal.Tuning;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer.ConditionObject;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A reentrant lock without the {@code ReentrantLock} around it. It is also what its waiters are parked on: as an
 * {@link AbstractOwnableSynchronizer} with its owner set it shows tools who holds it, and who waits for whom.
 */
@SuppressWarnings("serial") // never written: the shim is replaced by the JDK class
class ReentrantLockSync extends AbstractOwnableSynchronizer {
    /*
     * Overview.
     *
     * state is the hold count of the owner, 0 when free. Lock is one CAS from 0, unlock one volatile write of 0 followed by a read of the
     * waiting line, which is created by the first thread that has to wait. owner is written by the holder alone.
     *
     * An unfair lock reads no line when it is taken: after the CAS that would be on the way of each operation. Where the line has something to ask of who takes the lock next, a
     * free state is changed to ASKED by CAS, with which that one's CAS from 0 fails. The lock is as free as before, and every attempt but that first CAS of lock() finds it so, which
     * then makes another one. No attempt fails while nobody has taken the lock, the heir's least of all, whom nobody would signal: a CAS that fails is repeated while the state is
     * a free one. A fair lock is never asked: its first attempt is told by the line anyway whether it may take the lock.
     *
     * The line is an HeirQueue, see there for the argument that no release is lost. What it relies on here: the write of state 0 precedes
     * the read of the line (both volatile), and a thread publishes the line, and itself in it, before it looks at the state again.
     *
     * Fairness is a subclass, not a field: so an idle lock is no larger than the JDK's.
     */

    /** A free {@link #state}: whoever takes the lock is to tell the line. */
    private static final int ASKED = -1;

    private volatile int state;
    private volatile @Nullable Line line;

    static ReentrantLockSync create(boolean fair) {
        return fair ? new Fair() : new ReentrantLockSync();
    }

    /** Serves waiting threads in their order; only {@link #tryLock()} barges. */
    private static final class Fair extends ReentrantLockSync {
        @Override
        boolean isFair() {
            return true;
        }
    }

    boolean isFair() {
        return false;
    }

    // Locking

    @ReservedStack
    final void lock() {
        if (!tryEnter()) {
            await(1);
        }
    }

    /** As {@link #lock} of a fair lock, without asking whether it is one: what the caller knows need not be loaded from here. */
    @ReservedStack
    final void lockFair() {
        if (!takeIfNobodyWaits() && !tryReenter()) {
            await(1);
        }
    }

    /** As {@link #lock} of an unfair lock. */
    @ReservedStack
    final void lockUnfair() {
        if (!takeIfFree() && !tryReenter()) {
            await(1);
        }
    }

    @ReservedStack
    final void lockInterruptibly() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (!tryEnter()) {
            Line l = lineOrTake(1);
            if (l != null) {
                HeirQueue.orThrow(l.acquireInterruptibly(1));
            }
        }
    }

    @ReservedStack
    final boolean tryLock() {
        return tryTake(1) || tryReenter();
    }

    /** Of who owes others something in here, and has no stack to wait for the lock: looks until it has it. */
    final void takeWithoutWaiting() {
        while (!tryTake(1)) {
            Scarcity.tryYield(); // whoever has the lock may need this core
        }
    }

    @ReservedStack
    final boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
        long nanos = unit.toNanos(timeout);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return tryEnter() || (!Tuning.isOver(nanos) && HeirQueue.orThrow(await(1, nanos)));
    }

    /** Not compiled into callers, which the lock would make so large that they in turn were not compiled into theirs. */
    @DontInline
    private void await(int holds) {
        if (state == ASKED && tryTake(holds)) {
            return;
        }
        Line l = lineOrTake(holds);
        if (l != null) {
            l.acquireUninterruptibly(holds);
        }
    }

    @DontInline
    private Object await(int holds, long nanos) {
        Line l = lineOrTake(holds);
        return l == null ? HeirQueue.ACQUIRED : l.acquireNanos(holds, nanos);
    }

    /** The first attempt of every method that waits: takes a free lock unless that would overtake somebody, or reenters. */
    private boolean tryEnter() {
        return (isFair() ? takeIfNobodyWaits() : tryTake(1)) || tryReenter();
    }

    /**
     * Takes a free lock unless that would overtake somebody. Reads the line once: the smaller this is when compiled, the more of the application is inlined around
     * it. A line that is made meanwhile misses a hint.
     */
    private boolean takeIfNobodyWaits() {
        if (state != 0) {
            return false;
        }
        Line l = line;
        if ((l != null && !l.isEmpty()) || !STATE.compareAndSet(this, 0, 1)) {
            return false;
        }
        setExclusiveOwnerThread(Thread.currentThread());
        if (l != null && HandOff.counts()) {
            l.acquired(1);
        }
        return true;
    }

    /** As {@code tryTake(1)} unless asked, without a look before: the compare-and-set would wait for it. */
    private boolean takeIfFree() {
        if (STATE.compareAndSet(this, 0, 1)) {
            taken(0);
            return true;
        }
        return false;
    }

    /** Takes a free lock with {@code holds} holds. */
    final boolean tryTake(int holds) {
        int free = state;
        while (free <= 0) {
            int found = (int) STATE.compareAndExchange(this, free, holds);
            if (found == free) {
                taken(free);
                return true;
            }
            free = found;
        }
        return false;
    }

    /** Has who takes the lock next tell the line; false if it is taken already. */
    final boolean askNext() {
        return !isFair() && STATE.compareAndSet(this, 0, ASKED);
    }

    private void taken(int free) {
        setExclusiveOwnerThread(Thread.currentThread());
        if (free == ASKED || HandOff.counts()) {
            tell();
        }
    }

    private void tell() {
        Line l = line;
        if (l != null) {
            l.acquired(1);
        }
    }

    private boolean tryReenter() {
        if (getExclusiveOwnerThread() != Thread.currentThread()) {
            return false;
        }
        int holds = state + 1;
        if (holds < 0) {
            throw new Error("Maximum lock count exceeded");
        }
        STATE.setOpaque(this, holds);
        return true;
    }

    /** @param last whether the current thread has nothing else to do for others, and may yield for them */
    @ReservedStack
    final void unlock(boolean last) {
        int holds = state - 1;
        if (getExclusiveOwnerThread() != Thread.currentThread()) {
            throw new IllegalMonitorStateException();
        }
        if (holds == 0) {
            free(holds, last);
        } else {
            STATE.setOpaque(this, holds);
        }
    }

    /** To be called later where it was not the {@link #unlock last}. */
    final void giveWay() {
        Line l = line;
        if (l != null) {
            l.giveWay();
        }
    }

    /** Frees the lock by writing {@code zero}, which {@link #unlock} has computed: a constant made it a tenth slower than the JDK's. */
    private void free(int zero, boolean last) {
        setExclusiveOwnerThread(null);
        state = zero;
        Line l = line;
        if (l != null) {
            l.released(1, last);
        }
    }

    /** Frees the lock whatever its hold count, which it answers. */
    @ReservedStack
    final int releaseAll() {
        if (getExclusiveOwnerThread() != Thread.currentThread()) {
            throw new IllegalMonitorStateException();
        }
        int holds = state;
        free(0, false);
        return holds;
    }

    final Line line() {
        Line l = line;
        if (l == null) {
            l = new Line(this);
            Line winner = (Line) LINE.compareAndExchange(this, null, l);
            if (winner != null) {
                l = winner;
            }
        }
        return l;
    }

    /**
     * The line, or null if there is no memory for one; then the lock was taken without it, with {@code holds} holds. Until there is memory interrupts
     * and timeouts are not answered, as by JDK 25's locks.
     */
    private @Nullable Line lineOrTake(int holds) {
        for (int failures = 0; ; failures++) {
            try {
                return line();
            } catch (OutOfMemoryError exhausted) {
                if (tryTake(holds)) {
                    return null;
                }
                Scarcity.pause(failures);
            }
        }
    }

    // Inspection

    final boolean isLocked() {
        return state > 0;
    }

    final boolean isHeldByCurrentThread() {
        return getExclusiveOwnerThread() == Thread.currentThread();
    }

    final int getHoldCount() {
        return isHeldByCurrentThread() ? state : 0;
    }

    final @Nullable Thread getOwner() {
        return state > 0 ? getExclusiveOwnerThread() : null;
    }

    /** Whether nobody would be overtaken: nobody waits, nor has a place in the line already. */
    final boolean isLineEmpty() {
        Line l = line;
        return l == null || l.isEmpty();
    }

    final boolean hasQueuedThreads() {
        Line l = line;
        return l != null && l.hasThreads();
    }

    final boolean hasQueuedThread(Thread thread) {
        Line l = line;
        return l != null && l.contains(thread);
    }

    final int getQueueLength() {
        Line l = line;
        return l == null ? 0 : l.length();
    }

    final Collection<Thread> getQueuedThreads() {
        Line l = line;
        return l == null ? new ArrayList<>() : l.threads();
    }

    // Conditions

    final CqsCondition newCondition() {
        return new CqsCondition(this);
    }

    /** The JDK lock as which this one is serialised, always the same: its conditions go with it. */
    final ReentrantLock serialForm() {
        return line().serialForm();
    }

    /** The condition, if it is one of this lock's and the lock is held. */
    final CqsCondition owned(Condition condition) {
        if (condition == null) {
            throw new NullPointerException();
        }
        if (!(condition instanceof CqsCondition ours)) {
            throw new IllegalArgumentException(condition instanceof ConditionObject ? "Not owner" : "not owner");
        }
        if (ours.lock() != this) {
            throw new IllegalArgumentException("Not owner");
        }
        if (!isHeldByCurrentThread()) {
            throw new IllegalMonitorStateException();
        }
        return ours;
    }

    /** Makes the line, which {@link #transfer} must find. */
    final void prepareLine() {
        line();
    }

    /** How threads wait for a signal of its conditions before they park. */
    final SignalWatch signals() {
        return line().signals;
    }

    /** Appends a waiter of a condition to the line without waking it. */
    final boolean transfer(Thread waiter, HeirQueue.Place place) {
        return line().append(waiter, place);
    }

    /** Waits for the lock in the place where {@link #transfer} has put the current thread. */
    final void lockTransferred(HeirQueue.Place place, int holds) {
        line().await(place, holds);
    }

    /** Waits for the lock from the end of the line. */
    final void lockAgain(int holds) {
        if ((isFair() && !isLineEmpty()) || !tryTake(holds)) {
            await(holds);
        }
    }

    /** The threads that wait for the lock. */
    static final class Line extends HeirQueue {
        private final ReentrantLockSync lock;
        private final SignalWatch signals = new SignalWatch(this);
        private @Nullable ReentrantLock serialForm;

        /** The first of those that are not empty; changed in this object's monitor. */
        private volatile @Nullable Deferred deferred;

        Line(ReentrantLockSync lock) {
            this.lock = lock;
        }

        @Override
        protected boolean tryAcquire(int holds) {
            return lock.tryTake(holds);
        }

        @Override
        protected boolean isAvailable() {
            return lock.state <= 0;
        }

        @Override
        protected boolean isFair() {
            return lock.isFair();
        }

        @Override
        protected boolean isOwned() {
            return true;
        }

        @Override
        protected boolean askNext() {
            return lock.askNext();
        }

        @Override
        protected Object blocker() {
            return lock;
        }

        synchronized ReentrantLock serialForm() {
            ReentrantLock form = serialForm;
            if (form == null) {
                form = new ReentrantLock(lock.isFair());
                serialForm = form;
            }
            return form;
        }

        /** Whether who waits for a signal gives its processor away meanwhile; to be asked once for each wait. */
        boolean yieldsForSignals() {
            return triesYields();
        }

        /** Such a thread has done so for so many nanoseconds. */
        void yieldedForSignal(long nanos) {
            yielded(nanos);
        }

        boolean append(Thread waiter, Place place) {
            return transfer(waiter, place);
        }

        /** Adds one that is no longer empty. In this object's monitor. */
        void link(Deferred added) {
            Deferred d = deferred;
            added.next = d;
            if (d != null) {
                d.previous = added;
            }
            deferred = added;
        }

        /** Takes one out that is empty. In this object's monitor. */
        void unlink(Deferred removed) {
            Deferred p = removed.previous;
            Deferred n = removed.next;
            if (p == null) {
                deferred = n;
            } else {
                p.next = n;
            }
            if (n != null) {
                n.previous = p;
            }
            removed.previous = null;
            removed.next = null;
        }

        @Override
        protected boolean hasDeferred() {
            return deferred != null;
        }

        @Override
        protected List<Thread> deferredThreads() {
            if (!hasDeferred()) {
                return List.of();
            }
            List<Thread> threads = new ArrayList<>();
            synchronized (this) {
                for (Deferred d = deferred; d != null; d = d.next) {
                    d.addThreads(threads);
                }
            }
            return threads;
        }

        void await(Place place, int holds) {
            acquireTransferred(place, holds);
        }
    }

    /** The bracketed part of {@code toString}, after the JDK's. */
    final String describe() {
        Thread owner = getOwner();
        return owner == null ? "[Unlocked]" : "[Locked by thread " + owner.getName() + "]";
    }

    // VarHandle mechanics
    private static final VarHandle STATE;
    private static final VarHandle LINE;

    static {
        try {
            MethodHandles.Lookup l = MethodHandles.lookup();
            STATE = l.findVarHandle(ReentrantLockSync.class, "state", int.class);
            LINE = l.findVarHandle(ReentrantLockSync.class, "line", Line.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        // linked now: later there may be no memory for that (see Segment)
        ReentrantLockSync unused = new ReentrantLockSync();
        unused.lockUnfair();
        unused.lock();
        unused.unlock(true);
        unused.unlock(true);
        unused.tryLock();
        unused.unlock(true);
    }
}
