package io.github.cqs.bench.demo;

import java.util.List;
import java.util.Map;

/** What {@code demo.json} holds. */
record RawData(String ended, List<String> args, Machine machine, Map<String, String> agentOptions, List<Run> runs) {}
