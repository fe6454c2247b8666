package io.github.cqs.bench.matrix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
        name = "matrix",
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = {
            "Measures every cell, one synchronizer under one load, against the JDK's class in the",
            "same JVM, and writes tables and pictures of the ratios.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:every cell was measured", "1:a cell failed", "2:wrong usage"})
final class MatrixCommand implements Callable<Integer> {
    private static final Timing FULL = new Timing(1000, 2, 250);
    private static final Timing QUICK = new Timing(200, 2, 80);
    private static final int FORKS = 5;
    private static final int REPEATS = 2;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--quick",
            description = "one JVM and short slices for each cell: minutes for everything, an indication only")
    private boolean quick;

    @Option(names = "--only", paramLabel = "REGEX", description = "the cells in whose name this is found")
    private @Nullable String only;

    @Option(names = "--list", description = "print the cells' names and exit")
    private boolean list;

    @Option(
            names = "--scorecard",
            paramLabel = "DIR",
            split = ",",
            description = "print what recorded runs come to, as the README has it, and exit")
    private List<Path> scorecard = List.of();

    @Option(names = "--forks", paramLabel = "N", description = "JVMs for each cell (default: 5, quick: 1)")
    private @Nullable Integer forks;

    @Option(
            names = "--timing",
            paramLabel = "MS/N/MS",
            description = "of a JVM: warm-up of each arm, blocks, slice (default: 1000/2/250, quick: 200/2/80)")
    private @Nullable String timing;

    @Option(names = "--out", paramLabel = "DIR", description = "tables, raw data and pictures (default: matrix-out)")
    private @Nullable Path out;

    @Option(names = "--agent", paramLabel = "JAR", description = "the agent (default: agent/target/cqs-agent.jar)")
    private @Nullable Path agent;

    @Option(
            names = "--agent-option",
            paramLabel = "KEY=VALUE",
            description = "an option for the agent, such as stats=on; may be repeated")
    private List<String> agentOptions = List.of();

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
        if (!scorecard.isEmpty()) {
            spec().commandLine().getOut().print(scorecard().markdown());
            return 0;
        }
        List<Cell> cells = cells();
        if (list) {
            cells.forEach(cell -> spec().commandLine().getOut().println(cell.name()));
            return 0;
        }
        List<String> args = spec().commandLine().getParseResult().originalArgs();
        return new Matrix(settings(cells), live, System.out, System.err).run(args);
    }

    private Scorecard scorecard() {
        try {
            return Scorecard.read(scorecard);
        } catch (IOException e) {
            throw usage("no recorded run: " + e.getMessage());
        }
    }

    private MatrixSettings settings(List<Cell> cells) {
        Path top = root.toAbsolutePath().normalize();
        Path jar = agent == null ? top.resolve("agent/target/cqs-agent.jar") : agent.toAbsolutePath();
        if (!Files.isReadable(jar)) {
            throw usage("no agent at " + jar);
        }
        return new MatrixSettings(
                top,
                Path.of(System.getProperty("java.home"), "bin", "java"),
                jar,
                agentOptions,
                out == null ? top.resolve("matrix-out") : out.toAbsolutePath(),
                cells,
                forkCount(),
                quick ? 0 : REPEATS,
                timing());
    }

    private List<Cell> cells() {
        Pattern pattern = pattern();
        List<Cell> cells = Catalogue.all().stream()
                .filter(cell -> pattern.matcher(cell.name()).find())
                .toList();
        if (cells.isEmpty()) {
            throw usage("no cell's name matches '" + only + "'");
        }
        List<Cell> possible = cells.stream()
                .filter(cell -> Workers.haveVirtual() || !cell.shape().virtual())
                .toList();
        if (possible.isEmpty()) {
            throw usage("these cells need virtual threads, which this JDK does not have");
        }
        return possible;
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
