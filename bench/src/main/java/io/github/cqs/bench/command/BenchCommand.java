package io.github.cqs.bench.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** A command that a script in {@code bench/} starts, which adds {@code --root} and, on a terminal, {@code --live}. */
public abstract class BenchCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--root", hidden = true)
    private Path root = Path.of("");

    @Option(names = "--live", hidden = true, description = "rewrite one progress line")
    private boolean live;

    @Option(
            names = {"-h", "--help"},
            order = Integer.MAX_VALUE,
            usageHelp = true,
            description = "print this and exit")
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private boolean help;

    /**
     * The parser of a command line: one line for a mistake, no stack trace.
     *
     * @param name begins that line
     * @param script what the user calls
     */
    public static CommandLine commandLine(String name, String script, BenchCommand bench) {
        CommandLine command = new CommandLine(bench).registerConverter(Pattern.class, BenchCommand::pattern);
        command.setParameterExceptionHandler((e, ignored) -> {
            command.getErr().println(name + ": " + e.getMessage() + " (" + script + " --help lists the options)");
            return CommandLine.ExitCode.USAGE;
        });
        command.setExecutionExceptionHandler((e, ignored, result) -> {
            if (!(e instanceof InterruptedException)) { // then the user knows why
                command.getErr().println(name + ": " + e.getMessage());
            }
            return CommandLine.ExitCode.SOFTWARE;
        });
        return command;
    }

    /** One line of what is wrong, where the library would say three. */
    private static Pattern pattern(String regex) {
        try {
            return Pattern.compile(regex);
        } catch (PatternSyntaxException e) {
            throw new TypeConversionException(e.getDescription());
        }
    }

    /** The checkout. */
    protected final Path root() {
        return root.toAbsolutePath().normalize();
    }

    /** Whether a progress line may be rewritten. */
    protected final boolean isLive() {
        return live;
    }

    /** {@code chosen}, or {@code byDefault} in the checkout. */
    protected final Path fileOr(@Nullable Path chosen, String byDefault) {
        return chosen == null ? root().resolve(byDefault) : chosen.toAbsolutePath();
    }

    /** The agent's jar, which is sure to be there. */
    protected final Path agentOr(@Nullable Path chosen) {
        Path jar = fileOr(chosen, "agent/target/cqs-agent.jar");
        if (!Files.isReadable(jar)) {
            throw usage("no agent at " + jar);
        }
        return jar;
    }

    /** The launcher of this JVM. */
    protected static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    /** Those of {@code all} in whose name {@code only} is found. */
    protected static <T> List<T> matching(Pattern only, List<T> all, Function<T, String> name) {
        return all.stream().filter(one -> only.matcher(name.apply(one)).find()).toList();
    }

    /** To be thrown: nothing of this kind has a name in which {@code only} is found. */
    protected final ParameterException noMatch(String kind, Pattern only) {
        return usage("no " + kind + "'s name matches '" + only + "'");
    }

    /** The option's value, or {@code byDefault}. */
    protected final int atLeastOne(String option, @Nullable Integer value, int byDefault) {
        int number = value == null ? byDefault : value;
        if (number < 1) {
            throw usage("Invalid value for option '" + option + "': must be at least 1");
        }
        return number;
    }

    /** How many JVMs those get that may fall short, where each gets {@code each}. */
    protected final int doubtful(@Nullable Integer value, int each) {
        int jvms = atLeastOne("--doubtful", value, each);
        if (jvms < each) {
            throw usage("--doubtful=" + jvms + " is fewer than the JVMs that all have, " + each);
        }
        return jvms;
    }

    protected final void print(String line) {
        spec().commandLine().getOut().println(line);
    }

    /** What the user wrote, with {@code .} for the checkout: without what the script adds. */
    protected final List<String> arguments() {
        List<String> args =
                new ArrayList<>(spec().commandLine().getParseResult().originalArgs());
        args.remove("--live");
        args.removeIf(arg -> arg.startsWith("--root="));
        int at = args.indexOf("--root");
        if (at >= 0) {
            args.subList(at, at + 2).clear();
        }
        args.replaceAll(arg -> arg.replace(root().toString(), "."));
        return args;
    }

    /** To be thrown: wrong usage. */
    protected final ParameterException usage(String message) {
        return new ParameterException(spec().commandLine(), message);
    }

    private CommandSpec spec() {
        if (spec == null) {
            throw new IllegalStateException("to be called by picocli");
        }
        return spec;
    }
}
