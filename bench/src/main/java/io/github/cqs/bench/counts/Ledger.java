package io.github.cqs.bench.counts;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** What rewritten classes call instead of what they called. Only threads with a tape are recorded. */
public final class Ledger {
    private static final ThreadLocal<@Nullable Tape> TAPE = new ThreadLocal<>();

    /** The fields of all handles that counted classes have made; others are for arrays. */
    private static final Map<VarHandle, String> FIELDS = Collections.synchronizedMap(new IdentityHashMap<>());

    private Ledger() {}

    /** Records the current thread from now on, or no longer. */
    static void use(@Nullable Tape tape) {
        if (tape == null) {
            TAPE.remove();
        } else {
            TAPE.set(tape);
        }
    }

    /**
     * Called before an access. Where several threads are counted, each gives its processor away here: so others come between any two accesses
     * of an operation, as they do from other processors.
     */
    @SuppressWarnings("ThreadPriorityCheck") // the purpose
    static void interleave() {
        Tape tape = TAPE.get();
        if (tape != null && tape.yields()) {
            Thread.yield();
        }
    }

    // Called by rewritten code

    /** Before a plain write. */
    public static void wrote(Object target, String field) {
        interleave();
        take(Kind.PLAIN_WRITE, target, field);
    }

    /** Before a volatile write. */
    public static void wroteVolatile(Object target, String field) {
        interleave();
        take(Kind.VOLATILE_WRITE, target, field);
    }

    public static void store(Object[] array, int index, Object value) {
        interleave();
        array[index] = value;
        take(Kind.PLAIN_WRITE, array, index);
    }

    /** Before a volatile read. */
    public static void read() {
        interleave();
        count(Kind.READ);
    }

    public static void made() {
        count(Kind.OBJECT);
    }

    public static void park(Object blocker) {
        count(Kind.PARK);
        LockSupport.park(blocker);
    }

    public static void park() {
        count(Kind.PARK);
        LockSupport.park();
    }

    public static void parkNanos(Object blocker, long nanos) {
        count(Kind.PARK);
        LockSupport.parkNanos(blocker, nanos);
    }

    public static void parkNanos(long nanos) {
        count(Kind.PARK);
        LockSupport.parkNanos(nanos);
    }

    public static void unpark(Thread thread) {
        count(Kind.UNPARK);
        LockSupport.unpark(thread);
    }

    /** Instead of the method of {@code Lookup}. */
    public static VarHandle findVarHandle(MethodHandles.Lookup lookup, Class<?> owner, String field, Class<?> type)
            throws NoSuchFieldException, IllegalAccessException {
        VarHandle handle = lookup.findVarHandle(owner, field, type);
        FIELDS.put(handle, field);
        return handle;
    }

    /** Links an access through a VarHandle. */
    public static CallSite access(MethodHandles.Lookup caller, String name, MethodType type) {
        AccessMode mode = AccessMode.valueFromMethodName(name);
        MethodHandle plain = MethodHandles.varHandleInvoker(mode, type.dropParameterTypes(0, 1));
        Access access = new Access(
                mode,
                plain.asSpreader(Object[].class, type.parameterCount())
                        .asType(MethodType.methodType(Object.class, Object[].class)));
        return new ConstantCallSite(Access.CALL
                .bindTo(access)
                .asCollector(Object[].class, type.parameterCount())
                .asType(type));
    }

    static void count(Kind kind) {
        Tape tape = TAPE.get();
        if (tape != null) {
            tape.count(kind);
        }
    }

    static void take(Kind kind, Object target, Object place) {
        Tape tape = TAPE.get();
        if (tape != null) {
            tape.take(kind, target, place);
        }
    }

    static void tookIf(boolean succeeded, Object target, Object place) {
        take(succeeded ? Kind.CAS : Kind.FAILED_CAS, target, place);
    }

    /** A call site. */
    private static final class Access {
        static final MethodHandle CALL;

        private final AccessMode mode;
        private final MethodHandle plain;

        Access(AccessMode mode, MethodHandle plain) {
            this.mode = mode;
            this.plain = plain;
        }

        /** The arguments: the handle, the coordinates, the values. */
        @SuppressWarnings("UnusedMethod") // through CALL
        @Nullable
        Object call(@Nullable Object[] args) throws Throwable {
            interleave();
            @Nullable Object result = plain.invokeExact(args);
            Object target = args[1];
            if (!(args[0] instanceof VarHandle handle) || target == null) {
                throw new IllegalStateException("not an access to an object");
            }
            String field = FIELDS.get(handle);
            @Nullable Object place = field == null ? args[2] : field;
            if (place == null) {
                throw new IllegalStateException("no index");
            }
            record(target, place, result, args, field == null ? 3 : 2);
            return result;
        }

        /** The arguments proper begin at {@code first}. */
        private void record(Object target, Object place, @Nullable Object result, @Nullable Object[] args, int first) {
            switch (mode) {
                case GET, GET_VOLATILE, GET_OPAQUE, GET_ACQUIRE -> count(Kind.READ);
                case SET_VOLATILE -> take(Kind.VOLATILE_WRITE, target, place);
                case SET, SET_OPAQUE, SET_RELEASE -> take(Kind.PLAIN_WRITE, target, place);
                case COMPARE_AND_SET,
                        WEAK_COMPARE_AND_SET,
                        WEAK_COMPARE_AND_SET_PLAIN,
                        WEAK_COMPARE_AND_SET_ACQUIRE,
                        WEAK_COMPARE_AND_SET_RELEASE -> tookIf(Boolean.TRUE.equals(result), target, place);
                case COMPARE_AND_EXCHANGE, COMPARE_AND_EXCHANGE_ACQUIRE, COMPARE_AND_EXCHANGE_RELEASE ->
                    tookIf(same(result, args[first]), target, place);
                default -> take(Kind.RMW, target, place);
            }
        }

        private static boolean same(@Nullable Object a, @Nullable Object b) {
            return a instanceof Number ? a.equals(b) : a == b;
        }

        static {
            try {
                CALL = MethodHandles.lookup()
                        .findVirtual(Access.class, "call", MethodType.methodType(Object.class, Object[].class));
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }
}
