package io.github.cqs.shims;

import java.io.ObjectStreamException;
import java.io.Serializable;
import java.util.concurrent.Semaphore;

/** A {@link Semaphore} that changes nothing: what {@code mode=passthrough} swaps in to charge the swapping alone. */
@SuppressWarnings("serial")
public class PassthroughSemaphore extends Semaphore implements Serializable {
    public PassthroughSemaphore(int permits) {
        super(permits);
    }

    public PassthroughSemaphore(int permits, boolean fair) {
        super(permits, fair);
    }

    /** An exact one is written as the JDK class; a subclass of the application as itself. */
    protected Object writeReplace() throws ObjectStreamException {
        if (!JdkIdentity.isExact(this, PassthroughSemaphore.class)) {
            return this;
        }
        return new Semaphore(availablePermits(), isFair());
    }

    @Override
    public String toString() {
        return JdkIdentity.of(this, PassthroughSemaphore.class, Semaphore.class, super.toString());
    }
}
