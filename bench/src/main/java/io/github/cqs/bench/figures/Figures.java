package io.github.cqs.bench.figures;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.github.cqs.bench.demo.Child;
import io.github.cqs.bench.demo.Machine;
import io.github.cqs.bench.figures.PointFork.Measured;
import io.github.cqs.bench.matrix.Progress;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** Measures the points of the figures, each in several JVMs, and writes what came of it. */
public final class Figures {
    private static final int OK = 0;
    private static final int FAILED = 1;
    /** Sixty-four threads that spin on a loaded machine. */
    private static final long PATIENCE_SECONDS = 180;

    private final FigureSettings settings;
    private final PrintStream out;
    private final Progress progress;
    private final ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    private final Child child = new Child();
    private final List<Measured> forks = new ArrayList<>();
    private boolean failed;

    /** What {@code figures.json} holds. */
    record RawData(
            String ended,
            List<String> args,
            Machine machine,
            String timing,
            List<String> tuning,
            List<Measured> forks) {}

    Figures(FigureSettings settings, boolean live, PrintStream out, PrintStream messages) {
        this.settings = settings;
        this.out = out;
        long millis = settings.points().stream()
                .mapToLong(point -> settings.timing().millis(point.series().size()))
                .sum();
        int points = settings.points().size();
        progress = new Progress(messages, live, points * settings.forks(), millis / Math.max(1, points));
    }

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    /** The parser of the command line: one line for a mistake, no stack trace. */
    static CommandLine commandLine() {
        CommandLine command = new CommandLine(new FiguresCommand());
        command.setParameterExceptionHandler((e, ignored) -> {
            command.getErr().println("figures: " + e.getMessage() + " (bench/figures --help lists the options)");
            return CommandLine.ExitCode.USAGE;
        });
        command.setExecutionExceptionHandler((e, ignored, result) -> {
            command.getErr().println("figures: " + e.getMessage());
            return FAILED;
        });
        return command;
    }

    /** Measures everything; the exit code says whether every point has its figures. */
    int run(List<String> args) throws IOException, InterruptedException {
        Files.createDirectories(settings.out());
        for (int fork = 0; fork < settings.forks(); fork++) {
            for (Point point : settings.points()) {
                progress.started(point.name());
                measure(point);
                progress.ended();
            }
            write(args); // so that an interrupted run leaves something
        }
        progress.clear();
        out.print(FigureTables.text(results()));
        FigurePictures.write(settings.out(), jdk(), results());
        out.println("Written to " + settings.out() + ": figures.csv, figures.json, and a picture of each figure.");
        return failed ? FAILED : OK;
    }

    private void measure(Point point) throws IOException, InterruptedException {
        for (int attempt = 0; ; attempt++) {
            Measured result = fork(point);
            if (result == null) {
                return;
            }
            boolean disturbed = result.foreign() > PointResult.FOREIGN_LIMIT;
            if (!disturbed || attempt == settings.repeats()) {
                forks.add(result);
                return;
            }
            progress.message(String.format("foreign CPU %.0f %%: %s again", result.foreign() * 100, point.name()));
        }
    }

    private @Nullable Measured fork(Point point) throws IOException, InterruptedException {
        Path log = settings.out().resolve("last-run.log");
        Path file = settings.out().resolve("last-run.json");
        Files.deleteIfExists(file);
        long seconds =
                PATIENCE_SECONDS + settings.timing().millis(point.series().size()) / 1000;
        Integer exit = child.run(command(point, file), log, seconds);
        if (child.stopping()) {
            throw new InterruptedException();
        }
        if (exit == null || exit != 0) {
            failed = true;
            String problem = exit == null ? "did not end" : "exit code " + exit;
            progress.message("figures: " + point.name() + " FAILED: " + problem);
            Files.readString(log, Charset.defaultCharset()).lines().forEach(line -> progress.message("  | " + line));
            return null;
        }
        try {
            return mapper.readValue(file.toFile(), Measured.class);
        } finally {
            Files.delete(file);
            Files.delete(log);
        }
    }

    private List<String> command(Point point, Path file) {
        List<String> command = new ArrayList<>(List.of(settings.java().toString(), "-Xms512m", "-Xmx2g"));
        settings.tuning().forEach(property -> command.add("-D" + property));
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                PointFork.class.getName(),
                point.name(),
                settings.timing().toString(),
                file.toString()));
        return command;
    }

    private List<PointResult> results() {
        return settings.points().stream()
                .flatMap(point ->
                        PointResult.of(
                                point,
                                forks.stream()
                                        .filter(fork -> fork.point().equals(point.name()))
                                        .toList())
                                .stream())
                .toList();
    }

    private void write(List<String> args) throws IOException {
        Files.write(settings.out().resolve("figures.csv"), FigureTables.csv(jdk(), results()), StandardCharsets.UTF_8);
        mapper.writeValue(
                settings.out().resolve("figures.json").toFile(),
                new RawData(
                        Instant.now().toString(),
                        args.stream()
                                .map(arg -> arg.replace(settings.root().toString(), "."))
                                .toList(),
                        Machine.describe(settings.root()),
                        settings.timing().toString(),
                        settings.tuning(),
                        forks));
    }

    private static int jdk() {
        return Runtime.version().feature();
    }
}
