package io.github.cqs.ces;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Sees to it that threads which a slot has kept do not wait for its carrier while other carriers sleep, and that such go on which no carrier comes to. */
public final class CarrierWatch {
    /*
     * Overview. One platform thread that sleeps until something is kept, and then looks at all slots now and then until nothing was kept for
     * a while. Whatever it finds it calls a carrier for; if one is awake anyway, that costs next to nothing. Each look is one of Rescue's, too.
     *
     * Each look takes the processor from somebody. So the next one comes soon only after one that has found something.
     * What a thread that computes has kept is waited for by five periods and a little at most: the look that meets it comes after four, and who has only been next on a carrier is shared by the one after that.
     *
     * Nothing is overlooked. A slot writes kept and then reads awake; the watch writes awake = false and then reads kept of all slots, both
     * volatile: either the slot sees that it has to wake the watch, or the watch sees what was kept. A slot that is new has kept
     * nothing before it is in the list.
     */

    private static final long PERIOD_NANOS = 1_000_000;

    /** Periods from a look that has found nothing to the next one. */
    private static final int CALM = 4;

    /** Looks without any need for them, before the watch sleeps until it is woken. */
    private static final int IDLE_LOOKS = 4;

    private static volatile @Nullable Thread watch;

    @SuppressWarnings("UnusedVariable") // through the VarHandle
    private static volatile boolean awake;

    private CarrierWatch() {}

    private static final Rescue RESCUE = new Rescue();

    /** Watches until the process ends, on the current thread, which must be a daemon. Interrupts are ignored. */
    public static void watch() {
        watchedBy(Thread.currentThread());
        try {
            int periods = 1;
            for (int idle = 0; ; ) {
                pause(periods * PERIOD_NANOS);
                boolean found = false;
                boolean needed = true;
                try {
                    found = HandOffCounters.callForKept();
                    needed = RESCUE.look(periods) || found;
                } catch (VirtualMachineError exhausted) {
                    /* Memory comes back, and this is the only watch. */
                }
                periods = found || RESCUE.isAtWork() ? 1 : CALM;
                if (needed) {
                    idle = 0;
                } else if (++idle == IDLE_LOOKS) {
                    sleep();
                    idle = 0;
                    periods = 1;
                }
            }
        } finally {
            /* Whatever may have failed: without a watch nothing is kept, and nobody yields for others. */
            if (watch == Thread.currentThread()) {
                RESCUE.end();
                watchedBy(null);
            }
        }
    }

    private static void sleep() {
        awake = false;
        while (!awake && !HandOffCounters.hasKept() && HandOffCounters.away() == 0) {
            pause(0);
        }
        awake = true;
    }

    /** Parks, for ever if {@code nanos} is 0, with the interrupt status cleared, which would end it at once. */
    private static void pause(long nanos) {
        Thread.interrupted();
        if (nanos == 0) {
            LockSupport.park(CarrierWatch.class);
        } else {
            LockSupport.parkNanos(CarrierWatch.class, nanos);
        }
    }

    /** There is a watch from now on; none if null. */
    static void watchedBy(@Nullable Thread thread) {
        watch = thread;
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
