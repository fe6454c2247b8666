package io.github.cqs.bench.matrix;

import io.github.cqs.bench.command.BenchCommand;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** Runs the cells, each in several JVMs, and writes what came of it. */
public final class Matrix {
    private static final int OK = 0;
    private static final int FAILED = 1;
    /** Waiters in their thousands, and a loaded machine. */
    private static final long PATIENCE_SECONDS = 120;

    private final MatrixSettings settings;
    private final PrintStream out;
    private final Progress progress;
    private final Launcher<ForkResult> launcher;
    private final List<Cell> shown;
    private final Map<String, CellResult> results = new HashMap<>();
    private final Map<String, String> problems = new HashMap<>();
    private RawData data;
    private volatile boolean complete;

    /**
     * @param earlier what an interrupted run has measured, which is kept
     */
    Matrix(MatrixSettings settings, RawData earlier, boolean live, PrintStream out, PrintStream messages) {
        this.settings = settings;
        this.out = out;
        data = earlier;
        shown = Catalogue.all().stream()
                .filter(cell -> settings.cells().contains(cell) || earlier.forks(cell) > 0)
                .toList();
        progress = new Progress(messages, live, missing(settings.cells(), settings.forks()), millis());
        launcher = new Launcher<>(
                "matrix",
                settings.out(),
                settings.repeats(),
                progress,
                Launcher.objects(ForkResult.class),
                ForkResult::foreign);
    }

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return BenchCommand.commandLine("matrix", "bench/matrix", new MatrixCommand());
    }

    /** Measures what is missing; the exit code says whether every cell has its figures. */
    int run() throws IOException, InterruptedException {
        Files.createDirectories(settings.out());
        Runtime.getRuntime().addShutdownHook(new Thread(this::tellHowToGoOn, "tell-how-to-go-on"));
        try (Neighbours neighbours = new Neighbours(settings.java(), settings.beside())) {
            measure(settings.cells(), settings.forks(), neighbours);
            List<Cell> doubtful = doubtful();
            progress.expectMore(missing(doubtful, settings.doubtful()));
            measure(doubtful, settings.doubtful(), neighbours);
        }
        complete = true;
        progress.clear();
        out.print(new Tables(jdk(), results()).text());
        Pictures.write(settings.out(), jdk(), results());
        out.println("Written to " + settings.out()
                + ": matrix.csv, details.csv, matrix.json, and a picture of each group.");
        return problems.isEmpty() ? OK : FAILED;
    }

    /** Takes turns, so that the JVMs of a cell are spread over the run. */
    private void measure(List<Cell> cells, int forks, Neighbours neighbours) throws IOException, InterruptedException {
        for (int fork = 0; fork < forks; fork++) {
            for (Cell cell : cells) {
                if (data.forks(cell) <= fork) {
                    measure(cell, neighbours);
                }
            }
        }
    }

    /** The cells that fell short, or may have, in the JVMs that all cells had: further ones do not change which these are. Not those that failed. */
    private List<Cell> doubtful() {
        return settings.cells().stream()
                .filter(cell -> !problems.containsKey(cell.name()))
                .filter(cell -> CellResult.of(cell, data.first(settings.forks(), cell), null)
                        .mayFallShort())
                .toList();
    }

    private int missing(List<Cell> cells, int forks) {
        return cells.stream()
                .mapToInt(cell -> Math.max(0, forks - data.forks(cell)))
                .sum();
    }

    private void measure(Cell cell, Neighbours neighbours) throws IOException, InterruptedException {
        try {
            ForkResult fork =
                    launcher.measure(cell.name(), file -> command(cell, file), PATIENCE_SECONDS + millis() / 1000);
            neighbours.requireAll();
            data = data.plus(fork);
        } catch (Launcher.FailedException e) {
            problems.put(cell.name(), String.valueOf(e.getMessage()));
        }
        results.put(cell.name(), CellResult.of(cell, data.forks(), problems.get(cell.name())));
        write(); // so that nothing is lost when the run is interrupted
    }

    private void tellHowToGoOn() {
        if (!complete && !data.forks().isEmpty()) {
            progress.message("matrix: interrupted; with --resume the same command goes on");
        }
    }

    private List<String> command(Cell cell, Path file) {
        StringBuilder options = new StringBuilder();
        for (String option : settings.agentOptions()) {
            options.append(',').append(option);
        }
        List<String> command = new ArrayList<>(Launcher.jvm(settings.java()));
        command.addAll(List.of(
                "-javaagent:" + settings.agent() + "=include=" + ArmLoader.SWAPPED + options,
                "-Djava.awt.headless=true",
                "-cp",
                System.getProperty("java.class.path"),
                Fork.class.getName(),
                cell.name(),
                settings.timing().toString(),
                file.toString()));
        return command;
    }

    /** Of the cells that have been measured, or should have been. */
    private List<CellResult> results() {
        return shown.stream()
                .filter(cell -> data.forks(cell) > 0 || problems.containsKey(cell.name()))
                .map(cell -> results.computeIfAbsent(cell.name(), name -> CellResult.of(cell, data.forks(), null)))
                .toList();
    }

    private void write() throws IOException {
        Tables tables = new Tables(jdk(), results());
        Files.write(settings.out().resolve("matrix.csv"), tables.csv(), StandardCharsets.UTF_8);
        Files.write(settings.out().resolve("details.csv"), tables.details(), StandardCharsets.UTF_8);
        data.write(settings.out());
    }

    private long millis() {
        return settings.timing().millis(Arm.values().length);
    }

    private static int jdk() {
        return Runtime.version().feature();
    }
}
