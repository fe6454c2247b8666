package io.github.cqs.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.agent.ForkedJvm;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jol.info.GraphLayout;

/** An idle object is at most eight bytes larger than the JDK's. */
class FootprintAgentIT {
    private static final int BOUND = 8;

    private static List<String> sizes(ForkedJvm jvm) throws Exception {
        Path jol = Path.of(GraphLayout.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        ForkedJvm.Outcome outcome = jvm.classPath(ForkedJvm.testClasses(), jol).run("fixture.Footprint");
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        List<String> sizes = outcome.lines().stream()
                .filter(line -> line.matches("\\w+ \\d+"))
                .toList();
        assertThat(sizes).as(outcome.out()).hasSize(9);
        return sizes;
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "delivery=append"})
    void anIdleObjectIsHardlyLargerThanTheJdks(String arguments) throws Exception {
        List<String> jdk = sizes(ForkedJvm.plain());
        List<String> swapped = sizes(ForkedJvm.withAgent(arguments));
        for (int i = 0; i < jdk.size(); i++) {
            String[] expected = jdk.get(i).split(" ");
            String[] found = swapped.get(i).split(" ");
            assertThat(found[0]).isEqualTo(expected[0]);
            assertThat(Long.parseLong(found[1]))
                    .as("%s; JDK: %s", swapped.get(i), jdk.get(i))
                    .isLessThanOrEqualTo(Long.parseLong(expected[1]) + BOUND);
        }
    }
}
