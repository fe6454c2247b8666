package io.github.cqs.agent.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.agent.ForkedJvm;
import io.github.cqs.agent.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a JVM does with options, good and bad. */
class OptionsAgentIT {
    private static final String APP = "fixture.Kind";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "modus=cqs",
                "mode=on",
                "primitives=Mutex",
                "config=/no/such/file",
                "report=/no/such/folder/r.json",
                "delivery=boot"
            })
    void aWrongOptionGivesOneLineAndLeavesTheApplicationUntouched(String arguments) {
        ForkedJvm.Outcome outcome = ForkedJvm.withAgent(arguments).run(APP);
        assertThat(outcome.lines()).containsExactly("Semaphore");
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.err().lines())
                .singleElement()
                .asString()
                .startsWith("[cqs] error: ")
                .contains("; valid: ")
                .endsWith("The application runs untouched");

        ForkedJvm.Outcome strict =
                ForkedJvm.withAgent(arguments + ",strict=fail,log=off").run(APP);
        assertThat(strict.exitCode()).isEqualTo(78);
        assertThat(strict.out()).isEmpty();
        assertThat(strict.err().lines()).singleElement().asString().contains("; valid: ");
    }

    /** The JDK reads some properties when it loads its network library, as it does for the first channel. */
    @ParameterizedTest
    @ValueSource(
            strings = {"report=R.json", "report=R.html,stats=on", "config=FILE", "delivery=append", "dry-run=true"})
    void whatTheApplicationSetsAtItsStartIsNotReadBefore(String arguments) throws IOException {
        Path config = Files.writeString(folder.resolve("cqs.properties"), "log=error\n");
        ForkedJvm.Outcome outcome = ForkedJvm.withAgent(
                        arguments.replace("R.", folder + "/r.").replace("FILE", config.toString()))
                .run("fixture.LateNetwork");
        ForkedJvm.Outcome without = ForkedJvm.plain().run("fixture.LateNetwork");
        assertThat(outcome.lines()).as(outcome.err()).hasSize(2).isEqualTo(without.lines());
    }

    @Test
    void theReportTellsWhatWasWrong() throws IOException {
        Path report = Files.writeString(folder.resolve("r.json"), "of an earlier run");
        ForkedJvm.Outcome outcome =
                ForkedJvm.withAgent("modus=cqs,stats=yes,report=" + report).run(APP);
        assertThat(outcome.lines()).containsExactly("Semaphore");
        assertThat(outcome.exitCode()).isZero();
        Map<String, Object> content = Json.read(report);
        assertThat(Json.object(content.get("agent"))).containsEntry("state", "failed");
        assertThat(Json.objects(content.get("errors")))
                .singleElement()
                .satisfies(error -> assertThat(error)
                        .containsEntry("where", "options")
                        .extractingByKey("reason")
                        .asString()
                        .contains("'modus'", "'yes'"));
        assertThat(Json.objects(content.get("sites"))).isEmpty();
    }

    @Test
    void logOffSilencesEvenThat() {
        ForkedJvm.Outcome outcome = ForkedJvm.withAgent("log=off,mode=on").run(APP);
        assertThat(outcome.lines()).containsExactly("Semaphore");
        assertThat(outcome.err()).isEmpty();
    }

    @Test
    void everySourceWorks() throws IOException {
        assertThat(ForkedJvm.withAgent("mode=passthrough").run(APP).lines()).containsExactly("PassthroughSemaphore");
        assertThat(ForkedJvm.withAgent("")
                        .option("-Dcqs.mode=passthrough")
                        .run(APP)
                        .lines())
                .containsExactly("PassthroughSemaphore");
        assertThat(ForkedJvm.withAgent("")
                        .environment("CQS_MODE", "passthrough")
                        .run(APP)
                        .lines())
                .containsExactly("PassthroughSemaphore");
        Path file = Files.writeString(folder.resolve("cqs.properties"), "mode=passthrough\n");
        assertThat(ForkedJvm.withAgent("config=" + file).run(APP).lines()).containsExactly("PassthroughSemaphore");
        assertThat(ForkedJvm.withAgent("mode=cqs,config=" + file)
                        .option("-Dcqs.mode=off")
                        .environment("CQS_MODE", "off")
                        .run(APP)
                        .lines())
                .containsExactly("CqsSemaphore");
    }

    @Test
    void effectiveValuesAndTheirOriginsAreLoggedAtInfo() {
        ForkedJvm.Outcome outcome = ForkedJvm.withAgent("log=info,stats=on")
                .environment("CQS_VIRTUAL", "plain")
                .option("-Dcqs.include=fixture.**")
                .run(APP);
        assertThat(outcome.lines()).containsExactly("MeteredSemaphore");
        assertThat(outcome.err())
                .contains("[cqs] info: ")
                .contains("virtual=plain (environment)")
                .contains("include=fixture.** (property)")
                .contains("stats=on (argument)")
                .contains("mode=cqs (default)");
    }

    @Test
    void anUnknownVariableIsNotedAndTheAgentWorks() {
        ForkedJvm.Outcome outcome = ForkedJvm.withAgent("")
                .environment("CQS_SERVICE_HOST", "10.0.0.1")
                .run(APP);
        assertThat(outcome.lines()).containsExactly("CqsSemaphore");
        assertThat(outcome.err().lines()).singleElement().asString().contains("CQS_SERVICE_HOST");
    }

    /** The engines themselves ignore what they do not understand. */
    @ParameterizedTest
    @ValueSource(strings = {"", "delivery=append"})
    void aMistypedTunableIsNotedAndTheAgentWorks(String arguments) {
        ForkedJvm.Outcome outcome = ForkedJvm.withAgent(arguments)
                .option("-Dcqs.spin.yield=0")
                .option("-Dcqs.spin.nanos=none")
                .option("-Dcqs.spin.virtual=0")
                .option("-Dcqs.service.port=80")
                .run(APP);
        assertThat(outcome.lines()).containsExactly("CqsSemaphore");
        assertThat(outcome.err().lines().filter(line -> line.startsWith("[cqs]")))
                .satisfiesExactly(
                        bad -> assertThat(bad)
                                .startsWith("[cqs] warn: bad value 'none' for the tunable cqs.spin.nanos"),
                        mistyped -> assertThat(mistyped)
                                .startsWith("[cqs] warn: ")
                                .endsWith("did you mean cqs.spin.yields?"));
        assertThat(ForkedJvm.withAgent("mode=passthrough")
                        .option("-Dcqs.spin.yield=0")
                        .run(APP)
                        .err())
                .isEmpty();
    }

    @Test
    void includeAndExcludeSelectByTheClassThatHoldsTheSite() {
        for (String arguments : List.of("include=fixture.*", "include=fixture.Kin?", "exclude=fixture.other.**")) {
            assertThat(ForkedJvm.withAgent(arguments).run(APP).lines())
                    .as(arguments)
                    .containsExactly("CqsSemaphore");
        }
        for (String arguments : List.of("include=com.**", "exclude=**.Kind", "exclude=a.B+fixture.K*")) {
            assertThat(ForkedJvm.withAgent(arguments).run(APP).lines())
                    .as(arguments)
                    .containsExactly("Semaphore");
        }
    }

    @Test
    void eachMistakeGivesOneLineAndAllOfThemOneWhenStrict() {
        ForkedJvm.Outcome outcome =
                ForkedJvm.withAgent("modus=cqs,virtual=yes,delivery=boot").run(APP);
        assertThat(outcome.lines()).containsExactly("Semaphore");
        assertThat(outcome.err().lines()).hasSize(3).allMatch(line -> line.startsWith("[cqs] error: "));
        assertThat(outcome.err()).containsOnlyOnce("The application runs untouched");

        ForkedJvm.Outcome strict =
                ForkedJvm.withAgent("modus=cqs,virtual=yes,strict=fail").run(APP);
        assertThat(strict.exitCode()).isEqualTo(78);
        assertThat(strict.err().lines()).hasSize(1);
    }

    @Test
    void aValueOfManyLinesIsToldInOne() throws IOException {
        Path file = Files.writeString(folder.resolve("cqs.properties"), "mode=a\\nb\\u001b[31m\n");
        ForkedJvm.Outcome outcome = ForkedJvm.withAgent("config=" + file).run(APP);
        assertThat(outcome.err().lines()).singleElement().asString().contains("bad value 'a b [31m' for mode (file)");
    }

    /** Where even root cannot write. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aFolderThatOnlySeemsWritableIsToldAtTheStart() {
        ForkedJvm.Outcome outcome = ForkedJvm.withAgent("report=/proc/r.json").run(APP);
        assertThat(outcome.lines()).containsExactly("Semaphore");
        assertThat(outcome.err().lines())
                .singleElement()
                .asString()
                .startsWith("[cqs] error: report cannot be written to '/proc/r.json' (argument): ");
    }
}
