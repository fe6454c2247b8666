package io.github.cqs.agent.ab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class CpuTimeTest {
    @Test
    void userAndSystemTimeOfTheProcessAndOfItsChildrenAreToldApart() {
        String self = "42 (a (b) c) S 1 42 42 0 -1 4194560 900 800 0 0 100 20 3000 400 20 0 25 0 777 888 999";
        assertThat(CpuTime.Ticks.parse("cpu  10 1 5 80 4 0 2 0 0 0", self))
                .isEqualTo(new CpuTime.Ticks(102, 18, 120, 3400));
    }

    @Test
    void theUserTimeOfAChildIsSeen() throws Exception {
        assumeTrue(Files.isReadable(Path.of("/proc/self/stat")), "/proc tells CPU times on Linux only");
        CpuTime cpu = new CpuTime();
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process child = new ProcessBuilder(List.of(java, "-Xint", "-Xshare:off", "-version"))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(child.waitFor()).isZero();
        assertThat(cpu.use().childrenMillis()).isPositive();
    }
}
