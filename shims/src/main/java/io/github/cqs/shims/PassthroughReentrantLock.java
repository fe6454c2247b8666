package io.github.cqs.shims;

import java.io.ObjectStreamException;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** A {@link ReentrantLock} that changes nothing: what {@code mode=passthrough} swaps in to charge the swapping alone. */
@SuppressWarnings("serial")
public class PassthroughReentrantLock extends ReentrantLock implements Lock, Serializable {
    public PassthroughReentrantLock() {}

    public PassthroughReentrantLock(boolean fair) {
        super(fair);
    }

    /** An exact one is written as the JDK class; a subclass of the application as itself. */
    protected Object writeReplace() throws ObjectStreamException {
        if (!JdkIdentity.isExact(this, PassthroughReentrantLock.class)) {
            return this;
        }
        ReentrantLock form = new ReentrantLock(isFair());
        try {
            // Conditions of this lock refer to its synchronizer. The form that shares it is never used, only written.
            Field sync = ReentrantLock.class.getDeclaredField("sync");
            sync.setAccessible(true);
            sync.set(form, sync.get(this));
        } catch (ReflectiveOperationException | RuntimeException outsideOfJavaBase) {
            return form; // without its conditions
        }
        return form;
    }

    @Override
    public String toString() {
        return JdkIdentity.of(this, PassthroughReentrantLock.class, ReentrantLock.class, super.toString());
    }
}
