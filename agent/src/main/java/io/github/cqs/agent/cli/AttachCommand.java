package io.github.cqs.agent.cli;

import io.github.cqs.agent.install.AgentJar;
import io.github.cqs.agent.options.Options;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Loads the agent into a JVM that runs already. */
@Command(
        name = "attach",
        mixinStandardHelpOptions = true,
        description = {
            "Loads the agent into a running JVM.",
            "Objects that exist stay what they are, and so does the superclass of a class that is loaded: only classes"
                    + " loaded from then on, and new objects made by loaded ones, are swapped."
        })
final class AttachCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "PID", description = "The process.")
    private long pid;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "KEY=VALUE,...",
            defaultValue = "",
            description = "Options of the agent.")
    private String arguments = "";

    AttachCommand() {}

    @Override
    public Integer call() throws IOException {
        if (pid <= 0) {
            throw new ParameterException(
                    spec.commandLine(), "bad value '" + pid + "' for PID; it takes a process's number");
        }
        Options options = Options.read(arguments, new Properties(), Map.of());
        if (!options.problems().isEmpty()) {
            throw new ParameterException(spec.commandLine(), String.join("; ", options.problems()));
        }
        Path jar = AgentJar.location().toAbsolutePath();
        String objection = AgentJar.objectionTo(jar);
        if (objection != null) {
            throw new ParameterException(spec.commandLine(), objection);
        }
        try {
            Attachment.load(pid, jar.toString(), absolute(arguments));
        } catch (NoClassDefFoundError e) {
            throw new IOException("attach: this Java runtime lacks the module jdk.attach", e);
        }
        Main.print(
                spec,
                "attach: the agent is in process " + pid
                        + "; superclasses of classes that were loaded before cannot change\n");
        return Main.FINE;
    }

    /** Files are named from the folder of this process, not of the other one. */
    private static String absolute(String arguments) {
        String[] pairs = arguments.split(",", -1);
        for (int i = 0; i < pairs.length; i++) {
            int equals = pairs[i].indexOf('=');
            String key = equals < 0 ? "" : pairs[i].substring(0, equals).strip();
            String value = pairs[i].substring(equals + 1).strip();
            if ((key.equals("report") && !value.equals("none") && !value.equals("stderr"))
                    || (key.equals("config") && !value.isEmpty())) {
                pairs[i] = key + '=' + Path.of(value).toAbsolutePath();
            }
        }
        return String.join(",", pairs);
    }
}
