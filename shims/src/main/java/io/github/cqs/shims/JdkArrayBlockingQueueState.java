package io.github.cqs.shims;

import java.io.InvalidObjectException;
import java.lang.reflect.Field;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The private state that a shim inherits from {@link ArrayBlockingQueue}: idle, but what is written when a subclass of the application is
 * serialised. Inside {@code java.base} it can be reached; elsewhere that package must be opened.
 */
final class JdkArrayBlockingQueueState {
    private JdkArrayBlockingQueueState() {}

    /**
     * Makes the superclass' state that of a queue with {@code elements}.
     *
     * @throws InvalidObjectException if it cannot be reached: better no copy than an empty one
     */
    static void fill(ArrayBlockingQueue<?> queue, int capacity, Object[] elements) throws InvalidObjectException {
        try {
            Object[] items = new Object[capacity];
            System.arraycopy(elements, 0, items, 0, elements.length);
            set(queue, "items", items);
            set(queue, "takeIndex", 0);
            set(queue, "putIndex", elements.length == capacity ? 0 : elements.length);
            set(queue, "count", elements.length);
        } catch (ReflectiveOperationException | RuntimeException unreachable) {
            InvalidObjectException e = new InvalidObjectException(
                    "java.base does not open java.util.concurrent to " + JdkArrayBlockingQueueState.class.getModule());
            e.initCause(unreachable);
            throw e;
        }
    }

    static boolean isFair(ArrayBlockingQueue<?> queue) {
        try {
            return ((ReentrantLock) field("lock").get(queue)).isFair();
        } catch (ReflectiveOperationException | RuntimeException unreachable) {
            return false;
        }
    }

    private static void set(ArrayBlockingQueue<?> queue, String name, Object value)
            throws ReflectiveOperationException {
        field(name).set(queue, value);
    }

    private static Field field(String name) throws ReflectiveOperationException {
        Field field = ArrayBlockingQueue.class.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }
}
