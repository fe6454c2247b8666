package io.github.cqs.agent.build.carrier;

/** Stands for {@code jdk.internal.access.SharedSecrets}. */
final class SharedSecrets {
    private SharedSecrets() {}

    @SuppressWarnings("DoNotCallSuggester")
    static JavaLangAccess getJavaLangAccess() {
        throw new UnsupportedOperationException("a stand-in");
    }
}
