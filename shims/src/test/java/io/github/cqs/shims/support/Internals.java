package io.github.cqs.shims.support;

import io.github.cqs.CancellableQueueSynchronizer;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;

/** Looks at the queues inside shims, which nothing public shows. */
public final class Internals {
    private Internals() {}

    /** Checks the invariants of the queue in {@code field} of {@code owner}, where {@code ->} leads from field to field. */
    public static void checkQueue(Object owner, String path) {
        Object at = value(owner, path);
        if (at == null) {
            return; // nobody has ever waited
        }
        try {
            Method check = CancellableQueueSynchronizer.class.getDeclaredMethod("checkInvariants");
            check.setAccessible(true);
            check.invoke(at);
            Method threads = CancellableQueueSynchronizer.class.getDeclaredMethod("queuedThreads");
            threads.setAccessible(true);
            Object queued = threads.invoke(at);
            if (!queued.equals(List.of())) {
                throw new AssertionError("still queued: " + queued);
            }
        } catch (InvocationTargetException e) {
            throw new AssertionError(e.getCause().getMessage(), e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** What the private fields of {@code path} lead to; null where one of them is. */
    public static Object value(Object owner, String path) {
        try {
            Object at = owner;
            for (String name : path.split("->")) {
                if (at == null) {
                    return null;
                }
                at = field(at.getClass(), name).get(at);
            }
            return at;
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** Writes a private int of {@code owner}. */
    public static void set(Object owner, String name, int value) {
        try {
            field(owner.getClass(), name).setInt(owner, value);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static Field field(Class<?> type, String name) throws NoSuchFieldException {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    field.setAccessible(true);
                    return field;
                }
            }
        }
        throw new NoSuchFieldException(name);
    }
}
