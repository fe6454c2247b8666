package io.github.cqs.shims;

import io.github.cqs.internal.ReservedStack;
import io.github.cqs.shims.QueueIterators.Handle;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A weakly consistent iterator of a {@link CqsArrayBlockingQueue}. Holds its next element ready, so that {@code next} can answer whatever {@code hasNext} has promised.
 */
final class QueueIterator<E> implements Iterator<E> {
    private static final long NONE = -1;
    private static final long GONE = -2;

    private final CqsArrayBlockingQueue<E> queue;

    private @Nullable E nextItem;

    /** The position of {@link #nextItem}, or of the element after it once it was removed. */
    private long nextPosition;

    private boolean nextRemoved;

    /** Whether {@link #nextItem} was the last in the queue when the iterator came to it. The iteration ends there, whatever is added later, as the JDK's does. */
    private boolean nextIsLast;

    /** The position of the element that was returned last, NONE, or GONE if it has left the queue. */
    private long lastPosition = NONE;

    private @Nullable E lastItem;

    /** Null when exhausted: nobody moves our positions then. */
    private @Nullable Handle<E> handle;

    @ReservedStack
    QueueIterator(CqsArrayBlockingQueue<E> queue) {
        this.queue = queue;
        queue.cqsLock();
        try {
            if (queue.count > 0) {
                nextPosition = queue.head;
                nextItem = queue.cqsAt(0);
                nextIsLast = queue.count == 1;
                handle = queue.cqsRegister(this);
            }
        } finally {
            queue.cqsUnlock();
        }
    }

    /** An interior element was removed; those behind it moved down by one. */
    void onRemoval(long position) {
        if (position < nextPosition) {
            nextPosition--;
        } else if (position == nextPosition) {
            nextRemoved = true;
        }
        if (position < lastPosition) {
            lastPosition--;
        } else if (position == lastPosition) {
            lastPosition = GONE;
        }
    }

    @ReservedStack
    private void detach() {
        Handle<E> h = handle;
        if (h != null) {
            handle = null;
            queue.cqsUnregister(h);
        }
    }

    @Override
    @ReservedStack
    public boolean hasNext() {
        if (nextItem != null) {
            return true;
        }
        if (handle != null) {
            queue.cqsLock();
            try {
                detach();
            } finally {
                queue.cqsUnlock();
            }
        }
        return false;
    }

    @Override
    @ReservedStack
    public E next() {
        E e = nextItem;
        if (e == null) {
            throw new NoSuchElementException();
        }
        queue.cqsLock();
        try {
            advance();
        } finally {
            queue.cqsUnlock();
        }
        return e;
    }

    private void advance() {
        lastItem = nextItem;
        if (nextRemoved || nextPosition < queue.head) {
            lastPosition = GONE;
            nextRemoved = false;
        } else {
            lastPosition = nextPosition++;
        }
        if (nextPosition < queue.head) {
            nextPosition = queue.head;
        }
        int offset = (int) (nextPosition - queue.head);
        nextItem = !nextIsLast && offset < queue.count ? queue.cqsAt(offset) : null;
        nextIsLast = offset + 1 == queue.count;
    }

    @Override
    public void forEachRemaining(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        queue.cqsLockForCode();
        try {
            int left = queue.count + 1; // as many as there may be: the action may add others without end
            for (E e = nextItem; e != null && left > 0; e = nextItem) {
                left--;
                advance();
                action.accept(e);
            }
        } finally {
            nextItem = null; // the iteration is over, also when the action has thrown
            lastPosition = NONE;
            lastItem = null;
            try {
                detach();
            } finally {
                queue.cqsUnlockAfterCode(0);
            }
        }
    }

    @Override
    @ReservedStack
    public void remove() {
        queue.cqsLock();
        try {
            long position = lastPosition;
            if (position == NONE) {
                throw new IllegalStateException();
            }
            E item = lastItem;
            lastPosition = NONE;
            lastItem = null;
            long offset = position - queue.head;
            if (offset >= 0 && offset < queue.count && queue.cqsAt((int) offset) == item) {
                queue.cqsRemoveAt((int) offset);
            }
        } finally {
            queue.cqsUnlock();
        }
    }
}
