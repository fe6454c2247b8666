package io.github.cqs.agent.ab;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The counters that a HotSpot JVM saves when it ends, if asked to ({@code -XX:+PerfDataSaveToFile}). They exist in every
 * JVM anyway, so that asking costs one file at the end and distorts no arm.
 */
final class PerfData {
    private static final int MAGIC = 0xcafec0c0;
    private static final int LITTLE_ENDIAN_AT = 4;
    private static final int ENTRIES_AT = 24;

    private final Map<String, Long> counters = new HashMap<>();
    private final Map<String, String> texts = new HashMap<>();

    private PerfData() {}

    /*
     * Overview.
     *
     * Format 2.0, unchanged since JDK 5. Header: magic, byte order, two version bytes, ..., at 24 the offset of the
     * first entry and the number of entries. Entry: its length, the offset of its name, the length of its vector (0 for
     * a scalar), the type as a letter, flags, unit, variability, the offset of its data. Offsets count from the entry.
     */

    static PerfData read(Path file) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file));
        PerfData data = new PerfData();
        try {
            if (in.getInt(0) != MAGIC) {
                throw new IOException(file + " holds no counters");
            }
            in.order(in.get(LITTLE_ENDIAN_AT) == 1 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
            int at = in.getInt(ENTRIES_AT);
            for (int left = in.getInt(ENTRIES_AT + 4); left > 0; left--) {
                data.entry(in, at);
                at += in.getInt(at);
            }
            return data;
        } catch (IndexOutOfBoundsException | BufferUnderflowException e) {
            throw new IOException(file + " is cut off", e);
        }
    }

    private void entry(ByteBuffer in, int at) {
        boolean scalar = in.getInt(at + 8) == 0;
        String name = text(in, at + in.getInt(at + 4));
        int data = at + in.getInt(at + 16);
        if (scalar && in.get(at + 12) == 'J') {
            counters.put(name, in.getLong(data));
        } else if (!scalar && in.get(at + 12) == 'B') {
            texts.put(name, text(in, data));
        }
    }

    private static String text(ByteBuffer in, int from) {
        int end = from;
        while (in.get(end) != 0) {
            end++;
        }
        byte[] text = new byte[end - from];
        in.get(from, text);
        return new String(text, StandardCharsets.UTF_8);
    }

    /** A counter, or NaN. */
    double counter(String name) {
        Long value = counters.get(name);
        return value == null ? Double.NaN : value;
    }

    /** The JVM's name and version, or an empty text. */
    String jvm() {
        String name = texts.getOrDefault("java.property.java.vm.name", "");
        String version = texts.getOrDefault("java.property.java.vm.version", "");
        return (name + ' ' + version).strip();
    }

    /** Milliseconds from the creation of the JVM until it could call main; agents run in between. */
    double startupMillis() {
        return counter("sun.rt.createVmEndTime") - counter("sun.rt.createVmBeginTime");
    }

    /** Milliseconds in pauses, all collectors. */
    double gcMillis() {
        double ticks = 0;
        for (int i = 0; counters.containsKey("sun.gc.collector." + i + ".time"); i++) {
            ticks += counter("sun.gc.collector." + i + ".time");
        }
        return 1000 * ticks / counter("sun.os.hrt.frequency");
    }
}
