package io.github.cqs.bench.matrix;

import java.io.Serializable;
import java.util.List;

/**
 * What one JVM measured: its slices in their order, block after block.
 *
 * @param subject the class that stood for ours
 * @param foreign share of the machine's CPU time that went to other processes, 0 to 1, or NaN
 * @param pinned whether the workers were each on a processor of their own
 */
record ForkResult(String cell, String subject, double foreign, boolean pinned, List<Slice> slices)
        implements Serializable {}
