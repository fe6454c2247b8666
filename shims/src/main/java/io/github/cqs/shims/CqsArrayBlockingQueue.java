package io.github.cqs.shims;

import java.util.Collection;
import java.util.concurrent.ArrayBlockingQueue;

/** An {@link ArrayBlockingQueue} whose waiters queue in a {@code CancellableQueueSynchronizer}. */
@SuppressWarnings("serial")
public class CqsArrayBlockingQueue<E> extends ArrayBlockingQueue<E> {
    public CqsArrayBlockingQueue(int capacity) {
        super(capacity);
    }

    public CqsArrayBlockingQueue(int capacity, boolean fair) {
        super(capacity, fair);
    }

    public CqsArrayBlockingQueue(int capacity, boolean fair, Collection<? extends E> c) {
        super(capacity, fair, c);
    }
}
