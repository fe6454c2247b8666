package io.github.cqs.shims;

import io.github.cqs.internal.DontInline;
import io.github.cqs.internal.HeirQueue;
import io.github.cqs.internal.ReservedStack;
import io.github.cqs.internal.Scarcity;
import io.github.cqs.internal.Tuning;
import io.github.cqs.internal.Watch;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamException;
import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Collection;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Semaphore} whose waiters queue in a {@code CancellableQueueSynchronizer}.
 *
 * <p><b>Preserved:</b> FIFO order when fair, barging {@code tryAcquire}, negative initial permits, requests for several permits, interruption,
 * timeouts, limits, {@code toString}, serial form, memory consistency effects.
 *
 * <p><b>Answered by the agent:</b> {@code getQueueLength} and {@code hasQueuedThreads} are final in the JDK class; its bodies are patched to
 * ask the {@code cqs} method of the same name.
 */
public class CqsSemaphore extends Semaphore implements Serializable {
    /*
     * Overview.
     *
     * permits may be negative. Acquiring is one CAS down if enough are there (and, when fair, nobody waits), releasing one fetch-and-add or CAS
     * up followed by a look at the waiting line. Whoever must wait stands in an HeirQueue: the head of the line, the heir, competes for all the permits
     * that it asked for and keeps its place until it has them, so a large request is not overtaken by small ones behind it. An heir that
     * has acquired while permits are left lets the next one in: see HeirQueue.
     *
     * The count is an int, and kept in 64 bits, so that a single permit can be given back by fetch-and-add before anybody knows whether there is
     * room for it. permits <= MOST is the count. permits > MOST says that the count is MOST and that permits - MOST releases have found it so:
     * each of them takes its 1 back and throws. Nothing else changes permits meanwhile: acquire, drainPermits and reducePermits wait for
     * those few instructions (settled), a release of several permits fails without touching anything, as it would at MOST. So the difference
     * is exact: it rises with each such release and falls when it takes back, and at 0 all of them have done so. Hence
     *  - the count does not change while permits > MOST, and a release that found MOST or more failed at a count of MOST, when it added;
     *  - a release that found less has raised the count by its addition, since there was no difference then;
     *  - nobody acquires what is taken back, and no release fails on account of one that fails as well.
     * This would not do for several permits: of two releases of which only the larger one is too large, the smaller one might see the other's
     * sum and not know whether it fits, and what the larger one takes back might leave the smaller one's permits where nobody has decided
     * about them. So release(n) compares and sets.
     *
     * Permits are available to the line if some waiter might take them. That is not so where all ask for more: were one permit of four taken for
     * available where each asks for three, whoever acquires would wake the next one to look in vain, and to be woken again at the release. So the
     * line knows the smallest request that ever came to it, and is told before the request has a place there. A request for 0 permits waits while
     * the count is negative and is served at 0.
     */

    private static final long serialVersionUID = 1L;

    /** The highest count. */
    private static final long MOST = Integer.MAX_VALUE;

    private static final long LEAST = Integer.MIN_VALUE;

    /*
     * Room before the count, which each acquire and each release write. What lies before the object is often its owner, allocated just before, whose
     * fields are read for each of them: in one cache line with the count they would have to be fetched with it. As far away as in the JDK's
     * class, which consists of two objects, and as large as those.
     */
    @SuppressWarnings({"unused", "UnusedVariable"})
    private transient long room1;

    @SuppressWarnings({"unused", "UnusedVariable"})
    private transient long room2;

    private transient volatile long permits;
    private transient volatile @Nullable Line line;
    private transient boolean fair;

    /** As {@link Semaphore#Semaphore(int)}. */
    public CqsSemaphore(int permits) {
        this(permits, false);
    }

    /** As {@link Semaphore#Semaphore(int, boolean)}. */
    @SuppressWarnings("this-escape") // into a VarHandle
    public CqsSemaphore(int permits, boolean fair) {
        super(permits, fair);
        this.fair = fair;
        PERMITS.set(this, (long) permits); // a volatile write would wait for all stores before it
        VarHandle.storeStoreFence(); // as for final fields: the semaphore may be published by a race
    }

    // Acquiring

    @Override
    public void acquire() throws InterruptedException {
        take(1);
    }

    @Override
    public void acquire(int permits) throws InterruptedException {
        take(checked(permits));
    }

    private void take(int n) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (!tryTakeInOrder(n)) {
            HeirQueue.orThrow(await(n));
        }
    }

    @ReservedStack
    @DontInline
    private Object await(int n) {
        Line l = lineOrTake(n);
        return l == null ? HeirQueue.ACQUIRED : l.acquireInterruptibly(n);
    }

    @Override
    public void acquireUninterruptibly() {
        takeUninterruptibly(1);
    }

    @Override
    public void acquireUninterruptibly(int permits) {
        takeUninterruptibly(checked(permits));
    }

    private void takeUninterruptibly(int n) {
        if (!tryTakeInOrder(n)) {
            awaitUninterruptibly(n);
        }
    }

    @ReservedStack
    @DontInline
    private void awaitUninterruptibly(int n) {
        Line l = lineOrTake(n);
        if (l != null) {
            l.acquireUninterruptibly(n);
        }
    }

    @Override
    public boolean tryAcquire() {
        return tryTake(1);
    }

    @Override
    public boolean tryAcquire(int permits) {
        return tryTake(checked(permits));
    }

    @Override
    public boolean tryAcquire(long timeout, TimeUnit unit) throws InterruptedException {
        return tryTake(1, unit.toNanos(timeout));
    }

    @Override
    public boolean tryAcquire(int permits, long timeout, TimeUnit unit) throws InterruptedException {
        return tryTake(checked(permits), unit.toNanos(timeout));
    }

    private boolean tryTake(int n, long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return tryTakeInOrder(n) || (!Tuning.isOver(nanos) && HeirQueue.orThrow(await(n, nanos)));
    }

    @ReservedStack
    @DontInline
    private Object await(int n, long nanos) {
        Line l = lineOrTake(n);
        return l == null ? HeirQueue.ACQUIRED : l.acquireNanos(n, nanos);
    }

    private static int checked(int permits) {
        if (permits < 0) {
            throw new IllegalArgumentException();
        }
        return permits;
    }

    /** The first attempt of every method that waits. */
    private boolean tryTakeInOrder(int n) {
        return (!fair || isLineEmpty()) && tryTake(n);
    }

    private boolean tryTake(int n) {
        for (; ; ) {
            long available = settled();
            long remaining = available - n;
            if (remaining < 0) {
                return false;
            }
            if (PERMITS.compareAndSet(this, available, remaining)) {
                Line l = line;
                if (l != null) {
                    l.acquired(n);
                }
                return true;
            }
            Thread.onSpinWait(); // who was faster has the cache line and soon wants it again
        }
    }

    /** The count, as soon as no release that failed has still to take its permit back. */
    private long settled() {
        long now = permits;
        return now <= MOST ? now : awaitSettled();
    }

    private long awaitSettled() {
        for (int turns = 1; ; turns++) {
            long now = permits;
            if (now <= MOST) {
                return now;
            }
            if ((turns & 63) == 0) {
                Scarcity.tryYield(); // the failing release may need this core
            } else {
                Thread.onSpinWait();
            }
        }
    }

    // Releasing

    @Override
    @ReservedStack
    public void release() {
        giveOne();
    }

    @Override
    @ReservedStack
    public void release(int permits) {
        if (checked(permits) == 1) {
            giveOne();
        } else {
            give(permits);
        }
    }

    private void giveOne() {
        if ((long) PERMITS.getAndAdd(this, 1L) >= MOST) {
            PERMITS.getAndAdd(this, -1L);
            throw new Error("Maximum permit count exceeded");
        }
        Line l = line;
        if (l != null) {
            l.released(1, true);
        }
    }

    private void give(int n) {
        for (; ; ) {
            long current = permits;
            long next = current + n;
            if (next > MOST && n > 0) {
                throw new Error("Maximum permit count exceeded");
            }
            if (PERMITS.compareAndSet(this, current, next)) {
                break;
            }
        }
        Line l = line;
        if (l != null) {
            l.released(n, true);
        }
    }

    @Override
    public int drainPermits() {
        for (; ; ) {
            long current = settled();
            if (current == 0 || PERMITS.compareAndSet(this, current, 0L)) {
                return (int) current;
            }
        }
    }

    @Override
    protected void reducePermits(int reduction) {
        checked(reduction);
        for (; ; ) {
            long current = settled();
            long next = current - reduction;
            if (next < LEAST) {
                throw new Error("Permit count underflow");
            }
            if (PERMITS.compareAndSet(this, current, next)) {
                return;
            }
        }
    }

    // Waiting

    /**
     * The line, which the current thread is about to join, or null if there is no memory for one; then {@code n} permits were taken without it. Until there is
     * memory interrupts and timeouts are not answered, as by JDK 25's semaphores.
     */
    private @Nullable Line lineOrTake(int n) {
        for (int failures = 0; ; failures++) {
            try {
                Line l = line();
                l.joins(n);
                return l;
            } catch (OutOfMemoryError exhausted) {
                if (tryTake(n)) {
                    return null;
                }
                Scarcity.pause(failures);
            }
        }
    }

    private Line line() {
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

    static final class Line extends HeirQueue {
        private final CqsSemaphore semaphore;

        /** For whoever is first in line, after it has spun. */
        private final Watch<Line> watch = new Watch<>(Tuning.SPIN_WATCH, false, false) {
            @Override
            protected boolean isOver(Line line) {
                return line.semaphore.permits >= line.watched;
            }
        };

        /** For so many permits. Written by the first in line. */
        private int watched;

        /** The smallest request that has come; only ever gets smaller. */
        private volatile int smallest = Integer.MAX_VALUE;

        Line(CqsSemaphore semaphore) {
            this.semaphore = semaphore;
        }

        /** A request for {@code n} permits is about to come. */
        void joins(int n) {
            for (int s = smallest; n < s; s = smallest) {
                SMALLEST.compareAndSet(this, s, n);
            }
        }

        @Override
        protected boolean tryAcquire(int n) {
            return semaphore.tryTake(n);
        }

        @Override
        protected boolean isAvailable() {
            return semaphore.permits >= smallest;
        }

        @Override
        protected boolean watch(int n, long nanos) {
            watched = n;
            return watch.watch(this, nanos);
        }

        @Override
        protected boolean isFair() {
            return semaphore.fair;
        }

        @Override
        protected boolean isOwned() {
            return false;
        }

        // VarHandle mechanics
        private static final VarHandle SMALLEST;

        static {
            try {
                SMALLEST = MethodHandles.lookup().findVarHandle(Line.class, "smallest", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
            new Line(new CqsSemaphore(0)).joins(1); // linked now, as below
        }
    }

    // Inspection

    @Override
    public int availablePermits() {
        return count();
    }

    private int count() {
        return (int) Math.min(permits, MOST);
    }

    @Override
    public boolean isFair() {
        return fair;
    }

    @Override
    protected Collection<Thread> getQueuedThreads() {
        Line l = line;
        return l == null ? new ArrayList<>() : l.threads();
    }

    @Override
    public String toString() {
        return JdkIdentity.of(this, CqsSemaphore.class, Semaphore.class) + "[Permits = " + count() + "]";
    }

    /** Whether the {@code cqs} methods can answer: always. */
    public final boolean cqsIsReady() {
        return true;
    }

    /** Whether nobody would be overtaken: nobody waits, nor has a place in the line already. */
    private boolean isLineEmpty() {
        Line l = line;
        return l == null || l.isEmpty();
    }

    /** Answers {@link Semaphore#hasQueuedThreads}, which is final there. */
    public final boolean cqsHasQueuedThreads() {
        Line l = line;
        return l != null && l.hasThreads();
    }

    /** Answers {@link Semaphore#getQueueLength}, which is final there. */
    public final int cqsGetQueueLength() {
        Line l = line;
        return l == null ? 0 : l.length();
    }

    // Serialization. The JDK superclass writes and reads permits and fairness in its own, otherwise idle, state.

    /** An exact shim is written as the JDK class; a subclass of the application as itself. */
    protected Object writeReplace() throws ObjectStreamException {
        int now = count();
        if (JdkIdentity.isExact(this, CqsSemaphore.class)) {
            return new Semaphore(now, fair);
        }
        synchronized (PERMITS) {
            // by the difference: whoever else writes it now may be reading there
            for (long more = (long) now - super.availablePermits(); more != 0; ) {
                int step = (int) Math.max(-Integer.MAX_VALUE, Math.min(more, Integer.MAX_VALUE));
                if (step > 0) {
                    super.release(step);
                } else {
                    super.reducePermits(-step);
                }
                more -= step;
            }
        }
        return this;
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        restore();
    }

    @SuppressWarnings("UnusedMethod") // called by serialization
    private void readObjectNoData() throws ObjectStreamException {
        restore();
    }

    private void restore() {
        fair = super.isFair();
        permits = super.availablePermits();
    }

    // VarHandle mechanics
    private static final VarHandle PERMITS;
    private static final VarHandle LINE;

    static {
        try {
            MethodHandles.Lookup l = MethodHandles.lookup();
            PERMITS = l.findVarHandle(CqsSemaphore.class, "permits", long.class);
            LINE = l.findVarHandle(CqsSemaphore.class, "line", Line.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        // linked now: later there may be no memory for that (see Segment)
        CqsSemaphore unused = new CqsSemaphore(1);
        unused.acquireUninterruptibly();
        unused.release();
        PERMITS.getAndAdd(unused, 0L);
    }
}
