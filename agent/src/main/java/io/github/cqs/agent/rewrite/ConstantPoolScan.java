package io.github.cqs.agent.rewrite;

/**
 * Tells from the constant pool alone whether a class creates or extends a swapped class. Classes that do not even name
 * one cost a walk over their pool and no allocation; those that merely name one, an array of four bytes a constant.
 */
public final class ConstantPoolScan {
    /** No swapped class is created or extended here. */
    public static final int NO_HIT = 0;

    /** The pool cannot be read: damaged, or of a form that this agent does not know. */
    public static final int UNREADABLE = -1;

    private static final int FIRST_ENTRY = 10;
    private static final int UTF8 = 1;
    private static final int INTEGER = 3;
    private static final int FLOAT = 4;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    private static final int CLASS = 7;
    private static final int STRING = 8;
    private static final int FIELDREF = 9;
    private static final int METHODREF = 10;
    private static final int INTERFACE_METHODREF = 11;
    private static final int NAME_AND_TYPE = 12;
    private static final int METHOD_HANDLE = 15;
    private static final int METHOD_TYPE = 16;
    private static final int DYNAMIC = 17;
    private static final int INVOKE_DYNAMIC = 18;
    private static final int MODULE = 19;
    private static final int PACKAGE = 20;

    /*
     * Overview.
     *
     * Pass one looks for a string that is exactly the name of a swapped class; descriptors only contain such names. Of
     * the classes that hit, most merely call methods: pass two wants a method reference X.<init>, which every new,
     * super(..) and constructor handle needs, or X as the superclass.
     */

    private static final byte[] SIZES = sizes();
    private static final byte[][] NAMES = names();
    private static final int SHORTEST = shortest();
    private static final int LONGEST = longest();
    private static final int PREFIX = Primitive.COMMON_PREFIX.length();
    private static final byte[] INIT = ascii("<init>");

    private ConstantPoolScan() {}

    /** The class file's major version. */
    public static int majorVersion(byte[] b) {
        return b.length < 8 ? 0 : u2(b, 6);
    }

    /**
     * One bit for each class in {@code mask} that {@code b} creates or extends, or {@link #UNREADABLE}.
     *
     * @param b a class file, trusted in nothing
     */
    public static int scan(byte[] b, int mask) {
        if (b.length < FIRST_ENTRY || b[0] != (byte) 0xCA || b[1] != (byte) 0xFE) {
            return UNREADABLE;
        }
        int count = u2(b, 8);
        int named = 0;
        int at = FIRST_ENTRY;
        for (int i = 1; i < count; i++) {
            if (at + 3 > b.length) {
                return UNREADABLE;
            }
            int tag = b[at];
            if (tag == UTF8) {
                int length = u2(b, at + 1);
                if (length >= SHORTEST && length <= LONGEST && at + 3 + length <= b.length) {
                    named |= match(b, at + 3, length);
                }
                at += 3 + length;
            } else {
                int size = size(tag);
                if (size == 0) {
                    return UNREADABLE;
                }
                at += size;
                if (size == 9) {
                    i++;
                }
            }
        }
        return (named & mask) == 0 ? NO_HIT : uses(b, count, named & mask);
    }

    private static int uses(byte[] b, int count, int named) {
        int[] offsets = new int[count];
        int at = FIRST_ENTRY;
        for (int i = 1; i < count; i++) {
            offsets[i] = at;
            int tag = b[at];
            if (tag == UTF8) {
                at += 3 + u2(b, at + 1);
            } else {
                int size = size(tag);
                at += size;
                if (size == 9) {
                    i++;
                }
            }
            if (at + 3 > b.length) {
                return UNREADABLE;
            }
        }
        int hits = at + 6 <= b.length ? classAt(b, offsets, u2(b, at + 4)) : 0;
        for (int i = 1; i < count; i++) {
            int entry = offsets[i];
            if (entry != 0 && (b[entry] == METHODREF || b[entry] == INTERFACE_METHODREF)) {
                int owner = classAt(b, offsets, u2(b, entry + 1));
                if (owner != 0 && (hits & owner) == 0 && isInit(b, offsets, u2(b, entry + 3))) {
                    hits |= owner;
                }
            }
        }
        return hits & named;
    }

    private static int classAt(byte[] b, int[] offsets, int index) {
        int entry = index < offsets.length ? offsets[index] : 0;
        if (entry == 0 || b[entry] != CLASS) {
            return 0;
        }
        int name = u2(b, entry + 1);
        int utf8 = name < offsets.length ? offsets[name] : 0;
        return utf8 == 0 || b[utf8] != UTF8 ? 0 : match(b, utf8 + 3, u2(b, utf8 + 1));
    }

    private static boolean isInit(byte[] b, int[] offsets, int nameAndType) {
        int entry = nameAndType < offsets.length ? offsets[nameAndType] : 0;
        if (entry == 0) {
            return false;
        }
        int name = u2(b, entry + 1);
        int utf8 = name < offsets.length ? offsets[name] : 0;
        return utf8 != 0 && u2(b, utf8 + 1) == INIT.length && same(b, utf8 + 3, INIT, 0);
    }

    /** The bit of the swapped class whose name stands at {@code at}, or 0. */
    private static int match(byte[] b, int at, int length) {
        /* The first bytes are those of nearly every name in the JDK; the byte behind the common prefix tells apart. */
        if (length < SHORTEST || length > LONGEST || b[at] != 'j' || b[at + PREFIX - 1] != '/') {
            return 0;
        }
        for (int i = 0; i < NAMES.length; i++) {
            byte[] name = NAMES[i];
            if (name.length == length && same(b, at, name, 0)) {
                return 1 << i;
            }
        }
        return 0;
    }

    private static boolean same(byte[] b, int at, byte[] name, int from) {
        for (int i = name.length - 1; i >= from; i--) {
            if (b[at + i] != name[i]) {
                return false;
            }
        }
        return true;
    }

    /** Bytes of an entry with that tag, 0 if the tag is unknown. Those of nine bytes take two indices. */
    private static int size(int tag) {
        return tag < 0 || tag >= SIZES.length ? 0 : SIZES[tag];
    }

    private static byte[] sizes() {
        byte[] sizes = new byte[PACKAGE + 1];
        for (int tag = 0; tag < sizes.length; tag++) {
            sizes[tag] = switch (tag) {
                case CLASS, STRING, METHOD_TYPE, MODULE, PACKAGE -> 3;
                case METHOD_HANDLE -> 4;
                case INTEGER, FLOAT, FIELDREF, METHODREF, INTERFACE_METHODREF, NAME_AND_TYPE, DYNAMIC, INVOKE_DYNAMIC ->
                    5;
                case LONG, DOUBLE -> 9;
                default -> 0;
            };
        }
        return sizes;
    }

    private static int u2(byte[] b, int at) {
        return (b[at] & 0xFF) << 8 | (b[at + 1] & 0xFF);
    }

    private static byte[][] names() {
        byte[][] names = new byte[Primitive.count()][];
        for (int i = 0; i < names.length; i++) {
            names[i] = ascii(Primitive.at(i).internalName());
        }
        return names;
    }

    private static byte[] ascii(String s) {
        byte[] bytes = new byte[s.length()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) s.charAt(i);
        }
        return bytes;
    }

    private static int shortest() {
        int min = Integer.MAX_VALUE;
        for (byte[] name : NAMES) {
            min = Math.min(min, name.length);
        }
        return min;
    }

    private static int longest() {
        int max = 0;
        for (byte[] name : NAMES) {
            max = Math.max(max, name.length);
        }
        return max;
    }
}
