package io.github.cqs.shims;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamException;
import java.lang.invoke.VarHandle;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
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
public class CqsReentrantLock extends ReentrantLock {
    private static final long serialVersionUID = 1L;

    /** Null only while an object is being deserialised. */
    @SuppressWarnings("NullAway.Init")
    private transient ReentrantLockSync core;

    /** As {@link ReentrantLock#ReentrantLock()}. */
    public CqsReentrantLock() {
        core = ReentrantLockSync.create(false);
        VarHandle.storeStoreFence(); // as for a final field: the lock may be published by a race
    }

    /** As {@link ReentrantLock#ReentrantLock(boolean)}. */
    public CqsReentrantLock(boolean fair) {
        super(fair);
        core = ReentrantLockSync.create(fair);
        VarHandle.storeStoreFence();
    }

    @Override
    public void lock() {
        core.lock();
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        core.lockInterruptibly();
    }

    @Override
    public boolean tryLock() {
        return core.tryLock();
    }

    @Override
    public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
        return core.tryLock(timeout, unit);
    }

    @Override
    public void unlock() {
        core.unlock();
    }

    @Override
    public Condition newCondition() {
        return core.newCondition();
    }

    @Override
    public int getHoldCount() {
        return core.getHoldCount();
    }

    @Override
    public boolean isHeldByCurrentThread() {
        return core.isHeldByCurrentThread();
    }

    @Override
    public boolean isLocked() {
        return core.isLocked();
    }

    @Override
    protected @Nullable Thread getOwner() {
        return core.getOwner();
    }

    @Override
    protected Collection<Thread> getQueuedThreads() {
        return core.getQueuedThreads();
    }

    @Override
    public boolean hasWaiters(Condition condition) {
        return core.owned(condition).hasWaiters();
    }

    @Override
    public int getWaitQueueLength(Condition condition) {
        return core.owned(condition).getWaitQueueLength();
    }

    @Override
    protected Collection<Thread> getWaitingThreads(Condition condition) {
        return core.owned(condition).getWaitingThreads();
    }

    @Override
    public String toString() {
        return JdkIdentity.of(this, CqsReentrantLock.class, ReentrantLock.class) + core.describe();
    }

    // Asked by the patched bodies of the final methods

    /** Whether the {@code cqs} methods can answer; not while an object is being deserialised. */
    public final boolean cqsIsReady() {
        return core != null;
    }

    /** Answers {@link ReentrantLock#isFair}, which is final there. */
    public final boolean cqsIsFair() {
        return core.isFair();
    }

    /** Answers {@link ReentrantLock#hasQueuedThreads}, which is final there. */
    public final boolean cqsHasQueuedThreads() {
        return core.hasQueuedThreads();
    }

    /** Answers {@link ReentrantLock#hasQueuedThread}, which is final there. */
    public final boolean cqsHasQueuedThread(Thread thread) {
        if (thread == null) {
            throw new NullPointerException();
        }
        return core.hasQueuedThread(thread);
    }

    /** Answers {@link ReentrantLock#getQueueLength}, which is final there. */
    public final int cqsGetQueueLength() {
        return core.getQueueLength();
    }

    // Serialization. The JDK superclass writes and reads fairness in its own, otherwise idle, state.

    /** An exact shim is written as the JDK class; a subclass of the application as itself. */
    @SuppressWarnings("UnusedMethod") // called by serialization
    protected Object writeReplace() throws ObjectStreamException {
        return JdkIdentity.isExact(this, CqsReentrantLock.class) ? core.serialForm() : this;
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        core = ReentrantLockSync.create(isFair());
    }

    @SuppressWarnings("UnusedMethod") // called by serialization
    private void readObjectNoData() throws ObjectStreamException {
        core = ReentrantLockSync.create(isFair());
    }
}
