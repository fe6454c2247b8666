package io.github.cqs.bench.ces;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.github.cqs.bench.command.BenchCommand;
import io.github.cqs.bench.demo.Machine;
import io.github.cqs.bench.matrix.ArmLoader;
import io.github.cqs.bench.matrix.Launcher;
import io.github.cqs.bench.matrix.Progress;
import io.github.cqs.bench.task.Coroutine;
import io.github.cqs.bench.task.TaskCrew;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import picocli.CommandLine;

/** Runs the loads, each in several JVMs, and writes what came of it. */
public final class Ces {
    private static final int OK = 0;
    private static final int FAILED = 1;
    /** Tasks in their thousands, and a loaded machine. */
    private static final long PATIENCE_SECONDS = 120;

    /** With which it is judged whether a load has enough JVMs. */
    private static final Setting JUDGED = Setting.CES;

    private final CesSettings settings;
    private final PrintStream out;
    private final Progress progress;
    private final ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    private final Launcher<Jvm> launcher;
    private final Tokens tokens = Tokens.measure();
    private final List<Jvm> jvms = new ArrayList<>();
    private boolean failed;

    Ces(CesSettings settings, boolean live, PrintStream out, PrintStream messages) {
        this.settings = settings;
        this.out = out;
        LongSummaryStatistics jvms = millis(settings.loads());
        progress = new Progress(messages, live, settings.forks() * (int) jvms.getCount(), (long) jvms.getAverage());
        launcher = new Launcher<>(
                "ces", settings.out(), settings.repeats(), progress, Launcher.objects(Jvm.class), Jvm::foreign);
    }

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return BenchCommand.commandLine("ces", "bench/ces", new CesCommand());
    }

    /** Measures everything; the exit code says whether everything has its figures. */
    int run(List<String> args, int warmUpMillis, int millis) throws IOException, InterruptedException {
        Files.createDirectories(settings.out());
        measure(settings.loads(), 0, settings.forks(), args);
        List<Load> doubtful = new Acceptance(new Results(jvms), JUDGED, settings.loads()).below();
        progress.expectMore((settings.doubtful() - settings.forks())
                * (int) millis(doubtful).getCount());
        measure(doubtful, settings.forks(), settings.doubtful(), args);
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

    /** What the JVMs take at least, one for each load and setting. */
    private LongSummaryStatistics millis(List<Load> loads) {
        return loads.stream()
                .flatMapToLong(load -> load.part().settings().stream().mapToLong(setting -> millis(load, setting)))
                .summaryStatistics();
    }

    private void measure(List<Load> loads, int from, int to, List<String> args)
            throws IOException, InterruptedException {
        for (int fork = from; fork < to; fork++) {
            for (Load load : loads) {
                for (Setting setting : load.part().settings()) {
                    measure(load, setting, fork == 0);
                }
            }
            write(args); // so that an interrupted run leaves something
        }
    }

    private void measure(Load load, Setting setting, boolean traces) throws IOException, InterruptedException {
        try {
            Jvm jvm = launcher.measure(
                    load.name() + " " + setting.label(),
                    file -> command(load, setting, file),
                    PATIENCE_SECONDS + 3 * millis(load, setting) / 1000);
            jvms.add(jvm.withTraces(traces));
        } catch (Launcher.FailedException e) {
            failed = true;
        }
    }

    /** What a JVM takes at least: each slice of a lock is followed by one beside the bystander. */
    private long millis(Load load, Setting setting) {
        long alone = settings.timing().millis(setting.contenders(load.part()).size());
        return setting == Setting.PAPER ? alone : 2 * alone;
    }

    private List<String> command(Load load, Setting setting, Path file) {
        List<String> command = new ArrayList<>(Launcher.jvm(settings.java()));
        command.addAll(List.of("-Djava.awt.headless=true", Carriers.FLAG));
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
