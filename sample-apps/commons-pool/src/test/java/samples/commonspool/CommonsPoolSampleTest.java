package samples.commonspool;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class CommonsPoolSampleTest {
    @Test
    void noObjectIsInTwoHands() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int exitCode = CommonsPoolSample.run(new String[] {"50", "200", "4"}, new PrintStream(bytes, true, UTF_8));
        assertThat(bytes.toString(UTF_8)).contains("throughput: ", "self-check: ok");
        assertThat(exitCode).isZero();
    }
}
