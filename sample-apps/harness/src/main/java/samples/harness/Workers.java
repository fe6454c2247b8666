package samples.harness;

/** The workers' threads: platform threads, or virtual ones where the JDK has them. */
final class Workers {
    private static final boolean VIRTUAL = "virtual".equals(System.getProperty("samples.threads"));
    private static final int FIRST_WITH_VIRTUAL = 21;

    private Workers() {}

    /** Refuses what this JDK cannot do. */
    static void check() {
        if (VIRTUAL && Runtime.version().feature() < FIRST_WITH_VIRTUAL) {
            throw new IllegalArgumentException("no virtual threads before JDK " + FIRST_WITH_VIRTUAL);
        }
    }

    static Thread unstarted(Runnable work, String name) {
        if (VIRTUAL) {
            return virtual(work, name);
        }
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Thread.ofVirtual().name(name).unstarted(work), compiled for a JDK that lacks it. */
    private static Thread virtual(Runnable work, String name) {
        try {
            Class<?> builder = Class.forName("java.lang.Thread$Builder");
            Object named = builder.getMethod("name", String.class)
                    .invoke(Thread.class.getMethod("ofVirtual").invoke(null), name);
            return (Thread) builder.getMethod("unstarted", Runnable.class).invoke(named, work);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
