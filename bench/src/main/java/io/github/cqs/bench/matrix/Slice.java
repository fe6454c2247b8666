package io.github.cqs.bench.matrix;

import java.io.Serializable;

/**
 * What one arm did in one slice.
 *
 * @param least operations of the unluckiest worker
 * @param most operations of the luckiest worker
 * @param p99WaitNanos of the timed waits; 0 if none was timed
 * @param lineNanos what a cache line took from one processor to another and back before the slice; 0 if unknown
 */
record Slice(
        Arm arm,
        long nanos,
        long ops,
        long least,
        long most,
        long cpuNanos,
        long switches,
        long bytes,
        long p99WaitNanos,
        long lineNanos)
        implements Serializable {}
