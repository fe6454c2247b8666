package io.github.cqs.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.agent.ForkedJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A failure at each step of the agent, and an application that does not notice. */
class FailureAgentIT {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "scan, Semaphore, fixture.Kind is left as it is",
        "rewrite, Semaphore, fixture.Kind is left as it is",
        "delivery, CqsSemaphore, the boot class path is used in its place",
        "delivery+append, Semaphore, The application runs untouched",
        "selftest, Semaphore, The application runs untouched",
        "report, CqsSemaphore, no report"
    })
    void isSaidInALineAndChangesNothingElse(String step, String made, String line) {
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
    @CsvSource({"selftest", "delivery+append"})
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
        assertThat(outcome.err().lines()).singleElement().asString().startsWith("[cqs] error: no report");
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
