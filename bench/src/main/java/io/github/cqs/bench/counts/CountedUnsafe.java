package io.github.cqs.bench.counts;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Stands for the JDK's internal {@code Unsafe} in copies of its classes: the same names, on handles; an offset is the number of a field. The
 * names are the JDK's.
 */
public final class CountedUnsafe {
    private static final CountedUnsafe INSTANCE = new CountedUnsafe();

    private final List<Place> places = new ArrayList<>();

    private record Place(VarHandle handle, String field) {}

    private CountedUnsafe() {}

    public static CountedUnsafe getUnsafe() {
        return INSTANCE;
    }

    /** Names the field. */
    public synchronized long objectFieldOffset(Class<?> owner, String name) {
        try {
            Field field = owner.getDeclaredField(name);
            VarHandle handle =
                    MethodHandles.privateLookupIn(owner, MethodHandles.lookup()).unreflectVarHandle(field);
            places.add(new Place(handle, name));
            return places.size() - 1L;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private Place place(long offset) {
        Ledger.interleave();
        return placeOf(offset);
    }

    private synchronized Place placeOf(long offset) {
        return places.get((int) offset);
    }

    public boolean compareAndSetInt(Object target, long offset, int expected, int value) {
        Place place = place(offset);
        boolean done = place.handle.compareAndSet(target, expected, value);
        Ledger.tookIf(done, target, place.field);
        return done;
    }

    public boolean compareAndSetLong(Object target, long offset, long expected, long value) {
        Place place = place(offset);
        boolean done = place.handle.compareAndSet(target, expected, value);
        Ledger.tookIf(done, target, place.field);
        return done;
    }

    public boolean compareAndSetReference(
            Object target, long offset, @Nullable Object expected, @Nullable Object value) {
        Place place = place(offset);
        boolean done = place.handle.compareAndSet(target, expected, value);
        Ledger.tookIf(done, target, place.field);
        return done;
    }

    public boolean weakCompareAndSetReference(
            Object target, long offset, @Nullable Object expected, @Nullable Object value) {
        return compareAndSetReference(target, offset, expected, value);
    }

    public int getAndBitwiseAndInt(Object target, long offset, int mask) {
        Place place = place(offset);
        int before = (int) place.handle.getAndBitwiseAnd(target, mask);
        Ledger.take(Kind.RMW, target, place.field);
        return before;
    }

    public void putInt(Object target, long offset, int value) {
        Place place = place(offset);
        place.handle.set(target, value);
        Ledger.take(Kind.PLAIN_WRITE, target, place.field);
    }

    public void putIntOpaque(Object target, long offset, int value) {
        Place place = place(offset);
        place.handle.setOpaque(target, value);
        Ledger.take(Kind.PLAIN_WRITE, target, place.field);
    }

    public void putReference(Object target, long offset, @Nullable Object value) {
        Place place = place(offset);
        place.handle.set(target, value);
        Ledger.take(Kind.PLAIN_WRITE, target, place.field);
    }

    /** For a time only. */
    public void park(boolean absolute, long nanos) {
        if (absolute) {
            throw new UnsupportedOperationException();
        }
        Ledger.count(Kind.PARK);
        LockSupport.parkNanos(nanos);
    }
}
