/**
 * The demo: each sample program without and with the agent, in fresh JVMs, in alternating order, and a table of what
 * the agent swapped and what came of it. Internal.
 */
package io.github.cqs.bench.demo;
