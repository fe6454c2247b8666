package io.github.cqs.shims;

import java.lang.reflect.Field;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The private state that a shim inherits from {@link ArrayBlockingQueue}: idle, but what is written when a subclass of the application is
 * serialised. Only inside {@code java.base} can it be reached; elsewhere such an object is written empty.
 */
final class JdkArrayBlockingQueueState {
    private JdkArrayBlockingQueueState() {}

    static void fill(ArrayBlockingQueue<?> queue, int capacity, Object[] elements) {
        try {
            Object[] items = new Object[capacity];
            System.arraycopy(elements, 0, items, 0, elements.length);
            set(queue, "items", items);
            set(queue, "takeIndex", 0);
            set(queue, "putIndex", elements.length == capacity ? 0 : elements.length);
            set(queue, "count", elements.length);
        } catch (ReflectiveOperationException | RuntimeException unreachable) {
            // Said in the class description.
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
