/**
 * Runs while the agent is built and is not part of its jar. Internal.
 */
@org.jspecify.annotations.NullMarked
package io.github.cqs.agent.build;
