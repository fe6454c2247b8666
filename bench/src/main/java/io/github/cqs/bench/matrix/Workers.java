package io.github.cqs.bench.matrix;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** Makes threads. */
public final class Workers {
    /** Room for a loop's few frames; ten thousand waiters need little memory that way. */
    private static final long SMALL_STACK = 256 << 10;

    /** The name of platform threads that were made by {@link #light}. */
    static final String LIGHT = "waiter";

    private static final @Nullable ThreadFactory VIRTUAL = virtualFactory();

    private Workers() {}

    /** Whether this JDK has virtual threads. */
    public static boolean haveVirtual() {
        return VIRTUAL != null;
    }

    static Thread platform(String name, Runnable body) {
        Thread thread = new Thread(null, body, name, SMALL_STACK);
        thread.setDaemon(true);
        return thread;
    }

    public static Thread virtual(Runnable body) {
        if (VIRTUAL == null) {
            throw new IllegalStateException("this JDK has no virtual threads");
        }
        return VIRTUAL.newThread(body);
    }

    /** The cheapest thread that this JDK has. */
    public static Thread light(Runnable body) {
        return haveVirtual() ? virtual(body) : platform(LIGHT, body);
    }

    private static @Nullable ThreadFactory virtualFactory() {
        try {
            MethodHandles.Lookup l = MethodHandles.publicLookup();
            Class<?> builder = Class.forName("java.lang.Thread$Builder");
            Class<?> ofVirtual = Class.forName("java.lang.Thread$Builder$OfVirtual");
            MethodHandle make = l.findStatic(Thread.class, "ofVirtual", MethodType.methodType(ofVirtual));
            MethodHandle factory = l.findVirtual(builder, "factory", MethodType.methodType(ThreadFactory.class));
            return (ThreadFactory) factory.invoke(make.invoke());
        } catch (Throwable absent) { // JDK 17; on 19 and 20 a preview
            return null;
        }
    }
}
