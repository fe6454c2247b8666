/**
 * What the agent costs when a JVM starts: a hello-world and generated applications of many classes, without an agent,
 * with an empty one and with ours. Internal.
 */
package io.github.cqs.bench.startup;
