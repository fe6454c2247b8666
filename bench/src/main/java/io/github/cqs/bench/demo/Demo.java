package io.github.cqs.bench.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;

/** Runs every sample program without and with the agent and prints the comparison. */
public final class Demo {
    private static final int OK = 0;
    private static final int FAILED = 1;

    private final DemoSettings settings;
    private final PrintStream out;
    private final PrintStream messages;
    private final Progress progress;
    private final ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    private final List<Run> runs = new ArrayList<>();
    private final Set<Program> failed = new HashSet<>();

    Demo(DemoSettings settings, boolean live, PrintStream out, PrintStream messages) {
        this.settings = settings;
        this.out = out;
        this.messages = messages;
        int total = settings.blocks() * runsPerBlock();
        progress = new Progress(messages, live, total, settings.warmupMillis() + settings.measuredMillis());
    }

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    /** The parser of the command line: one line for a mistake, no stack trace. */
    static CommandLine commandLine() {
        CommandLine command = new CommandLine(new DemoCommand());
        command.setParameterExceptionHandler((e, ignored) -> {
            command.getErr().println("demo: " + e.getMessage() + " (./demo --help lists the options)");
            return CommandLine.ExitCode.USAGE;
        });
        command.setExecutionExceptionHandler((e, ignored, result) -> {
            command.getErr().println("demo: " + e.getMessage());
            return FAILED;
        });
        return command;
    }

    /** Does all runs and prints the summary; the exit code says whether every one passed. */
    int run(List<String> args) throws IOException, InterruptedException {
        Files.createDirectories(settings.out());
        Runner runner = new Runner(settings, mapper);
        int blocks = 0;
        while (blocks < settings.blocks() && (blocks == 0 || fitsLimit())) {
            for (Schedule.Slot slot : Schedule.block(blocks, settings.programs())) {
                if (!failed.contains(slot.program())) {
                    progress.started(slot);
                    add(runner.run(slot), slot, runner.output());
                    progress.ended();
                }
            }
            blocks++;
        }
        progress.clear();
        if (blocks < settings.blocks()) {
            messages.printf("stopped after %d of %d blocks: more would take too long%n", blocks, settings.blocks());
        }
        summarize(args);
        return failed.isEmpty() ? OK : FAILED;
    }

    private void add(Run run, Schedule.Slot slot, Path output) throws IOException {
        runs.add(run);
        String problem = run.problem();
        if (problem != null) {
            failed.add(slot.program());
            progress.clear();
            messages.println("demo: " + run.program() + " FAILED: " + problem);
            messages.println("  command: " + String.join(" ", run.command()));
            Files.readString(output, Charset.defaultCharset()).lines().forEach(line -> messages.println("  | " + line));
        }
    }

    private void summarize(List<String> args) throws IOException {
        Machine machine = Machine.describe(settings.root());
        List<Comparison> comparisons = settings.programs().stream()
                .map(program -> Comparison.of(program, runs))
                .toList();
        out.println();
        out.print(new Summary(comparisons, runs).text(machine));
        printAgentErrors(comparisons);
        Path file = settings.out().resolve("demo.json");
        mapper.writeValue(
                file.toFile(), new RawData(Instant.now().toString(), args, machine, settings.agentOptions(), runs));
        out.println("Raw data: " + file);
    }

    private void printAgentErrors(List<Comparison> comparisons) {
        for (Comparison comparison : comparisons) {
            AgentReport report = comparison.report();
            if (report != null) {
                report.errors()
                        .forEach(error -> out.println(
                                "The agent reports for " + comparison.program().name() + ": " + error));
            }
        }
    }

    private boolean fitsLimit() {
        return progress.secondsAfter(runsPerBlock()) <= settings.limitSeconds();
    }

    private int runsPerBlock() {
        return Schedule.RUNS_PER_BLOCK * settings.programs().size();
    }
}
