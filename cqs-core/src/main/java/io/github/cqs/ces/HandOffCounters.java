package io.github.cqs.ces;

import io.github.cqs.internal.Scarcity;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What was handed over in this JVM since its start. Exact when no virtual thread runs. */
public final class HandOffCounters {
    /*
     * Overview.
     *
     * Each slot counts for itself, so that counting costs no shared memory. The slots of all carriers are a list that grows at its head by
     * CAS: a carrier adds its own as it begins, and must not block. Slots of ended carriers are added to sums and unlinked by whoever has the
     * guard, which is a reader, or a carrier that starts and gets the guard at once. Only the one with the guard changes next pointers of
     * slots in the list; the slot at the head stays, since new ones are about to point to it.
     */

    /** Waiters that continued at once on the carrier of the thread that released. */
    public static final int HAND_OFFS = 0;

    /** Waiters that were to continue so and were queued, because the thread that released could not leave its carrier. */
    public static final int FLUSHES = 1;

    /** Wake-ups that were not handed over because of too many hand-offs in a row, or for too long, while others waited for a carrier. */
    public static final int BOUND_HITS = 2;

    /** Wake-ups that were not handed over because the thread that released held something else. */
    public static final int NESTED = 3;

    /** Wake-ups of threads that another scheduler runs. */
    public static final int OTHER_SCHEDULER = 4;

    /** Wake-ups of which no other carrier was told before the thread that woke had left this one. */
    public static final int NEXT_UP = 5;

    /**
     * Wake-ups that were not handed over because of one of the two threads: that which released is a platform thread or another scheduler's, or the waiter is, or is pinned, or was on its way to park
     * still.
     */
    public static final int PLAIN = 6;

    /** Threads that have released something and were about to yield for others; and such that went on. */
    static final int DEPARTURES = 7;

    static final int RETURNS = 8;

    /** How many of these there are. */
    static final int KINDS = 9;

    private static final long[] ENDED = new long[KINDS];

    /** For who has the guard and no memory. */
    private static final long[] SUMS = new long[KINDS];

    private static final AtomicLong RETURNS_ELSEWHERE = new AtomicLong();

    /** Of {@link #PLAIN}: by threads without a slot. */
    private static final AtomicLong PLAIN_ELSEWHERE = new AtomicLong();

    @SuppressWarnings("UnusedVariable") // through the VarHandle
    private static volatile @Nullable CarrierSlot slots;

    @SuppressWarnings("UnusedVariable") // through the VarHandle
    private static volatile boolean guarded;

    private HandOffCounters() {}

    static void add(CarrierSlot slot) {
        do {
            slot.next = slots;
        } while (!SLOTS.compareAndSet(slot.next, slot));
        if (GUARDED.compareAndSet(false, true)) {
            try {
                sum(SUMS);
            } finally {
                guarded = false;
            }
        }
    }

    /** What was counted, by the kinds above. */
    public static long[] counts() {
        long[] sums = new long[KINDS];
        guard();
        try {
            sum(sums);
        } finally {
            guarded = false;
        }
        sums[PLAIN] += PLAIN_ELSEWHERE.get();
        return sums;
    }

    private static void guard() {
        while (!GUARDED.compareAndSet(false, true)) {
            Scarcity.tryYield(); // the one with the guard may need this core; it does not block
        }
    }

    private static void sum(long[] sums) {
        Arrays.fill(sums, 0);
        CarrierSlot before = null;
        for (CarrierSlot slot = slots; slot != null; slot = slot.next) {
            if (before != null && slot.isRetired()) {
                slot.addTo(ENDED);
                before.next = slot.next;
            } else {
                slot.addTo(sums);
                before = slot;
            }
        }
        for (int i = 0; i < KINDS; i++) {
            sums[i] += ENDED[i];
        }
    }

    /** How many threads have yielded for others and have not gone on yet; exact if no virtual thread runs. Takes no memory. */
    static long away() {
        guard();
        try {
            sum(SUMS);
            return SUMS[DEPARTURES] - SUMS[RETURNS] - RETURNS_ELSEWHERE.get();
        } finally {
            guarded = false;
        }
    }

    /** Such a thread goes on, and not upon a carrier with a slot. */
    static void returnsElsewhere() {
        RETURNS_ELSEWHERE.getAndIncrement();
    }

    /** A thread that is not upon a carrier with a slot has woken a waiter that it would have handed over to otherwise. */
    static void wokePlainlyElsewhere() {
        PLAIN_ELSEWHERE.getAndIncrement();
    }

    static @Nullable CarrierSlot firstSlot() {
        return slots;
    }

    /** Whether some slot has kept a thread. */
    static boolean hasKept() {
        for (CarrierSlot slot = slots; slot != null; slot = slot.next) {
            if (slot.hasKept()) {
                return true;
            }
        }
        return false;
    }

    /** Wakes carriers for what slots have kept; whether there was any. */
    static boolean callForKept() {
        boolean called = false;
        for (CarrierSlot slot = slots; slot != null; slot = slot.next) {
            called |= slot.callForKept();
        }
        return called;
    }

    // VarHandle mechanics
    private static final VarHandle SLOTS;
    private static final VarHandle GUARDED;

    static {
        try {
            MethodHandles.Lookup l = MethodHandles.lookup();
            SLOTS = l.findStaticVarHandle(HandOffCounters.class, "slots", CarrierSlot.class);
            GUARDED = l.findStaticVarHandle(HandOffCounters.class, "guarded", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
