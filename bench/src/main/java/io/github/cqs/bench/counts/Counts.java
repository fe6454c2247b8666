package io.github.cqs.bench.counts;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.github.cqs.bench.command.BenchCommand;
import io.github.cqs.bench.demo.Machine;
import io.github.cqs.bench.startup.Recording;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

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
public final class Counts extends BenchCommand {
    private static final int ROUNDS = 5;
    private static final Pattern PROPERTY = Pattern.compile("(cqs\\.[a-z.]+)=([0-9]+)");

    @Option(names = "--only", paramLabel = "REGEX", description = "the cells in whose name this is found")
    private Pattern only = Pattern.compile("");

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
        return BenchCommand.commandLine("counts", "bench/counts", new Counts());
    }

    @Override
    public Integer call() throws Exception {
        List<CountedCell> cells = cells();
        tune();
        rounds = atLeastOne("--rounds", rounds, ROUNDS);
        List<Counted> all = new ArrayList<>();
        CountedRun run = new CountedRun(padded);
        for (CountedCell cell : cells) {
            System.err.println(cell.name() + ", threads " + cell.threads());
            all.add(count(run, cell, true));
            all.add(count(run, cell, false));
        }
        int jdk = Runtime.version().feature();
        List<String> csv = CountTables.csv(jdk, all);
        Recording recording = Recording.in(root(), out, "counts");
        recording.write("counts.csv", String.join("\n", csv) + "\n");
        recording.write("moved.csv", String.join("\n", CountTables.moved(jdk, all)) + "\n");
        recording.write("counts.md", CountTables.markdown(csv));
        ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        RawData data = new RawData(Instant.now().toString(), Machine.describe(root()), arguments(), all);
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
        List<CountedCell> cells = matching(only, CountedCell.all(), CountedCell::name);
        if (cells.isEmpty()) {
            throw noMatch("cell", only);
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
}
