package io.github.cqs.bench.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Runs a program in a fresh JVM, without or with the agent, and reads what it and the agent say. */
final class Runner {
    private static final List<String> HEAP = List.of("-Xms256m", "-Xmx256m");

    private final DemoSettings settings;
    private final ObjectMapper mapper;
    private final Child child = new Child();
    private int number;

    Runner(DemoSettings settings, ObjectMapper mapper) {
        this.settings = settings;
        this.mapper = mapper;
    }

    /** Where the latest run's output is. */
    Path output() {
        return file("txt");
    }

    /** Does one run. Interruption means that this JVM is ending. */
    Run run(Schedule.Slot slot) throws IOException, InterruptedException {
        number++;
        Path report = file("json");
        Files.deleteIfExists(report);
        List<String> command = command(slot, report);
        ForeignCpu foreign = new ForeignCpu();
        long start = System.nanoTime();
        Integer exitCode = child.run(command, output(), settings.timeoutSeconds());
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        double foreignCpu = foreign.share();
        if (child.stopping()) {
            throw new InterruptedException();
        }
        String text = Files.readString(output(), Charset.defaultCharset());
        Output parsed = Output.parse(text);
        String problem = problem(exitCode, parsed);
        AgentReport agentReport = null;
        if (problem == null && slot.arm() == Arm.WITH) {
            try {
                agentReport = AgentReport.read(report, mapper);
                problem = problem(agentReport);
            } catch (IOException e) {
                problem = "no usable report from the agent: " + e.getMessage();
            }
        }
        return new Run(
                slot.program().name(),
                slot.arm(),
                slot.pair(),
                command,
                millis,
                parsed.throughput(),
                foreignCpu,
                problem,
                agentReport);
    }

    private List<String> command(Schedule.Slot slot, Path report) {
        List<String> command = new ArrayList<>(List.of(settings.java().toString()));
        command.addAll(HEAP);
        if (slot.arm() == Arm.WITH) {
            command.add("-javaagent:" + settings.agent() + "=" + agentOptions(report));
        }
        command.addAll(List.of(
                "-jar",
                settings.root().resolve(slot.program().jar()).toString(),
                Integer.toString(settings.warmupMillis()),
                Integer.toString(settings.measuredMillis())));
        return command;
    }

    private String agentOptions(Path report) {
        String mode = settings.agentOptions().containsKey("mode") ? "" : "mode=cqs,";
        return settings.agentOptions().entrySet().stream()
                .map(Map.Entry::toString)
                .collect(Collectors.joining(",", mode, settings.agentOptions().isEmpty() ? "" : ","))
                .concat("report=" + report);
    }

    private @Nullable String problem(@Nullable Integer exitCode, Output parsed) {
        if (exitCode == null) {
            return "did not end within " + settings.timeoutSeconds() + " s";
        }
        if (parsed.problem() != null) {
            return parsed.problem() + ", exit code " + exitCode;
        }
        return exitCode == 0 ? null : "exit code " + exitCode;
    }

    private @Nullable String problem(AgentReport report) {
        boolean swapExpected = settings.agentOptions().isEmpty();
        return swapExpected && report.sitesSwapped() == 0 ? "the agent swapped nothing" : null;
    }

    private Path file(String extension) {
        return settings.out().resolve("run-" + number + "." + extension);
    }
}
