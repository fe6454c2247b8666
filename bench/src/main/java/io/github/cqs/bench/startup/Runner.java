package io.github.cqs.bench.startup;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.cqs.bench.demo.Child;
import io.github.cqs.bench.demo.ForeignCpu;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Starts a program and measures the whole process. */
final class Runner {
    private static final long TIMEOUT_SECONDS = 120;
    /** The shell's own timer: real, user and system time of the command from start to end, by the kernel's accounts. */
    private static final String TIMED =
            "exec 3>&2; times=$1; shift; TIMEFORMAT='%3R %3U %3S'; { time \"$@\" 2>&3; } 2>\"$times\"";

    private final Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    private final Jars jars;
    private final Path agent;
    private final Path work;
    private final ObjectMapper mapper;
    private final Child child = new Child();

    /** @param work a folder for files that nobody needs afterwards */
    Runner(Jars jars, Path agent, Path work, ObjectMapper mapper) {
        this.jars = jars;
        this.agent = agent;
        this.work = work;
        this.mapper = mapper;
    }

    /** Does one run. Interruption means that this JVM is ending. */
    Sample run(Application application, Arm arm, int block) throws IOException, InterruptedException {
        Path times = work.resolve("times");
        Files.deleteIfExists(times);
        Files.deleteIfExists(report());
        List<String> command = command(application, arm);
        List<String> timed = new ArrayList<>(List.of("bash", "-c", TIMED, "timed", times.toString()));
        timed.addAll(command);
        ForeignCpu foreign = new ForeignCpu();
        Integer exitCode = child.run(timed, output(), TIMEOUT_SECONDS);
        double foreignCpu = foreign.share();
        if (child.stopping()) {
            throw new InterruptedException();
        }
        String problem = problem(application, arm, exitCode);
        double[] seconds = problem == null ? seconds(times) : new double[] {Double.NaN, Double.NaN, Double.NaN};
        return new Sample(
                application.name(),
                arm,
                block,
                command,
                seconds[0] * 1000,
                (seconds[1] + seconds[2]) * 1000,
                foreignCpu,
                problem);
    }

    /** Counts, in one run that is not measured, where the classes come from. */
    ClassSources classSources(Application application, Arm arm) throws IOException, InterruptedException {
        Path log = work.resolve("classes");
        List<String> command = command(application, arm);
        command.add(1, "-Xlog:class+load:file=" + log);
        child.run(command, output(), TIMEOUT_SECONDS);
        return ClassSources.read(arm, log);
    }

    /** Starts the program that loads the application's classes as its input says. The caller ends it. */
    Process stepwise(Application application, Arm arm) throws IOException {
        List<String> command = agent(arm);
        command.addAll(List.of("-cp", jars.of(application).toString(), LoadInSteps.class.getName()));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private List<String> command(Application application, Arm arm) {
        List<String> command = agent(arm);
        command.addAll(List.of("-jar", jars.of(application).toString(), Integer.toString(application.classes())));
        return command;
    }

    private List<String> agent(Arm arm) {
        List<String> command = new ArrayList<>(List.of(java.toString()));
        switch (arm) {
            case NONE -> {}
            case EMPTY -> command.add("-javaagent:" + jars.emptyAgent());
            case IDLE -> command.add("-javaagent:" + jars.emptyAgent() + "=transform");
            case OURS -> command.add("-javaagent:" + agent);
            case REPORT -> command.add("-javaagent:" + agent + "=report=" + report());
        }
        return command;
    }

    private Path report() {
        return work.resolve("report.json");
    }

    private Path output() {
        return work.resolve("output");
    }

    /** A warning of the JVM is a problem: nothing but the program's own line may appear. */
    private @Nullable String problem(Application application, Arm arm, @Nullable Integer exitCode) throws IOException {
        String printed = Files.readString(output(), Charset.defaultCharset()).strip();
        if (exitCode == null || exitCode != 0 || !printed.equals(application.output())) {
            return "exit code " + exitCode + ", printed: " + printed;
        }
        if (arm != Arm.REPORT) {
            return null;
        }
        JsonNode totals = mapper.readTree(report().toFile()).path("totals");
        int scanned = totals.path("classes_scanned").asInt();
        int rewritten = totals.path("classes_rewritten").asInt();
        return scanned >= application.classes() && rewritten == application.hits()
                ? null
                : "the agent scanned " + scanned + " and rewrote " + rewritten + " classes";
    }

    private static double[] seconds(Path times) throws IOException {
        String[] words = Files.readString(times).strip().split(" ", -1);
        double[] seconds = new double[words.length];
        for (int i = 0; i < words.length; i++) {
            seconds[i] = Double.parseDouble(words[i]);
        }
        return seconds;
    }
}
