package io.github.cqs.bench.startup;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/** An agent that does nothing, with an argument: is shown every class and does nothing with it. It goes into a jar of its own. */
final class EmptyAgent implements ClassFileTransformer {
    private EmptyAgent() {}

    public static void premain(@Nullable String arguments, Instrumentation instrumentation) {
        if (arguments != null) {
            instrumentation.addTransformer(new EmptyAgent());
        }
    }
}
