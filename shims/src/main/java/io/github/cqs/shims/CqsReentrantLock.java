package io.github.cqs.shims;

import java.io.ObjectStreamException;
import java.io.Serializable;
import java.lang.invoke.VarHandle;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A {@link ReentrantLock} whose waiters queue in a {@code CancellableQueueSynchronizer}.
 *
 * <p><b>Preserved:</b> reentrancy and its limit, FIFO order when fair, barging {@code tryLock()}, interruption, timeouts, conditions, inspection,
 * ownership as tools see it, {@code toString}, serial form, memory consistency effects.
 *
 * <p><b>Answered by the agent:</b> {@code isFair}, {@code hasQueuedThreads}, {@code hasQueuedThread} and {@code getQueueLength} are final in
 * the JDK class; its bodies are patched to ask the {@code cqs} method of the same name.
 */
public class CqsReentrantLock extends ReentrantLock implements Lock, Serializable {
    private static final long serialVersionUID = 1L;

    /** Null in an application's subclass that was deserialised: it works as the JDK class, with the state that the superclass has read. */
    private transient @Nullable ReentrantLockSync core;

    /** As the core says, which would have to be loaded first. */
    private transient boolean fair;

    /** As {@link ReentrantLock#ReentrantLock()}. */
    public CqsReentrantLock() {
        core = ReentrantLockSync.create(false);
        VarHandle.storeStoreFence(); // as for a final field: the lock may be published by a race
    }

    /** As {@link ReentrantLock#ReentrantLock(boolean)}. */
    public CqsReentrantLock(boolean fair) {
        super(fair);
        core = ReentrantLockSync.create(fair);
        this.fair = fair;
        VarHandle.storeStoreFence();
    }

    @Override
    public void lock() {
        ReentrantLockSync c = core;
        if (c == null) {
            super.lock();
        } else if (fair) {
            c.lockFair();
        } else {
            c.lockUnfair();
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        ReentrantLockSync c = core;
        if (c == null) {
            super.lockInterruptibly();
        } else {
            c.lockInterruptibly();
        }
    }

    @Override
    public boolean tryLock() {
        ReentrantLockSync c = core;
        return c == null ? super.tryLock() : c.tryLock();
    }

    @Override
    public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
        ReentrantLockSync c = core;
        return c == null ? super.tryLock(timeout, unit) : c.tryLock(timeout, unit);
    }

    @Override
    public void unlock() {
        ReentrantLockSync c = core;
        if (c == null) {
            super.unlock();
        } else {
            c.unlock(true);
        }
    }

    @Override
    public Condition newCondition() {
        ReentrantLockSync c = core;
        if (c == null) {
            return super.newCondition();
        }
        return JdkIdentity.isExact(this, CqsReentrantLock.class)
                ? new CqsCondition(c)
                : new ConditionOfSubclass(c, this);
    }

    @Override
    public int getHoldCount() {
        ReentrantLockSync c = core;
        return c == null ? super.getHoldCount() : c.getHoldCount();
    }

    @Override
    public boolean isHeldByCurrentThread() {
        ReentrantLockSync c = core;
        return c == null ? super.isHeldByCurrentThread() : c.isHeldByCurrentThread();
    }

    @Override
    public boolean isLocked() {
        ReentrantLockSync c = core;
        return c == null ? super.isLocked() : c.isLocked();
    }

    @Override
    protected @Nullable Thread getOwner() {
        ReentrantLockSync c = core;
        return c == null ? super.getOwner() : c.getOwner();
    }

    @Override
    protected Collection<Thread> getQueuedThreads() {
        ReentrantLockSync c = core;
        return c == null ? super.getQueuedThreads() : c.getQueuedThreads();
    }

    @Override
    public boolean hasWaiters(Condition condition) {
        ReentrantLockSync c = core;
        return c == null ? super.hasWaiters(condition) : c.owned(condition).hasWaiters();
    }

    @Override
    public int getWaitQueueLength(Condition condition) {
        ReentrantLockSync c = core;
        return c == null
                ? super.getWaitQueueLength(condition)
                : c.owned(condition).getWaitQueueLength();
    }

    @Override
    protected Collection<Thread> getWaitingThreads(Condition condition) {
        ReentrantLockSync c = core;
        return c == null
                ? super.getWaitingThreads(condition)
                : c.owned(condition).getWaitingThreads();
    }

    @Override
    public String toString() {
        ReentrantLockSync c = core;
        return c == null
                ? super.toString()
                : JdkIdentity.of(this, CqsReentrantLock.class, ReentrantLock.class) + c.describe();
    }

    // Asked by the patched bodies of the final methods

    /** Whether the {@code cqs} methods can answer; not for a deserialised object, for which the JDK's methods can. */
    public final boolean cqsIsReady() {
        return core != null;
    }

    private ReentrantLockSync core() {
        ReentrantLockSync c = core;
        if (c == null) {
            throw new IllegalStateException("not ready");
        }
        return c;
    }

    /** Answers {@link ReentrantLock#isFair}, which is final there. */
    public final boolean cqsIsFair() {
        return core().isFair();
    }

    /** Answers {@link ReentrantLock#hasQueuedThreads}, which is final there. */
    public final boolean cqsHasQueuedThreads() {
        return core().hasQueuedThreads();
    }

    /** Answers {@link ReentrantLock#hasQueuedThread}, which is final there. */
    public final boolean cqsHasQueuedThread(Thread thread) {
        if (thread == null) {
            throw new NullPointerException();
        }
        return core().hasQueuedThread(thread);
    }

    /** Answers {@link ReentrantLock#getQueueLength}, which is final there. */
    public final int cqsGetQueueLength() {
        return core().getQueueLength();
    }

    /*
     * Serialization. The JDK class writes its own synchronizer, and its conditions refer to that. An exact shim is written as such a lock. A
     * subclass of the application is written as itself, its otherwise idle JDK synchronizer with it, and its conditions as conditions of
     * that one. No code of ours runs in a JVM that reads them without the agent, and none can turn a condition back in one with it: so
     * there the lock works as the JDK's, and so do its conditions.
     */

    protected Object writeReplace() throws ObjectStreamException {
        ReentrantLockSync c = core;
        return c != null && JdkIdentity.isExact(this, CqsReentrantLock.class) ? c.serialForm() : this;
    }

    /** A condition of the synchronizer that the JDK class writes. */
    final Condition cqsSerialCondition() {
        return super.newCondition();
    }
}
