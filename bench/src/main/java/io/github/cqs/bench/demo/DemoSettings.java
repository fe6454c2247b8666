package io.github.cqs.bench.demo;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What the command line decided.
 *
 * @param root the project's top folder
 * @param java the launcher of the JVMs under test
 * @param agent the agent's jar
 * @param agentOptions options for the agent beside the report
 * @param out folder for raw data
 * @param blocks blocks of two runs of each program
 * @param longestWarmupMillis of programs that would take longer
 * @param limitSeconds for all programs together; no block is started that would exceed a program's share
 * @param live whether somebody watches the progress
 */
record DemoSettings(
        Path root,
        Path java,
        Path agent,
        Map<String, String> agentOptions,
        Path out,
        List<Program> programs,
        int blocks,
        int longestWarmupMillis,
        int measuredMillis,
        long timeoutSeconds,
        long limitSeconds,
        boolean live) {}
