package io.github.cqs.bench.ces;

import io.github.cqs.bench.command.BenchCommand;
import io.github.cqs.bench.matrix.Timing;
import io.github.cqs.bench.matrix.Workers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line. */
@Command(
        name = "ces",
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = {
            "Measures what handing carriers over does to virtual threads: against the JDK's locks,",
            "in the experiments of the paper, and in sample programs. Needs JDK 21 or later.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:everything was measured", "1:something failed", "2:wrong usage"})
final class CesCommand extends BenchCommand {
    private static final Timing FULL = new Timing(1000, 2, 250);
    private static final Timing QUICK = new Timing(100, 1, 50);
    private static final int FORKS = 5;
    private static final int REPEATS = 2;
    private static final int RUNS = 10;
    private static final int QUICK_RUNS = 3;
    private static final List<String> PROGRAMS = List.of("logback", "worker-pool");
    private static final List<String> NONE = List.of("none");

    @Option(
            names = "--quick",
            description = "one JVM and short slices for each load, one program: under five minutes, an indication only")
    private boolean quick;

    @Option(
            names = "--only",
            paramLabel = "REGEX",
            description = "the loads in whose name this is found, such as ^table, ^sieve, ^places, ^delay")
    private @Nullable Pattern only;

    @Option(
            names = "--programs",
            paramLabel = "NAME",
            split = ",",
            arity = "0..1",
            fallbackValue = "",
            description = "sample programs, or none; without a name, or without this option and --only: "
                    + "logback,worker-pool (quick: worker-pool)")
    private @Nullable List<String> programs;

    @Option(names = "--list", description = "print the loads' names and exit")
    private boolean list;

    @Option(names = "--forks", paramLabel = "N", description = "JVMs for each load (default: 5, quick: 1)")
    private @Nullable Integer forks;

    @Option(
            names = "--doubtful",
            paramLabel = "N",
            description = "JVMs, those of --forks among them, for each load of the table of which the interval against "
                    + "the JDK's unfair lock reaches below what is asked after these (default: as --forks)")
    private @Nullable Integer doubtful;

    @Option(
            names = "--timing",
            paramLabel = "MS/N/MS",
            converter = Timing.Converter.class,
            description = "of a JVM: warm-up of each contender, blocks, slice (default: 1000/2/250, quick: 100/1/50)")
    private @Nullable Timing timing;

    @Option(names = "--carriers", paramLabel = "N", description = "carriers (default: as many as processors)")
    private @Nullable Integer carriers;

    @Option(names = "--out", paramLabel = "DIR", description = "tables, raw data and pictures (default: ces-out)")
    private @Nullable Path out;

    @Option(names = "--agent", paramLabel = "JAR", description = "the agent (default: agent/target/cqs-agent.jar)")
    private @Nullable Path agent;

    @Override
    public Integer call() throws Exception {
        List<Load> loads = loads();
        if (list) {
            loads.forEach(load -> print(load.name()));
            return 0;
        }
        if (!Workers.haveVirtual()) {
            throw usage(
                    "this needs virtual threads, which JDK " + Runtime.version().feature() + " does not have");
        }
        return new Ces(settings(loads), isLive(), System.out, System.err)
                .run(arguments(), quick ? 500 : 3000, quick ? 1000 : 5000);
    }

    private CesSettings settings(List<Load> loads) {
        int each = atLeastOne("--forks", forks, quick ? 1 : FORKS);
        return new CesSettings(
                root(),
                java(),
                agentOr(agent),
                fileOr(out, "ces-out"),
                loads,
                each,
                doubtful(doubtful, each),
                quick ? 0 : REPEATS,
                timing != null ? timing : quick ? QUICK : FULL,
                carriers == null ? null : atLeastOne("--carriers", carriers, 1),
                checked(programs()),
                quick ? QUICK_RUNS : RUNS);
    }

    private List<Load> loads() {
        List<Load> all = Load.all(quick);
        if (only == null) {
            return all;
        }
        List<Load> loads = matching(only, all, Load::name);
        if (loads.isEmpty() && programs().isEmpty()) {
            throw noMatch("load", only);
        }
        return loads;
    }

    /** What to measure, whether it is there or not. */
    List<String> programs() {
        if (programs == null ? only != null : programs.equals(NONE)) {
            return List.of();
        }
        List<String> named = programs == null
                ? List.of()
                : programs.stream().filter(name -> !name.isEmpty()).toList();
        return !named.isEmpty() ? named : quick ? PROGRAMS.subList(1, 2) : PROGRAMS;
    }

    private List<String> checked(List<String> names) {
        for (String name : names) {
            if (!name.matches("[a-z-]+")
                    || !Files.isDirectory(root().resolve("sample-apps").resolve(name))) {
                throw usage("no sample program is called '" + name + "'");
            }
            Path jar = root().resolve(Application.jar(name));
            if (!Files.isReadable(jar)) {
                throw usage("the sample program '" + name + "' is not built: no " + jar);
            }
        }
        return names;
    }
}
