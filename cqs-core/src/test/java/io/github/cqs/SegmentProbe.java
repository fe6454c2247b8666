package io.github.cqs;

import io.github.cqs.internal.Segment;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;

/** Looks at the segments of a queue from outside. */
public final class SegmentProbe {
    private SegmentProbe() {}

    /** How many segments {@code queue} keeps from the garbage collector. */
    public static int reachable(CancellableQueueSynchronizer<?> queue) {
        try {
            Deque<Segment> open = new ArrayDeque<>();
            Set<Segment> seen = Collections.newSetFromMap(new IdentityHashMap<>());
            for (String pointer : new String[] {"suspendSegment", "resumeSegment"}) {
                open.add((Segment) read(CancellableQueueSynchronizer.class, pointer, queue));
            }
            while (!open.isEmpty()) {
                Segment segment = open.remove();
                if (seen.add(segment)) {
                    for (String link : new String[] {"next", "prev"}) {
                        Segment other = (Segment) read(Segment.class, link, segment);
                        if (other != null) {
                            open.add(other);
                        }
                    }
                }
            }
            return seen.size();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static Object read(Class<?> type, String field, Object target) throws ReflectiveOperationException {
        Field f = type.getDeclaredField(field);
        f.setAccessible(true);
        return f.get(target);
    }
}
