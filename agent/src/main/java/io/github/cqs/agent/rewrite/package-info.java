/**
 * Finds and rewrites the call sites that create swapped classes. Internal.
 */
@org.jspecify.annotations.NullMarked
package io.github.cqs.agent.rewrite;
