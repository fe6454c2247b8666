/**
 * The carrier of virtual threads that hands over, as it will stand in {@code jdk.internal.misc}, and stand-ins for the classes there that it
 * is compiled against: the real ones are not open to a compiler, and missing on JDK 17. While the agent is built all of this is renamed.
 * Internal.
 */
@org.jspecify.annotations.NullMarked
package io.github.cqs.agent.build.carrier;
