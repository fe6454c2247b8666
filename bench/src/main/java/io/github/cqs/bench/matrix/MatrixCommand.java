package io.github.cqs.bench.matrix;

import io.github.cqs.bench.command.BenchCommand;
import io.github.cqs.bench.demo.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

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
final class MatrixCommand extends BenchCommand {
    private static final Timing FULL = new Timing(200, 5, 60);
    private static final Timing QUICK = new Timing(100, 2, 60);
    private static final int FORKS = 5;
    private static final int REPEATS = 2;

    @Option(
            names = "--quick",
            description = "one JVM and short slices for each cell: minutes for everything, an indication only")
    private boolean quick;

    @Option(names = "--only", paramLabel = "REGEX", description = "the cells in whose name this is found")
    private Pattern only = Pattern.compile("");

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
            names = "--doubtful",
            paramLabel = "N",
            description =
                    "JVMs, those of --forks among them, for each cell whose interval reaches below what the scorecard asks after these (default: as --forks)")
    private @Nullable Integer doubtful;

    @Option(
            names = "--timing",
            paramLabel = "MS/N/MS",
            converter = Timing.Converter.class,
            description =
                    "of a JVM: warm-up of each arm, at most six times as long for slow operations, blocks, slice (default: 200/5/60, quick: 100/2/60)")
    private @Nullable Timing timing;

    @Option(
            names = "--beside",
            paramLabel = "N",
            description = "measure beside N other programs that keep a processor busy each (default: none)")
    private int beside;

    @Option(names = "--out", paramLabel = "DIR", description = "tables, raw data and pictures (default: matrix-out)")
    private @Nullable Path out;

    @Option(
            names = "--resume",
            description = "go on where an interrupted run into that folder stopped: keep its cells and measure what is "
                    + "missing; at the same commit, on the same machine and JDK, with the same timing")
    private boolean resume;

    @Option(names = "--agent", paramLabel = "JAR", description = "the agent (default: agent/target/cqs-agent.jar)")
    private @Nullable Path agent;

    @Option(
            names = "--agent-option",
            paramLabel = "KEY=VALUE",
            description = "an option for the agent, such as stats=on; may be repeated")
    private List<String> agentOptions = List.of();

    @Override
    public Integer call() throws Exception {
        if (!scorecard.isEmpty()) {
            print(scorecard().markdown().stripTrailing());
            return 0;
        }
        List<Cell> cells = cells();
        if (list) {
            cells.forEach(cell -> print(cell.name()));
            return 0;
        }
        MatrixSettings settings = settings(cells);
        RawData earlier = RawData.none(
                arguments(), Machine.describe(settings.root()), settings.timing(), settings.agentOptions(), beside);
        if (resume) {
            earlier = earlier.after(recorded(settings.out(), earlier));
        }
        return new Matrix(settings, earlier, isLive(), System.out, System.err).run();
    }

    private Scorecard scorecard() {
        try {
            return Scorecard.read(scorecard);
        } catch (IOException e) {
            throw usage("no recorded run: " + e.getMessage());
        }
    }

    private RawData recorded(Path folder, RawData now) {
        RawData recorded;
        try {
            recorded = RawData.read(folder);
        } catch (IOException e) {
            throw usage("nothing to resume in " + folder + ": "
                    + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
        }
        List<String> differences = recorded.differencesTo(now);
        if (!differences.isEmpty()) {
            throw usage("the run in " + folder + " cannot be resumed: " + String.join("; ", differences));
        }
        return recorded;
    }

    private MatrixSettings settings(List<Cell> cells) {
        if (beside < 0) {
            throw usage("--beside must not be negative");
        }
        int each = atLeastOne("--forks", forks, quick ? 1 : FORKS);
        return new MatrixSettings(
                root(),
                java(),
                agentOr(agent),
                agentOptions,
                fileOr(out, "matrix-out"),
                cells,
                each,
                doubtful(doubtful, each),
                beside,
                quick || beside > 0 ? 0 : REPEATS,
                timing != null ? timing : quick ? QUICK : FULL);
    }

    private List<Cell> cells() {
        List<Cell> cells = matching(only, Catalogue.all(), Cell::name);
        if (cells.isEmpty()) {
            throw noMatch("cell", only);
        }
        List<Cell> possible = cells.stream()
                .filter(cell -> Workers.haveVirtual() || !cell.shape().virtual())
                .toList();
        if (possible.isEmpty()) {
            throw usage("these cells need virtual threads, which this JDK does not have");
        }
        return possible;
    }
}
