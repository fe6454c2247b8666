package io.github.cqs.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.agent.ForkedJvm;
import io.github.cqs.agent.everywhere.Environment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each swapped class at each kind of site is the replacement, and works. */
class EveryKindAgentIT {
    private static final List<String> TYPES =
            List.of("ReentrantLock", "Semaphore", "CountDownLatch", "CyclicBarrier", "ArrayBlockingQueue");
    private static final List<String> SUBCLASSES =
            List.of("SubLock", "SubSemaphore", "SubLatch", "SubBarrier", "SubQueue");

    private static List<String> expected(String prefix) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < TYPES.size(); i++) {
            String jdk = TYPES.get(i).equals("ArrayBlockingQueue")
                    ? "ArrayBlockingQueue AbstractQueue AbstractCollection"
                    : TYPES.get(i);
            String chain = prefix.isEmpty() ? jdk : prefix + TYPES.get(i) + ' ' + jdk;
            lines.add("new works " + chain);
            lines.add("ref works " + chain);
            lines.add("sub works " + SUBCLASSES.get(i) + ' ' + chain);
            lines.add("anonymous works anonymous " + chain);
            lines.add("field works " + chain);
        }
        return lines;
    }

    @ParameterizedTest
    @CsvSource({
        "Cqs, ''",
        "Cqs, report=stderr",
        "Cqs, 'delivery=append'",
        "Cqs, 'delivery=append,report=stderr'",
        "Passthrough, mode=passthrough",
        "Passthrough, 'mode=passthrough,delivery=append'",
        "'', mode=off",
        "'', dry-run=true"
    })
    void instancesAreTheReplacementAndWork(String prefix, String arguments) {
        ForkedJvm.Outcome outcome =
                ForkedJvm.withAgent(arguments).option("-Xverify:all").run("fixture.EveryKind");
        assertThat(outcome.lines()).as(outcome.err()).isEqualTo(expected(prefix));
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.err()).doesNotContain("failed").doesNotContain("error:");
    }

    @Test
    void theAgentSaysNothingByItselfAndTheJvmDoesNotWarn() {
        ForkedJvm.Outcome outcome = ForkedJvm.withAgent("").run("fixture.EveryKind");
        assertThat(outcome.lines()).isEqualTo(expected("Cqs"));
        assertThat(outcome.err()).isEmpty();
    }

    @Environment("class-data sharing, `-Xshare:on`")
    @Test
    void classDataSharingStaysOn() {
        ForkedJvm.Outcome outcome =
                ForkedJvm.withAgent("").option("-Xshare:on", "-Xlog:class+load").run("fixture.EveryKind");
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        List<String> lines = outcome.lines();
        int delivered = 0;
        while (!lines.get(delivered).contains("CqsReentrantLock")) {
            delivered++;
        }
        assertThat(lines.subList(delivered, lines.size())).anyMatch(line -> line.contains("shared objects file"));
    }

    @Test
    void onlyTheNamedPrimitivesAreSwapped() {
        ForkedJvm.Outcome outcome =
                ForkedJvm.withAgent("primitives=Semaphore+CyclicBarrier").run("fixture.EveryKind");
        List<String> mixed = new ArrayList<>(expected(""));
        for (int i = 5; i < 10; i++) {
            mixed.set(i, expected("Cqs").get(i));
            mixed.set(i + 10, expected("Cqs").get(i + 10));
        }
        assertThat(outcome.lines()).as(outcome.err()).isEqualTo(mixed);
    }
}
