package io.github.cqs.bench.counts;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.github.cqs.bench.demo.Machine;
import io.github.cqs.bench.startup.Recording;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command: counts in every cell, ours and the JDK's, and records that. */
@Command(
        name = "bench/counts",
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = {
            "Counts the atomic operations, failed compare-and-sets and cache lines written by an",
            "operation of each synchronizer, ours and the JDK's, in rewritten copies of the classes.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:everything was counted", "1:a run failed", "2:wrong usage"})
public final class Counts implements Callable<Integer> {
    private static final int ROUNDS = 5;
    private static final Pattern PROPERTY = Pattern.compile("(cqs\\.[a-z.]+)=([0-9]+)");

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--only", paramLabel = "REGEX", description = "the cells in whose name this is found")
    private String only = "";

    @Option(names = "--rounds", paramLabel = "N", description = "runs of each cell (default: ${DEFAULT-VALUE})")
    private int rounds = ROUNDS;

    @Option(
            names = "--tune",
            paramLabel = "KEY=N",
            description = "a tunable of the engines, such as cqs.spin.nanos=0; may be repeated")
    private List<String> tuning = List.of();

    @Option(
            names = "--pad",
            paramLabel = "FIELD",
            description = "count as if fields of this name had cache lines of their own; may be repeated")
    private Set<String> padded = Set.of();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "where the record goes (default: bench/results/<date>-jdk<n>-counts)")
    private @Nullable Path out;

    @Option(names = "--root", hidden = true)
    private Path root = Path.of("");

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "print this and exit")
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private boolean help;

    /**
     * One cell of one implementation.
     *
     * @param rounds the figures of each round
     * @param movedBy in the last round: what lines were taken for that another thread had taken last
     */
    record Counted(
            String cell, int threads, String impl, List<Map<String, Double>> rounds, Map<String, Double> movedBy) {}

    /** What {@code counts.json} holds. */
    record RawData(String ended, Machine machine, List<String> args, List<Counted> counts) {}

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        CommandLine command = new CommandLine(new Counts());
        command.setParameterExceptionHandler((e, ignored) -> {
            command.getErr().println("counts: " + e.getMessage() + " (bench/counts --help lists the options)");
            return CommandLine.ExitCode.USAGE;
        });
        return command;
    }

    @Override
    public Integer call() throws Exception {
        List<CountedCell> cells = cells();
        tune();
        if (rounds < 1) {
            throw usage("Invalid value for option '--rounds': must be at least 1");
        }
        Path top = root.toAbsolutePath().normalize();
        List<Counted> all = new ArrayList<>();
        CountedRun run = new CountedRun(padded);
        for (CountedCell cell : cells) {
            System.err.println(cell.name() + ", threads " + cell.threads());
            all.add(count(run, cell, true));
            all.add(count(run, cell, false));
        }
        int jdk = Runtime.version().feature();
        List<String> csv = CountTables.csv(jdk, all);
        Recording recording = Recording.in(top, out, "counts");
        recording.write("counts.csv", String.join("\n", csv) + "\n");
        recording.write("moved.csv", String.join("\n", CountTables.moved(jdk, all)) + "\n");
        recording.write("counts.md", CountTables.markdown(csv));
        ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        RawData data = new RawData(
                Instant.now().toString(),
                Machine.describe(top),
                spec().commandLine().getParseResult().originalArgs(),
                all);
        recording.write("counts.json", mapper.writeValueAsString(data) + System.lineSeparator());
        System.out.print(CountTables.markdown(csv));
        System.err.println("Recorded in " + recording.folder());
        return CommandLine.ExitCode.OK;
    }

    private Counted count(CountedRun run, CountedCell cell, boolean ours)
            throws ReflectiveOperationException, InterruptedException {
        List<Map<String, Double>> figures = new ArrayList<>();
        Map<String, Double> movedBy = Map.of();
        for (int round = 0; round < rounds; round++) {
            Tally tally = run.count(cell, ours);
            figures.add(tally.perOperation());
            movedBy = tally.movedByEach();
        }
        return new Counted(cell.name(), cell.threads(), ours ? "CQS" : "JDK", figures, movedBy);
    }

    private List<CountedCell> cells() {
        Pattern pattern;
        try {
            pattern = Pattern.compile(only);
        } catch (PatternSyntaxException e) {
            throw usage("Invalid value for option '--only': " + e.getDescription());
        }
        List<CountedCell> cells = CountedCell.all().stream()
                .filter(cell -> pattern.matcher(cell.name()).find())
                .toList();
        if (cells.isEmpty()) {
            throw usage("no cell's name matches '" + only + "'");
        }
        return cells;
    }

    /** Before the engines are loaded, which read their tunables then. */
    private void tune() {
        for (String property : tuning) {
            java.util.regex.Matcher matcher = PROPERTY.matcher(property);
            if (!matcher.matches()) {
                throw usage("Invalid value for option '--tune': a name cqs.AREA.NAME, =, and a number");
            }
            System.setProperty(matcher.group(1), matcher.group(2));
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
