package io.github.cqs.bench.startup;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.bench.demo.Machine;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SummaryTest {
    private static final List<Application> APPLICATIONS = List.of(
            new Application("hello", 0, 0), new Application("plain", 1000, 0), new Application("mixed", 1000, 10));

    /** The JVM takes 4 us to show a class, the agent 1 more on the loading thread and 0.5 in the compilers. */
    private static final List<Lockstep.Cost> COSTS = List.of(
            new Lockstep.Cost(Arm.EMPTY, 0, new ThreadTimes(80, 30, 5)),
            new Lockstep.Cost(Arm.OURS, 0, new ThreadTimes(85, 30.5, 5)),
            new Lockstep.Cost(Arm.IDLE, 0, new ThreadTimes(84, 30, 5)),
            new Lockstep.Cost(Arm.IDLE, 1, new ThreadTimes(94, 30, 5)),
            new Lockstep.Cost(Arm.OURS, 1, new ThreadTimes(95, 30.5, 5)),
            new Lockstep.Cost(Arm.EMPTY, 1, new ThreadTimes(90, 30, 5)));

    /** The empty agent takes 50 ms, ours 30 more, 2 us more for each class and 100 us for each hit. */
    private static List<Sample> samples(double foreignCpu) {
        List<Sample> samples = new ArrayList<>();
        for (Application application : APPLICATIONS) {
            for (Arm arm : Arm.values()) {
                for (int block = 0; block < 3; block++) {
                    double ours = 30 + application.classes() * 0.002 + application.hits() * 0.1;
                    double millis = 50 + application.classes() + block + (arm == Arm.OURS ? ours : 0);
                    samples.add(new Sample(
                            application.name(), arm, block, List.of("java"), millis, millis, foreignCpu, null));
                }
            }
        }
        return samples;
    }

    private static String text(List<Sample> samples) {
        Machine machine = new Machine("jdk", "os", 2, 1024, "abc");
        return new Summary(APPLICATIONS, samples, List.of(new ClassSources(Arm.OURS, 900, 700)), COSTS).text(machine);
    }

    @Test
    void figuresAreDifferencesToTheEmptyAgent() {
        assertThat(text(samples(0)))
                .contains("hello-world: +30.0 ms more than the empty agent (+30.0 .. +30.0), target at most 100: met")
                .contains("a scanned class without a hit: +2.0 us of CPU time (+2.0 .. +2.0)")
                .contains("a rewritten class: +100.0 us of CPU time")
                .contains("hello-world, cqs-agent: 900 classes loaded, 700 of them from")
                .contains("No JVM printed a warning.")
                .doesNotContain("Noisy");
    }

    @Test
    void whatAClassCostsIsComparedWithinARound() {
        assertThat(text(samples(0)))
                .containsPattern("to show it to any transformer +\\+4\\.0 .*\\+4\\.0")
                .containsPattern("the agent, beyond that +\\+1\\.0 .*\\+0\\.5 .*\\+1\\.5")
                .containsPattern("both +\\+5\\.0 .*\\+5\\.5")
                .contains("on the loading thread: the agent itself met, with what the JVM takes missed");
    }

    @Test
    void otherProcessesAreFlagged() {
        assertThat(text(samples(0.11))).contains("Noisy: other processes took more than 10 % of the CPU in 45 of 45");
    }

    @Test
    void aRunThatFailedIsLeftOutAndSaid() {
        List<Sample> samples = samples(0);
        samples.add(new Sample("hello", Arm.OURS, 3, List.of("java"), 9999, 9999, 0, "printed a warning"));
        assertThat(text(samples))
                .contains("hello-world: +30.0 ms more")
                .contains("Some runs failed or printed more than they should.");
    }
}
