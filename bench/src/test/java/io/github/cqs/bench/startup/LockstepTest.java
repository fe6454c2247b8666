package io.github.cqs.bench.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** JVMs that load classes in turn. */
@Timeout(120)
class LockstepTest {
    @TempDir
    private Path folder;

    @Test
    void everyArmLoadsEveryClassAndItsThreadsAreTold() throws Exception {
        assumeTrue(ThreadTimes.known(), "/proc tells the CPU time of threads on Linux only");
        Application application = new Application("plain", 1000, 0);
        Jars jars = new Jars(folder);
        jars.writeEmptyAgent();
        jars.write(application);
        Runner runner = new Runner(jars, jars.emptyAgent(), folder, new ObjectMapper());
        List<Lockstep.Cost> costs = new Lockstep(runner, application).run(7);
        assertThat(costs).extracting(Lockstep.Cost::arm).containsExactlyElementsOf(Lockstep.ARMS);
        assertThat(costs).allSatisfy(cost -> {
            assertThat(cost.round()).isEqualTo(7);
            assertThat(cost.micros().loading()).isPositive();
            assertThat(cost.micros().total())
                    .isGreaterThanOrEqualTo(cost.micros().loading());
        });
    }

    @Test
    void timesAreMicrosecondsOfTheFirstField() {
        assertThat(ThreadTimes.micros("1500 77 3\n")).isEqualTo(1.5);
        assertThat(new ThreadTimes(10, 20, 30).since(new ThreadTimes(2, 4, 6), 2))
                .isEqualTo(new ThreadTimes(4, 8, 12));
    }
}
