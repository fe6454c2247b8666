/**
 * How many bytes an idle synchronizer takes, and one that was contended, without and with the agent. Internal.
 */
package io.github.cqs.bench.footprint;
