package io.github.cqs.bench.ces;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Says which platform thread runs the current thread. Needs {@link #FLAG}. */
public final class Carriers {
    /** For the JVM. */
    public static final String FLAG = "--add-exports=java.base/jdk.internal.access=ALL-UNNAMED";

    private Carriers() {}

    @SuppressWarnings("deprecation") // getId: threadId() is not there on JDK 17
    public static long current() {
        try {
            return ((Thread) CURRENT.invokeExact()).getId();
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static final MethodHandle CURRENT;

    static {
        try {
            MethodHandles.Lookup l = MethodHandles.lookup();
            Class<?> access = Class.forName("jdk.internal.access.JavaLangAccess");
            MethodHandle get = l.findStatic(
                    Class.forName("jdk.internal.access.SharedSecrets"),
                    "getJavaLangAccess",
                    MethodType.methodType(access));
            MethodHandle current = l.findVirtual(access, "currentCarrierThread", MethodType.methodType(Thread.class));
            CURRENT = current.bindTo(get.invoke());
        } catch (Throwable e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
