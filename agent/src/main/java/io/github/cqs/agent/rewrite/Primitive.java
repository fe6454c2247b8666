package io.github.cqs.agent.rewrite;

import org.jspecify.annotations.Nullable;

/** The JDK classes that can be swapped. */
public enum Primitive {
    REENTRANT_LOCK("java/util/concurrent/locks/ReentrantLock"),
    SEMAPHORE("java/util/concurrent/Semaphore"),
    COUNT_DOWN_LATCH("java/util/concurrent/CountDownLatch"),
    CYCLIC_BARRIER("java/util/concurrent/CyclicBarrier"),
    ARRAY_BLOCKING_QUEUE("java/util/concurrent/ArrayBlockingQueue");

    /** What every name above starts with. */
    static final String COMMON_PREFIX = "java/util/concurrent/";

    private static final Primitive[] ALL = values();

    private final String internalName;
    private final String simpleName;

    Primitive(String internalName) {
        this.internalName = internalName;
        this.simpleName = internalName.substring(internalName.lastIndexOf('/') + 1);
    }

    public static int count() {
        return ALL.length;
    }

    public static Primitive at(int index) {
        return ALL[index];
    }

    public static @Nullable Primitive bySimpleName(String name) {
        for (int i = 0; i < ALL.length; i++) {
            if (ALL[i].simpleName.equals(name)) {
                return ALL[i];
            }
        }
        return null;
    }

    /** The JDK class' name as class files hold it. */
    public String internalName() {
        return internalName;
    }

    /** The JDK class' name as {@link Class#getName} gives it. */
    public String binaryName() {
        return internalName.replace('/', '.');
    }

    public String simpleName() {
        return simpleName;
    }

    /** Its place in the table, from 0: what arrays and bit masks of classes are indexed by. */
    @SuppressWarnings("EnumOrdinal")
    public int index() {
        return ordinal();
    }

    /** Whether it is {@code writeReplace} of a swapped object that puts its state where serialization finds it. */
    boolean isFilledByWriteReplace() {
        return this == SEMAPHORE || this == ARRAY_BLOCKING_QUEUE;
    }

    int bit() {
        return 1 << index();
    }

    public boolean in(int mask) {
        return (mask & bit()) != 0;
    }
}
