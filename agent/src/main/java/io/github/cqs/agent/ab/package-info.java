/**
 * The A/B comparison: runs a command without and with the agent in fresh JVMs, and says what that changed and how sure
 * that is. Only the command line loads it. Internal.
 */
@org.jspecify.annotations.NullMarked
package io.github.cqs.agent.ab;
