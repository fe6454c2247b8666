/**
 * The one option table: names, values, where each effective value comes from, and what is wrong with the others. Internal.
 */
@org.jspecify.annotations.NullMarked
package io.github.cqs.agent.options;
