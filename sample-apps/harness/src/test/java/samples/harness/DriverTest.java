package samples.harness;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DriverTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Test
    void printsThroughputAndVerdict() {
        assertThat(run(new Counting(0), "0", "20")).isZero();
        assertThat(output()).containsPattern("throughput: \\d+\\.\\d ops/s\nself-check: ok\n");
    }

    @Test
    void aWrongResultFails() {
        assertThat(run(new Counting(1), "0", "20")).isEqualTo(1);
        assertThat(output()).contains("self-check: FAILED 1 lost");
    }

    @Test
    void aWorkerThatThrowsFails() {
        Workload throwing = new Counting(0) {
            @Override
            public void work(int worker, Meter meter) {
                throw new IllegalStateException("on purpose");
            }
        };
        assertThat(run(throwing, "0", "20")).isEqualTo(1);
        assertThat(output()).contains("self-check: FAILED a worker threw", "on purpose");
    }

    @Test
    void aWrongCommandLineIsUsageError() {
        assertThat(run(new Counting(0), "x")).isEqualTo(2);
        assertThat(output()).isEqualTo("not a number: x; usage: [WARMUP_MS [MEASURED_MS [SIZE]]]\n");
    }

    private int run(Workload workload, String... args) {
        return Driver.run(args, "SIZE", 1, size -> workload, new PrintStream(bytes, true, UTF_8));
    }

    private String output() {
        return bytes.toString(UTF_8).replace("\r\n", "\n");
    }

    private static class Counting implements Workload {
        private final AtomicLong done = new AtomicLong();
        private final AtomicLong seen = new AtomicLong();
        private final int lost;

        Counting(int lost) {
            this.lost = lost;
        }

        @Override
        public int threads() {
            return 2;
        }

        @Override
        public void work(int worker, Meter meter) {
            do {
                done.incrementAndGet();
                seen.incrementAndGet();
                meter.count(worker);
            } while (meter.running());
        }

        @Override
        public void verify() throws SelfCheckException {
            long missing = done.get() - seen.get() + lost;
            SelfCheckException.check(missing == 0, "%d lost", missing);
        }
    }
}
