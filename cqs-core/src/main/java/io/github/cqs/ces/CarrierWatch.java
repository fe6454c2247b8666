package io.github.cqs.ces;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Sees to it that threads which a slot has kept do not wait for its carrier while other carriers sleep. */
public final class CarrierWatch {
    private static final long PERIOD_NANOS = 1_000_000;

    /** Looks without anything kept before the watch sleeps until it is woken. */
    private static final int IDLE_LOOKS = 16;

    private static volatile @Nullable Thread watch;

    @SuppressWarnings("UnusedVariable") // through the VarHandle
    private static volatile boolean awake;

    private CarrierWatch() {}

    /** Watches for ever, on a thread that is a daemon. */
    public static void watch() {
        watch = Thread.currentThread();
        int idle = 0;
        for (; ; ) {
            if (HandOffCounters.callForKept()) {
                idle = 0;
            } else if (++idle > IDLE_LOOKS) {
                awake = false;
                while (!awake && !HandOffCounters.hasKept()) {
                    LockSupport.park(CarrierWatch.class);
                }
                awake = true;
                idle = 0;
            }
            LockSupport.parkNanos(CarrierWatch.class, PERIOD_NANOS);
        }
    }

    /** Whether there is one. */
    static boolean isOn() {
        return watch != null;
    }

    /** To be called after something was kept. */
    static void wake() {
        if (!awake && AWAKE.compareAndSet(false, true)) {
            LockSupport.unpark(watch);
        }
    }

    // VarHandle mechanics
    private static final VarHandle AWAKE;

    static {
        try {
            AWAKE = MethodHandles.lookup().findStaticVarHandle(CarrierWatch.class, "awake", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
