package io.github.cqs.shims;

import java.io.ObjectStreamException;
import java.util.concurrent.locks.ReentrantLock;

/** A {@link ReentrantLock} that changes nothing: what {@code mode=passthrough} swaps in to charge the swapping alone. */
@SuppressWarnings("serial")
public class PassthroughReentrantLock extends ReentrantLock {
    public PassthroughReentrantLock() {}

    public PassthroughReentrantLock(boolean fair) {
        super(fair);
    }

    /** An exact one is written as the JDK class; a subclass of the application as itself. */
    protected Object writeReplace() throws ObjectStreamException {
        if (!JdkIdentity.isExact(this, PassthroughReentrantLock.class)) {
            return this;
        }
        return new ReentrantLock(isFair());
    }

    @Override
    public String toString() {
        return JdkIdentity.of(this, PassthroughReentrantLock.class, ReentrantLock.class, super.toString());
    }
}
