package io.github.cqs.agent.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.cqs.agent.ForkedJvm;
import io.github.cqs.agent.everywhere.Environment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What could go wrong around hand-offs between virtual threads, one JVM for each number of carriers. */
@Tag("alone")
class HandOffTrapsAgentIT {
    /** Each ends with hand-offs that must come. */
    private static final String[] HANDING = {
        "releaseWhileHoldingAPermit",
        "releaseWithPermitsOfAnother",
        "platformThreadsOnEitherSide",
        "pinnedOnEitherSide",
        "otherSchedulersOnEitherSide",
        "schedulerRefuses",
        "racedByInterruptAndTimeout"
    };

    /** In these it is up to the machine. */
    private static final String[] OTHERS = {
        "crowdInsideSynchronized",
        "tryWhileTheHeirHasNoCarrier",
        "pinnedAmongOthers",
        "pinnedReleases",
        "dumpedByTheJvm",
        "debugged"
    };

    @BeforeEach
    void virtualThreadsExist() {
        assumeTrue(Runtime.version().feature() >= 21, "this JDK has no virtual threads");
    }

    private static ForkedJvm agent(int parallelism) {
        return agent("", parallelism);
    }

    private static ForkedJvm agent(String options, int parallelism) {
        return ForkedJvm.withAgent(options)
                .option("-Djdk.virtualThreadScheduler.parallelism=" + parallelism, "-esa", "-ea")
                .option("-Dcqs.ces.behind=0", "-Dcqs.ces.idle=0", "-Dcqs.ces.section=0", "-Dcqs.ces.recess=0")
                .option("--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED")
                .option("--add-opens=java.base/java.lang=ALL-UNNAMED");
    }

    private static void ends(ForkedJvm jvm, String expected, String... scenarios) {
        ends(jvm, "fixture.HandOffTraps", expected, List.of(scenarios));
    }

    private static void ends(ForkedJvm jvm, String program, String expected, List<String> names) {
        String[] scenarios = names.toArray(new String[0]);
        ForkedJvm.Outcome outcome = jvm.run(program, scenarios);
        for (int i = 0; i < 3 && hasCrashedDumpingThreads(outcome); i++) {
            outcome = jvm.run(program, scenarios);
        }
        String what = outcome.out() + outcome.err();
        assertThat(outcome.exitCode()).as(what).isZero();
        List<String> lines = new ArrayList<>(outcome.lines());
        lines.removeIf(line -> !line.contains(" ok "));
        assertThat(lines).as(what).hasSameSizeAs(scenarios);
        for (int i = 0; i < scenarios.length; i++) {
            assertThat(lines.get(i)).as(what).startsWith(scenarios[i] + expected);
        }
        assertThat(outcome.err()).isEmpty();
    }

    /**
     * JDK-8364343: a JVM 25 that dumps virtual threads while they come and go may crash, without the agent as well. Told by the native frames of the thread that has
     * crashed, since elsewhere the log names every class that was loaded.
     */
    private static boolean hasCrashedDumpingThreads(ForkedJvm.Outcome outcome) {
        Matcher log = Pattern.compile("\\S+hs_err_pid\\d+\\.log").matcher(outcome.out());
        try {
            return log.find()
                    && Files.readString(Path.of(log.group()))
                            .lines()
                            .anyMatch(line ->
                                    line.startsWith("V ") && line.contains("GetThreadSnapshotClosure::do_thread"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Environment(
            value = {"virtual threads of another scheduler", "platform threads at a lock of virtual ones"},
            outcome = Environment.Outcome.SWAPPED_WITHOUT_HAND_OFF,
            since = 21,
            remarks = "between virtual threads of the JVM's own scheduler hand-offs go on")
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void handOffsComeAfterwards(int parallelism) {
        ends(agent(parallelism), " ok handed", HANDING);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void nobodyIsForgotten(int parallelism) {
        ends(agent(parallelism), " ok ", OTHERS);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void whoHasYieldedGoesOnThoughAllCarriersAreBlocked(int parallelism) {
        for (String scenario : List.of("pinnedThreadsWantTheMonitorOfWhoReleased", "pinnedThreadsWaitForWhoReleased")) {
            ends(agent(parallelism).option("-Dcqs.ces.recess=256"), " ok handed", scenario);
        }
    }

    /** Interpreted, so that all frames are of one size. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aReleaseNeedsNoStackForAHandOff(int parallelism) {
        ends(agent(parallelism).option("-Xint"), " ok handed", "releasesDeepInItsStack");
    }

    /** Interpreted as well. A plain wake-up makes no difference, but the JVM's carriers are then as they are without hand-offs. */
    @ParameterizedTest
    @ValueSource(strings = {"", "virtual=plain"})
    void whoHasNoStackToWaitLeavesNothingBehind(String options) {
        for (int parallelism : new int[] {1, 2}) {
            ends(
                    agent(options, parallelism).option("-Xint"),
                    "fixture.DeepWaits",
                    " ok ",
                    List.of("locks", "semaphores", "latches", "conditions", "queues", "barriers"));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void whoUsesSomethingFairLeavesItsCarrierToOthers(int parallelism) {
        ends(agent(parallelism), " ok ", "othersRunBesideWhoUsesSomethingFair");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void nobodySpinsOnASingleCarrier(int parallelism) {
        ends(agent(parallelism), " ok ", "spinsOnlyBesideOtherCarriers");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void whoStaysKeepsNobodyFromOtherCarriers(int parallelism) {
        ends(agent(parallelism), " ok ", "staysUntilWhoWasWokenWasSeen");
    }

    /** Interpreted, where a microsecond is over before a thread comes to park. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void whoPollsLeavesItsCarrierToOthers(int parallelism) {
        for (String options : List.of("", "virtual=plain")) {
            ends(agent(options, parallelism).option("-Xint"), " ok ", "othersRunBesideWhoPolls");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void whoOvertakesLeavesItsCarrierToWhoWasWoken(int parallelism) {
        ends(agent(parallelism), " ok ", "whoWasWokenRunsBesideWhoOvertakes");
    }

    @Test
    void whoComesToAFairPrimitiveOfShortSectionsYieldsBeforeItJoins() {
        ends(agent(1).option("-Dcqs.ces.section=2000"), " ok ", "yieldsBeforeItJoinsAFairLine");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void aScopeThatFailsCancelsThoseThatWait(int parallelism) {
        assumeTrue(Runtime.version().feature() == 25, "structured task scopes have another shape here");
        ends(agent(parallelism).option("--enable-preview"), " ok ", "structuredAndCancelled");
    }

    @Test
    void whatIsKeptDoesNotKeepTheLoaderOfThoseWhoWaited() {
        ends(agent(2), " ok handed", "unloadedWhoWaited");
    }
}
