package samples.leveldb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class LeveldbSampleTest {
    @Test
    void everyReadFindsItsValue() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int exitCode = LeveldbSample.run(new String[] {"50", "200", "2000"}, new PrintStream(bytes, true, UTF_8));
        assertThat(bytes.toString(UTF_8)).contains("throughput: ", "self-check: ok");
        assertThat(exitCode).isZero();
    }
}
