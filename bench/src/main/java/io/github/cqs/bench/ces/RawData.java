package io.github.cqs.bench.ces;

import io.github.cqs.bench.demo.Machine;
import io.github.cqs.bench.matrix.Timing;
import java.util.List;

/** What {@code ces.json} holds. Histograms are {@code bucket:count}, see {@link Histogram}. */
record RawData(String ended, List<String> args, Machine machine, Timing timing, double nanosPerToken, List<Jvm> jvms) {}
