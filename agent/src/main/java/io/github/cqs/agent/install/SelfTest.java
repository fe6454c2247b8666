package io.github.cqs.agent.install;

import io.github.cqs.agent.options.Faults;
import io.github.cqs.agent.rewrite.CallSiteRewriter;
import io.github.cqs.agent.rewrite.Primitive;
import io.github.cqs.agent.rewrite.ShimCatalogue;
import java.lang.reflect.Constructor;
import java.util.function.IntFunction;

/** Makes one instance of each swapped class through rewritten code, in a loader of its own, and uses it. */
final class SelfTest {
    private SelfTest() {}

    /** The loader that the rewritten probe lives in; sees the boot class path and nothing else. */
    private static final class Throwaway extends ClassLoader {
        Throwaway() {
            super(null);
        }

        /** The class is trusted as the agent is: what it uses first may read system properties. */
        Class<?> define(byte[] bytes) {
            return defineClass(null, bytes, 0, bytes.length, SelfTest.class.getProtectionDomain());
        }
    }

    /** Whether the class is a rewritten probe. */
    static boolean made(Class<?> loaded) {
        return loaded.getClassLoader() instanceof Throwaway;
    }

    /**
     * Runs the test.
     *
     * @throws IllegalStateException with the reason if a swapped class is not what was delivered
     */
    static void run(DeliveredClasses delivered, ShimCatalogue catalogue, LoaderCheck loaders, Class<?>[] shims)
            throws ReflectiveOperationException {
        Faults.check(Faults.Step.SELFTEST);
        Throwaway loader = new Throwaway();
        String refusal = loaders.refusal(loader);
        if (refusal != null) {
            throw new IllegalStateException(refusal);
        }
        CallSiteRewriter.Result result =
                CallSiteRewriter.rewrite(delivered.probe(), catalogue, CallSiteRewriter.Scope.DEFINITION, null);
        byte[] bytes = result.bytes();
        if (bytes == null) {
            throw new IllegalStateException("nothing was rewritten");
        }
        Constructor<?> constructor = loader.define(bytes).getDeclaredConstructor();
        constructor.setAccessible(true);
        IntFunction<?> probe = (IntFunction<?>) constructor.newInstance();
        for (int i = 0; i < Primitive.count(); i++) {
            if (Primitive.at(i).in(catalogue.mask())) {
                Object made = probe.apply(i);
                if (made.getClass() != shims[i]) {
                    throw new IllegalStateException("a new " + Primitive.at(i).simpleName() + " is a "
                            + made.getClass().getName());
                }
            }
        }
    }
}
