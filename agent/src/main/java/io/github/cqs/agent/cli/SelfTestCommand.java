package io.github.cqs.agent.cli;

import io.github.cqs.agent.install.DeliveredClasses;
import io.github.cqs.agent.install.Installer;
import io.github.cqs.agent.options.Option;
import io.github.cqs.agent.options.Options;
import io.github.cqs.agent.report.RunRecord;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Installs the agent in this JVM and uses every swapped class once. */
@Command(
        name = "selftest",
        mixinStandardHelpOptions = true,
        description = "Checks that the agent works on this JVM: delivers the shims, makes one of each and uses it.")
final class SelfTestCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "KEY=VALUE,...", defaultValue = "", description = "Options of the agent.")
    private String arguments = "";

    SelfTestCommand() {}

    @Override
    public Integer call() throws Exception {
        Options options = Options.read(arguments, new Properties(), Map.of());
        if (!options.problems().isEmpty()) {
            throw new ParameterException(spec.commandLine(), String.join("; ", options.problems()));
        }
        if (options.value(Option.MODE).equals("off")
                || options.value(Option.DRY_RUN).equals("true")) {
            throw new ParameterException(
                    spec.commandLine(), "mode=off and dry-run=true swap nothing that could be tested");
        }
        Instrumentation instrumentation = LauncherAgent.instrumentation();
        if (instrumentation == null) {
            throw new IllegalStateException("selftest: no instrumentation; run it as java -jar cqs-agent.jar selftest");
        }
        DeliveredClasses delivered = DeliveredClasses.read();
        RunRecord run = new RunRecord(options, delivered.version(), false);
        try {
            new Installer(instrumentation, options, run, delivered).install();
        } catch (Exception | LinkageError e) {
            throw new IllegalStateException("selftest: failed on JDK " + Runtime.version() + ": " + e, e);
        }
        if (run.hasFailures()) {
            throw new IllegalStateException("selftest: incomplete on JDK " + Runtime.version());
        }
        Main.print(
                spec,
                "selftest: fine on JDK " + Runtime.version() + ", mode " + options.value(Option.MODE) + ", primitives "
                        + options.value(Option.PRIMITIVES) + '\n');
        return Main.FINE;
    }
}
