package io.github.cqs.bench.matrix;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.github.cqs.bench.demo.Child;
import io.github.cqs.bench.demo.Machine;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
    private final ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    private final Child child = new Child();
    private final List<ForkResult> forks = new ArrayList<>();
    private final Map<String, String> problems = new TreeMap<>();

    Matrix(MatrixSettings settings, boolean live, PrintStream out, PrintStream messages) {
        this.settings = settings;
        this.out = out;
        int total = settings.cells().size() * settings.forks();
        progress = new Progress(messages, live, total, settings.timing().millis());
    }

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    /** The parser of the command line: one line for a mistake, no stack trace. */
    static CommandLine commandLine() {
        CommandLine command = new CommandLine(new MatrixCommand());
        command.setParameterExceptionHandler((e, ignored) -> {
            command.getErr().println("matrix: " + e.getMessage() + " (bench/matrix --help lists the options)");
            return CommandLine.ExitCode.USAGE;
        });
        command.setExecutionExceptionHandler((e, ignored, result) -> {
            command.getErr().println("matrix: " + e.getMessage());
            return FAILED;
        });
        return command;
    }

    /** Measures everything; the exit code says whether every cell has its figures. */
    int run(List<String> args) throws IOException, InterruptedException {
        Files.createDirectories(settings.out());
        for (int fork = 0; fork < settings.forks(); fork++) {
            for (Cell cell : settings.cells()) {
                progress.started(cell.name());
                measure(cell);
                progress.ended();
            }
            write(args); // so that an interrupted run leaves something
        }
        progress.clear();
        out.print(new Tables(jdk(), results()).text());
        Pictures.write(settings.out(), jdk(), results());
        out.println("Written to " + settings.out()
                + ": matrix.csv, details.csv, matrix.json, and a picture of each group.");
        return problems.isEmpty() ? OK : FAILED;
    }

    private void measure(Cell cell) throws IOException, InterruptedException {
        for (int attempt = 0; ; attempt++) {
            ForkResult result = fork(cell);
            if (result == null) {
                return;
            }
            boolean disturbed = result.foreign() > CellResult.FOREIGN_LIMIT;
            if (!disturbed || attempt == settings.repeats()) {
                forks.add(result);
                return;
            }
            progress.message(String.format("foreign CPU %.0f %%: %s again", result.foreign() * 100, cell.name()));
        }
    }

    private @org.jspecify.annotations.Nullable ForkResult fork(Cell cell) throws IOException, InterruptedException {
        Path log = settings.out().resolve("last-run.log");
        Path file = settings.out().resolve("last-run.bin");
        Files.deleteIfExists(file);
        Integer exit = child.run(
                command(cell, file), log, PATIENCE_SECONDS + settings.timing().millis() / 1000);
        if (child.stopping()) {
            throw new InterruptedException();
        }
        if (exit == null || exit != 0) {
            String problem = exit == null ? "did not end" : "exit code " + exit;
            problems.put(cell.name(), problem);
            progress.message("matrix: " + cell.name() + " FAILED: " + problem);
            Files.readString(log, Charset.defaultCharset()).lines().forEach(line -> progress.message("  | " + line));
            return null;
        }
        try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
            return (ForkResult) in.readObject();
        } catch (ClassNotFoundException e) {
            throw new IOException(e);
        } finally {
            Files.delete(file);
            Files.delete(log);
        }
    }

    private List<String> command(Cell cell, Path file) {
        return List.of(
                settings.java().toString(),
                "-Xms512m",
                "-Xmx2g",
                "-javaagent:" + settings.agent() + "=include=" + ArmLoader.SWAPPED,
                "-Djava.awt.headless=true",
                "-cp",
                System.getProperty("java.class.path"),
                Fork.class.getName(),
                cell.name(),
                settings.timing().toString(),
                file.toString());
    }

    private List<CellResult> results() {
        return settings.cells().stream()
                .map(cell -> CellResult.of(
                        cell,
                        forks.stream()
                                .filter(fork -> fork.cell().equals(cell.name()))
                                .toList(),
                        problems.get(cell.name())))
                .toList();
    }

    private void write(List<String> args) throws IOException {
        Tables tables = new Tables(jdk(), results());
        Files.write(settings.out().resolve("matrix.csv"), tables.csv(), StandardCharsets.UTF_8);
        Files.write(settings.out().resolve("details.csv"), tables.details(), StandardCharsets.UTF_8);
        mapper.writeValue(
                settings.out().resolve("matrix.json").toFile(),
                new RawData(
                        Instant.now().toString(), args, Machine.describe(settings.root()), settings.timing(), forks));
    }

    private static int jdk() {
        return Runtime.version().feature();
    }
}
