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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Runs a program in a fresh JVM, without or with the agent, and reads what it and the agent say. */
final class Runner {
    private static final Pattern THROUGHPUT = Pattern.compile("^throughput: ([0-9.]+) ops/s$", Pattern.MULTILINE);
    private static final Pattern SELF_CHECK = Pattern.compile("^self-check: (.*)$", Pattern.MULTILINE);
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
        Matcher figure = THROUGHPUT.matcher(text);
        double throughput = figure.find() ? Double.parseDouble(figure.group(1)) : Double.NaN;
        String problem = problem(exitCode, text, throughput);
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
                throughput,
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

    private @Nullable String problem(@Nullable Integer exitCode, String text, double throughput) {
        if (exitCode == null) {
            return "did not end within " + settings.timeoutSeconds() + " s";
        }
        Matcher verdict = SELF_CHECK.matcher(text);
        if (!verdict.find()) {
            return "printed no self-check, exit code " + exitCode;
        }
        if (!verdict.group(1).strip().equals("ok")) {
            return "self-check " + verdict.group(1).strip();
        }
        if (exitCode != 0) {
            return "exit code " + exitCode;
        }
        return throughput > 0 ? null : "printed no throughput";
    }

    private @Nullable String problem(AgentReport report) {
        boolean swapExpected = settings.agentOptions().isEmpty();
        return swapExpected && report.sitesSwapped() == 0 ? "the agent swapped nothing" : null;
    }

    private Path file(String extension) {
        return settings.out().resolve("run-" + number + "." + extension);
    }
}
