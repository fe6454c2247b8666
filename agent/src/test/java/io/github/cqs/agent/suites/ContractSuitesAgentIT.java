package io.github.cqs.agent.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.cqs.agent.ForkedJvm;
import io.github.cqs.agent.Json;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The contract suites' variants for the JDK's classes pass when the agent swaps what they create: the same tests, on shims inside
 * java.base, with the JVM's own assertions on.
 */
class ContractSuitesAgentIT {
    /** Only where the suites make what they test; their own latches and queues stay the JDK's. */
    private static final String SUPPORT = "io.github.cqs.shims.support.";

    private static final String INCLUDE = SUPPORT + "Impl$*+" + SUPPORT + "*Probe$Jdk+" + SUPPORT + "jdk.*";

    private static final List<String> PLATFORM = List.of(
            "ReentrantLockContractTest$JdkFairPlatformTest",
            "ConditionContractTest$JdkUnfairPlatformTest",
            "SemaphoreContractTest$JdkUnfairPlatformTest",
            "CountDownLatchContractTest$JdkPlatformTest",
            "CyclicBarrierContractTest$JdkPlatformTest",
            "ArrayBlockingQueueContractTest$JdkFairPlatformTest");

    private static final List<String> VIRTUAL = List.of(
            "ReentrantLockContractTest$JdkUnfairVirtualTest",
            "ConditionContractTest$JdkFairVirtualTest",
            "SemaphoreContractTest$JdkFairVirtualTest",
            "CountDownLatchContractTest$JdkVirtualTest",
            "CyclicBarrierContractTest$JdkVirtualTest",
            "ArrayBlockingQueueContractTest$JdkUnfairVirtualTest");

    /** Of each suite so many tests pass at least: it has run. */
    private static final int MANY = 20;

    @TempDir
    private Path folder;

    /** The tests' class path without the agent's classes, which come in the jar. */
    private static Path[] classPath() {
        String tests = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Arrays.stream(tests.split(File.pathSeparator))
                .map(Path::of)
                .filter(element -> !element.toAbsolutePath()
                        .equals(ForkedJvm.jar().resolveSibling("classes").toAbsolutePath()))
                .toArray(Path[]::new);
    }

    @Test
    void platformThreadsMeetTheContractOnSwappedInstances() throws IOException {
        assertMany(assertMeet(PLATFORM, MANY, "stats=off"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"stats=off", "stats=on"})
    void tasksOfPoolsMeetTheContractOnSwappedInstances(String arguments) throws IOException {
        Map<String, Object> instances = assertMeet(List.of("ForkJoinPoolContractTest$JdkTest"), 8, arguments);
        for (String type : new String[] {"ReentrantLock", "CyclicBarrier", "ArrayBlockingQueue"}) {
            assertThat((Long) instances.get(type)).as(type).isPositive();
        }
    }

    /** What is metered does what it does without. */
    @ParameterizedTest
    @ValueSource(strings = {"mode=cqs", "mode=passthrough"})
    void meteredInstancesMeetTheContract(String mode) throws IOException {
        assertMany(assertMeet(PLATFORM, MANY, "stats=on," + mode));
    }

    @Test
    void virtualThreadsMeetTheContractOnSwappedInstances() throws IOException {
        assumeTrue(Runtime.version().feature() >= 21, "this JDK has no virtual threads");
        assertMany(assertMeet(VIRTUAL, MANY, "stats=off"));
    }

    private static void assertMany(Map<String, Object> instances) {
        assertThat(instances)
                .containsOnlyKeys(
                        "ReentrantLock", "Semaphore", "CountDownLatch", "CyclicBarrier", "ArrayBlockingQueue");
        assertThat(instances.values())
                .allSatisfy(count -> assertThat((Long) count).isGreaterThan(20L));
    }

    /** Answers how many instances were swapped. */
    private Map<String, Object> assertMeet(List<String> suites, int tests, String arguments) throws IOException {
        Path report = folder.resolve("r.json");
        String[] names =
                suites.stream().map(suite -> "io.github.cqs.shims." + suite).toArray(String[]::new);
        ForkedJvm.Outcome outcome = ForkedJvm.withAgent(
                        arguments + ",include=" + INCLUDE + ",delivery=java.base,report=" + report)
                .option("-esa", "-ea")
                .classPath(classPath())
                .run(RunSuites.class.getName(), names);
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(outcome.out()).as(outcome.err()).doesNotContain(" FAILED ");
        List<String> passed = new ArrayList<>();
        for (String line : outcome.lines()) {
            String[] words = line.split(" ");
            if (words[1].equals("SUCCESSFUL") && Integer.parseInt(words[2]) >= tests) {
                passed.add(words[0]);
            }
        }
        assertThat(passed).as(outcome.out()).containsExactly(names);
        Map<String, Object> content = Json.read(report);
        assertThat(Json.objects(content.get("errors"))).isEmpty();
        return Json.object(Json.object(content.get("totals")).get("instances"));
    }
}
