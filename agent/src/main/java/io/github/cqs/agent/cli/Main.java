package io.github.cqs.agent.cli;

import io.github.cqs.agent.ab.AbCommand;
import io.github.cqs.agent.install.DeliveredClasses;
import io.github.cqs.agent.options.Option;
import io.github.cqs.agent.options.ReportFile;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line of the agent's jar. */
@Command(
        name = "java -jar cqs-agent.jar",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        description = "Swaps the queue under java.util.concurrent in programs nobody changes.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {AbCommand.class, ScanCommand.class, SelfTestCommand.class, AttachCommand.class, JfcCommand.class
        })
public final class Main implements Runnable {
    /** Exit codes of every command. */
    static final int FINE = 0;

    static final int FAILED = 1;
    static final int BAD_USAGE = 2;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    private Main() {}

    public static void main(String[] args) {
        int code;
        try {
            code = commandLine().execute(args);
        } catch (OutOfMemoryError | StackOverflowError e) {
            System.err.println("not enough memory (" + e + "); give this command more, java -Xmx4g -Xss16m -jar ...");
            code = FAILED;
        }
        System.out.flush();
        if (System.out.checkError()) {
            String problem = outputProblem();
            if (problem != null) {
                System.err.println("the output cannot be written: " + problem);
                code = code == FINE ? FAILED : code;
            }
        }
        System.exit(code);
    }

    /** Why writing has failed; null if it was that whoever reads wants no more. The stream knows only that it has: so it is tried again. */
    @SuppressWarnings("resource") // it is the JVM's
    private static @Nullable String outputProblem() {
        try {
            new FileOutputStream(FileDescriptor.out).write('\n');
            return null;
        } catch (IOException e) {
            return "Broken pipe".equals(e.getMessage()) ? null : ReportFile.reason(e);
        }
    }

    private static String what(Exception e, String command) {
        if (e instanceof FileSystemException file && file.getFile() != null) {
            return command + ": " + file.getFile() + " cannot be used: " + ReportFile.reason(file);
        }
        String message = e.getMessage();
        return message == null ? e.toString() : message;
    }

    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Main());
        /* What follows the command to compare is the command's. */
        line.getSubcommands().forEach((name, command) -> command.setStopAtPositional(name.equals("ab")));
        line.getSubcommands()
                .values()
                .forEach(command -> command.getCommandSpec().versionProvider(new Version()));
        line.getHelpSectionMap().put(CommandLine.Model.UsageMessageSpec.SECTION_KEY_FOOTER, help -> footer());
        line.setExecutionExceptionHandler((e, command, parsed) -> {
            command.getErr().println(what(e, command.getCommandName()));
            return FAILED;
        });
        line.setParameterExceptionHandler((e, arguments) -> {
            CommandLine command = e.getCommandLine();
            command.getErr().println(mistake(e, command));
            return BAD_USAGE;
        });
        return line;
    }

    /** What was wrong, what would be right, in one line. */
    private static String mistake(ParameterException e, CommandLine command) {
        String message = e instanceof UnmatchedArgumentException unmatched
                ? "'" + unmatched.getUnmatched().get(0) + "' is not known here"
                : e.getMessage();
        String commands = command.getSubcommands().isEmpty()
                ? ""
                : "; commands: " + String.join(", ", command.getSubcommands().keySet());
        return message + commands + "; try " + command.getCommandSpec().qualifiedName() + " --help";
    }

    /** The option table, as the agent's arguments, the properties and the environment take it. */
    private static String footer() {
        StringBuilder text = new StringBuilder();
        text.append("%nAs an agent: java -javaagent:cqs-agent.jar[=KEY=VALUE,...] ...%n".replace("%n", "\n"));
        text.append(
                "Each KEY is also a system property cqs.KEY, an environment variable (CQS_DRY_RUN for dry-run), and\n");
        text.append("a line of the file named by config. The first of these wins that sets it. A comma in\n");
        text.append("a value after -javaagent is written \\,. Defaults in brackets:\n\n");
        for (Option option : Option.all()) {
            text.append("  ").append(option.key());
            text.append(" [").append(option.defaultValue()).append("]  ");
            text.append(option.valid()).append("\n      ");
            text.append(option.meaning()).append('\n');
        }
        text.append(
                "\nExit codes: 0 fine, 1 a run or a check failed, 2 bad usage, 3 slower (ab --fail-if-slower),\n130 ended by Ctrl-C.\n");
        return text.toString();
    }

    /** Without a command there is nothing to do. */
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command");
    }

    static void print(CommandSpec spec, String text) {
        PrintWriter out = spec.commandLine().getOut();
        out.print(text);
        out.flush();
    }

    /** The version that the build noted. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() throws IOException {
            return new String[] {"cqs-agent " + DeliveredClasses.read().version()};
        }
    }
}
