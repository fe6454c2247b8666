package io.github.cqs.agent.install;

import io.github.cqs.agent.options.Faults;
import io.github.cqs.agent.report.AgentLog;
import io.github.cqs.agent.report.HandOffs;
import io.github.cqs.agent.report.RunRecord;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.security.ProtectionDomain;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Turns the hand-off between virtual threads on, when the first of them is created. */
final class VirtualThreads {
    /*
     * Overview.
     *
     * An application without virtual threads pays for a comparison of class names while classes load, no more. Creating the first virtual
     * thread loads VirtualThread$VThreadContinuation$1, before any carrier exists. The loading thread waits here while another one patches
     * java.lang.VirtualThread: inside a transformer the JVM hides from transformers what the same thread does. (The class without $1 comes
     * a little earlier, but verifying the patch needs it, and would wait for the thread that waits here.) The wait is bounded; what comes late
     * is as good, for carriers that start later.
     *
     * Then the loading thread goes on, and a hand-off is tried out between two virtual threads, which needs the class that was being loaded.
     * Only when that went well do releases hand over. Until then, and whenever anything is not as expected, they wake the plain way.
     *
     * What names CesCarrier is defined here and nowhere else, and is linked only by a patched java.lang.VirtualThread.
     */

    private static final String FIRST_CLASS = "java/lang/VirtualThread$VThreadContinuation$1";
    private static final String PACKAGE = "jdk.internal.misc.";
    private static final long PATIENCE_SECONDS = 10;

    /** Under which the report and the log speak of it. */
    private static final String SUBJECT = "hand-off on virtual threads";

    private final Instrumentation instrumentation;
    private final RunRecord run;
    private final DeliveredClasses delivered;
    private final CountDownLatch patched = new CountDownLatch(1);
    private @Nullable Thread worker;

    private VirtualThreads(Instrumentation instrumentation, RunRecord run, DeliveredClasses delivered) {
        this.instrumentation = instrumentation;
        this.run = run;
        this.delivered = delivered;
    }

    /** Waits for the first virtual thread. To be called when the delivered classes are inside java.base. */
    static void prepare(Instrumentation instrumentation, RunRecord run, DeliveredClasses delivered) {
        if (classOrNull("java.lang.VirtualThread") == null) {
            run.handOffs(HandOffs.off("this JDK has no virtual threads"));
            return;
        }
        run.handOffs(new HandOffs("idle", "no virtual thread has been started", null));
        VirtualThreads threads = new VirtualThreads(instrumentation, run, delivered);
        FirstVirtualThread first = new FirstVirtualThread(threads);
        instrumentation.addTransformer(first, false);
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            if (Runnable.class.isAssignableFrom(loaded) // few are, and asking for a name is not free
                    && loaded.getName().replace('.', '/').equals(FIRST_CLASS)) {
                threads.patchAndWait();
                return;
            }
        }
    }

    private static @Nullable Class<?> classOrNull(String name) {
        try {
            return Class.forName(name, false, null);
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }

    private static final class FirstVirtualThread implements ClassFileTransformer {
        private final VirtualThreads threads;

        FirstVirtualThread(VirtualThreads threads) {
            this.threads = threads;
        }

        @Override
        public byte @Nullable [] transform(
                @Nullable Module module,
                @Nullable ClassLoader loader,
                @Nullable String className,
                @Nullable Class<?> loaded,
                @Nullable ProtectionDomain domain,
                byte[] classFile) {
            if (loader == null && FIRST_CLASS.equals(className)) {
                try {
                    threads.patchAndWait();
                } catch (Throwable t) {
                    threads.off(t);
                }
            }
            return null;
        }
    }

    /** Patches in a thread of its own, and waits until that is done. */
    private void patchAndWait() {
        synchronized (this) {
            if (worker == null) {
                worker = start("cqs-virtual", this::patchAndCheck);
            } else if (worker == Thread.currentThread()) {
                return;
            }
        }
        boolean interrupted = false;
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        for (; ; ) {
            try {
                if (!patched.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    AgentLog.debug(SUBJECT + ": the patch takes its time");
                }
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static Thread start(String name, Runnable body) {
        Thread thread = new Thread(systemGroup(), body, name, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        thread.start();
        return thread;
    }

    /** Where an application does not look for threads of its own. */
    private static @Nullable ThreadGroup systemGroup() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group != null && group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }

    private void patchAndCheck() {
        try {
            Object scheduler;
            try {
                scheduler = patch();
            } finally {
                patched.countDown();
            }
            check(scheduler);
        } catch (InvocationTargetException e) {
            off(e.getCause());
        } catch (Throwable t) {
            off(t);
        }
    }

    private void off(@Nullable Throwable t) {
        failed(run, t);
    }

    /** It was to be on and is not, because of {@code t}. */
    static void failed(RunRecord run, @Nullable Throwable t) {
        String reason = t instanceof IllegalStateException ? String.valueOf(t.getMessage()) : String.valueOf(t);
        run.handOffs(HandOffs.off(reason));
        run.note(SUBJECT, "off: " + reason);
        AgentLog.info(SUBJECT + " is off: " + reason);
    }

    // In the worker

    private Object patch() throws Exception {
        Faults.check(Faults.Step.VIRTUAL);
        Class<?> target = Class.forName("java.lang.VirtualThread", false, null);
        Class<?> scheduler = defineCarrier();
        Transformer transformer = new Transformer(target);
        instrumentation.addTransformer(transformer, true);
        boolean done = false;
        try {
            instrumentation.retransformClasses(target);
            Throwable failure = transformer.failure;
            if (failure != null) {
                throw new IllegalStateException(String.valueOf(failure.getMessage()), failure);
            }
            done = transformer.applied;
            if (!done) {
                throw new IllegalStateException("java.lang.VirtualThread cannot be patched");
            }
        } finally {
            if (!done) {
                instrumentation.removeTransformer(transformer);
            }
        }
        MethodHandle drain = MethodHandles.privateLookupIn(ForkJoinPool.class, MethodHandles.lookup())
                .findVirtual(ForkJoinPool.class, "drainTasksTo", MethodType.methodType(int.class, Collection.class));
        return scheduler.getMethod("create", MethodHandle.class).invoke(null, drain);
    }

    private Class<?> defineCarrier() throws ReflectiveOperationException {
        Set<Module> us = Set.of(VirtualThreads.class.getModule());
        instrumentation.redefineModule(
                Object.class.getModule(),
                Set.of(),
                Map.of(),
                Map.of("jdk.internal.misc", us, "java.util.concurrent", us),
                Set.of(),
                Map.of());
        Class<?> carrier = Class.forName(PACKAGE + "CarrierThread", false, null);
        MethodHandles.Lookup open = MethodHandles.privateLookupIn(carrier, MethodHandles.lookup());
        /* What the carrier is compiled against in another guise must be there. */
        open.findConstructor(carrier, MethodType.methodType(void.class, ForkJoinPool.class));
        open.findVirtual(carrier, "beginBlocking", MethodType.methodType(boolean.class));
        open.findVirtual(carrier, "endBlocking", MethodType.methodType(void.class));
        MethodType submits = MethodType.methodType(ForkJoinTask.class, ForkJoinTask.class);
        open.findVirtual(ForkJoinPool.class, "externalSubmit", submits);
        open.findVirtual(ForkJoinPool.class, "lazySubmit", submits);
        Class<?> last = carrier;
        for (DeliveredClasses.ClassEntry entry : delivered.carrier()) {
            last = open.defineClass(entry.bytes());
        }
        return last;
    }

    /** Stays registered, so that the patch survives retransformations by other agents. */
    private static final class Transformer implements ClassFileTransformer {
        private final Class<?> target;
        private volatile @Nullable Throwable failure;
        private volatile boolean applied;

        Transformer(Class<?> target) {
            this.target = target;
        }

        @Override
        public byte @Nullable [] transform(
                @Nullable Module module,
                @Nullable ClassLoader loader,
                @Nullable String className,
                @Nullable Class<?> loaded,
                @Nullable ProtectionDomain domain,
                byte[] classFile) {
            if (loaded != target || !VirtualThreadBodies.TARGET.equals(className)) {
                return null;
            }
            try {
                Faults.check(Faults.Step.VIRTUAL_PATCH);
                byte[] bytes = VirtualThreadBodies.patch(classFile);
                applied = true;
                return bytes;
            } catch (Throwable t) {
                failure = t;
                return null;
            }
        }
    }

    private void check(Object scheduler) throws Exception {
        Faults.check(Faults.Step.VIRTUAL_CHECK);
        ThreadFactory factory = virtualThreads();
        Class<?> base = scheduler.getClass().getSuperclass();
        String home = base.getPackageName() + '.';
        Method check = Class.forName(home + "HandOffCheck", true, null)
                .getMethod("run", base, ThreadFactory.class, long.class);
        run.handOffs(new HandOffs("idle", "no carrier has had time to try one", null));
        Object wrong = check.invoke(null, scheduler, factory, TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS));
        if (wrong != null) {
            throw new IllegalStateException((String) wrong);
        }
        Method watch = Class.forName(home + "CarrierWatch", true, null).getMethod("watch");
        start("cqs-carriers", () -> {
            try {
                watch.invoke(null);
            } catch (ReflectiveOperationException | LinkageError e) {
                AgentLog.debug(SUBJECT + ": no watch: " + e); // then no thread is kept either
            }
        });
        // With the watch, or not at all: threads that yield for others count on it.
        Class.forName(home + "HandOff", true, null).getMethod("use", base).invoke(null, scheduler);
        run.handOffs(new HandOffs("on", "", counters(home)));
        AgentLog.info(SUBJECT + " is on");
    }

    private static Supplier<long[]> counters(String home) throws ReflectiveOperationException {
        Method counts = Class.forName(home + "HandOffCounters", true, null).getMethod("counts");
        return () -> {
            try {
                return (long[]) counts.invoke(null);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        };
    }

    /** {@code Thread.ofVirtual().factory()}, which JDK 17 does not have. */
    private static ThreadFactory virtualThreads() throws ReflectiveOperationException {
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        return (ThreadFactory)
                Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
    }
}
