package io.github.cqs.agent.build.carrier;

/** Stands for {@code jdk.internal.access.JavaLangAccess}. */
interface JavaLangAccess {
    /** The platform thread under the current thread, or the current thread. */
    Thread currentCarrierThread();
}
