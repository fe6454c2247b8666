/**
 * The command line of the agent's jar. Internal.
 */
@org.jspecify.annotations.NullMarked
package io.github.cqs.agent.cli;
