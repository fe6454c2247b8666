package samples.tomcatjdbc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class TomcatJdbcSampleTest {
    @Test
    void moneyIsKept() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int exitCode = TomcatJdbcSample.run(new String[] {"50", "300", "2"}, new PrintStream(bytes, true, UTF_8));
        assertThat(bytes.toString(UTF_8)).contains("throughput: ", "self-check: ok");
        assertThat(exitCode).isZero();
    }
}
