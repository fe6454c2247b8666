package io.github.cqs.agent.install;

import io.github.cqs.agent.options.Faults;
import io.github.cqs.agent.rewrite.ConstantPoolScan;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds application classes that were loaded before the agent and that create or extend a swapped class. */
final class PreloadedClasses {
    private PreloadedClasses() {}

    /** Candidates for a retransformation; includes classes whose bytes cannot be looked at otherwise. */
    static List<Class<?>> find(Instrumentation instrumentation, int mask) {
        Faults.check(Faults.Step.PRELOADED);
        List<Class<?>> found = new ArrayList<>(0);
        ClassLoader platform = ClassLoader.getPlatformClassLoader();
        ProtectionDomain own = PreloadedClasses.class.getProtectionDomain();
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            ClassLoader loader = loaded.getClassLoader();
            if (loader == null
                    || loader == platform
                    || loaded.isArray()
                    || loaded.isHidden()
                    || SelfTest.made(loaded)
                    || loaded.getProtectionDomain() == own
                    || isJdk(loaded)
                    || !instrumentation.isModifiableClass(loaded)) {
                continue;
            }
            if (mayHit(loaded, mask)) {
                found.add(loaded);
            }
        }
        return found;
    }

    private static boolean isJdk(Class<?> loaded) {
        Module module = loaded.getModule();
        if (loaded.getName().startsWith("jdk.internal.reflect.")) {
            return true;
        }
        return module.isNamed()
                && module.getLayer() == ModuleLayer.boot()
                && (module.getName().startsWith("java.") || module.getName().startsWith("jdk."));
    }

    private static boolean mayHit(Class<?> loaded, int mask) {
        byte[] bytes = bytes(loaded);
        return bytes == null || ConstantPoolScan.scan(bytes, mask) > 0;
    }

    /** The class file as the class's loader finds it; null if it does not. */
    static byte @Nullable [] bytes(Class<?> loaded) {
        try (InputStream in =
                loaded.getClassLoader().getResourceAsStream(loaded.getName().replace('.', '/') + ".class")) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException | RuntimeException | LinkageError e) {
            return null;
        }
    }
}
