package io.github.cqs.bench.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class SimulateTest {
    @TempDir
    Path folder;

    @Test
    void isCheckedAgainstMeasuredLines() throws Exception {
        Path costs = folder.resolve("costs.json");
        Files.writeString(costs, """
                {"machine": {"jdk": "some JDK", "cores": 2, "commit": "abc"},
                 "costs": {"lock": 20, "mount": 100, "suspend": 100, "submit": 100, "exchange": 200, "steal": 50,
                           "line": 50, "wake": 9000, "signal": 900, "idleSpin": 1000}}
                """);
        Path csv = folder.resolve("ces.csv");
        Files.write(
                csv,
                List.of(
                        "load,jdk,setting,contender,ops_per_s,jain,foreign_cpu",
                        "model.n16.s1000.p1000,25,paper,exchange,700000.0,0.99,0.02",
                        "table.n16.s1000.p1000,25,plain,jdk,100.0,0.5,0.48",
                        "sieve.n16.s0,25,paper,exchange,1.0,0.99,",
                        "places.n1000.s1000.p1000.r4,25,paper,exchange,1.0,0.99,"));
        int exit = new CommandLine(new Simulate())
                .execute("--costs=" + costs, "--measured=" + csv, "--check-only", "--out=" + folder);
        assertThat(exit).isZero();
        assertThat(Files.readString(folder.resolve("check.txt")).lines())
                .anyMatch(line -> line.startsWith("model.n16.s1000.p1000  ces"))
                .anyMatch(
                        line -> line.startsWith("table.n16.s1000.p1000  barging") && line.endsWith("foreign CPU 48 %"))
                .anyMatch(line -> line.startsWith("Half of the throughputs are within a factor of 1."))
                .noneMatch(line -> line.contains("places") || line.contains("sieve"))
                .anyMatch(line -> line.contains("some JDK, 2 cores, commit abc"));
    }
}
