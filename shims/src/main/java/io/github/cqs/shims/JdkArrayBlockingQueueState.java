package io.github.cqs.shims;

import java.io.InvalidObjectException;
import java.lang.reflect.Field;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The private state that a shim inherits from {@link ArrayBlockingQueue}: idle, but what is written when a subclass of the application is
 * serialised. Inside {@code java.base} it can be reached; elsewhere that package must be opened.
 */
final class JdkArrayBlockingQueueState {
    private static final String[] NAMES = {"items", "takeIndex", "putIndex", "count", "lock"};
    private static final Field[] FIELDS = new Field[NAMES.length];
    private static final @Nullable String UNREACHABLE = open();

    private JdkArrayBlockingQueueState() {}

    /** Looks the fields up now: later the application may have code on the stack that must not. */
    private static @Nullable String open() {
        try {
            for (int i = 0; i < NAMES.length; i++) {
                FIELDS[i] = ArrayBlockingQueue.class.getDeclaredField(NAMES[i]);
                FIELDS[i].setAccessible(true);
            }
            return null;
        } catch (ReflectiveOperationException | RuntimeException unreachable) {
            return "java.base does not open java.util.concurrent to " + JdkArrayBlockingQueueState.class.getModule()
                    + ": " + unreachable;
        }
    }

    /** Initialises this class. */
    static void link() {}

    /**
     * Makes the superclass' state that of a queue whose elements are in {@code items}.
     *
     * @throws InvalidObjectException if it cannot be reached: better no copy than an empty one
     */
    static void share(ArrayBlockingQueue<?> queue, @Nullable Object[] items, int takeIndex, int putIndex, int count)
            throws InvalidObjectException {
        if (UNREACHABLE != null) {
            throw new InvalidObjectException(UNREACHABLE);
        }
        try {
            FIELDS[0].set(queue, items);
            FIELDS[1].setInt(queue, takeIndex);
            FIELDS[2].setInt(queue, putIndex);
            FIELDS[3].setInt(queue, count);
        } catch (IllegalAccessException impossible) {
            throw new AssertionError(impossible);
        }
    }

    static boolean isFair(ArrayBlockingQueue<?> queue) {
        try {
            return UNREACHABLE == null && ((ReentrantLock) FIELDS[4].get(queue)).isFair();
        } catch (IllegalAccessException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
