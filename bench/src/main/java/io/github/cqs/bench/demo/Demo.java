package io.github.cqs.bench.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.cqs.bench.command.BenchCommand;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import picocli.CommandLine;

/** Compares every sample program without and with the agent by the agent's own {@code ab}, and prints one table. */
public final class Demo {
    private static final int OK = 0;
    private static final int FAILED = 1;
    private static final List<String> HEAP = List.of("-Xms256m", "-Xmx256m");

    private final DemoSettings settings;
    private final PrintStream out;
    private final PrintStream messages;
    private final ObjectMapper mapper = new ObjectMapper();
    private final long startNanos = System.nanoTime();

    Demo(DemoSettings settings, PrintStream out, PrintStream messages) {
        this.settings = settings;
        this.out = out;
        this.messages = messages;
    }

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return BenchCommand.commandLine("demo", "./demo", new DemoCommand());
    }

    /** Does all runs and prints the summary; the exit code says whether every one passed. */
    int run() throws IOException, InterruptedException {
        List<Result> results = new ArrayList<>();
        for (Program program : settings.programs()) {
            messages.printf("%-13s %s%n", program.name(), program.description());
            results.add(compare(program, settings.programs().size() - results.size()));
        }
        out.println();
        out.print(new Summary(results).text(Machine.describe(settings.root())));
        for (Result result : results) {
            result.errors()
                    .forEach(e -> out.println(
                            "The agent reports for " + result.program().name() + ": " + e));
            if (!result.passed()) {
                out.println(result.program().name() + " FAILED: " + result.problem());
            }
        }
        out.println("Reports with charts: " + settings.out() + "/*/report.html");
        return results.stream().allMatch(Result::passed) ? OK : FAILED;
    }

    private Result compare(Program program, int programsLeft) throws IOException, InterruptedException {
        Path folder = settings.out().resolve(program.name());
        Files.createDirectories(folder);
        Path report = folder.resolve("report.json");
        Files.deleteIfExists(report);
        Process ab = new ProcessBuilder(command(program, folder, programsLeft))
                .redirectOutput(folder.resolve("output.txt").toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        int exitCode;
        try {
            exitCode = ab.waitFor();
        } finally {
            ab.destroy();
        }
        return Files.exists(report)
                ? Result.read(program, report, mapper)
                : Result.none(program, "the comparison ended with exit code " + exitCode);
    }

    private List<String> command(Program program, Path folder, int programsLeft) {
        List<String> command = new ArrayList<>(List.of(
                settings.java().toString(),
                "-jar",
                settings.agent().toString(),
                "ab",
                "--arms=A,B",
                "--warmup=0",
                "--runs=" + settings.blocks(),
                "--timeout=" + settings.timeoutSeconds(),
                "--metric=" + Result.METRIC + "=^throughput: ([0-9.]+) ops/s$",
                "--out=" + folder));
        if (settings.limitSeconds() < Long.MAX_VALUE) {
            long left = settings.limitSeconds() - TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos);
            command.add("--limit=" + Math.max(1, left / programsLeft) + "s");
        }
        if (settings.live()) {
            command.add("--live");
        }
        if (!settings.agentOptions().isEmpty()) {
            command.add("--with="
                    + settings.agentOptions().entrySet().stream()
                            .map(Map.Entry::toString)
                            .collect(Collectors.joining(",")));
        }
        command.add("--");
        command.add(settings.java().toString());
        command.addAll(HEAP);
        command.addAll(List.of(
                "-jar",
                settings.root().resolve(program.jar()).toString(),
                Integer.toString(Math.min(program.warmupMillis(), settings.longestWarmupMillis())),
                Integer.toString(settings.measuredMillis())));
        return command;
    }
}
