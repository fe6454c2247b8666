package io.github.cqs.bench.counts;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;
import org.openjdk.jol.vm.VM;

/** Where fields lie in objects of this JVM, but for those that are imagined to have a line of their own. */
final class Layout {
    private static final int LINE = 64;

    private final Set<String> padded;
    private final Map<Class<?>, Map<String, Long>> offsets = new HashMap<>();
    private final long arrayBase = VM.current().arrayBaseOffset("java.lang.Object");
    private final long arrayScale = VM.current().arrayIndexScale("java.lang.Object");

    Layout(Set<String> padded) {
        this.padded = padded;
    }

    /** The cache line within an object that begins where a line does. */
    Object line(Object target, Object place) {
        return place instanceof String field && padded.contains(field) ? field : offset(target, place) / LINE;
    }

    private long offset(Object target, Object place) {
        if (place instanceof Integer index) {
            return arrayBase + index * arrayScale;
        }
        Long offset = offsets.computeIfAbsent(target.getClass(), Layout::read).get(place);
        if (offset == null) {
            throw new IllegalStateException("no field " + place + " in " + target.getClass());
        }
        return offset;
    }

    private static Map<String, Long> read(Class<?> type) {
        Map<String, Long> offsets = new HashMap<>();
        for (FieldLayout field : ClassLayout.parseClass(type).fields()) {
            offsets.put(field.name(), field.offset());
        }
        return offsets;
    }
}
