/**
 * What was swapped, what was not and why: the agent's log and its report. Internal.
 */
@org.jspecify.annotations.NullMarked
package io.github.cqs.agent.report;
