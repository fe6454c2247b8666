package io.github.cqs.shims;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A queue's iterators that are not exhausted. An object of its own, so that an idle queue stays small. All of it under the queue's lock. */
final class QueueIterators<E> {
    /** The queue's way to an iterator that may be garbage; knows its place in {@link #handles}. */
    static final class Handle<E> extends WeakReference<QueueIterator<E>> {
        int place;

        Handle(QueueIterator<E> iterator, int place) {
            super(iterator);
            this.place = place;
        }
    }

    /** Null behind the last. */
    @SuppressWarnings("unchecked")
    private @Nullable Handle<E>[] handles = (Handle<E>[]) new Handle<?>[4];

    int count;

    Handle<E> add(QueueIterator<E> iterator) {
        if (count == handles.length) {
            for (int i = count - 1; i >= 0; i--) {
                Handle<E> handle = at(i);
                if (handle.get() == null) {
                    remove(handle);
                }
            }
            if (count > handles.length / 2) {
                handles = Arrays.copyOf(handles, handles.length * 2);
            }
        }
        Handle<E> handle = new Handle<>(iterator, count);
        handles[count++] = handle;
        return handle;
    }

    void remove(Handle<E> handle) {
        assert at(handle.place) == handle;
        Handle<E> last = at(--count);
        handles[handle.place] = last;
        last.place = handle.place;
        handles[count] = null;
        handle.clear();
    }

    Handle<E> at(int place) {
        Handle<E> handle = handles[place];
        assert handle != null : "an iterator is missing";
        return handle;
    }

    /** The element at {@code position} was removed from between others. */
    void onRemoval(long position) {
        for (int i = 0; i < count; i++) {
            QueueIterator<E> iterator = at(i).get();
            if (iterator != null) {
                iterator.onRemoval(position);
            }
        }
    }
}
