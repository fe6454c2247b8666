package io.github.cqs.agent.report;

import static io.github.cqs.agent.Json.object;
import static io.github.cqs.agent.Json.objects;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.cqs.agent.ForkedJvm;
import io.github.cqs.agent.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The report's content, and that it is complete however the JVM ends. */
class ReportAgentIT {
    @TempDir
    private Path folder;

    @Test
    void namesEverySiteWithItsInstances() throws IOException {
        Path file = folder.resolve("r.json");
        ForkedJvm.Outcome outcome = ForkedJvm.withAgent("report=" + file).run("fixture.EveryKind");
        assertThat(outcome.err()).isEmpty();
        Map<String, Object> report = Json.read(file);
        assertThat(report).containsOnlyKeys("agent", "totals", "sites", "preloaded", "errors", "hand_off");
        Map<String, Object> agent = object(report.get("agent"));
        assertThat(agent)
                .containsEntry("mode", "cqs")
                .containsEntry("jdk", Runtime.version().toString())
                .containsKey("version");
        Map<String, Object> options = object(agent.get("options"));
        assertThat(options.get("report")).isEqualTo(Map.of("value", file.toString(), "origin", "argument"));
        assertThat(options.get("mode")).isEqualTo(Map.of("value", "cqs", "origin", "default"));
        Map<String, Object> totals = object(report.get("totals"));
        assertThat(totals).containsEntry("sites_swapped", 25L).containsEntry("sites_skipped", 0L);
        for (Object instances : object(totals.get("instances")).values()) {
            assertThat(instances).isEqualTo(5L);
        }
        List<Map<String, Object>> sites = objects(report.get("sites"));
        assertThat(sites)
                .hasSize(25)
                .allSatisfy(site -> assertThat(site)
                        .containsKeys("class", "method", "line", "type", "kind", "reason")
                        .containsEntry("outcome", "swapped")
                        .containsEntry("instances", 1L));
        assertThat(sites).extracting(site -> site.get("kind")).contains("new", "constructor-ref", "superclass");
        assertThat(sites)
                .filteredOn(site -> site.get("kind").equals("superclass"))
                .hasSize(10)
                .anySatisfy(site -> assertThat(site)
                        .containsEntry("class", "fixture.EveryKind$SubLock")
                        .containsEntry("method", "<init>")
                        .containsEntry("type", "ReentrantLock"));
        assertThat(sites)
                .filteredOn(site -> site.get("kind").equals("constructor-ref"))
                .hasSize(5);
        assertThat(sites).allSatisfy(site -> assertThat((Long) site.get("line")).isPositive());
        assertThat(objects(report.get("errors"))).isEmpty();
        assertThat(objects(report.get("preloaded"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "return, 0, json",
        "return, 0, html",
        "return, 0, txt",
        "forget, 0, json",
        "forget, 0, html",
        "forget, 0, txt",
        "exit, 3, json",
        "exit, 3, html",
        "exit, 3, txt",
        "throw, 1, json",
        "throw, 1, html",
        "throw, 1, txt",
        "wait, 143, json",
        "wait, 143, html",
        "wait, 143, txt"
    })
    void isCompleteHoweverTheJvmEnds(String ending, int exitCode, String format) throws IOException {
        Path file = folder.resolve("r." + format);
        ForkedJvm.Running running = ForkedJvm.withAgent("report=" + file).start("fixture.Exits", ending);
        if (ending.equals("wait")) {
            await().until(() -> Files.readString(running.out()).contains("ready"));
            running.process().destroy();
        }
        assertThat(ForkedJvm.finish(running).exitCode()).isEqualTo(exitCode);
        assertThat(filesIn(folder)).containsExactly("r." + format);
        switch (format) {
            case "json" ->
                assertThat(object(object(Json.read(file).get("totals")).get("instances")))
                        .containsEntry("Semaphore", 2L);
            case "html" ->
                assertThat(file).content().contains("\"Semaphore\":2,").endsWith("</script>\n</body>\n</html>\n");
            default -> assertThat(file).content().contains("fixture.Exits.main:12, 2 instances\n");
        }
    }

    /** So a server that deploys its applications again and again keeps no more than one that does so once. */
    @ParameterizedTest
    @ValueSource(strings = {"off", "on"})
    void aClassThatIsLoadedAgainHasItsSitesOnce(String stats) throws IOException {
        Path file = folder.resolve("r.json");
        ForkedJvm.Outcome outcome =
                ForkedJvm.withAgent("report=" + file + ",stats=" + stats).run("fixture.Redeployed", "30");
        assertThat(outcome.lines()).as(outcome.err()).containsExactly("deployed 30");
        Map<String, Object> report = Json.read(file);
        assertThat(objects(report.get("sites")))
                .filteredOn(site -> site.get("class").equals("fixture.Redeployed$App"))
                .singleElement()
                .satisfies(site -> {
                    assertThat(site).containsEntry("instances", 30L).containsEntry("outcome", "swapped");
                    if (stats.equals("on")) {
                        assertThat(site).containsEntry("acquires", 30L);
                    }
                });
        assertThat(object(report.get("totals"))).containsEntry("classes_rewritten", 30L);
    }

    /** Runtime.halt runs no shutdown hook: there is no report, and no part of one. */
    @Test
    void isNotThereWhenTheJvmIsHalted() throws IOException {
        Path file = folder.resolve("r.json");
        ForkedJvm.Outcome outcome = ForkedJvm.withAgent("report=" + file).run("fixture.Exits", "halt");
        assertThat(outcome.exitCode()).isEqualTo(4);
        assertThat(filesIn(folder)).isEmpty();
    }

    @Test
    void comesAsHtmlAndAsTextByTheFilesEnding() throws IOException {
        Path html = folder.resolve("r.html");
        Path text = folder.resolve("r.txt");
        ForkedJvm.withAgent("report=" + html).run("fixture.Exits", "return");
        ForkedJvm.withAgent("report=" + text).run("fixture.Exits", "return");
        assertThat(html)
                .content()
                .startsWith("<!DOCTYPE html>")
                .contains("Exits<wbr>.main", "\"class\":\"fixture.Exits\",\"method\":\"main\"")
                .endsWith("</html>\n");
        assertThat(text)
                .content()
                .contains("swapped new Semaphore at fixture.Exits.main:")
                .contains(", 2 instances");
    }

    @Test
    void replacesAnOlderReport() throws IOException {
        Path file = Files.writeString(folder.resolve("r.json"), "old");
        ForkedJvm.withAgent("report=" + file).run("fixture.Exits", "return");
        assertThat(Json.read(file)).containsKey("totals");
    }

    @Test
    void saysThatNothingWasDoneInModeOff() throws IOException {
        Path file = folder.resolve("r.json");
        ForkedJvm.withAgent("mode=off,report=" + file).run("fixture.Exits", "return");
        assertThat(object(Json.read(file).get("agent"))).containsEntry("mode", "off");
        assertThat(object(Json.read(file).get("totals"))).containsEntry("sites_swapped", 0L);
    }

    @Test
    void listsWhatADryRunWouldSwap() throws IOException {
        Path file = folder.resolve("r.json");
        ForkedJvm.withAgent("dry-run=true,report=" + file).run("fixture.EveryKind");
        Map<String, Object> report = Json.read(file);
        assertThat(object(report.get("totals")))
                .containsEntry("sites_swapped", 0L)
                .containsEntry("sites_skipped", 25L)
                .containsEntry("classes_rewritten", 0L);
        assertThat(objects(report.get("sites")))
                .hasSize(25)
                .allSatisfy(site ->
                        assertThat(site).containsEntry("outcome", "skipped").containsEntry("reason", "dry run"));
    }

    @Test
    void namesExcludedClassesAsSkipped() throws IOException {
        Path file = folder.resolve("r.json");
        ForkedJvm.withAgent("include=fixture.**,exclude=fixture.EveryKind$Sub*,report=" + file)
                .run("fixture.EveryKind");
        Map<String, Object> report = Json.read(file);
        assertThat(object(report.get("totals")))
                .containsEntry("sites_swapped", 20L)
                .containsEntry("sites_skipped", 5L);
        assertThat(objects(report.get("sites")))
                .filteredOn(site -> site.get("outcome").equals("skipped"))
                .allSatisfy(site -> assertThat(site)
                        .containsEntry("reason", "among the excluded classes")
                        .containsEntry("instances", 0L));
    }

    @ParameterizedTest
    @CsvSource({"'exclude=fixture.EveryKind$Sub*', 5", "dry-run=true, 25"})
    void allSitesHaveStatisticsWhereTheyAreCounted(String options, int skipped) throws IOException {
        Path file = folder.resolve("r.json");
        ForkedJvm.withAgent("stats=on," + options + ",report=" + file).run("fixture.EveryKind");
        List<Map<String, Object>> sites = objects(Json.read(file).get("sites"));
        assertThat(sites)
                .allSatisfy(site -> assertThat(site)
                        .containsKeys(
                                "acquires",
                                "contended",
                                "cancelled",
                                "max_queued",
                                "wait_ns",
                                "hold_ns",
                                "hand_off_ns"));
        assertThat(sites)
                .filteredOn(site -> site.get("outcome").equals("skipped"))
                .hasSize(skipped)
                .allSatisfy(site -> {
                    assertThat(site).containsEntry("acquires", 0L);
                    assertThat(object(site.get("wait_ns"))).containsEntry("count", 0L);
                });
    }

    private static List<String> filesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
