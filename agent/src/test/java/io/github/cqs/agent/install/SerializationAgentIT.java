package io.github.cqs.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.agent.ForkedJvm;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Serial forms cross between JVMs with and without the agent. */
class SerializationAgentIT {
    private static final List<String> STATE = List.of(
            "lock fair free",
            "semaphore fair 3",
            "queue [a, b] of 5",
            "condition of a lock fair",
            "condition of a lock unfair");

    @TempDir
    private Path folder;

    private static void write(ForkedJvm jvm, Path file) {
        ForkedJvm.Outcome outcome = jvm.run("fixture.Serial", "write", file.toString());
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    }

    private static List<String> read(ForkedJvm jvm, Path file) {
        ForkedJvm.Outcome outcome = jvm.run("fixture.Serial", "read", file.toString());
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        return outcome.lines();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "mode=passthrough"})
    void withTheAgentOnBothSides(String arguments) {
        Path file = folder.resolve("objects");
        write(ForkedJvm.withAgent(arguments), file);
        assertThat(read(ForkedJvm.withAgent(arguments), file)).isEqualTo(STATE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "mode=passthrough"})
    void writtenWithoutAndReadWithTheAgent(String arguments) {
        Path file = folder.resolve("objects");
        write(ForkedJvm.plain(), file);
        assertThat(read(ForkedJvm.withAgent(arguments), file)).isEqualTo(STATE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "mode=passthrough"})
    void writtenWithAndReadWithoutTheAgent(String arguments) {
        Path file = folder.resolve("objects");
        write(ForkedJvm.withAgent(arguments), file);
        assertThat(read(ForkedJvm.plain(), file)).isEqualTo(STATE);
    }
}
