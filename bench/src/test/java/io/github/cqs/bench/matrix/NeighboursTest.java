package io.github.cqs.bench.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class NeighboursTest {
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    @Test
    void theyUseProcessorTimeUntilTheyAreClosed() throws Exception {
        List<Process> children;
        try (Neighbours neighbours = new Neighbours(JAVA, 2)) {
            children = neighbours.processes();
            assertThat(children).hasSize(2);
            neighbours.requireAll();
            for (Process child : children) {
                while (child.info().totalCpuDuration().orElseThrow().compareTo(Duration.ofSeconds(1)) < 0) {
                    Thread.onSpinWait(); // it comes, or the test's time is up
                }
            }
        }
        for (Process child : children) {
            assertThat(child.waitFor(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    @Test
    void thatOneHasEndedIsNoticed() throws Exception {
        try (Neighbours neighbours = new Neighbours(JAVA, 2)) {
            assertThat(neighbours.processes().get(1).destroyForcibly().waitFor(1, TimeUnit.MINUTES))
                    .isTrue();
            assertThatThrownBy(neighbours::requireAll)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("has ended, with exit code");
        }
    }

    @Test
    void oneEndsWithItsInput() throws Exception {
        Process child = new ProcessBuilder(
                        JAVA.toString(), "-cp", System.getProperty("java.class.path"), Neighbours.class.getName())
                .start();
        child.getOutputStream().close();
        assertThat(child.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(child.exitValue()).isZero();
    }
}
