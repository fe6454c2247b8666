package samples.guava;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class GuavaSampleTest {
    @Test
    void everyValueIsItsKeysAndNoUseIsLost() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int exitCode = GuavaSample.run(new String[] {"50", "200", "16"}, new PrintStream(bytes, true, UTF_8));
        assertThat(bytes.toString(UTF_8)).contains("throughput: ", "self-check: ok");
        assertThat(exitCode).isZero();
    }
}
