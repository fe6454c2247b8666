package io.github.cqs.agent.install;

import io.github.cqs.agent.options.Faults;
import io.github.cqs.agent.report.RunRecord;
import io.github.cqs.agent.rewrite.CallSiteRewriter;
import io.github.cqs.agent.rewrite.ConstantPoolScan;
import io.github.cqs.agent.rewrite.Counters;
import io.github.cqs.agent.rewrite.ShimCatalogue;
import java.lang.instrument.ClassFileTransformer;
import java.lang.ref.WeakReference;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Changes bodies of classes that exist already: the JDK's final methods, and application classes that were loaded before
 * the agent. Capable of retransformation, and gives a class the same bodies whenever another agent asks for it again.
 */
final class LoadedClassTransformer implements ClassFileTransformer {
    private final ShimCatalogue catalogue;
    private final @Nullable Counters counters;
    private final RunRecord run;
    private final List<Patch> patches = new ArrayList<>(4);
    private final List<Early> early = new ArrayList<>(0);
    private boolean off;
    private boolean installed;
    private @Nullable String mismatch;

    private static final class Patch {
        final Class<?> target;
        final DeliveredClasses.ShimEntry shim;
        final String shimName;
        volatile boolean applied;

        Patch(Class<?> target, DeliveredClasses.ShimEntry shim, String shimName) {
            this.target = target;
            this.shim = shim;
            this.shimName = shimName;
        }
    }

    /** A class loaded before the agent, and the counters of its sites. */
    private static final class Early extends WeakReference<Class<?>> {
        private final SiteNumbers numbers;

        Early(Class<?> loaded, @Nullable Counters counters) {
            super(loaded);
            numbers = new SiteNumbers(counters);
        }
    }

    /** @param counters {@code null} to count nothing */
    LoadedClassTransformer(ShimCatalogue catalogue, @Nullable Counters counters, RunRecord run) {
        this.catalogue = catalogue;
        this.counters = counters;
        this.run = run;
    }

    synchronized void patch(Class<?> target, DeliveredClasses.ShimEntry shim, String shimName) {
        patches.add(new Patch(target, shim, shimName));
    }

    synchronized void rewrite(Class<?> loaded) {
        early.add(new Early(loaded, counters));
    }

    /** From now on every class comes out as it went in; those that did not until now are returned. */
    synchronized List<Class<?>> switchOff() {
        off = true;
        List<Class<?>> targets = new ArrayList<>(patches.size());
        for (int i = 0; i < patches.size(); i++) {
            targets.add(patches.get(i).target);
        }
        return targets;
    }

    /**
     * Ends the installation's part.
     *
     * @throws IllegalStateException if a JDK class was not patched
     */
    synchronized void requirePatched() {
        installed = true;
        if (mismatch != null) {
            throw new IllegalStateException(mismatch);
        }
        for (int i = 0; i < patches.size(); i++) {
            if (!patches.get(i).applied) {
                throw new IllegalStateException(patches.get(i).target.getName() + " was not patched");
            }
        }
    }

    /** {@code false} if the failure ends nothing and is to be reported by itself. */
    private synchronized boolean endsInstallation(Class<?> target, Throwable t) {
        if (installed || patchOf(target) == null) {
            return false;
        }
        if (mismatch == null) {
            mismatch = target.getName() + " cannot be patched: " + t;
        }
        return true;
    }

    private synchronized @Nullable Patch patchOf(Class<?> target) {
        for (int i = 0; !off && i < patches.size(); i++) {
            if (patches.get(i).target == target) {
                return patches.get(i);
            }
        }
        return null;
    }

    private synchronized @Nullable Early earlyOf(Class<?> loaded) {
        for (int i = 0; !off && i < early.size(); i++) {
            if (early.get(i).refersTo(loaded)) {
                return early.get(i);
            }
        }
        return null;
    }

    /** Whether the class was loaded before the agent and is one of those that were rewritten then. */
    boolean isEarly(Class<?> loaded) {
        return earlyOf(loaded) != null;
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable Module module,
            @Nullable ClassLoader loader,
            @Nullable String className,
            @Nullable Class<?> loaded,
            @Nullable ProtectionDomain domain,
            byte[] classFile) {
        if (loaded == null || !isNamed(className, loaded)) {
            return null;
        }
        try {
            Patch patch = patchOf(loaded);
            if (patch != null) {
                Faults.check(Faults.Step.BODIES);
                byte[] patched = new JdkBodies(patch.shim, patch.shimName).patch(classFile);
                patch.applied = true;
                return patched;
            }
            Early known = earlyOf(loaded);
            return known == null ? null : rewrite(loaded, known, classFile);
        } catch (Throwable t) {
            try {
                if (!endsInstallation(loaded, t)) {
                    run.failed(loaded.getName(), String.valueOf(t));
                }
            } catch (Throwable again) {
                /* Out of memory or stack: nothing left to say it with. */
            }
            return null;
        }
    }

    /**
     * Whether the bytes are those of {@code loaded}: while a class is retransformed, JDK 25 says so as well of others
     * that the same thread loads on the way.
     */
    static boolean isNamed(@Nullable String internalName, Class<?> loaded) {
        String name = loaded.getName();
        if (internalName == null || internalName.length() != name.length()) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            char c = internalName.charAt(i);
            if (name.charAt(i) != (c == '/' ? '.' : c)) {
                return false;
            }
        }
        return true;
    }

    private byte @Nullable [] rewrite(Class<?> loaded, Early known, byte[] classFile) {
        if (ConstantPoolScan.scan(classFile, catalogue.mask()) <= 0
                || ConstantPoolScan.majorVersion(classFile) > CallSiteRewriter.NEWEST_MAJOR) {
            return null;
        }
        Faults.check(Faults.Step.REWRITE);
        CallSiteRewriter.Result result = CallSiteRewriter.rewrite(
                classFile, catalogue, CallSiteRewriter.Scope.BODIES, known.numbers.fromTheFirst());
        if (known.numbers.firstReport()) {
            run.scanned();
            run.add(result.sites());
            run.addPreloaded(loaded.getName(), result.sites());
            if (result.bytes() != null) {
                run.rewritten();
            }
        }
        return result.bytes();
    }
}
