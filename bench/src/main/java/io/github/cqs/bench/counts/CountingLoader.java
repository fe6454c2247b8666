package io.github.cqs.bench.counts;

import io.github.cqs.bench.counts.subject.Workloads;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/**
 * Loads counted copies of the engines and shims under their own names, and of the JDK's five classes and what is below them under names that
 * may be defined here. The {@code subject} package is loaded here too, so that it uses the copies; the production classes are not touched.
 */
final class CountingLoader extends ClassLoader {
    private static final String OURS = "io/github/cqs/";
    private static final String BENCH = OURS + "bench/";
    private static final String SUBJECT = BENCH + "counts/subject/";
    private static final String PREFIX = "counted/";
    private static final String LOCKS = "java/util/concurrent/locks/";
    private static final String UNSAFE = "jdk/internal/misc/Unsafe";
    private static final String COUNTED_UNSAFE = BENCH + "counts/CountedUnsafe";

    private static final Set<String> JDK = Set.of(
            LOCKS + "AbstractOwnableSynchronizer",
            LOCKS + "AbstractQueuedSynchronizer",
            LOCKS + "ReentrantLock",
            "java/util/concurrent/Semaphore",
            "java/util/concurrent/CountDownLatch",
            "java/util/concurrent/CyclicBarrier",
            "java/util/concurrent/ArrayBlockingQueue");

    private final Fields fields = new Fields(CountingLoader::open);

    CountingLoader() {
        super(CountingLoader.class.getClassLoader());
    }

    /** A workload on counted copies. */
    Workload make(String type, boolean fair, boolean ours, int threads) throws ReflectiveOperationException {
        return (Workload) loadClass(Workloads.class.getName())
                .getMethod("make", String.class, boolean.class, boolean.class, int.class)
                .invoke(null, type, fair, ours, threads);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        String internal = name.replace('.', '/');
        if (!isCopied(internal)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name, internal);
        }
    }

    private static boolean isCopied(String internal) {
        return internal.startsWith(PREFIX)
                || internal.startsWith(SUBJECT)
                || (internal.startsWith(OURS) && !internal.startsWith(BENCH));
    }

    private Class<?> define(String name, String internal) throws ClassNotFoundException {
        String original = internal.startsWith(PREFIX) ? internal.substring(PREFIX.length()) : internal;
        try (InputStream in = open(original)) {
            ClassWriter copy = new ClassWriter(ClassWriter.COMPUTE_MAXS);
            ClassVisitor renamed = new ClassRemapper(copy, new Copies());
            ClassVisitor chain = original.startsWith(SUBJECT) ? renamed : new CountingVisitor(renamed, fields);
            new ClassReader(in).accept(chain, 0);
            byte[] bytes = copy.toByteArray();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private static InputStream open(String internal) throws IOException {
        InputStream in = CountingLoader.class.getClassLoader().getResourceAsStream(internal + ".class");
        if (in == null) {
            throw new IOException("no class file of " + internal);
        }
        return in;
    }

    private static final class Copies extends Remapper {
        Copies() {
            super(Opcodes.ASM9);
        }

        @Override
        public String map(String internal) {
            int nested = internal.indexOf('$');
            String top = nested < 0 ? internal : internal.substring(0, nested);
            if (JDK.contains(top)) {
                return PREFIX + internal;
            }
            return internal.equals(UNSAFE) ? COUNTED_UNSAFE : internal;
        }
    }
}
