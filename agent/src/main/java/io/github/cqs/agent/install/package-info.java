/**
 * Puts the shims into the JVM: delivery, JDK method bodies, preloaded classes, self-test. Internal.
 */
@org.jspecify.annotations.NullMarked
package io.github.cqs.agent.install;
