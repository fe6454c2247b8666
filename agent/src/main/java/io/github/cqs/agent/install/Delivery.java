package io.github.cqs.agent.install;

import io.github.cqs.agent.options.Faults;
import io.github.cqs.agent.options.ReportFile;
import io.github.cqs.agent.report.AgentLog;
import io.github.cqs.agent.rewrite.Primitive;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * Puts the delivered classes where every class loader finds them.
 *
 * <p>Inside java.base they cost no warning, keep class-data sharing on, and are found by loaders that delegate nothing
 * but {@code java.*}. Appended to the boot class path they have none of this, and need no access to java.base.
 */
final class Delivery {
    private static final String BASE_PACKAGE = "java/util/concurrent/locks/";
    private static final String APPEND_PACKAGE = "io/github/cqs/appended/";
    private static final String COUNTERS = "CqsSites";
    private static final String PASSTHROUGH = "Passthrough";
    private static final String METERED = "Metered";
    private static final String METER = "SiteMeter";
    private static final String TUNING = "Tuning";

    private final String folder;
    private final String prefix;
    private final Class<?>[] shims = new Class<?>[Primitive.count()];

    private Delivery(String folder, boolean passthrough, boolean metered) throws ClassNotFoundException {
        this.folder = folder;
        this.prefix = (passthrough ? PASSTHROUGH : metered ? "" : "Cqs") + (metered ? METERED : "");
        for (int i = 0; i < shims.length; i++) {
            shims[i] = Class.forName(shimName(Primitive.at(i)).replace('/', '.'), false, null);
        }
    }

    /** Defines the classes inside java.base, those that this run needs. */
    static Delivery intoJavaBase(
            Instrumentation instrumentation,
            DeliveredClasses delivered,
            boolean passthrough,
            boolean counting,
            boolean metered)
            throws ReflectiveOperationException {
        Faults.check(Faults.Step.DELIVERY);
        Module agent = Delivery.class.getModule();
        instrumentation.redefineModule(
                Object.class.getModule(),
                Set.of(),
                Map.of(),
                Map.of(ReentrantLock.class.getPackageName(), Set.of(agent)),
                Set.of(),
                Map.of());
        MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(ReentrantLock.class, MethodHandles.lookup());
        for (DeliveredClasses.ClassEntry entry : delivered.classes()) {
            String name = entry.simpleName();
            boolean wanted = name.equals(COUNTERS) ? counting : passthrough || !name.startsWith(PASSTHROUGH);
            if (wanted && (metered || !meters(name))) {
                define(lookup, entry);
                Faults.check(Faults.Step.DEFINE);
            }
        }
        return new Delivery(BASE_PACKAGE, passthrough, metered);
    }

    /** Whether a class serves statistics alone. */
    private static boolean meters(String name) {
        return name.startsWith("Meter")
                || name.startsWith(METER)
                || name.startsWith("Waiting")
                || name.startsWith(PASSTHROUGH + METERED);
    }

    /**
     * Defines one class. The JVM links it at once, and where it verifies java.base, as with {@code -Xverify:all}, linking
     * may want a class that is still to come: then the class is there all the same, and is linked when it is used.
     */
    private static void define(MethodHandles.Lookup lookup, DeliveredClasses.ClassEntry entry)
            throws ReflectiveOperationException {
        try {
            lookup.defineClass(entry.bytes());
        } catch (NoClassDefFoundError e) {
            String name = entry.name().replace('/', '.');
            AgentLog.debug(name + " is linked later: " + e);
            Class.forName(name, false, null);
        }
    }

    /** Appends a private copy of the classes to the boot class path. */
    static Delivery ontoBootClassPath(Instrumentation instrumentation, boolean passthrough, boolean metered)
            throws IOException, ClassNotFoundException {
        Faults.check(Faults.Step.APPEND);
        /* Without a channel, since the application has not begun (see ReportFile). */
        File folder = ReportFile.privateFolder().toFile();
        folder.deleteOnExit();
        File copy = new File(folder, "cqs-append.jar");
        copy.deleteOnExit();
        try (OutputStream out = new FileOutputStream(copy)) {
            out.write(AgentJar.read(AgentJar.APPEND));
        }
        try (JarFile jar = new JarFile(copy)) {
            instrumentation.appendToBootstrapClassLoaderSearch(jar);
        }
        /* A subclass of ArrayBlockingQueue is serialised with the JDK's own fields, which the shim fills. */
        instrumentation.redefineModule(
                Object.class.getModule(),
                Set.of(),
                Map.of(),
                Map.of(
                        ArrayBlockingQueue.class.getPackageName(),
                        Set.of(Class.forName((APPEND_PACKAGE + "CqsArrayBlockingQueue").replace('/', '.'), false, null)
                                .getModule())),
                Set.of(),
                Map.of());
        return new Delivery(APPEND_PACKAGE, passthrough, metered);
    }

    /** The internal name of the replacement. */
    String shimName(Primitive primitive) {
        return folder + prefix + primitive.simpleName();
    }

    /** The replacements by {@link Primitive#index}. */
    Class<?>[] shims() {
        return shims.clone();
    }

    /** The internal name of the class that counts instances. */
    String counterName() {
        return folder + COUNTERS;
    }

    Class<?> counterClass() throws ClassNotFoundException {
        return Class.forName(counterName().replace('/', '.'), false, null);
    }

    /** The class that metered replacements report to. */
    Class<?> meterClass() throws ClassNotFoundException {
        return Class.forName((folder + METER).replace('/', '.'), false, null);
    }

    /** The least and the greatest value of every tunable by its system property. */
    @SuppressWarnings("unchecked")
    Map<String, long[]> tunables() throws ReflectiveOperationException {
        return (Map<String, long[]>) Class.forName((folder + TUNING).replace('/', '.'), true, null)
                .getMethod("ranges")
                .invoke(null);
    }

    /** The replacement's names, {@code null} for classes outside of {@code mask}. */
    @Nullable
    String[] targets(int mask) {
        @Nullable String[] targets = new String[Primitive.count()];
        for (int i = 0; i < targets.length; i++) {
            targets[i] = Primitive.at(i).in(mask) ? shimName(Primitive.at(i)) : null;
        }
        return targets;
    }

    boolean isInJavaBase() {
        return folder.equals(BASE_PACKAGE);
    }
}
