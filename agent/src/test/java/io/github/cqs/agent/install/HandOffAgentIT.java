package io.github.cqs.agent.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.OperatingSystemMXBean;
import io.github.cqs.agent.ForkedJvm;
import io.github.cqs.agent.Json;
import io.github.cqs.agent.everywhere.Environment;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hand-offs between virtual threads, in JVMs of their own. */
@Tag("alone")
class HandOffAgentIT {
    private static final String MAIN = "fixture.HandOffs";
    /** Scenarios whose threads wait where they are to wait; in the others it is up to the machine whether anybody does. */
    private static final Set<String> CERTAIN = Set.of(
            "release",
            "releaseOfASemaphore",
            "releaseOfMany",
            "releaseOfAQueue",
            "awaitAndSignal",
            "releaseWhileHoldingAnother",
            "releaseInsideSynchronized",
            "releaseInAnExecutor",
            "structured",
            "crowd",
            "boundedStreak",
            "longSections");

    private static final String[] HANDING = {
        "contended",
        "release",
        "releaseOfASemaphore",
        "releaseOfMany",
        "releaseOfAQueue",
        "awaitAndSignal",
        "signalWakesNobody",
        "releaseWhileHoldingAnother",
        "releaseInsideSynchronized",
        "conditions",
        "cancelled",
        "failing",
        "executor",
        "releaseInAnExecutor",
        "nested",
        "semaphores"
    };

    @TempDir
    private Path folder;

    @BeforeEach
    void virtualThreadsExist() {
        assumeTrue(Runtime.version().feature() >= 21, "this JDK has no virtual threads");
    }

    /** Hands over even to a waiter that nobody is behind, so that the scenarios need no crowd. */
    private static ForkedJvm agent(String arguments, int parallelism) {
        return ForkedJvm.withAgent(arguments)
                .option(
                        "-Djdk.virtualThreadScheduler.parallelism=" + parallelism,
                        "-Dcqs.ces.behind=0",
                        "-Dcqs.ces.idle=0",
                        "-Dcqs.ces.section=0",
                        "-Dcqs.ces.recess=0");
    }

    private static ForkedJvm.Outcome passes(ForkedJvm jvm, String... scenarios) {
        ForkedJvm.Outcome outcome = jvm.run(MAIN, scenarios);
        assertThat(outcome.exitCode()).as(outcome.out() + outcome.err()).isZero();
        assertThat(outcome.lines().stream()
                        .filter(line -> line.contains(" ok "))
                        .map(line -> line.split(" ")[0]))
                .as(outcome.out() + outcome.err())
                .containsExactly(scenarios);
        return outcome;
    }

    private static void hands(ForkedJvm jvm, String... scenarios) {
        ForkedJvm.Outcome outcome = passes(jvm, scenarios);
        List<String> expected = new ArrayList<>();
        for (String scenario : scenarios) {
            if (CERTAIN.contains(scenario)) {
                expected.add(scenario + " ok handed");
            }
        }
        assertThat(expected).isNotEmpty();
        assertThat(outcome.lines()).as(outcome.err()).containsAll(expected);
    }

    @Environment(
            value = "virtual threads on 1, 2 and 8 carriers",
            outcome = Environment.Outcome.SWAPPED_WITH_HAND_OFF,
            since = 21,
            remarks =
                    "tested on JDK 25; on 21 to 24 and 26 it is tried, and where the JVM's virtual threads are not as expected it is off,"
                            + " with the reason in the report")
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void waitersAreHandedOverTo(int parallelism) {
        hands(agent("", parallelism).option("-esa", "-ea"), HANDING);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void aCrowdIsHandedOverToButForTheLastOfIt(int parallelism) {
        // no turn may be over meanwhile, which would end the chain
        hands(
                agent("", parallelism).option("-Dcqs.ces.behind=1", "-Dcqs.ces.turn=" + TimeUnit.HOURS.toNanos(1)),
                "crowd",
                "contended",
                "nested");
    }

    @Test
    void aWaiterWithNobodyBehindItIsQueuedByDefault() {
        assertThat(passes(agent("", 2).option("-Dcqs.ces.behind=1"), "alone").out())
                .contains("alone ok plain");
    }

    @Test
    void longSectionsAreHandedOverByDefault() {
        hands(ForkedJvm.withAgent("").option("-Djdk.virtualThreadScheduler.parallelism=2"), "longSections");
    }

    @Test
    void sectionsShorterThanTheLeastAreNot() {
        assertThat(passes(agent("", 2).option("-Dcqs.ces.section=1000000000"), "longSections")
                        .out())
                .contains("longSections ok plain");
    }

    @Test
    void holdsAreCountedOnceSectionsAreSteadilyLong() {
        passes(agent("", 1).option("-Dcqs.ces.section=1"), "holdsAreCountedOnceSectionsAreSteadilyLong");
    }

    @Environment(
            value = "virtual threads that are pinned",
            outcome = Environment.Outcome.SWAPPED_WITH_HAND_OFF,
            since = 21,
            remarks = "not by a thread that is pinned, nor to one: these wake and are woken the plain way")
    @ParameterizedTest
    @ValueSource(ints = {2, 8})
    void pinnedThreadsDoNotHang(int parallelism) {
        passes(
                agent("", parallelism),
                "pinnedHolder",
                "pinnedWaiter",
                "pinnedHeirNeedsTheReleaser",
                "pinnedAwait",
                "contended");
    }

    @Test
    void anHeirThatBlocksTheOnlyCarrierDoesNotStopTheReleasingThread() {
        passes(agent("", 1).option("-esa", "-ea"), "pinnedHeirNeedsTheReleaser", "contended");
    }

    @Test
    void bystandersRunAtTheBoundOfTheStreak() {
        hands(agent("", 1).option("-Dcqs.ces.streak=4"), "boundedStreak");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void bystandersDoNotWaitForATurnOfEach(int parallelism) {
        passes(agent("", parallelism).option("-Dcqs.ces.turn=1", "-esa", "-ea"), "line", "lineBesideOthers");
    }

    @Test
    void whoComesFromElsewhereDoesNotWaitForAllOfALongQueue() {
        assumeTrue(Runtime.version().feature() >= 24, "the scheduler has no MXBean");
        ForkedJvm.Outcome outcome =
                agent("", 1).option("-Dcqs.ces.turn=1", "-esa", "-ea").run("fixture.Guests", "sleeper", "relay");
        assertThat(outcome.exitCode()).as(outcome.out() + outcome.err()).isZero();
        assertThat(outcome.lines()).contains("sleeper ok plain", "relay ok plain");
    }

    @Environment(
            value = {
                "virtual threads under `-Xint`",
                "virtual threads under `-XX:+UseZGC`",
                "virtual threads under `-Xverify:all`",
                "virtual threads under jdwp"
            },
            outcome = Environment.Outcome.SWAPPED_WITH_HAND_OFF,
            since = 21)
    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Xint",
                "-XX:+UseZGC",
                "-Xverify:all",
                "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,quiet=y,address=127.0.0.1:0"
            })
    void everyKindOfJvmHandsOver(String options) {
        hands(agent("", 2).option(options.split(" ")), "contended", "release", "conditions", "dumped");
    }

    @Environment(
            value = "virtual threads under Flight Recorder",
            outcome = Environment.Outcome.SWAPPED_WITH_HAND_OFF,
            since = 21)
    @Test
    void underFlightRecorder() throws IOException {
        Path recording = folder.resolve("r.jfr");
        hands(
                agent("", 2)
                        .option("-XX:StartFlightRecording=settings=profile,jdk.VirtualThreadStart#enabled=true,"
                                + "jdk.VirtualThreadEnd#enabled=true,filename=" + recording),
                "contended",
                "dumped",
                "release");
        Map<String, Integer> events = new TreeMap<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(recording)) {
            events.merge(event.getEventType().getName(), 1, Integer::sum);
        }
        assertThat(events.get("jdk.VirtualThreadStart")).as(events.toString()).isGreaterThan(70);
        assertThat(events.get("jdk.VirtualThreadEnd")).as(events.toString()).isGreaterThan(70);
        assertThat(events).doesNotContainKey("jdk.VirtualThreadSubmitFailed");
    }

    @Test
    void otherSchedulersAndPlatformThreadsTakePart() {
        passes(
                agent("", 2).option("--add-opens=java.base/java.lang=ALL-UNNAMED"),
                "customScheduler",
                "contended",
                "contendedFair");
    }

    @Test
    void nothingKeepsAClassLoader() {
        passes(agent("", 2), "unloaded");
    }

    @Environment(
            value = "structured task scopes, `--enable-preview`",
            outcome = Environment.Outcome.SWAPPED_WITH_HAND_OFF,
            since = 25)
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void structuredTaskScopesHandOver(int parallelism) {
        assumeTrue(Runtime.version().feature() == 25, "structured task scopes have another shape here");
        hands(agent("", parallelism).option("--enable-preview"), "structured", "release");
    }

    @Test
    void manyThreadsQueueAndAreCancelledInBoundedMemory() {
        passes(agent("", 2).option("-Xmx32m", "-Dcqs.fixture.batch=1000"), "cancelledInBatches");
    }

    @Test
    void aMillionThreadsQueueAndAreCancelledInBoundedMemory() {
        passes(agent("", 2).option("-Xmx160m", "-Dcqs.fixture.batch=10000"), "cancelledInBatches");
    }

    /** Nearly all of the memory is the JDK's, for parked virtual threads. */
    @Test
    @Tag("large")
    void aMillionThreadsQueueAtOnce() {
        long memory = ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getTotalMemorySize();
        assumeTrue(memory >= 6L << 30, "a machine with too little memory");
        passes(
                agent("", 2)
                        .option("-Xmx4g", "-XX:+UseParallelGC", "-XX:+ExitOnOutOfMemoryError")
                        .option("-Dcqs.fixture.batch=1000000", "-Dcqs.fixture.rounds=1"),
                "cancelledInBatches");
    }

    @Test
    void plainHandsNothingOverAndPatchesNothing() {
        ForkedJvm.Outcome outcome =
                passes(agent("virtual=plain", 2).option("-Xlog:redefine+class+load=info"), "contended", "conditions");
        assertThat(outcome.out()).contains("contended ok plain").contains("conditions ok plain");
        assertThat(outcome.out()).doesNotContain("java.lang.VirtualThread");
    }

    @Test
    void anApplicationWithoutVirtualThreadsPatchesNothing() {
        ForkedJvm.Outcome outcome = agent("", 2)
                .option("-Xlog:redefine+class+load=info,class+load=info")
                .run("fixture.EveryKind");
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out())
                .doesNotContain("redefined name=java.lang.VirtualThread")
                .doesNotContain("CesCarrier");
    }

    @Environment(
            value = "virtual threads of a JVM where the patch or its trial fails",
            outcome = Environment.Outcome.SWAPPED_WITHOUT_HAND_OFF,
            since = 21,
            remarks = "the reason is in the report; by injected faults")
    @ParameterizedTest
    @ValueSource(strings = {"virtual", "virtual-patch", "virtual-check"})
    void whatFailsTurnsItOffAndIsReported(String fault) throws IOException {
        Path report = folder.resolve(fault + ".json");
        ForkedJvm.Outcome outcome =
                passes(agent("report=" + report, 2).option("-Dcqs.test.fault=" + fault), "contended", "conditions");
        assertThat(outcome.out()).contains("contended ok plain");
        assertThat(outcome.err()).isEmpty();
        assertThat(Json.objects(Json.read(report).get("errors")).toString())
                .contains("hand-off on virtual threads")
                .contains("off: ")
                .contains(fault);
    }

    @Test
    void theReportHasNoErrorWhenItWorks() throws IOException {
        Path report = folder.resolve("fine.json");
        hands(agent("report=" + report, 2), "contended", "release");
        assertThat(Json.objects(Json.read(report).get("errors"))).isEmpty();
        assertThat(Json.object(Json.read(report).get("hand_off")))
                .containsEntry("state", "on")
                .containsEntry("reason", "")
                .containsKeys("hand_offs", "flushes", "bound_hits", "nested", "other_scheduler", "next_up", "plain");
    }

    /** The program has counted the same, each by the name of its counter. */
    @Test
    void theReportCountsWhatHappened() throws IOException {
        Path report = folder.resolve("counts.json");
        ForkedJvm.Outcome outcome = passes(
                agent("report=" + report, 2).option("-Dcqs.ces.streak=4"),
                "contended",
                "releaseWhileHoldingAnother",
                "pinnedHolder",
                "pinnedWaiter");
        Map<String, Object> reported = Json.object(Json.read(report).get("hand_off"));
        Map<String, Long> counted = new TreeMap<>();
        for (String line : outcome.lines()) {
            if (line.startsWith("counted ")) {
                String[] words = line.split(" ");
                counted.put(words[1], Long.parseLong(words[2]));
            }
        }
        assertThat(counted)
                .hasSize(7)
                .allSatisfy((kind, count) -> assertThat(reported).containsEntry(kind, count));
    }

    @Environment(
            value = {"virtual threads, `delivery=append`", "virtual threads, `virtual=plain`"},
            outcome = Environment.Outcome.SWAPPED_WITHOUT_HAND_OFF,
            since = 21)
    @ParameterizedTest
    @CsvSource({
        "delivery=append, the replacements are on the boot class path",
        "virtual=plain, virtual=plain",
        "mode=passthrough, mode=passthrough",
        "mode=off, the agent swaps nothing"
    })
    void theReportSaysWhyItIsOff(String option, String reason) throws IOException {
        Path report = folder.resolve("off.json");
        ForkedJvm.Outcome outcome = passes(agent(option + ",report=" + report, 2), "contended");
        assertThat(outcome.out()).contains("contended ok plain");
        assertThat(Json.object(Json.read(report).get("hand_off")))
                .containsEntry("state", "off")
                .containsEntry("reason", reason);
        assertThat(Json.objects(Json.read(report).get("errors"))).isEmpty();
    }

    @Test
    void theReportSaysThatNoVirtualThreadCame() throws IOException {
        Path report = folder.resolve("idle.json");
        ForkedJvm.withAgent("report=" + report).run("fixture.EveryKind");
        assertThat(Json.object(Json.read(report).get("hand_off"))).containsEntry("state", "idle");
    }

    @Test
    void theReportSaysThatNoCarrierHadTime() throws IOException {
        Path report = folder.resolve("busy.json");
        agent("report=" + report, 1)
                .option("-Djdk.virtualThreadScheduler.maxPoolSize=1")
                .run("fixture.BusyCarrier");
        assertThat(Json.object(Json.read(report).get("hand_off")))
                .containsEntry("state", "idle")
                .containsEntry("reason", "no carrier has had time to try one");
    }

    @Test
    void theMeteredClassesHandOver() throws IOException {
        Path report = folder.resolve("stats.json");
        hands(
                agent("stats=on,report=" + report, 2),
                "contended",
                "release",
                "releaseWhileHoldingAnother",
                "semaphores");
        assertThat(Json.objects(Json.read(report).get("sites")))
                .anySatisfy(site -> assertThat(
                                (long) Json.object(site.get("hand_off_ns")).get("count"))
                        .isPositive());
    }
}
