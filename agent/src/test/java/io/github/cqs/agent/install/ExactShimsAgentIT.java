package io.github.cqs.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.agent.ForkedJvm;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An object of exactly a shim lacks the state of its JDK class, and nobody can tell. */
class ExactShimsAgentIT {
    private static final String[] DEEP_REFLECTION = {
        "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
        "--add-opens=java.base/java.util.concurrent.locks=ALL-UNNAMED"
    };

    /** What each object holds in the fields of its JDK class where nothing is swapped, or nothing patched. */
    private static final List<String> JDK_STATE = List.of(
            "ReentrantLock holds [sync]",
            "ReentrantLock holds [sync]",
            "Semaphore holds [sync]",
            "Semaphore holds [sync]",
            "CountDownLatch holds [sync]",
            "CyclicBarrier holds [lock, trip, generation]",
            "CyclicBarrier holds [lock, trip, barrierCommand, generation]",
            "ArrayBlockingQueue holds [items, lock, notEmpty, notFull]",
            "ArrayBlockingQueue holds [items, lock, notEmpty, notFull]",
            "ArrayBlockingQueue holds [items, lock, notEmpty, notFull]",
            "SubLock holds [sync]",
            "SubSemaphore holds [sync]",
            "SubLatch holds [sync]",
            "SubBarrier holds [lock, trip, generation]",
            "SubQueue holds [items, lock, notEmpty, notFull]");

    private static final int EXACT = 10;

    @TempDir
    private Path folder;

    private static List<String> run(ForkedJvm jvm, String... arguments) {
        ForkedJvm.Outcome outcome = jvm.option(DEEP_REFLECTION).run("fixture.EveryCall", arguments);
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        return outcome.lines();
    }

    @ParameterizedTest
    @CsvSource({
        "'', -Xverify:all",
        "delivery=append, -Xverify:all",
        "'', -Xint",
        "report=stderr, -Xshare:off",
        "'', -Dcqs.test.fault=bodies"
    })
    void everyMethodDoesWhatItDoesWithoutTheAgent(String arguments, String option) {
        List<String> expected = run(ForkedJvm.plain(), "calls");
        assertThat(expected).hasSizeGreaterThan(150);
        assertThat(run(ForkedJvm.withAgent(arguments).option(option), "calls")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"'', -Xverify:all", "delivery=append, -Xverify:all", "'', -Dcqs.test.fault=bodies"})
    void constructorsRefuseWhatTheyRefuseWithoutTheAgent(String arguments, String option) {
        List<String> expected = run(ForkedJvm.plain(), "constructors");
        assertThat(expected).anyMatch(line -> line.equals("latch -1 -> java.lang.IllegalArgumentException: count < 0"));
        assertThat(run(ForkedJvm.withAgent(arguments).option(option), "constructors"))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "delivery=append"})
    void onlySubclassesOfTheApplicationHaveTheStateOfTheJdkClass(String arguments) {
        List<String> lines = run(ForkedJvm.withAgent(arguments), "fields");
        assertThat(lines.subList(0, EXACT)).allMatch(line -> line.matches("Cqs\\w+ holds \\[]"));
        assertThat(Set.copyOf(lines.subList(0, EXACT))).hasSize(5);
        assertThat(lines.subList(EXACT, lines.size())).isEqualTo(JDK_STATE.subList(EXACT, JDK_STATE.size()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mode=passthrough", "mode=off"})
    void theControlKeepsTheStateOfTheJdkClass(String arguments) {
        List<String> lines = run(ForkedJvm.withAgent(arguments), "fields");
        lines = lines.stream().map(line -> line.replace("Passthrough", "")).toList();
        assertThat(lines).isEqualTo(JDK_STATE);
    }

    /** As on a JDK whose constructors are not the ones that this agent knows. */
    @ParameterizedTest
    @ValueSource(strings = {"", "delivery=append"})
    void bodiesThatCannotBePatchedEndTheAgent(String arguments) {
        ForkedJvm jvm = ForkedJvm.withAgent(arguments).option("-Dcqs.test.fault=bodies");
        ForkedJvm.Outcome outcome = jvm.option(DEEP_REFLECTION).run("fixture.EveryCall", "fields");
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(outcome.err()).contains("cannot be patched: ").contains("The application runs untouched");
        assertThat(outcome.lines()).isEqualTo(JDK_STATE);
    }

    @ParameterizedTest
    @CsvSource({
        "'', ''",
        "'', none",
        "none, ''",
        "none, none",
        "delivery=append, delivery=append",
        "delivery=append, none",
        "none, delivery=append",
        "mode=passthrough, none",
        "stats=on, none"
    })
    void subclassesAreSerialisedInEveryDirection(String writer, String reader) {
        Path file = folder.resolve("objects");
        ForkedJvm.Outcome written = jvm(writer).run("fixture.SerialSubclasses", "write", file.toString());
        assertThat(written.lines()).as(written.err()).containsExactly("still true 3 [y, z]");
        ForkedJvm.Outcome read = jvm(reader).run("fixture.SerialSubclasses", "read", file.toString());
        assertThat(read.lines())
                .as(read.err())
                .containsExactly(
                        "one true false",
                        "true 0",
                        "two true 3",
                        "1 0",
                        "three [y, z] 1",
                        "false y 2",
                        "below -4 false",
                        "3 nothing",
                        "[a, b] 3");
    }

    private static ForkedJvm jvm(String arguments) {
        return arguments.equals("none") ? ForkedJvm.plain() : ForkedJvm.withAgent(arguments);
    }
}
