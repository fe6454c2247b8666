package io.github.cqs.agent.everywhere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.cqs.agent.ForkedJvm;
import io.github.cqs.agent.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The agent in a JVM that runs already. */
class AttachAgentIT {
    private static final List<String> UNTOUCHED = List.of(
            "ready",
            "failure null",
            "old ReentrantLock",
            "inside ReentrantLock",
            "made ReentrantLock",
            "late Semaphore");

    @TempDir
    private Path folder;

    private static ForkedJvm.Outcome attach(long pid, String... options) {
        String[] arguments = new String[options.length + 2];
        arguments[0] = "attach";
        arguments[1] = Long.toString(pid);
        System.arraycopy(options, 0, arguments, 2, options.length);
        return ForkedJvm.plain().classPath().run("-jar " + ForkedJvm.jar(), arguments);
    }

    private static ForkedJvm.Running start(ForkedJvm jvm) throws IOException {
        return start(jvm, "fixture.Attachable");
    }

    private static ForkedJvm.Running start(ForkedJvm jvm, String main, String... arguments) throws IOException {
        ForkedJvm.Running running = jvm.start(main, arguments);
        await().until(() -> Files.readString(running.out()).contains("ready"));
        return running;
    }

    private static ForkedJvm.Outcome end(ForkedJvm.Running running) throws IOException {
        running.process().getOutputStream().close();
        ForkedJvm.Outcome outcome = ForkedJvm.finish(running);
        assertThat(outcome.exitCode()).as(outcome.toString()).isEqualTo(3);
        return outcome;
    }

    /** One line on stderr, nothing on stdout, and exit code 1. */
    private static String refusal(ForkedJvm.Outcome attached) {
        assertThat(attached.exitCode()).as(attached.toString()).isEqualTo(1);
        assertThat(attached.out()).isEmpty();
        assertThat(attached.err().lines()).as(attached.err()).hasSize(1);
        return attached.err();
    }

    @Environment(
            value = "`attach` to a running JVM",
            remarks = "new objects of loaded classes are swapped, superclasses of loaded classes cannot change and are"
                    + " reported; from JDK 21 the JVM warns on stderr unless `-XX:+EnableDynamicAgentLoading` is given")
    @Test
    void underLoadAndTwice() throws IOException {
        Path report = folder.resolve("report.json");
        ForkedJvm.Running running = start(ForkedJvm.plain().option("-XX:+EnableDynamicAgentLoading"));
        long pid = running.process().pid();
        String relative = Path.of("").toAbsolutePath().relativize(report).toString();
        ForkedJvm.Outcome first = attach(pid, "report=" + relative);
        assertThat(first.exitCode()).as(first.toString()).isZero();
        assertThat(first.lines()).singleElement().asString().contains("superclasses", "cannot change");
        assertThat(refusal(attach(pid))).contains("is as before", "in this JVM already");
        ForkedJvm.Outcome outcome = end(running);
        assertThat(outcome.lines())
                .containsExactly(
                        "ready",
                        "failure null",
                        "old ReentrantLock",
                        "inside ReentrantLock",
                        "made CqsReentrantLock",
                        "late CqsSemaphore");
        assertThat(outcome.err().lines()).singleElement().asString().contains("second start does nothing");
        Map<String, Object> json = Json.read(report);
        assertThat(Json.objects(json.get("errors"))).isEmpty();
        assertThat(Json.objects(json.get("preloaded")))
                .extracting(p -> p.get("class") + " " + p.get("kind") + " " + p.get("type") + " " + p.get("outcome")
                        + ": " + p.get("reason"))
                .contains(
                        "fixture.Checks new Semaphore swapped: ",
                        "fixture.Attachable$Own superclass ReentrantLock skipped: the class was loaded before: its superclass cannot change");
    }

    /** They have no place for a hand-off, and nothing comes to harm on them. */
    @Environment(
            value = "`attach` to a JVM whose virtual threads run",
            outcome = Environment.Outcome.SWAPPED_WITHOUT_HAND_OFF,
            since = 21,
            remarks = "the carriers were there before the agent, and the report says so")
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void whileCarriersAreBusy(int parallelism) throws IOException {
        assumeTrue(Runtime.version().feature() >= 21, "this JDK has no virtual threads");
        Path report = folder.resolve("report.json");
        String[] scenarios = {"contended", "conditions", "cancelled", "failing", "nested", "semaphores", "executor"};
        ForkedJvm.Outcome outcome = attachedTo("busy", parallelism, report, scenarios);
        assertThat(outcome.lines()).startsWith("ready", "made CqsReentrantLock");
        for (String scenario : scenarios) {
            assertThat(outcome.lines()).as(outcome.err()).contains(scenario + " ok plain");
        }
        Map<String, Object> json = Json.read(report);
        assertThat(Json.object(json.get("hand_off")))
                .containsEntry("state", "off")
                .containsEntry("reason", "the carriers were there before");
        assertThat(Json.objects(json.get("errors")))
                .extracting(e -> e.get("where") + " " + e.get("reason"))
                .containsExactly("hand-off on virtual threads off: the carriers were there before");
    }

    @Environment(
            value = "`attach` before the first virtual thread",
            outcome = Environment.Outcome.SWAPPED_WITH_HAND_OFF,
            since = 21)
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void beforeTheFirstVirtualThread(int parallelism) throws IOException {
        assumeTrue(Runtime.version().feature() >= 21, "this JDK has no virtual threads");
        Path report = folder.resolve("report.json");
        ForkedJvm.Outcome outcome = attachedTo("idle", parallelism, report, "contended", "release");
        assertThat(outcome.lines())
                .as(outcome.err())
                .startsWith("ready", "made CqsReentrantLock")
                .contains("release ok handed");
        Map<String, Object> json = Json.read(report);
        assertThat(Json.object(json.get("hand_off"))).containsEntry("state", "on");
        assertThat(Json.objects(json.get("errors"))).isEmpty();
    }

    private static ForkedJvm.Outcome attachedTo(String carriers, int parallelism, Path report, String... scenarios)
            throws IOException {
        String[] arguments = new String[scenarios.length + 1];
        arguments[0] = carriers;
        System.arraycopy(scenarios, 0, arguments, 1, scenarios.length);
        ForkedJvm jvm = ForkedJvm.plain()
                .option("-XX:+EnableDynamicAgentLoading", "-esa", "-ea")
                .option("-Djdk.virtualThreadScheduler.parallelism=" + parallelism)
                .option("-Dcqs.ces.behind=0", "-Dcqs.ces.idle=0", "-Dcqs.ces.section=0", "-Dcqs.ces.recess=0");
        ForkedJvm.Running running = start(jvm, "fixture.AttachedCarriers", arguments);
        ForkedJvm.Outcome attached = attach(running.process().pid(), "report=" + report);
        assertThat(attached.exitCode()).as(attached.toString()).isZero();
        return end(running);
    }

    @Test
    void toAJvmThatHasTheAgent() throws IOException {
        ForkedJvm.Running running = start(ForkedJvm.withAgent("mode=passthrough"));
        assertThat(refusal(attach(running.process().pid()))).contains("in this JVM already");
        assertThat(end(running).lines()).contains("late PassthroughSemaphore");
    }

    @Test
    void optionsThatAreWrongThereCanBeMendedByASecondAttachment() throws IOException {
        ForkedJvm.Running running =
                start(ForkedJvm.plain().environment("CQS_MODE", "on").option("-XX:+EnableDynamicAgentLoading"));
        assertThat(refusal(attach(running.process().pid()))).contains("bad value 'on' for mode (environment)");
        ForkedJvm.Outcome wrong = attach(running.process().pid(), "mode=off,report=" + folder.resolve("none/r.json"));
        assertThat(wrong.exitCode()).isEqualTo(2);
        assertThat(wrong.err().lines()).singleElement().asString().contains("report cannot be written");
        assertThat(end(running).lines()).isEqualTo(UNTOUCHED);
    }

    @Test
    void theReportOfASecondStartTakesThePlaceOfTheOneThatToldOfWrongOptions() throws IOException {
        Path report = folder.resolve("report.json");
        ForkedJvm.Running running =
                start(ForkedJvm.withAgent("modus=cqs,report=" + report).option("-XX:+EnableDynamicAgentLoading"));
        ForkedJvm.Outcome attached = attach(running.process().pid(), "report=" + report);
        assertThat(attached.exitCode()).as(attached.toString()).isZero();
        assertThat(end(running).lines()).contains("late CqsSemaphore");
        Map<String, Object> json = Json.read(report);
        assertThat(Json.object(json.get("agent"))).containsEntry("state", "active");
        assertThat(Json.objects(json.get("errors"))).isEmpty();
    }

    @Test
    void aFailureLeavesItUntouchedAndIsToldToBoth() throws IOException {
        ForkedJvm.Running running = start(ForkedJvm.plain()
                .option("-XX:+EnableDynamicAgentLoading", "-Dcqs.test.fault=bodies", "-Dcqs.strict=fail"));
        assertThat(refusal(attach(running.process().pid()))).contains("is as before", "injected fault: bodies");
        ForkedJvm.Outcome outcome = end(running);
        assertThat(outcome.lines()).isEqualTo(UNTOUCHED);
        assertThat(outcome.err().lines()).singleElement().asString().contains("injected fault: bodies");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+DisableAttachMechanism", "-XX:-EnableDynamicAgentLoading"})
    void toAJvmThatDoesNotAllowIt(String option) throws IOException {
        ForkedJvm.Running running = start(ForkedJvm.plain().option(option));
        long pid = running.process().pid();
        assertThat(refusal(attach(pid))).startsWith("attach: process " + pid + ": ");
        ForkedJvm.Outcome outcome = end(running);
        assertThat(outcome.lines()).isEqualTo(UNTOUCHED);
        assertThat(outcome.err()).isEmpty();
    }

    @Test
    void toNothingAndToWhatIsNoJvm() throws IOException, InterruptedException {
        assertThat(refusal(attach(Integer.MAX_VALUE))).startsWith("attach: process " + Integer.MAX_VALUE + ": ");
        Process cat = new ProcessBuilder("cat").start();
        assertThat(refusal(attach(cat.pid()))).contains("attach: process " + cat.pid() + " is no Java process");
        cat.getOutputStream().close();
        assertThat(cat.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(cat.exitValue()).isZero();
    }

    @Test
    void toAnotherUsersProcess() throws IOException {
        Path setpriv = Path.of("/usr/bin/setpriv");
        assumeTrue(
                System.getProperty("user.name").equals("root") && Files.isExecutable(setpriv),
                "cannot become another user");
        ForkedJvm.Running running = start(ForkedJvm.plain());
        Path shared = Files.createTempDirectory("shared");
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path jar = Files.copy(ForkedJvm.jar(), shared.resolve("cqs-agent.jar"));
        ForkedJvm.Outcome attached = ForkedJvm.plain()
                .classPath()
                .wrapper(setpriv.toString(), "--reuid=65534", "--regid=65534", "--clear-groups")
                .run("-jar " + jar, "attach", Long.toString(running.process().pid()));
        assertThat(refusal(attached))
                .startsWith("attach: process " + running.process().pid() + ": ");
        assertThat(end(running).lines()).isEqualTo(UNTOUCHED);
        Files.delete(jar);
        Files.delete(shared);
    }
}
