package samples.leveldb;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Entry number n: 16 bytes of key and 100 bytes of value, both derived from n. */
final class Entry {
    private static final int KEY_BYTES = 16;
    private static final int VALUE_BYTES = 100;

    private Entry() {}

    static byte[] key(int number) {
        return ByteBuffer.allocate(KEY_BYTES)
                .putLong(mix(number))
                .putLong(number)
                .array();
    }

    static byte[] value(int number) {
        ByteBuffer value = ByteBuffer.allocate(VALUE_BYTES);
        for (long seed = mix(number); value.remaining() >= Long.BYTES; seed = mix(seed)) {
            value.putLong(seed);
        }
        return value.array();
    }

    static boolean isValue(int number, byte[] value) {
        return Arrays.equals(value, value(number));
    }

    /** The finalizer of MurmurHash3: scatters consecutive numbers over the key space. */
    private static long mix(long number) {
        long h = number + 0x9e3779b97f4a7c15L;
        h = (h ^ (h >>> 33)) * 0xff51afd7ed558ccdL;
        h = (h ^ (h >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return h ^ (h >>> 33);
    }
}
