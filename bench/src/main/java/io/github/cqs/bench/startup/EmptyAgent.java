package io.github.cqs.bench.startup;

import java.lang.instrument.Instrumentation;

/** An agent that does nothing; it goes into a jar of its own. */
final class EmptyAgent {
    private EmptyAgent() {}

    public static void premain(String arguments, Instrumentation instrumentation) {}
}
