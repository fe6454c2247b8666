package io.github.cqs.bench.startup;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.github.cqs.bench.command.BenchCommand;
import io.github.cqs.bench.demo.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command: starts each program with each agent in blocks of random order, and records what that took. */
@Command(
        name = "bench/startup",
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = {
            "Measures what the agent costs when a JVM starts: whole processes, against no agent and an empty one.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:every run passed", "1:a run failed", "2:wrong usage"})
public final class Startup extends BenchCommand {
    @Option(names = "--blocks", paramLabel = "N", description = "blocks of all runs (default: ${DEFAULT-VALUE})")
    private int blocks = 20;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "JVMs of each arm that load classes in turn (default: ${DEFAULT-VALUE})")
    private int rounds = 20;

    @Option(
            names = "--classes",
            paramLabel = "N",
            description = "classes of the generated applications (default: ${DEFAULT-VALUE})")
    private int classes = 10_000;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "where the record goes (default: bench/results/<date>-jdk<n>-startup)")
    private @Nullable Path out;

    @Option(names = "--agent", paramLabel = "JAR", description = "the agent (default: agent/target/cqs-agent.jar)")
    private @Nullable Path agent;

    /** What {@code startup.json} holds. */
    record RawData(
            String ended,
            Machine machine,
            List<Application> applications,
            List<ClassSources> classSources,
            List<Sample> samples,
            List<Lockstep.Cost> lockstep) {}

    public static void main(String[] args) {
        System.exit(commandLine("startup", "bench/startup", new Startup()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        Path work = Files.createTempDirectory("cqs-startup");
        try {
            return measure(work);
        } finally {
            Recording.deleteAll(work);
        }
    }

    private int measure(Path work) throws IOException, InterruptedException {
        Jars jars = new Jars(work);
        List<Application> applications = List.of(
                new Application("hello-world", 0, 0),
                new Application("classes-without-hits", classes, 0),
                new Application("classes-with-hits", classes, Math.max(1, classes / 200)));
        jars.writeEmptyAgent();
        for (Application application : applications) {
            jars.write(application);
        }
        ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        Path ours = agentOr(agent);
        Runner runner = new Runner(jars, ours, work, mapper);
        List<Sample> samples = new ArrayList<>();
        for (int block = 0; block < blocks; block++) {
            System.err.println("block " + (block + 1) + " of " + blocks);
            addBlock(runner, applications, block, samples);
        }
        List<Lockstep.Cost> costs = new ArrayList<>();
        Lockstep lockstep = new Lockstep(runner, applications.get(1));
        for (int round = 0; round < rounds && ThreadTimes.known(); round++) {
            System.err.println("in turn, round " + (round + 1) + " of " + rounds);
            costs.addAll(lockstep.run(round));
        }
        List<ClassSources> sources = new ArrayList<>();
        for (Arm arm : Arm.values()) {
            sources.add(runner.classSources(applications.get(0), arm));
        }
        Machine machine = Machine.describe(root());
        String text = new Summary(applications, samples, sources, costs).text(machine);
        System.out.print(text);
        RawData data = new RawData(Instant.now().toString(), machine, applications, sources, samples, costs);
        Recording recording = Recording.in(root(), out, "startup");
        recording.write("output.txt", text);
        recording.write(
                "startup.json",
                mapper.writeValueAsString(data).replace(work.toString(), "$WORK") + System.lineSeparator());
        System.err.println("Recorded in " + recording.folder());
        return samples.stream().allMatch(sample -> sample.problem() == null)
                ? CommandLine.ExitCode.OK
                : CommandLine.ExitCode.SOFTWARE;
    }

    /** One run of each program with each agent, in random order. */
    private static void addBlock(Runner runner, List<Application> applications, int block, List<Sample> samples)
            throws IOException, InterruptedException {
        for (Application application : applications) {
            List<Arm> arms = new ArrayList<>(List.of(Arm.values()));
            Collections.shuffle(arms, new Random(31L * block + application.classes() + application.hits()));
            for (Arm arm : arms) {
                Sample sample = runner.run(application, arm, block);
                if (sample.problem() != null) {
                    System.err.println(application.name() + ", " + arm + " FAILED: " + sample.problem());
                }
                samples.add(sample);
            }
        }
    }
}
