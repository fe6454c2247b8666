package io.github.cqs.bench.ces;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.github.cqs.bench.demo.Child;
import io.github.cqs.bench.demo.Machine;
import io.github.cqs.bench.matrix.ArmLoader;
import io.github.cqs.bench.matrix.Progress;
import io.github.cqs.bench.task.Coroutine;
import io.github.cqs.bench.task.TaskCrew;
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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** Runs the loads, each in several JVMs, and writes what came of it. */
public final class Ces {
    private static final int OK = 0;
    private static final int FAILED = 1;
    /** Tasks in their thousands, and a loaded machine. */
    private static final long PATIENCE_SECONDS = 120;

    private static final double FOREIGN_LIMIT = 0.10;

    private final CesSettings settings;
    private final PrintStream out;
    private final Progress progress;
    private final ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    private final Child child = new Child();
    private final Tokens tokens = Tokens.measure();
    private final List<Jvm> jvms = new ArrayList<>();
    private boolean failed;

    Ces(CesSettings settings, boolean live, PrintStream out, PrintStream messages) {
        this.settings = settings;
        this.out = out;
        int total = settings.forks()
                * settings.loads().stream()
                        .mapToInt(load -> load.part().settings().size())
                        .sum();
        progress = new Progress(messages, live, total, settings.timing().millis());
    }

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    /** The parser of the command line: one line for a mistake, no stack trace. */
    static CommandLine commandLine() {
        CommandLine command = new CommandLine(new CesCommand());
        command.setParameterExceptionHandler((e, ignored) -> {
            command.getErr().println("ces: " + e.getMessage() + " (bench/ces --help lists the options)");
            return CommandLine.ExitCode.USAGE;
        });
        command.setExecutionExceptionHandler((e, ignored, result) -> {
            command.getErr().println("ces: " + e.getMessage());
            return FAILED;
        });
        return command;
    }

    /** Measures everything; the exit code says whether everything has its figures. */
    int run(List<String> args, int warmUpMillis, int millis) throws IOException, InterruptedException {
        Files.createDirectories(settings.out());
        for (int fork = 0; fork < settings.forks(); fork++) {
            for (Load load : settings.loads()) {
                for (Setting setting : load.part().settings()) {
                    progress.started(load.name() + " " + setting.label());
                    measure(load, setting, fork == 0);
                    progress.ended();
                }
            }
            write(args); // so that an interrupted run leaves something
        }
        progress.clear();
        if (!settings.loads().isEmpty()) {
            Results results = new Results(jvms);
            String text = new CesTables(settings.loads(), results).text();
            out.print(text);
            Files.writeString(settings.out().resolve("output.txt"), text);
            new CesPictures(settings.out(), settings.loads(), results, jdk()).write();
        }
        for (String program : settings.programs()) {
            failed |= new Application(settings).compare(program, warmUpMillis, millis) != 0;
        }
        out.println("Written to " + settings.out());
        return failed ? FAILED : OK;
    }

    private void measure(Load load, Setting setting, boolean traces) throws IOException, InterruptedException {
        for (int attempt = 0; ; attempt++) {
            Jvm jvm = fork(load, setting);
            if (jvm == null) {
                failed = true;
                return;
            }
            if (!(jvm.foreign() > FOREIGN_LIMIT) || attempt == settings.repeats()) {
                jvms.add(jvm.withTraces(traces));
                return;
            }
            progress.message(String.format("foreign CPU %.0f %%: %s again", jvm.foreign() * 100, load.name()));
        }
    }

    private @Nullable Jvm fork(Load load, Setting setting) throws IOException, InterruptedException {
        Path log = settings.out().resolve("last-run.log");
        Path file = settings.out().resolve("last-run.bin");
        Files.deleteIfExists(file);
        Integer exit = child.run(
                command(load, setting, file),
                log,
                PATIENCE_SECONDS + 3 * settings.timing().millis() / 1000);
        if (child.stopping()) {
            throw new InterruptedException();
        }
        if (exit == null || exit != 0) {
            progress.message("ces: " + load.name() + " " + setting.label() + " FAILED: "
                    + (exit == null ? "did not end" : "exit code " + exit));
            Files.readString(log, Charset.defaultCharset()).lines().forEach(line -> progress.message("  | " + line));
            return null;
        }
        try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
            return (Jvm) in.readObject();
        } catch (ClassNotFoundException e) {
            throw new IOException(e);
        } finally {
            Files.delete(file);
            Files.delete(log);
        }
    }

    private List<String> command(Load load, Setting setting, Path file) {
        List<String> command = new ArrayList<>(
                List.of(settings.java().toString(), "-Xms512m", "-Xmx2g", "-Djava.awt.headless=true", Carriers.FLAG));
        if (setting == Setting.PAPER) {
            command.addAll(List.of(Coroutine.FLAG, TaskCrew.STACKS));
        } else {
            command.add(
                    "-javaagent:" + settings.agent() + "=include=" + ArmLoader.SWAPPED + ",virtual=" + setting.label());
        }
        Integer carriers = settings.carriers();
        if (carriers != null) {
            command.add("-Djdk.virtualThreadScheduler.parallelism=" + carriers);
            command.add("-Djdk.virtualThreadScheduler.maxPoolSize=" + Math.max(carriers, 256));
            command.add("-D" + TaskCrew.CARRIERS + "=" + carriers);
        }
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                Fork.class.getName(),
                load.name(),
                setting.name(),
                settings.timing().toString(),
                Double.toString(tokens.nanos()),
                file.toString()));
        return command;
    }

    private void write(List<String> args) throws IOException {
        if (settings.loads().isEmpty()) {
            return;
        }
        Files.write(
                settings.out().resolve("ces.csv"),
                new CesTables(settings.loads(), new Results(jvms)).csv(jdk()),
                StandardCharsets.UTF_8);
        mapper.writeValue(
                settings.out().resolve("ces.json").toFile(),
                new RawData(
                        Instant.now().toString(),
                        args,
                        Machine.describe(settings.root()),
                        settings.timing(),
                        tokens.nanos(),
                        jvms));
    }

    private static int jdk() {
        return Runtime.version().feature();
    }
}
