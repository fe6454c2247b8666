package io.github.cqs.bench.counts;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** What one thread did, operation by operation. */
final class Tape {
    /** Orders the events of all threads; each is numbered after it has happened, so neighbours may have changed places. */
    private static final AtomicLong CLOCK = new AtomicLong();

    private final List<Event> events = new ArrayList<>();
    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    private final boolean yields;
    private int operation = -1;
    private long unparks;
    private long mostUnparks;

    /**
     * A cache line taken.
     *
     * @param target the object or array
     * @param place the field, or the index
     */
    record Event(long time, int operation, Object target, Object place) {}

    /** With {@code yields} the thread gives its processor away before each access to shared memory. */
    Tape(boolean yields) {
        this.yields = yields;
    }

    boolean yields() {
        return yields;
    }

    /** Begins the next operation. */
    void next() {
        operation++;
        unparks = 0;
    }

    void count(Kind kind) {
        counts.merge(kind, 1L, Long::sum);
        if (kind == Kind.PARK) {
            unparks = 0;
        } else if (kind == Kind.UNPARK) {
            mostUnparks = Math.max(mostUnparks, ++unparks);
        }
    }

    void take(Kind kind, Object target, Object place) {
        count(kind);
        events.add(new Event(CLOCK.getAndIncrement(), operation, target, place));
    }

    long operations() {
        return operation + 1L;
    }

    long counted(Kind kind) {
        return counts.getOrDefault(kind, 0L);
    }

    /** Most threads woken by an operation without a wait of its own in between. */
    long mostUnparks() {
        return mostUnparks;
    }

    List<Event> events() {
        return events;
    }
}
