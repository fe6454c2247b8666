package io.github.cqs.bench.ces;

import java.io.Serializable;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What one JVM measured: its slices in their order, block after block.
 *
 * @param subject the class that stood for ours; empty without the agent
 * @param foreign share of the machine's CPU time that went to other processes, 0 to 1, or NaN
 */
record Jvm(String load, Setting setting, String subject, double foreign, List<Slice> slices) implements Serializable {
    /** Keeps the traces of the last block alone, and those only if asked to. */
    Jvm withTraces(boolean keep) {
        int contenders = (int) slices.stream().map(Slice::contender).distinct().count();
        int from = keep ? slices.size() - contenders : slices.size();
        return new Jvm(
                load,
                setting,
                subject,
                foreign,
                IntStream.range(0, slices.size())
                        .mapToObj(i -> i < from ? slices.get(i).withoutTraces() : slices.get(i))
                        .toList());
    }
}
