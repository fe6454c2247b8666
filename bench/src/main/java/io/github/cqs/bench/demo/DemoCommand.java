package io.github.cqs.bench.demo;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line. */
@Command(
        name = "demo",
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = {
            "Compares unmodified programs without and with the agent by its own A/B comparison,",
            "each run in a fresh JVM, in random order, and prints what was swapped and what came of it.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:every run passed", "1:a run or its self-check failed", "2:wrong usage"})
final class DemoCommand implements Callable<Integer> {
    private static final int BLOCKS = 8;
    private static final int QUICK_BLOCKS = 2;
    private static final int LIMIT_SECONDS = 165;
    private static final int QUICK_LIMIT_SECONDS = 50;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--quick", description = "two blocks of shorter runs: under a minute, an indication only")
    private boolean quick;

    @Option(
            names = "--blocks",
            paramLabel = "N",
            description =
                    "blocks of two runs of each program (default: 8, fewer if they would take over three minutes)")
    private @Nullable Integer blocks;

    @Option(
            names = "--programs",
            paramLabel = "NAME",
            split = ",",
            description =
                    "only these (default: logback, commons-pool2, leveldb, heat, worker-pool; also: tomcat-jdbc, guava)")
    private List<String> names = List.of();

    @Option(
            names = "--agent-option",
            paramLabel = "KEY=VALUE",
            description = "an option for the agent, repeatable: mode=passthrough, primitives=ReentrantLock")
    private Map<String, String> agentOptions = new LinkedHashMap<>();

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "for one run (default: ${DEFAULT-VALUE})")
    private int timeoutSeconds = 30;

    @Option(names = "--out", paramLabel = "DIR", description = "a report of each program (default: demo-out)")
    private @Nullable Path out;

    @Option(names = "--root", hidden = true)
    private Path root = Path.of("");

    @Option(names = "--agent", paramLabel = "JAR", description = "the agent (default: agent/target/cqs-agent.jar)")
    private @Nullable Path agent;

    @Option(names = "--live", hidden = true, description = "rewrite one progress line")
    private boolean live;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "print this and exit")
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private boolean help;

    @Override
    public Integer call() throws Exception {
        DemoSettings settings = settings();
        return new Demo(settings, System.out, System.err).run();
    }

    private DemoSettings settings() {
        Path top = root.toAbsolutePath().normalize();
        DemoSettings settings = new DemoSettings(
                top,
                Path.of(System.getProperty("java.home"), "bin", "java"),
                agent == null ? top.resolve("agent/target/cqs-agent.jar") : agent.toAbsolutePath(),
                agentOptions,
                out == null ? top.resolve("demo-out") : out.toAbsolutePath(),
                programs(),
                blockCount(),
                quick ? 400 : 500,
                1000,
                atLeastOne("--timeout", timeoutSeconds),
                limitSeconds(),
                live);
        if (!Files.isReadable(settings.agent())) {
            throw usage("no agent at " + settings.agent());
        }
        return settings;
    }

    private int blockCount() {
        if (blocks != null) {
            return atLeastOne("--blocks", blocks);
        }
        return quick ? QUICK_BLOCKS : BLOCKS;
    }

    private long limitSeconds() {
        if (blocks != null) {
            return Long.MAX_VALUE;
        }
        return quick ? QUICK_LIMIT_SECONDS : LIMIT_SECONDS;
    }

    private List<Program> programs() {
        for (String name : names) {
            if (Program.ALL.stream().noneMatch(program -> program.name().equals(name))) {
                throw usage("no program is called '" + name + "'");
            }
        }
        return Program.ALL.stream()
                .filter(program -> names.isEmpty() ? program.usual() : names.contains(program.name()))
                .toList();
    }

    private int atLeastOne(String option, int value) {
        if (value < 1) {
            throw usage("Invalid value for option '" + option + "': must be at least 1");
        }
        return value;
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec().commandLine(), message);
    }

    private CommandSpec spec() {
        if (spec == null) {
            throw new IllegalStateException("to be called by picocli");
        }
        return spec;
    }
}
