package io.github.cqs.agent.ab;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.github.cqs.agent.install.AgentJar;
import io.github.cqs.agent.options.Options;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs a command without and with the agent and says what that changed. */
@Command(
        name = "ab",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true,
        customSynopsis = {"java -jar cqs-agent.jar ab [OPTIONS] -- COMMAND...", "java -jar cqs-agent.jar ab --from DIR"
        },
        description = {
            "Does swapping help this command, by how much, how sure is that, and why?",
            "Runs it in fresh JVMs, in random order: A without the agent, A' with the JDK's algorithms behind the"
                    + " interposition, B swapped. The command is run as it is given; where it is not java itself, the"
                    + " agent comes in through JAVA_TOOL_OPTIONS."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:fine",
            "1:a run failed",
            "2:bad usage: no such command, no JVM, a metric that is never printed",
            "3:slower, with --fail-if-slower",
            "130:ended by Ctrl-C, with the report of what was done"
        })
public final class AbCommand implements Callable<Integer> {
    static final int FINE = 0;
    static final int FAILED = 1;
    static final int BAD_USAGE = 2;
    static final int SLOWER = 3;

    private static final int BLOCKS = 10;
    private static final int MOST_BLOCKS = 50;
    private static final long FINISH_SECONDS = 30;
    private static final Pattern OWN_OPTION = Pattern.compile("(^|,)\\s*(report|stats)\\s*=");
    private static final Pattern DURATION = Pattern.compile("(\\d+)(s|m|h|)");

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "what to run, and its arguments")
    private List<String> command = List.of();

    @Option(names = "--runs", paramLabel = "N", description = "runs of each arm that count (default: 10)")
    private @Nullable Integer runs;

    @Option(
            names = "--until-ci",
            paramLabel = "PCT",
            description = "as many runs as make the intervals +-PCT wide, at most --max-runs")
    private @Nullable String untilCi;

    @Option(names = "--max-runs", paramLabel = "N", description = "with --until-ci (default: ${DEFAULT-VALUE})")
    private int maxRuns = MOST_BLOCKS;

    @Option(names = "--limit", paramLabel = "TIME", description = "begin no block that would end later: 90s, 10m, 2h")
    private @Nullable String limit;

    @Option(names = "--warmup", paramLabel = "N", description = "discarded runs of each arm (default: 1)")
    private int warmup = 1;

    @Option(
            names = "--arms",
            paramLabel = "ARMS",
            description = "of A, A', B (or none, passthrough, cqs), separated by commas (default: A,A',B)")
    private String arms = "A,A',B";

    @Option(
            names = "--b",
            paramLabel = "KEY=VALUE,...",
            description = "the agent's options in B; repeated, there are several: B1, B2, ...")
    private List<String> configurations = List.of();

    @Option(names = "--with", paramLabel = "KEY=VALUE,...", description = "the agent's options in A' and in every B")
    private String with = "";

    @Option(names = "--aa", description = "A against A: how often does this set-up see a difference where none is?")
    private boolean aa;

    @Option(
            names = "--metric",
            paramLabel = "NAME=REGEX",
            description =
                    "a figure that the command prints: the first group of the last match. NAME:higher or NAME:lower"
                            + " says what is better; without, the name decides: times, sizes and errors are better when lower")
    private List<String> printed = List.of();

    @Option(
            names = "--metric-file",
            paramLabel = "NAME=FILE=REGEX",
            description = "a figure in a file that the command writes")
    private List<String> filed = List.of();

    @Option(
            names = "--jfr",
            paramLabel = "NAME=EVENT[/FIELD]:AGG",
            description = "a figure from Flight Recorder, AGG of count, sum, mean, max: parked=jdk.ThreadPark:sum")
    private List<String> recorded = List.of();

    @Option(
            names = "--hdr",
            paramLabel = "NAME[:UNIT]=FILE",
            description = "a latency distribution from an HdrHistogram log that the command writes; UNIT of ns, us, ms"
                    + " (default: ns)")
    private List<String> histograms = List.of();

    @Option(names = "--ready", paramLabel = "REGEX", description = "start-up ends when the command has printed this")
    private @Nullable String ready;

    @Option(
            names = "--load",
            paramLabel = "URL",
            description = "the command is a server: open-loop load on this address, then the server is told to end")
    private @Nullable String load;

    @Option(names = "--rate", paramLabel = "N", description = "requests a second (default: ${DEFAULT-VALUE})")
    private double rate = 100;

    @Option(names = "--duration", paramLabel = "TIME", description = "of the load (default: ${DEFAULT-VALUE})")
    private String duration = "10s";

    @Option(
            names = "--load-warmup",
            paramLabel = "TIME",
            description = "load before that, not measured (default: ${DEFAULT-VALUE})")
    private String loadWarmup = "2s";

    @Option(names = "--load-anywhere", description = "the load may go to other machines than this one")
    private boolean loadAnywhere;

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "for one run (default: ${DEFAULT-VALUE})")
    private int timeout = 600;

    @Option(names = "--expect-exit", paramLabel = "CODE", description = "the command's exit code (default: 0)")
    private int expectedExit;

    @Option(
            names = "--fail-if-slower",
            paramLabel = "PCT",
            description = "exit with 3 if B is slower than A for sure, and by more than PCT as estimated")
    private @Nullable String failIfSlower;

    @Option(names = "--seed", paramLabel = "N", description = "of the order of runs (default: drawn and recorded)")
    private @Nullable Long seed;

    @Option(names = "--no-statistics", description = "do not count in the discarded runs what waits where")
    private boolean noStatistics;

    @Option(names = "--live", description = "rewrite one progress line even where no terminal is seen")
    private boolean live;

    @Option(names = "--agent", paramLabel = "JAR", description = "the agent (default: this jar)")
    private @Nullable Path agent;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "report.html, report.json, report.md, runs.csv, and each run's output in runs/")
    private @Nullable Path out;

    @Option(names = "--from", paramLabel = "DIR", description = "run nothing: make the report of DIR again")
    private @Nullable Path from;

    /** For picocli. */
    public AbCommand() {}

    @Override
    public Integer call() throws IOException {
        try {
            return from == null ? compare() : again(from);
        } catch (Mistake e) {
            PrintWriter err = spec.commandLine().getErr();
            err.println("ab: " + e.getMessage());
            err.flush();
            return e.exitCode();
        }
    }

    private int again(Path directory) throws IOException, Mistake {
        if (!command.isEmpty()) {
            throw Mistake.usage("--from runs nothing, so it takes no command");
        }
        if (!Files.isReadable(directory.resolve(Experiment.FILE))) {
            throw Mistake.usage("there is no " + Experiment.FILE + " in " + directory);
        }
        Experiment experiment = experimentIn(directory);
        requireSwapped(experiment.arms());
        Reports reports = Reports.of(experiment);
        Path target = out == null ? directory : out;
        Files.createDirectories(target);
        reports.write(target);
        return finish(reports, target, reports.failed() ? FAILED : FINE);
    }

    private static Experiment experimentIn(Path directory) throws IOException, Mistake {
        try {
            return Experiment.read(directory);
        } catch (JsonProcessingException e) {
            throw Mistake.usage(directory.resolve(Experiment.FILE) + " is broken"
                    + (e.getLocation() == null
                            ? ""
                            : " at line " + e.getLocation().getLineNr()));
        } catch (RuntimeException e) {
            throw Mistake.usage(directory.resolve(Experiment.FILE) + " is no report of a comparison");
        }
    }

    private int compare() throws IOException, Mistake {
        Settings settings = settings();
        clear(settings.out());
        Progress progress = new Progress(System.err, live || Progress.isTerminal());
        Child child = new Child();
        CountDownLatch written = new CountDownLatch(1);
        Thread hook = new Thread(() -> stop(child, written), "ab-stop");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            Reports reports = Reports.of(new Conductor(settings, progress, child).conduct());
            reports.write(settings.out());
            return finish(reports, settings.out(), reports.failed() ? FAILED : FINE);
        } finally {
            written.countDown();
        }
    }

    /** Ends the running command, and lets what has been done be written. */
    private static void stop(Child child, CountDownLatch written) {
        child.stop();
        try {
            if (!written.await(FINISH_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("ab: gave up writing the report");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private int finish(Reports reports, Path directory, int code) throws Mistake {
        PrintWriter out = spec.commandLine().getOut();
        out.print(reports.text());
        Path here = Path.of("").toAbsolutePath();
        Path shown = directory.startsWith(here) ? here.relativize(directory) : directory;
        out.println("Report: " + shown.resolve("report.html"));
        out.flush();
        if (failIfSlower == null || code != FINE) {
            return code;
        }
        if (reports.unjudged()) {
            throw Mistake.failed("--fail-if-slower cannot tell: see what the report says is not valid");
        }
        return reports.slowerThan(percent("--fail-if-slower", failIfSlower)) ? SLOWER : FINE;
    }

    /** Removes an earlier comparison, whose verdict is not this one's, and nothing else. */
    private static void clear(Path directory) throws IOException {
        Files.createDirectories(directory);
        Path old = directory.resolve(Runner.RUNS);
        if (!Files.isDirectory(old) || !isComparison(directory)) {
            return;
        }
        try (Stream<Path> runs = Files.list(old)) {
            for (Path run : (Iterable<Path>) runs.filter(Runner::isRun)::iterator) {
                delete(run);
            }
        }
        for (String report : Reports.FILES) {
            Files.deleteIfExists(directory.resolve(report));
        }
    }

    private static boolean isComparison(Path directory) {
        try {
            Experiment.read(directory);
            return true;
        } catch (IOException | RuntimeException e) {
            return false; // there is none, or it is somebody else's
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
                Files.delete(file);
            }
        }
    }

    private Settings settings() throws IOException, Mistake {
        checkCommand();
        atLeast("--warmup", warmup, 0);
        atLeast("--timeout", timeout, 1);
        if (failIfSlower != null) {
            percent("--fail-if-slower", failIfSlower);
        }
        double precision = untilCi == null ? Double.NaN : percent("--until-ci", untilCi);
        if (precision == 0) {
            throw Mistake.usage("no interval is so narrow as --until-ci " + untilCi + "; try 2%");
        }
        if (untilCi != null && runs != null) {
            throw Mistake.usage("--runs or --until-ci, not both; --max-runs limits --until-ci");
        }
        requireUse("--max-runs", "--until-ci", untilCi);
        for (String option : new String[] {"--rate", "--duration", "--load-warmup", "--load-anywhere"}) {
            requireUse(option, "--load", load);
        }
        int blocks = untilCi == null ? (runs == null ? BLOCKS : runs) : maxRuns;
        atLeast(untilCi == null ? "--runs" : "--max-runs", blocks, 1);
        Load traffic = load == null
                ? null
                : Load.of(
                        load,
                        rate(),
                        seconds("--load-warmup", loadWarmup),
                        seconds("--duration", duration),
                        loadAnywhere);
        List<Arm> compared = chosenArms();
        requireSwapped(compared);
        return new Settings(
                command,
                spec.commandLine().getParseResult().originalArgs(),
                compared,
                sources(traffic),
                blocks,
                precision,
                limit == null ? Long.MAX_VALUE : seconds("--limit", limit),
                warmup,
                !noStatistics,
                timeout,
                expectedExit,
                seed == null ? new SplittableRandom().nextInt(1_000_000) : seed,
                agentJar(),
                directory(),
                ready == null ? null : regex("--ready", ready),
                traffic);
    }

    /** An option that says more about another one does nothing without it. */
    private void requireUse(String option, String other, @Nullable Object value) throws Mistake {
        if (value == null && spec.commandLine().getParseResult().hasMatchedOption(option)) {
            throw Mistake.usage(option + " does nothing without " + other);
        }
    }

    private void requireSwapped(List<Arm> compared) throws Mistake {
        if (failIfSlower != null && compared.stream().noneMatch(arm -> arm.kind() == Arm.Kind.SWAPPED)) {
            throw Mistake.usage("--fail-if-slower looks at arm B, and there is none");
        }
    }

    private void checkCommand() throws Mistake {
        if (command.isEmpty()) {
            throw Mistake.usage("no command; try java -jar cqs-agent.jar ab --help");
        }
        String program = command.get(0);
        boolean isPath = program.contains("/") || program.contains("\\");
        boolean found = isPath
                ? Files.isExecutable(Path.of(program)) && !Files.isDirectory(Path.of(program))
                : isOnPath(program);
        if (!found) {
            throw Mistake.usage("command not found: " + program);
        }
    }

    private static boolean isOnPath(String program) {
        String path = System.getenv().getOrDefault("PATH", "");
        for (String folder : path.split(Pattern.quote(java.io.File.pathSeparator), -1)) {
            for (String ending : new String[] {"", ".exe", ".cmd", ".bat"}) {
                Path file = Path.of(folder, program + ending);
                if (Files.isExecutable(file) && !Files.isDirectory(file)) {
                    return true;
                }
            }
        }
        return false;
    }

    private List<Source> sources(@Nullable Load traffic) throws Mistake {
        List<Source> sources = new ArrayList<>();
        for (String text : printed) {
            sources.add(TextFigure.inOutput(text));
        }
        for (String text : filed) {
            sources.add(TextFigure.inFile(text));
        }
        for (String text : recorded) {
            sources.add(FlightRecording.parse(text));
        }
        for (String text : histograms) {
            sources.add(HdrLog.parse(text));
        }
        if (traffic != null) {
            sources.add(traffic);
        }
        sources.add(new BuiltIn(sources.isEmpty(), traffic == null, ready != null || traffic != null));
        Set<String> names = new HashSet<>();
        for (Source source : sources) {
            for (Metric metric : source.metrics()) {
                if (!names.add(metric.name())) {
                    throw Mistake.usage("two metrics are called " + metric.name());
                }
            }
        }
        return sources;
    }

    private List<Arm> chosenArms() throws Mistake {
        if (aa) {
            for (String option : new String[] {"--arms", "--b", "--with"}) {
                if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                    throw Mistake.usage("--aa compares A with itself, so it takes no " + option);
                }
            }
            return List.of(Arm.WITHOUT, new Arm("A2", Arm.Kind.NONE, ""));
        }
        List<Arm> chosen = new ArrayList<>();
        for (String name : arms.split("[,+ ]+", -1)) {
            switch (name.toLowerCase(Locale.ROOT)) {
                case "a", "none", "without", "jdk" -> chosen.add(Arm.WITHOUT);
                case "a'", "ap", "passthrough", "pass-through" -> chosen.add(Arm.passthrough(checked(with)));
                case "b", "cqs", "with", "swapped" -> addSwapped(chosen);
                default -> throw Mistake.usage("bad value '" + arms + "' for --arms; valid: A, A', B");
            }
        }
        if (new HashSet<>(chosen).size() < chosen.size() || chosen.size() < 2) {
            throw Mistake.usage("--arms takes two arms or more, each once; --aa compares A with itself");
        }
        chosen.sort(Comparator.comparing(Arm::kind)); // whatever the order: others are compared with the first
        return chosen;
    }

    private void addSwapped(List<Arm> to) throws Mistake {
        if (configurations.isEmpty()) {
            to.add(new Arm("B", Arm.Kind.SWAPPED, checked(with)));
        }
        for (int i = 0; i < configurations.size(); i++) {
            String name = configurations.size() == 1 ? "B" : "B" + (i + 1);
            String options = configurations.get(i).equals("default") ? "" : configurations.get(i);
            String both = with.isEmpty() || options.isEmpty() ? with + options : with + ',' + options;
            to.add(new Arm(name, Arm.Kind.SWAPPED, checked(both)));
        }
    }

    private static String checked(String options) throws Mistake {
        List<String> problems =
                Options.read(options, new Properties(), Map.of()).problems();
        if (!problems.isEmpty()) {
            throw Mistake.usage(String.join("; ", problems));
        }
        if (OWN_OPTION.matcher(options).find()) {
            throw Mistake.usage("report and stats are set by the comparison itself");
        }
        return options;
    }

    private Path agentJar() throws IOException, Mistake {
        Path jar = (agent == null ? AgentJar.location() : agent).toAbsolutePath();
        if (!Files.isRegularFile(jar)) {
            throw Mistake.usage("no agent at " + jar + "; --agent names its jar");
        }
        String objection = AgentJar.objectionTo(jar);
        if (objection != null) {
            throw Mistake.usage(objection);
        }
        return jar;
    }

    private Path directory() throws Mistake {
        String time = LocalDateTime.now(ZoneId.systemDefault())
                .format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT));
        if (out != null && out.toString().isEmpty()) {
            throw Mistake.usage("--out: an empty name; the current folder is .");
        }
        Path directory =
                (out == null ? Path.of("cqs-ab-" + time) : out).toAbsolutePath().normalize();
        if (!recorded.isEmpty() && directory.toString().contains(",")) {
            throw Mistake.usage("--jfr: Flight Recorder takes no path with a comma: " + directory);
        }
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw Mistake.usage("--out: " + directory + " is no folder");
        }
        return directory;
    }

    private static void atLeast(String option, int value, int least) throws Mistake {
        if (value < least) {
            throw Mistake.usage("bad value '" + value + "' for " + option + "; at least " + least);
        }
    }

    private double rate() throws Mistake {
        if (!(rate > 0 && rate <= 1_000_000)) {
            throw Mistake.usage("bad value '" + rate + "' for --rate; more than 0");
        }
        return rate;
    }

    private static double percent(String option, String text) throws Mistake {
        try {
            double percent = Double.parseDouble(text.replaceFirst("\\s*%$", ""));
            if (percent >= 0 && percent < 1000) {
                return percent / 100;
            }
        } catch (NumberFormatException e) {
            throw badPercent(option, text);
        }
        throw badPercent(option, text);
    }

    private static Mistake badPercent(String option, String text) {
        return Mistake.usage("bad value '" + text + "' for " + option + "; it takes a percentage such as 3%");
    }

    private static long seconds(String option, String text) throws Mistake {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches() || matcher.group(1).length() > 9) {
            throw Mistake.usage("bad value '" + text + "' for " + option + "; it takes a time such as 90s, 10m, 2h");
        }
        long unit = switch (matcher.group(2)) {
            case "m" -> 60;
            case "h" -> 3600;
            default -> 1;
        };
        return Long.parseLong(matcher.group(1)) * unit;
    }

    private static Pattern regex(String option, String text) throws Mistake {
        try {
            return Pattern.compile(text, Pattern.MULTILINE);
        } catch (PatternSyntaxException e) {
            throw Mistake.usage("the regex '" + text + "' of " + option + " is wrong: " + e.getDescription());
        }
    }
}
