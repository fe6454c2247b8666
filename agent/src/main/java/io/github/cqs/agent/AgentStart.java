package io.github.cqs.agent;

import io.github.cqs.agent.install.DeliveredClasses;
import io.github.cqs.agent.install.Installer;
import io.github.cqs.agent.options.Faults;
import io.github.cqs.agent.options.Option;
import io.github.cqs.agent.options.Options;
import io.github.cqs.agent.report.AgentLog;
import io.github.cqs.agent.report.Reports;
import io.github.cqs.agent.report.RunRecord;
import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Starts the agent once. Whatever goes wrong, the application runs. */
public final class AgentStart {
    /** The exit code of {@code strict=fail}: a configuration error, as in sysexits.h. */
    private static final int EXIT_CONFIG = 78;

    private static final AtomicBoolean STARTED = new AtomicBoolean();

    private AgentStart() {}

    /** Starts it before the application. */
    public static void premain(@Nullable String arguments, Instrumentation instrumentation) {
        start(arguments, instrumentation, true);
    }

    /** Starts it in a JVM that runs already; never ends it, whatever {@code strict} says. */
    public static void agentmain(@Nullable String arguments, Instrumentation instrumentation) {
        AttachAnswer.leave(instrumentation, start(arguments, instrumentation, false));
    }

    /** Returns why nothing was started, or nothing. */
    private static String start(@Nullable String arguments, Instrumentation instrumentation, boolean mayEnd) {
        if (!STARTED.compareAndSet(false, true)) {
            String reason = "the agent is in this JVM already; its second start does nothing";
            AgentLog.warn(reason);
            return reason;
        }
        boolean strict = false;
        try {
            Faults.check(Faults.Step.OPTIONS);
            Options options = Options.read(arguments, System.getProperties(), System.getenv());
            AgentLog.level(AgentLog.Level.of(options.value(Option.LOG)));
            strict = mayEnd && options.is(Option.STRICT, "fail");
            if (options.problems().isEmpty()) {
                return start(options, instrumentation, strict);
            }
            /* Nothing has happened yet: it may be started again with other options. */
            STARTED.set(false);
            List<String> problems = options.problems();
            for (int i = 0; !strict && i < problems.size() - 1; i++) {
                AgentLog.error(problems.get(i));
            }
            String all = String.join("; ", problems);
            giveUp(strict ? all : problems.get(problems.size() - 1), strict);
            if (mayEnd) {
                reportOnly(options, all);
            }
            return all;
        } catch (Throwable t) {
            return giveUp(String.valueOf(t), strict);
        }
    }

    private static String start(Options options, Instrumentation instrumentation, boolean strict) throws Exception {
        for (int i = 0; i < options.notes().size(); i++) {
            AgentLog.warn(options.notes().get(i));
        }
        AgentLog.info(options.summary());
        DeliveredClasses delivered = DeliveredClasses.read();
        RunRecord run =
                new RunRecord(options, delivered.version(), options.reports() || options.is(Option.STATS, "on"));
        if (options.reports()) {
            Reports.writeAtExit(run);
        }
        if (options.is(Option.MODE, "off")) {
            return "";
        }
        try {
            new Installer(instrumentation, options, run, delivered).install();
            return "";
        } catch (Throwable t) {
            run.gaveUp("installation", String.valueOf(t));
            return giveUp("the agent does not work here (" + t + ')', strict);
        }
    }

    /** Who looks at nothing but the report learns there why nothing was swapped, and finds none of an earlier run in its place. */
    private static void reportOnly(Options options, String problems) throws Exception {
        if (options.reports()) {
            RunRecord run = new RunRecord(options, DeliveredClasses.read().version(), true);
            run.gaveUp("options", problems);
            Reports.writeAtExit(run);
        }
    }

    private static String giveUp(String reason, boolean strict) {
        if (strict) {
            AgentLog.fatal(reason);
            /* Not exit: no shutdown hook of anyone has anything to do yet, and none may hang this. */
            Runtime.getRuntime().halt(EXIT_CONFIG);
        }
        AgentLog.error(reason + ". The application runs untouched");
        return reason;
    }
}
