package samples.heat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class HeatSampleTest {
    @Test
    void parallelEqualsSequential() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int exitCode = HeatSample.run(new String[] {"50", "200", "16"}, new PrintStream(bytes, true, UTF_8));
        assertThat(bytes.toString(UTF_8)).contains("throughput: ", "self-check: ok");
        assertThat(exitCode).isZero();
    }
}
