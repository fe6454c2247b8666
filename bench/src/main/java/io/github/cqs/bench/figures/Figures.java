package io.github.cqs.bench.figures;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.github.cqs.bench.command.BenchCommand;
import io.github.cqs.bench.demo.Machine;
import io.github.cqs.bench.figures.PointFork.Measured;
import io.github.cqs.bench.matrix.Launcher;
import io.github.cqs.bench.matrix.Progress;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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
    private final Launcher<Measured> launcher;
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
        launcher = new Launcher<>(
                "figures",
                settings.out(),
                settings.repeats(),
                progress,
                file -> mapper.readValue(file.toFile(), Measured.class),
                Measured::foreign);
    }

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return BenchCommand.commandLine("figures", "bench/figures", new FiguresCommand());
    }

    /** Measures everything; the exit code says whether every point has its figures. */
    int run(List<String> args) throws IOException, InterruptedException {
        Files.createDirectories(settings.out());
        for (int fork = 0; fork < settings.forks(); fork++) {
            for (Point point : settings.points()) {
                measure(point);
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
        long seconds =
                PATIENCE_SECONDS + settings.timing().millis(point.series().size()) / 1000;
        try {
            forks.add(launcher.measure(point.name(), file -> command(point, file), seconds));
        } catch (Launcher.FailedException e) {
            failed = true;
        }
    }

    private List<String> command(Point point, Path file) {
        List<String> command = new ArrayList<>(Launcher.jvm(settings.java()));
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
                        args,
                        Machine.describe(settings.root()),
                        settings.timing().toString(),
                        settings.tuning(),
                        forks));
    }

    private static int jdk() {
        return Runtime.version().feature();
    }
}
