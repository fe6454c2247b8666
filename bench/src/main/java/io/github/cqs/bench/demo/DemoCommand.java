package io.github.cqs.bench.demo;

import io.github.cqs.bench.command.BenchCommand;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

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
final class DemoCommand extends BenchCommand {
    private static final int BLOCKS = 6;
    private static final int QUICK_BLOCKS = 2;
    private static final int LIMIT_SECONDS = 172;
    private static final int QUICK_LIMIT_SECONDS = 50;

    private static final int QUICK_WARMUP_MILLIS = 1000;
    private static final int MEASURED_MILLIS = 400;

    @Option(names = "--quick", description = "two blocks of shorter runs: under a minute, an indication only")
    private boolean quick;

    @Option(
            names = "--blocks",
            paramLabel = "N",
            description =
                    "blocks of two runs of each program (default: 6, fewer if they would take over three minutes)")
    private @Nullable Integer blocks;

    @Option(
            names = "--programs",
            paramLabel = "NAME",
            split = ",",
            description =
                    "only these (default: logback, heat, worker-pool, commons-pool2, leveldb; also: tomcat-jdbc, guava)")
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

    @Option(names = "--agent", paramLabel = "JAR", description = "the agent (default: agent/target/cqs-agent.jar)")
    private @Nullable Path agent;

    @Override
    public Integer call() throws Exception {
        DemoSettings settings = settings();
        return new Demo(settings, System.out, System.err).run();
    }

    private DemoSettings settings() {
        List<Program> programs = programs();
        int blockCount = atLeastOne("--blocks", blocks, quick ? QUICK_BLOCKS : BLOCKS);
        int timeout = atLeastOne("--timeout", timeoutSeconds, timeoutSeconds);
        return new DemoSettings(
                root(),
                java(),
                agentOr(agent),
                agentOptions,
                fileOr(out, "demo-out"),
                programs,
                blockCount,
                quick ? QUICK_WARMUP_MILLIS : Integer.MAX_VALUE,
                MEASURED_MILLIS,
                timeout,
                limitSeconds(),
                isLive());
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
}
