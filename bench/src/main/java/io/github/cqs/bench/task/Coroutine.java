package io.github.cqs.bench.task;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** The JDK's {@code Continuation}, which is no API: a computation that can leave its thread and go on in another. Needs {@link #FLAG}. */
public final class Coroutine {
    /** For the JVM. */
    public static final String FLAG = "--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED";

    private final Object continuation;

    Coroutine(Runnable body) {
        try {
            continuation = MAKE.invoke(body);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Goes on until {@link #suspend} or the end, in this thread; may be nested. Answers whether it has ended. */
    boolean run() {
        try {
            RUN.invokeExact(continuation);
            return (boolean) IS_DONE.invokeExact(continuation);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Leaves the innermost {@link #run} of this thread. */
    static void suspend() {
        try {
            boolean ignored = (boolean) SUSPEND.invokeExact();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    // MethodHandle mechanics

    private static final MethodHandle MAKE;
    private static final MethodHandle RUN;
    private static final MethodHandle IS_DONE;
    private static final MethodHandle SUSPEND;

    static {
        try {
            MethodHandles.Lookup l = MethodHandles.lookup();
            Class<?> type = Class.forName("jdk.internal.vm.Continuation");
            Class<?> scopeType = Class.forName("jdk.internal.vm.ContinuationScope");
            Object scope = l.findConstructor(scopeType, MethodType.methodType(void.class, String.class))
                    .invoke("bench");
            MAKE = l.findConstructor(type, MethodType.methodType(void.class, scopeType, Runnable.class))
                    .bindTo(scope);
            RUN = l.findVirtual(type, "run", MethodType.methodType(void.class))
                    .asType(MethodType.methodType(void.class, Object.class));
            IS_DONE = l.findVirtual(type, "isDone", MethodType.methodType(boolean.class))
                    .asType(MethodType.methodType(boolean.class, Object.class));
            SUSPEND = l.findStatic(type, "yield", MethodType.methodType(boolean.class, scopeType))
                    .bindTo(scope);
        } catch (Throwable e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
