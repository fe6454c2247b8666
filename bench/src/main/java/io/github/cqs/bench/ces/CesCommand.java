package io.github.cqs.bench.ces;

import io.github.cqs.bench.matrix.Timing;
import io.github.cqs.bench.matrix.Workers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

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
final class CesCommand implements Callable<Integer> {
    private static final Timing FULL = new Timing(1000, 2, 250);
    private static final Timing QUICK = new Timing(100, 1, 50);
    private static final int FORKS = 5;
    private static final int REPEATS = 2;
    private static final int RUNS = 10;
    private static final int QUICK_RUNS = 3;
    private static final List<String> PROGRAMS = List.of("logback", "worker-pool");

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--quick",
            description = "one JVM and short slices for each load, one program: under five minutes, an indication only")
    private boolean quick;

    @Option(
            names = "--only",
            paramLabel = "REGEX",
            description = "the loads in whose name this is found, such as ^table, ^sieve, ^places, ^delay")
    private @Nullable String only;

    @Option(
            names = "--programs",
            paramLabel = "NAME",
            split = ",",
            arity = "0..1",
            fallbackValue = "",
            description = "sample programs (default: logback,worker-pool; with --only none)")
    private @Nullable List<String> programs;

    @Option(names = "--list", description = "print the loads' names and exit")
    private boolean list;

    @Option(names = "--forks", paramLabel = "N", description = "JVMs for each load (default: 5, quick: 1)")
    private @Nullable Integer forks;

    @Option(
            names = "--timing",
            paramLabel = "MS/N/MS",
            description = "of a JVM: warm-up of each contender, blocks, slice (default: 1000/2/250, quick: 100/1/50)")
    private @Nullable String timing;

    @Option(names = "--carriers", paramLabel = "N", description = "carriers (default: as many as processors)")
    private @Nullable Integer carriers;

    @Option(names = "--out", paramLabel = "DIR", description = "tables, raw data and pictures (default: ces-out)")
    private @Nullable Path out;

    @Option(names = "--agent", paramLabel = "JAR", description = "the agent (default: agent/target/cqs-agent.jar)")
    private @Nullable Path agent;

    @Option(names = "--root", hidden = true)
    private Path root = Path.of("");

    @Option(names = "--live", hidden = true, description = "rewrite one progress line")
    private boolean live;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "print this and exit")
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private boolean help;

    @Override
    public Integer call() throws Exception {
        List<Load> loads = loads();
        if (list) {
            loads.forEach(load -> spec().commandLine().getOut().println(load.name()));
            return 0;
        }
        if (!Workers.haveVirtual()) {
            throw usage(
                    "this needs virtual threads, which JDK " + Runtime.version().feature() + " does not have");
        }
        return new Ces(settings(loads), live, System.out, System.err)
                .run(visibleArgs(), quick ? 500 : 3000, quick ? 1000 : 5000);
    }

    /** Without what the launcher adds. */
    private List<String> visibleArgs() {
        List<String> args =
                new ArrayList<>(spec().commandLine().getParseResult().originalArgs());
        args.remove("--live");
        int at = args.indexOf("--root");
        if (at >= 0) {
            args.subList(at, at + 2).clear();
        }
        return args;
    }

    private CesSettings settings(List<Load> loads) {
        Path top = root.toAbsolutePath().normalize();
        Path jar = agent == null ? top.resolve("agent/target/cqs-agent.jar") : agent.toAbsolutePath();
        if (!Files.isReadable(jar)) {
            throw usage("no agent at " + jar);
        }
        return new CesSettings(
                top,
                Path.of(System.getProperty("java.home"), "bin", "java"),
                jar,
                out == null ? top.resolve("ces-out") : out.toAbsolutePath(),
                loads,
                forkCount(),
                quick ? 0 : REPEATS,
                timing(),
                carriers(),
                programs(),
                quick ? QUICK_RUNS : RUNS);
    }

    private List<Load> loads() {
        Pattern pattern = pattern();
        List<Load> loads = Load.all(quick).stream()
                .filter(load -> pattern.matcher(load.name()).find())
                .toList();
        if (loads.isEmpty() && (programs == null || programs().isEmpty())) {
            throw usage("no load's name matches '" + only + "'");
        }
        return loads;
    }

    private List<String> programs() {
        if (programs == null) {
            return only != null ? List.of() : quick ? PROGRAMS.subList(1, 2) : PROGRAMS;
        }
        List<String> chosen = programs.stream().filter(name -> !name.isBlank()).toList();
        for (String name : chosen) {
            if (!name.matches("[a-z-]+")) {
                throw usage("no sample program is called '" + name + "'");
            }
        }
        return chosen;
    }

    private Pattern pattern() {
        try {
            return Pattern.compile(only == null ? "" : only);
        } catch (PatternSyntaxException e) {
            throw usage("Invalid value for option '--only': " + e.getDescription());
        }
    }

    private int forkCount() {
        if (forks == null) {
            return quick ? 1 : FORKS;
        }
        if (forks < 1) {
            throw usage("Invalid value for option '--forks': must be at least 1");
        }
        return forks;
    }

    private @Nullable Integer carriers() {
        if (carriers != null && carriers < 1) {
            throw usage("Invalid value for option '--carriers': must be at least 1");
        }
        return carriers;
    }

    private Timing timing() {
        if (timing == null) {
            return quick ? QUICK : FULL;
        }
        try {
            return Timing.parse(timing);
        } catch (RuntimeException e) {
            throw usage("Invalid value for option '--timing': three numbers with / between them");
        }
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec().commandLine(), message);
    }

    private CommandSpec spec() {
        if (spec == null) {
            throw new IllegalStateException("to be called by picocli");
        }
        return spec;
    }
}
