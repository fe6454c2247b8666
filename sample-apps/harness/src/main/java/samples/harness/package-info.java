/** Runs a workload's threads for a warm-up and a measured period, prints its throughput and the verdict of its self-check. */
package samples.harness;
