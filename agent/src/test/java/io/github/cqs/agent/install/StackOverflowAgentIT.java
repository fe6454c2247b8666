package io.github.cqs.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.agent.ForkedJvm;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A stack overflow inside an operation leaves the object usable, as the JDK's. */
class StackOverflowAgentIT {
    private static List<String> expected(boolean more) {
        List<String> lines = new ArrayList<>();
        for (String kind : new String[] {"unfair ", "fair "}) {
            for (int i = 0; i < 5; i++) {
                lines.add(kind + "lock " + i + " overflowed");
            }
            for (int i = 0; i < 4; i++) {
                lines.add(kind + "semaphore " + i + " overflowed");
            }
            lines.add(kind + "semaphore release overflowed");
            for (int i = 0; i < (more ? 4 : 2); i++) {
                lines.add(kind + "condition " + i + " overflowed");
            }
            lines.add(kind + "queue overflowed");
            for (int i = 0; more && i < 11; i++) {
                lines.add(kind + "bulk " + i + " overflowed");
            }
            for (int i = 0; more && i < 5; i++) {
                lines.add(kind + "bulk with a putter " + i + " overflowed");
            }
        }
        lines.add("latch overflowed");
        lines.add("latch wait overflowed");
        if (more) {
            lines.add("latch of others overflowed");
            lines.add("barrier of one overflowed");
            lines.add("barrier and nobody else overflowed");
            lines.add("barrier of two overflowed");
        }
        return lines;
    }

    /** The JVM's warnings about such overflows go to standard output; long stack traces take time. */
    private static ForkedJvm.Outcome run(String arguments, String... more) {
        return ForkedJvm.withAgent(arguments)
                .option("-XX:-PrintWarnings", "-XX:MaxJavaStackTraceDepth=8")
                .run("fixture.Overflow", more);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mode=off", "", "mode=passthrough"})
    void operationsLeaveTheObjectUsable(String arguments) {
        ForkedJvm.Outcome outcome = run(arguments);
        assertThat(outcome.exitCode()).as(outcome.out() + outcome.err()).isZero();
        assertThat(outcome.lines()).isEqualTo(expected(false));
    }

    /** A class whose initialisation has failed cannot be used any more. */
    @ParameterizedTest
    @ValueSource(strings = {"semaphore", "latch", "take", "put", "barrier", "condition"})
    void theFirstWaitOfAJvmMayOverflow(String kind) {
        ForkedJvm.Outcome outcome = ForkedJvm.withAgent("")
                .option("-XX:-PrintWarnings", "-XX:MaxJavaStackTraceDepth=8")
                .run("fixture.FirstWait", kind);
        assertThat(outcome.lines()).as(outcome.err()).containsExactly("waits");
    }

    /**
     * Where the JDK's classes may be lost: a thread that overflows while it waits stays in their queue, and a queue's own lock stays held.
     * Ours keep stack in reserve for the whole operation.
     */
    @Test
    void waitingLeavesTheObjectUsableToo() {
        ForkedJvm.Outcome outcome = run("", "more");
        assertThat(outcome.exitCode()).as(outcome.out() + outcome.err()).isZero();
        assertThat(outcome.lines()).isEqualTo(expected(true));
    }
}
