package io.github.cqs.agent.cli;

import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/** Keeps what the launcher hands over when the agent's jar is run as a program. Changes nothing by itself. */
public final class LauncherAgent {
    private static volatile @Nullable Instrumentation instrumentation;

    private LauncherAgent() {}

    public static void agentmain(@Nullable String arguments, Instrumentation handedOver) {
        instrumentation = handedOver;
    }

    static @Nullable Instrumentation instrumentation() {
        return instrumentation;
    }
}
