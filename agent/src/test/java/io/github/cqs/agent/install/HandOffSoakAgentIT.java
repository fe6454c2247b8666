package io.github.cqs.agent.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.cqs.agent.ForkedJvm;
import io.github.cqs.agent.everywhere.Environment;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Everything at once on virtual threads, through the packaged agent: the same work each time, in another order each time. */
@Tag("alone")
class HandOffSoakAgentIT {
    private static final int SCALE = Integer.getInteger("cqs.test.scale", 1);
    private static final Pattern ENDED =
            Pattern.compile("soak ok handed (\\d+) aborted (\\d+) pinned (\\d+) died (\\d+)");

    @BeforeEach
    void virtualThreadsExist() {
        assumeTrue(Runtime.version().feature() >= 21, "this JDK has no virtual threads");
    }

    /** {@code eager}: hands over whenever it may; otherwise where it is expected to pay, which may be nowhere. */
    private static void soak(String arguments, int parallelism, boolean eager, int threads, int turns) {
        long seed = Long.getLong("cqs.test.seed", System.nanoTime());
        String last = eager ? "release" : "contended";
        ForkedJvm jvm = ForkedJvm.withAgent(arguments)
                .option("-Djdk.virtualThreadScheduler.parallelism=" + parallelism, "-esa", "-ea")
                .option("--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED")
                .option("--add-opens=java.base/java.lang=ALL-UNNAMED");
        if (eager) {
            jvm.option("-Dcqs.ces.behind=0", "-Dcqs.ces.idle=0", "-Dcqs.ces.section=0", "-Dcqs.ces.recess=0");
        }
        ForkedJvm.Outcome outcome = jvm.run(
                "fixture.HandOffSoak", Integer.toString(threads), Integer.toString(turns), Long.toString(seed), last);
        String what = "seed " + seed + "\n" + outcome.out() + outcome.err();
        assertThat(outcome.exitCode()).as(what).isZero();
        Matcher ended = ENDED.matcher(outcome.out());
        assertThat(ended.find()).as(what).isTrue();
        assertThat(Long.parseLong(ended.group(2))).as("aborted").isPositive();
        assertThat(Long.parseLong(ended.group(3))).as("pinned").isPositive();
        assertThat(Long.parseLong(ended.group(4))).as("died").isPositive();
        if (eager) {
            assertThat(Long.parseLong(ended.group(1))).as("handed").isPositive();
            assertThat(outcome.lines()).as(what).contains("release ok handed");
        } else {
            assertThat(outcome.out()).as(what).contains("contended ok ");
        }
        assertThat(outcome.err()).as(what).isEmpty();
    }

    @Environment(
            value = "1000 virtual threads at everything at once",
            outcome = Environment.Outcome.SWAPPED_WITH_HAND_OFF,
            since = 21)
    @ParameterizedTest
    @CsvSource({"1, true", "1, false", "2, true", "2, false", "8, true", "8, false"})
    void aThousandThreads(int parallelism, boolean eager) {
        soak("", parallelism, eager, 1_000, 50);
    }

    @ParameterizedTest
    @CsvSource({"stats=on", "virtual=plain"})
    void aThousandThreadsWith(String arguments) {
        soak(arguments, 2, !arguments.equals("virtual=plain"), 1_000, 30);
    }

    @ParameterizedTest
    @Tag("large")
    @CsvSource({"1, true", "1, false", "2, true", "2, false", "8, true", "8, false"})
    void tenThousandThreads(int parallelism, boolean eager) {
        soak("", parallelism, eager, 10_000, 4 * SCALE);
    }
}
