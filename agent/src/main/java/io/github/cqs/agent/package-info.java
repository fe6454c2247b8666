/**
 * The agent's two entry points. Internal but for the class that the manifest names.
 */
@org.jspecify.annotations.NullMarked
package io.github.cqs.agent;
