/**
 * The demo: the agent's A/B comparison of each sample program, and one table of what was swapped and what came of it.
 * Internal.
 */
package io.github.cqs.bench.demo;
