package io.github.cqs.bench.matrix;

import java.nio.file.Path;
import java.util.List;

/**
 * What the command line decided.
 *
 * @param root the project's top folder
 * @param java the launcher of the JVMs under test
 * @param forks JVMs for each cell
 * @param repeats how often a JVM is started again because of foreign CPU
 */
record MatrixSettings(
        Path root, Path java, Path agent, Path out, List<Cell> cells, int forks, int repeats, Timing timing) {}
