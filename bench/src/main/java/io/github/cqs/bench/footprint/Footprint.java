package io.github.cqs.bench.footprint;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.github.cqs.bench.command.BenchCommand;
import io.github.cqs.bench.demo.Child;
import io.github.cqs.bench.demo.Machine;
import io.github.cqs.bench.demo.TextTable;
import io.github.cqs.bench.startup.Recording;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command: sizes in a JVM without and in one with the agent, as a table and as a record. */
@Command(
        name = "bench/footprint",
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = {"Measures the bytes of idle synchronizers, without and with the agent.", ""},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:no idle object is more than 8 bytes larger", "1:one is, or a run failed", "2:wrong usage"})
public final class Footprint extends BenchCommand {
    private static final long BOUND = 8;
    private static final long TIMEOUT_SECONDS = 120;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "where the record goes (default: bench/results/<date>-jdk<n>-footprint)")
    private @Nullable Path out;

    @Option(names = "--agent", paramLabel = "JAR", description = "the agent (default: agent/target/cqs-agent.jar)")
    private @Nullable Path agent;

    /** What {@code footprint.json} holds. */
    record RawData(
            String ended,
            Machine machine,
            List<String> without,
            List<String> with,
            List<Specimen> jdk,
            List<Specimen> swapped) {}

    public static void main(String[] args) {
        System.exit(commandLine("footprint", "bench/footprint", new Footprint()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        Path jar = agentOr(agent);
        List<String> without = command(null);
        List<String> with = command(jar);
        List<Specimen> jdk = measure(without);
        List<Specimen> swapped = measure(with);
        Machine machine = Machine.describe(root());
        String text = text(jdk, swapped, machine);
        System.out.print(text);
        Recording recording = Recording.in(root(), out, "footprint");
        recording.write("output.txt", text);
        ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        RawData data = new RawData(Instant.now().toString(), machine, without, with, jdk, swapped);
        recording.write("footprint.json", mapper.writeValueAsString(data) + System.lineSeparator());
        System.err.println("Recorded in " + recording.folder());
        return withinBound(jdk, swapped) ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private static List<String> command(@Nullable Path jar) {
        List<String> command = new ArrayList<>(List.of(java().toString()));
        if (jar != null) {
            command.add("-javaagent:" + jar);
        }
        if (Runtime.version().feature() >= 23) {
            command.add("--sun-misc-unsafe-memory-access=allow"); // the measuring library uses it
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Specimens.class.getName()));
        return command;
    }

    private static List<Specimen> measure(List<String> command) throws IOException, InterruptedException {
        Path output = Files.createTempFile("footprint", ".txt");
        try {
            Integer exitCode = new Child().run(command, output, TIMEOUT_SECONDS);
            List<String> lines = Files.readAllLines(output, Charset.defaultCharset());
            if (exitCode == null || exitCode != 0) {
                throw new IOException("exit code " + exitCode + ": " + String.join(System.lineSeparator(), lines));
            }
            return lines.stream()
                    .filter(line -> line.contains("\t"))
                    .map(Specimen::parse)
                    .toList();
        } finally {
            Files.deleteIfExists(output);
        }
    }

    private static boolean withinBound(List<Specimen> jdk, List<Specimen> swapped) {
        boolean within = jdk.size() == swapped.size() && !jdk.isEmpty();
        for (int i = 0; within && i < jdk.size(); i++) {
            within = swapped.get(i).idle() <= jdk.get(i).idle() + BOUND
                    && swapped.get(i).actual().contains("Cqs");
        }
        return within;
    }

    private static String text(List<Specimen> jdk, List<Specimen> swapped, Machine machine) {
        TextTable table = new TextTable(
                "-class", "-", "idle: JDK", "swapped", "difference", "after contention: JDK", "swapped", "difference");
        for (int i = 0; i < jdk.size(); i++) {
            Specimen plain = jdk.get(i);
            Specimen ours = swapped.get(i);
            table.add(
                    plain.type(),
                    plain.fair() ? "fair" : "",
                    Long.toString(plain.idle()),
                    Long.toString(ours.idle()),
                    String.format("%+d", ours.idle() - plain.idle()),
                    Long.toString(plain.afterContention()),
                    Long.toString(ours.afterContention()),
                    String.format("%+d", ours.afterContention() - plain.afterContention()));
        }
        String nl = System.lineSeparator();
        return table + nl
                + "Bytes of one object with all that it refers to (JOL). After contention: eight threads have waited for it"
                + nl
                + "and are gone. Bound for idle objects: at most " + BOUND + " bytes more: "
                + (withinBound(jdk, swapped) ? "kept" : "exceeded") + nl
                + machine.jdk() + ", " + machine.os() + ", " + machine.cores() + " cores, commit " + machine.commit()
                + nl;
    }
}
