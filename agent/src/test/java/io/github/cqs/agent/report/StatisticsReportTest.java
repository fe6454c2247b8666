package io.github.cqs.agent.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.agent.Json;
import io.github.cqs.agent.options.Options;
import io.github.cqs.agent.rewrite.MadeUpSites;
import io.github.cqs.agent.rewrite.Primitive;
import io.github.cqs.agent.rewrite.Site;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Statistics by site in all three formats. */
class StatisticsReportTest {
    private static final SiteStatistics.Times WAITS = new SiteStatistics.Times(
            3,
            1_234_567,
            100,
            2_000,
            3_000,
            1_200_000,
            1_200_000,
            1_229_567,
            List.of(new SiteStatistics.Bucket(1_000, 1), new SiteStatistics.Bucket(2_000_000, 2)));

    private final RunRecord run = new RunRecord(Options.read("", new Properties(), Map.of()), "1", true);

    @TempDir
    private Path folder;

    StatisticsReportTest() {
        Site measured = MadeUpSites.site("a.B", "m", 5, Primitive.REENTRANT_LOCK, Site.Kind.NEW, 0);
        Site skipped = MadeUpSites.site("a.C", "m", 6, Primitive.REENTRANT_LOCK, Site.Kind.NEW, 1);
        skipped.skip("dry run");
        run.add(List.of(measured, skipped));
    }

    private void measure() {
        run.measureWith(site -> new SiteStatistics(10, 3, 1, 2, WAITS, SiteStatistics.Times.none()));
    }

    private Map<String, Object> json() throws IOException {
        return Json.read(Files.writeString(folder.resolve("r.json"), MadeUpRuns.render(run, "json")));
    }

    @Test
    void jsonHasTheAgreedFields() throws IOException {
        measure();
        List<Map<String, Object>> sites = Json.objects(json().get("sites"));
        assertThat(sites.get(0))
                .containsEntry("acquires", 10L)
                .containsEntry("contended", 3L)
                .containsEntry("cancelled", 1L)
                .containsEntry("max_queued", 2L);
        assertThat(Json.object(sites.get(0).get("wait_ns")))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "count",
                        3L,
                        "total",
                        1_234_567L,
                        "min",
                        100L,
                        "p50",
                        2_000L,
                        "p90",
                        3_000L,
                        "p99",
                        1_200_000L,
                        "p999",
                        1_200_000L,
                        "max",
                        1_229_567L,
                        "buckets",
                        List.of(List.of(1_000L, 1L), List.of(2_000_000L, 2L))));
        assertThat(Json.object(sites.get(0).get("hold_ns")))
                .containsEntry("count", 0L)
                .containsEntry("buckets", List.of());
        assertThat(sites.get(1)).doesNotContainKeys("acquires", "contended", "wait_ns", "hold_ns");
    }

    @Test
    void jsonHasNoneOfThemWhenNothingIsMeasured() throws IOException {
        assertThat(Json.objects(json().get("sites")))
                .hasSize(2)
                .allSatisfy(site -> assertThat(site)
                        .doesNotContainKeys("acquires", "contended", "cancelled", "max_queued", "wait_ns", "hold_ns"));
    }

    @Test
    void textSaysThemInALineBelowTheSite() throws IOException {
        assertThat(MadeUpRuns.render(run, "text")).doesNotContain("acquires");
        measure();
        assertThat(MadeUpRuns.render(run, "text").lines().filter(line -> line.contains("acquires")))
                .containsExactly(
                        "      acquires 10, contended 3, cancelled 1, longest queue 2; waited 3 times: p50 2.00 us,"
                                + " p99 1.20 ms, max 1.22 ms, total 1.23 ms; held never");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 ns",
        "999, 999 ns",
        "1000, 1.00 us",
        "1059, 1.05 us",
        "12345, 12.3 us",
        "999999, 999 us",
        "1000000, 1.00 ms",
        "61000000000, 61.0 s",
        "3600000000000, 3600 s"
    })
    void timesHaveThreeDigitsAndAUnit(long nanos, String text) {
        assertThat(Nanos.text(nanos)).isEqualTo(text);
    }

    @Test
    void failuresBeyondTheKeptOnesAreCounted() throws IOException {
        for (int i = 0; i < 1500; i++) {
            assertThat(run.note("a.Broken" + i, "broken")).isEqualTo(i < 1000);
            assertThat(run.note("a.Broken" + i % 1000, "broken again")).isFalse();
        }
        Map<String, Object> report = json();
        assertThat(Json.objects(report.get("errors"))).hasSize(1000);
        assertThat(Json.object(report.get("totals")).get("errors")).isEqualTo(1500L);
        assertThat(MadeUpRuns.render(run, "html")).contains("The first 1,000 of");
    }

    @Test
    void aReasonOfManyLinesIsOneLine() throws IOException {
        run.note("a.B", "Bad type on operand stack\nReason:\n  \u001b[31mred");
        assertThat(MadeUpRuns.render(run, "text").lines().filter(line -> line.contains("error:")))
                .containsExactly("  error: a.B: Bad type on operand stack Reason:    [31mred");
    }
}
