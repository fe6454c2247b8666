package io.github.cqs.bench.matrix;

import java.nio.file.Path;
import java.util.List;

/**
 * What the command line decided.
 *
 * @param root the project's top folder
 * @param java the launcher of the JVMs under test
 * @param agentOptions what the agent is given beside the classes to swap in
 * @param forks JVMs for each cell
 * @param doubtful JVMs for each cell of which the others show that it may fall short
 * @param beside other programs that keep a processor busy each meanwhile
 * @param repeats how often a JVM is started again because of foreign CPU
 */
record MatrixSettings(
        Path root,
        Path java,
        Path agent,
        List<String> agentOptions,
        Path out,
        List<Cell> cells,
        int forks,
        int doubtful,
        int beside,
        int repeats,
        Timing timing) {}
