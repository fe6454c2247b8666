package io.github.cqs.shims;

import java.io.ObjectStreamException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Collection;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * An {@link ArrayBlockingQueue} that changes nothing: what {@code mode=passthrough} swaps in to charge the swapping
 * alone.
 */
@SuppressWarnings("serial")
public class PassthroughArrayBlockingQueue<E> extends ArrayBlockingQueue<E> implements BlockingQueue<E>, Serializable {
    /* Both are kept for the serial form only: the JDK class does not tell them, or not in one step. */
    private final transient int capacity;
    private final transient boolean fair;

    public PassthroughArrayBlockingQueue(int capacity) {
        super(capacity);
        this.capacity = capacity;
        this.fair = false;
    }

    public PassthroughArrayBlockingQueue(int capacity, boolean fair) {
        super(capacity, fair);
        this.capacity = capacity;
        this.fair = fair;
    }

    public PassthroughArrayBlockingQueue(int capacity, boolean fair, Collection<? extends E> c) {
        super(capacity, fair, c);
        this.capacity = capacity;
        this.fair = fair;
    }

    /** An exact one is written as the JDK class; a subclass of the application as itself. */
    @SuppressWarnings("unchecked")
    protected Object writeReplace() throws ObjectStreamException {
        if (!JdkIdentity.isExact(this, PassthroughArrayBlockingQueue.class)) {
            return this;
        }
        return new ArrayBlockingQueue<E>(capacity, fair, (Collection<? extends E>) Arrays.asList(toArray()));
    }
}
