package io.github.cqs.agent.ab;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Does one run and reads what it leaves behind. */
final class Runner {
    private static final int DIGEST_LENGTH = 16;
    /** The exit code after SIGINT. */
    private static final int INTERRUPTED = 130;

    /** A command may start several JVMs. */
    private static final String REPORT = "agent-%p.json";

    private static final String LEFT = "*.{json,jfr,hsperf}";

    /** The folder of all runs, and the names of theirs in it. */
    static final String RUNS = "runs";

    private static final Pattern RUN = Pattern.compile("\\d{3,}-\\w+");

    private final Settings settings;
    private final Child child;
    private final long startNanos = System.nanoTime();
    private int number;

    Runner(Settings settings, Child child) {
        this.settings = settings;
        this.child = child;
    }

    /**
     * What a run yields.
     *
     * @param agent what the agent said, or null
     * @param missing whether the run passed but for a figure that was not found
     */
    record Outcome(Run run, @Nullable AgentData agent, boolean missing, String jvm) {}

    /** Runs the command in an arm; block 0 is discarded. Interruption means that this JVM is ending. */
    Outcome run(Arm arm, int block, boolean statistics) throws IOException, InterruptedException {
        number++;
        Path directory = settings.out()
                .resolve(RUNS)
                .resolve(
                        String.format(Locale.ROOT, "%03d-%s", number, arm.name().replace("'", "p")));
        Files.createDirectories(directory);
        clear(directory); // an earlier comparison that was killed may have left it
        Path out = directory.resolve("stdout.txt");
        Path err = directory.resolve("stderr.txt");
        List<String> options = new ArrayList<>();
        for (Source source : settings.sources()) {
            source.begin();
            addNew(options, source.jvmOptions(directory));
        }
        if (arm.hasAgent()) {
            String report = directory.resolve(REPORT).toString().replace(",", "\\,");
            String more = "report=" + report + (statistics ? ",stats=on" : "");
            options.add("-javaagent:" + settings.agent() + '=' + arm.arguments(more));
        }
        Launch launch = Launch.of(settings.command(), options, System.getenv());
        double startSeconds = (System.nanoTime() - startNanos) / 1e9;
        Accompany accompany = new Accompany(settings.ready(), settings.load(), out, err);
        Child.Ended ended = child.run(launch, out, err, settings.timeoutSeconds(), accompany);
        Integer exitCode = ended.exitCode();
        boolean interrupted = exitCode != null && exitCode == INTERRUPTED && settings.expectedExit() != INTERRUPTED;
        if (interrupted ? child.stopsSoon() : child.stopping()) {
            throw new InterruptedException();
        }
        Source.Finished finished = new Source.Finished(
                directory, ended, text(out), text(err), counters(directory), accompany.readyMillis());
        Map<String, Double> values = new LinkedHashMap<>();
        Map<String, double[]> curves = new LinkedHashMap<>();
        String problem = exitProblem(finished, accompany);
        @Nullable AgentData agent = null;
        boolean missing = false;
        if (problem == null && arm.hasAgent()) {
            try {
                agent = agent(directory);
            } catch (IOException e) {
                problem = "no usable report from the agent" + lastLine(finished);
            }
        }
        if (problem == null) {
            problem = read(finished, accompany, values, curves);
            missing = problem != null;
        }
        Run run = new Run(
                number,
                block,
                arm.name(),
                startSeconds,
                ended.exitCode(),
                problem,
                ended.cpu().foreignShare(),
                finished.jvms().size(),
                sum(finished, jvm -> jvm.counter("java.cls.loadedClasses")),
                sum(finished, jvm -> jvm.counter("java.cls.sharedLoadedClasses")),
                output(finished.out()),
                values,
                curves);
        String jvm = finished.jvms().isEmpty() ? "" : finished.jvms().get(0).jvm();
        return new Outcome(run, agent, missing, jvm);
    }

    /** Whether {@code path} is the folder of a run, by its name. */
    static boolean isRun(Path path) {
        return RUN.matcher(path.getFileName().toString()).matches() && Files.isDirectory(path, NOFOLLOW_LINKS);
    }

    private static AgentData agent(Path directory) throws IOException {
        List<Path> reports = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "agent-*.json")) {
            files.forEach(reports::add);
        }
        reports.sort(null);
        List<AgentData> jvms = new ArrayList<>();
        for (Path report : reports) {
            jvms.add(AgentData.read(report));
        }
        return jvms.stream().reduce(AgentData::and).orElseThrow(() -> new IOException("none"));
    }

    /** Removes what is read after a run. */
    private static void clear(Path directory) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, LEFT)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }

    private static void addNew(List<String> options, List<String> more) {
        more.stream().filter(option -> !options.contains(option)).forEach(options::add);
    }

    private @Nullable String exitProblem(Source.Finished run, Accompany accompany) {
        Integer exit = run.ended().exitCode();
        if (exit == null) {
            return "did not end within " + settings.timeoutSeconds() + " s (see --timeout)";
        }
        if (accompany.problem() != null) {
            return accompany.problem() + ", exit code " + exit + lastLine(run);
        }
        if (settings.load() != null || exit == settings.expectedExit()) {
            return null;
        }
        return "exit code " + exit + lastLine(run);
    }

    private @Nullable String read(
            Source.Finished run, Accompany accompany, Map<String, Double> values, Map<String, double[]> curves) {
        try {
            for (Source source : settings.sources()) {
                source.read(run, values, curves);
            }
            accompany.read(values, curves);
            return null;
        } catch (Source.Missing e) {
            return e.getMessage();
        } catch (IOException e) {
            return "its figures cannot be read: " + e;
        }
    }

    /** What a program says last is usually why it failed. */
    private static String lastLine(Source.Finished run) {
        for (String text : List.of(run.err(), run.out())) {
            @Nullable
            String last = text.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("Picked up "))
                    .reduce((a, b) -> b)
                    .orElse(null);
            if (last != null) {
                return ": " + last.strip();
            }
        }
        return "";
    }

    private static List<PerfData> counters(Path directory) throws IOException {
        List<PerfData> jvms = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.hsperf")) {
            for (Path file : files) {
                jvms.add(PerfData.read(file));
                Files.delete(file);
            }
        }
        return jvms;
    }

    private static double sum(Source.Finished run, ToDoubleFunction<PerfData> figure) {
        return run.jvms().isEmpty()
                ? Double.NaN
                : run.jvms().stream().mapToDouble(figure).sum();
    }

    private static String text(Path file) throws IOException {
        return Files.exists(file) ? new String(Files.readAllBytes(file), Charset.defaultCharset()) : "";
    }

    private static Run.Output output(String text) {
        return new Run.Output(digest(text), digest(text.replaceAll("\\d[\\d.,:eE+-]*", "#")));
    }

    private static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, DIGEST_LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
