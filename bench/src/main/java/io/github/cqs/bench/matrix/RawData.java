package io.github.cqs.bench.matrix;

import io.github.cqs.bench.demo.Machine;
import java.util.List;

/** What {@code matrix.json} holds. */
record RawData(String ended, List<String> args, Machine machine, Timing timing, List<ForkResult> forks) {}
