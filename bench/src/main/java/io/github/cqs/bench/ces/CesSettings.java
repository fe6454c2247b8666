package io.github.cqs.bench.ces;

import io.github.cqs.bench.matrix.Timing;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the command line decided.
 *
 * @param root the project's top folder
 * @param java the launcher of the JVMs under test
 * @param forks JVMs for each load and setting
 * @param doubtful JVMs for each load and setting if those show that ours may fall short of the JDK's unfair lock
 * @param repeats how often a JVM is started again because of foreign CPU
 * @param carriers carriers of virtual threads; null for the JVM's default
 * @param programs folders of the sample programs to compare
 * @param programRuns blocks of that comparison
 */
record CesSettings(
        Path root,
        Path java,
        Path agent,
        Path out,
        List<Load> loads,
        int forks,
        int doubtful,
        int repeats,
        Timing timing,
        @Nullable Integer carriers,
        List<String> programs,
        int programRuns) {}
