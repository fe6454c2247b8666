package io.github.cqs.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.agent.ForkedJvm;
import io.github.cqs.agent.options.Faults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A failure at each step of the agent, and an application that does not notice. */
class FailureAgentIT {
    private static ForkedJvm.Outcome untouched;

    @TempDir
    private Path folder;

    @BeforeAll
    static void runWithout() {
        untouched = ForkedJvm.plain().run("fixture.Application");
        assertThat(untouched.exitCode()).as(untouched.err()).isEqualTo(3);
        assertThat(untouched.out()).startsWith("turns 400");
    }

    /** A warning of the JVM. */
    private static final String PRICE_OF_APPENDING = "Sharing is only supported for boot loader classes";

    private static final String[] KINDS = {"", ":memory", ":stack", ":exception"};

    /** The steps on virtual threads, which this application has none of, are {@link HandOffAgentIT}'s. */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"VIRTUAL", "VIRTUAL_PATCH", "VIRTUAL_CHECK"})
    void isSaidInALineAndChangesNothingElse(Faults.Step step) throws IOException {
        List<ForkedJvm.Running> forks = new ArrayList<>();
        for (int i = 0; i < KINDS.length; i++) {
            String fault = step.label() + KINDS[i];
            String needed = switch (step) {
                case APPEND -> ",delivery=append";
                case STATISTICS -> ",stats=on";
                default -> "";
            };
            forks.add(ForkedJvm.withAgent("report=" + folder.resolve(i + ".txt") + needed)
                    .option("-Dcqs.test.fault=" + fault, "-Xlog:disable", "-Xshare:auto")
                    .start("fixture.Application"));
        }
        for (int i = 0; i < KINDS.length; i++) {
            ForkedJvm.Outcome outcome = ForkedJvm.finish(forks.get(i));
            String what = step + KINDS[i] + ": " + outcome.err();
            assertThat(outcome.out()).as(what).isEqualTo(untouched.out());
            assertThat(outcome.exitCode()).as(what).isEqualTo(untouched.exitCode());
            assertThat(outcome.err().lines().filter(line -> !line.contains(PRICE_OF_APPENDING)))
                    .as(what)
                    .isNotEmpty()
                    .doesNotHaveDuplicates()
                    .allMatch(line -> line.startsWith("[cqs] ") && line.contains("injected fault: " + step.label()));
            Path report = folder.resolve(i + ".txt");
            switch (step) {
                case OPTIONS, JAR, HOOK, REPORT -> assertThat(report).doesNotExist();
                default -> assertThat(report).content().contains("injected fault: " + step.label());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "scan, Semaphore, fixture.Kind is left as it is",
        "rewrite, Semaphore, fixture.Kind is left as it is",
        "delivery, CqsSemaphore, the boot class path is used in its place",
        "delivery+append, Semaphore, The application runs untouched",
        "define, CqsSemaphore, the boot class path is used in its place",
        "bodies, Semaphore, The application runs untouched",
        "preloaded, CqsSemaphore, what was loaded before the agent is left as it is",
        "loader, Semaphore, fixture.Kind is left as it is",
        "selftest, Semaphore, The application runs untouched",
        "report, CqsSemaphore, no report"
    })
    void swapsNothingOrAllThatWorks(String step, String made, String line) {
        Path report = folder.resolve("r.txt");
        ForkedJvm.Outcome outcome = ForkedJvm.withAgent("report=" + report)
                .option("-Dcqs.test.fault=" + step, "-Xlog:disable", "-Xshare:auto")
                .run("fixture.Kind");
        assertThat(outcome.lines()).as(outcome.err()).containsExactly(made);
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.err()).contains(line);
        assertThat(outcome.err().lines().filter(l -> l.contains(line)).count()).isEqualTo(1);
        if (step.equals("report")) {
            assertThat(report).doesNotExist();
        } else {
            assertThat(report).content().contains("injected fault");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jar", "delivery+append", "define+append:memory", "bodies", "selftest", "selftest:stack"})
    void endsTheJvmWhenStrict(String step) {
        ForkedJvm.Outcome outcome = ForkedJvm.withAgent("strict=fail,log=off")
                .option("-Dcqs.test.fault=" + step)
                .run("fixture.Kind");
        assertThat(outcome.exitCode()).isEqualTo(78);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err().lines().filter(line -> line.startsWith("[cqs]")))
                .hasSize(1);
    }

    @Test
    void aReportWhosePlaceIsGoneChangesNothing() throws IOException {
        Path place = Files.createDirectory(folder.resolve("place"));
        ForkedJvm.Outcome outcome =
                ForkedJvm.withAgent("report=" + place.resolve("r.json")).run("fixture.Remover", place.toString());
        assertThat(outcome.lines()).containsExactly("removed");
        assertThat(outcome.exitCode()).isEqualTo(5);
        assertThat(outcome.err().lines())
                .singleElement()
                .isEqualTo("[cqs] error: no report in '" + place.resolve("r.json") + "': its folder does not exist");
    }

    @Test
    void theAgentTwiceIsTheAgentOnce() {
        ForkedJvm.Outcome outcome = ForkedJvm.withAgent("")
                .option("-javaagent:" + ForkedJvm.jar() + "=mode=off")
                .run("fixture.Kind");
        assertThat(outcome.lines()).containsExactly("CqsSemaphore");
        assertThat(outcome.err().lines()).singleElement().asString().contains("second start does nothing");
    }

    /** What the JVM's own instrumentation library prints when its frames overflow is not ours to change. */
    @Test
    void aStackWithoutRoomLeavesTheApplicationAlone() {
        ForkedJvm.Outcome outcome = ForkedJvm.withAgent("").run("fixture.DeepStack");
        assertThat(outcome.lines()).as(outcome.err()).containsExactly("done");
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.err()).doesNotContain("Exception in thread").doesNotContain("VerifyError");
    }
}
