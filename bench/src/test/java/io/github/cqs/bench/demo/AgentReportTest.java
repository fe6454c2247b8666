package io.github.cqs.bench.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentReportTest {
    @TempDir
    private Path directory;

    @Test
    void readsTotalsAndErrors() throws IOException {
        AgentReport report = read("""
                {"totals": {"sites_swapped": 2, "instances":
                    {"java.util.concurrent.Semaphore": 3, "java/util/concurrent/CountDownLatch": 1, "CyclicBarrier": 4}},
                 "errors": ["one", {"class": "two"}]}
                """);
        assertThat(report.sitesSwapped()).isEqualTo(2);
        assertThat(report.instances()).isEqualTo(Map.of("Semaphore", 3L, "CountDownLatch", 1L, "CyclicBarrier", 4L));
        assertThat(report.errors()).containsExactly("one", "{\"class\":\"two\"}");
    }

    @Test
    void aReportWithoutTotalsIsRefused() {
        assertThatThrownBy(() -> read("{}")).isInstanceOf(IOException.class).hasMessageContaining("sites_swapped");
        assertThatThrownBy(() -> read("{")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> AgentReport.read(directory.resolve("absent"), new ObjectMapper()))
                .isInstanceOf(IOException.class);
    }

    private AgentReport read(String json) throws IOException {
        return AgentReport.read(Files.writeString(directory.resolve("report.json"), json), new ObjectMapper());
    }
}
