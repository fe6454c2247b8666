package io.github.cqs.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Starts JVMs of the kind that the tests run on, bounded in time, and collects what they print. */
public final class ForkedJvm {
    private static final long LIMIT_SECONDS = 240;

    private final List<String> options = new ArrayList<>();
    private final List<String> wrapper = new ArrayList<>();
    private final Map<String, String> environment = new TreeMap<>();
    private String classPath = testClasses().toString();
    private Path javaHome = Path.of(System.getProperty("java.home"));

    /** What a JVM left behind. */
    public record Outcome(int exitCode, String out, String err) {
        public List<String> lines() {
            return out.lines().toList();
        }
    }

    /** A JVM without the agent. */
    public static ForkedJvm plain() {
        return new ForkedJvm();
    }

    /** A JVM with the agent and its {@code arguments}. */
    public static ForkedJvm withAgent(String arguments) {
        return new ForkedJvm().option("-javaagent:" + jar() + (arguments.isEmpty() ? "" : "=" + arguments));
    }

    public static Path jar() {
        return Path.of(System.getProperty("cqs.it.jar", "target/cqs-agent.jar")).toAbsolutePath();
    }

    public static Path testClasses() {
        return Path.of(ForkedJvm.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
    }

    public ForkedJvm option(String... more) {
        options.addAll(List.of(more));
        return this;
    }

    public ForkedJvm environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    public ForkedJvm classPath(Path... elements) {
        StringBuilder path = new StringBuilder();
        for (Path element : elements) {
            path.append(path.isEmpty() ? "" : java.io.File.pathSeparator).append(element);
        }
        classPath = path.toString();
        return this;
    }

    /** A command that runs the JVM's. */
    public ForkedJvm wrapper(String... command) {
        wrapper.addAll(List.of(command));
        return this;
    }

    public ForkedJvm javaHome(Path home) {
        javaHome = home;
        return this;
    }

    /** Runs {@code main} to its end. */
    public Outcome run(String main, String... arguments) {
        try {
            return finish(start(main, arguments));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A JVM that has been started, and the files that it writes to. */
    public record Running(Process process, Path out, Path err) {}

    /** Starts {@code main}. */
    public Running start(String main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(wrapper);
        command.add(javaHome.resolve("bin").resolve("java").toString());
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-XX:ErrorFile=target/hs_err_pid%p.log");
        command.addAll(options);
        if (!classPath.isEmpty()) {
            command.addAll(List.of("-cp", classPath));
        }
        command.addAll(List.of(main.split(" ")));
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile("out", ".txt");
        Path err = Files.createTempFile("err", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("CQS_") || name.startsWith("JAVA_TOOL"));
        builder.environment().putAll(environment);
        return new Running(builder.start(), out, err);
    }

    /** Waits for the end; a JVM that takes too long is killed and fails the test. */
    public static Outcome finish(Running running) throws IOException {
        try {
            if (!running.process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                running.process.destroyForcibly();
                throw new AssertionError("no end after " + LIMIT_SECONDS + " s; stdout: "
                        + Files.readString(running.out) + "; stderr: " + Files.readString(running.err));
            }
            return new Outcome(
                    running.process.exitValue(), Files.readString(running.out), Files.readString(running.err));
        } catch (InterruptedException e) {
            running.process.destroyForcibly();
            throw new AssertionError(e);
        } finally {
            Files.deleteIfExists(running.out);
            Files.deleteIfExists(running.err);
        }
    }
}
