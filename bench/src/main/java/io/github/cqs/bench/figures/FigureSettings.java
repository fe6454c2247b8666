package io.github.cqs.bench.figures;

import io.github.cqs.bench.matrix.Timing;
import java.nio.file.Path;
import java.util.List;

/**
 * What the command line decided.
 *
 * @param root the project's top folder
 * @param java the launcher of the JVMs under test
 * @param forks JVMs for each point
 * @param repeats how often a JVM is started again because of foreign CPU
 * @param tuning system properties of the JVMs under test, as {@code cqs.spin.nanos=0}
 */
record FigureSettings(
        Path root,
        Path java,
        Path out,
        List<Point> points,
        int forks,
        int repeats,
        Timing timing,
        List<String> tuning) {}
