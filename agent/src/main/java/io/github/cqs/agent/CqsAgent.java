package io.github.cqs.agent;

import io.github.cqs.agent.install.DeliveredClasses;
import io.github.cqs.agent.install.Installer;
import io.github.cqs.agent.options.Option;
import io.github.cqs.agent.options.Options;
import io.github.cqs.agent.report.AgentLog;
import io.github.cqs.agent.report.Reports;
import io.github.cqs.agent.report.RunRecord;
import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Where the JVM enters the agent. Whatever goes wrong, the application starts. */
public final class CqsAgent {
    /** The exit code of {@code strict=fail}: a configuration error, as in sysexits.h. */
    private static final int EXIT_CONFIG = 78;

    private static final AtomicBoolean STARTED = new AtomicBoolean();

    private CqsAgent() {}

    /** Called before the application's {@code main}. */
    public static void premain(@Nullable String arguments, Instrumentation instrumentation) {
        start(arguments, instrumentation, true);
    }

    /** Called in a JVM that runs already; never ends it, whatever {@code strict} says. */
    public static void agentmain(@Nullable String arguments, Instrumentation instrumentation) {
        start(arguments, instrumentation, false);
    }

    private static void start(@Nullable String arguments, Instrumentation instrumentation, boolean mayEnd) {
        if (!STARTED.compareAndSet(false, true)) {
            AgentLog.warn("the agent is in this JVM already; its second start does nothing");
            return;
        }
        boolean strict = false;
        try {
            Options options = Options.read(arguments, System.getProperties(), System.getenv());
            AgentLog.level(AgentLog.Level.of(options.value(Option.LOG)));
            strict = mayEnd && options.is(Option.STRICT, "fail");
            if (options.problems().isEmpty()) {
                start(options, instrumentation, strict);
            } else {
                List<String> problems = options.problems();
                for (int i = 0; !strict && i < problems.size() - 1; i++) {
                    AgentLog.error(problems.get(i));
                }
                giveUp(strict ? String.join("; ", problems) : problems.get(problems.size() - 1), strict);
            }
        } catch (Throwable t) {
            giveUp(String.valueOf(t), strict);
        }
    }

    private static void start(Options options, Instrumentation instrumentation, boolean strict) throws Exception {
        for (int i = 0; i < options.notes().size(); i++) {
            AgentLog.warn(options.notes().get(i));
        }
        AgentLog.info(options.summary());
        if (options.is(Option.STATS, "on")) {
            AgentLog.info("stats=on: contention statistics are not collected yet, only instances by site");
        }
        DeliveredClasses delivered = DeliveredClasses.read();
        RunRecord run = new RunRecord(options, delivered.version(), options.reports());
        if (options.reports()) {
            Reports.writeAtExit(run);
        }
        if (options.is(Option.MODE, "off")) {
            return;
        }
        try {
            new Installer(instrumentation, options, run, delivered).install();
        } catch (Throwable t) {
            run.state("failed");
            run.note("installation", String.valueOf(t));
            giveUp("the agent does not work here (" + t + ')', strict);
        }
    }

    private static void giveUp(String reason, boolean strict) {
        if (strict) {
            AgentLog.fatal(reason);
            /* Not exit: no shutdown hook of anyone has anything to do yet, and none may hang this. */
            Runtime.getRuntime().halt(EXIT_CONFIG);
        }
        AgentLog.error(reason + ". The application runs untouched");
    }
}
