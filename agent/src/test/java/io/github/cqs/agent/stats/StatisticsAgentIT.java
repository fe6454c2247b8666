package io.github.cqs.agent.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.cqs.agent.ForkedJvm;
import io.github.cqs.agent.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code stats=on} says of a program whose waiting is known, through every door. */
@Tag("alone")
class StatisticsAgentIT {
    @TempDir
    private Path folder;

    private Map<String, Map<String, Object>> sites(Path report) throws Exception {
        Map<String, Object> content = Json.read(report);
        assertThat(Json.objects(content.get("errors"))).isEmpty();
        return Json.objects(content.get("sites")).stream()
                .filter(site -> site.get("class").equals("fixture.Contended"))
                .collect(java.util.stream.Collectors.toMap(site -> (String) site.get("type"), site -> site));
    }

    private static void assertCounts(
            Map<String, Object> site, long acquires, long contended, long cancelled, long maxQueued) {
        assertThat(site)
                .as("%s", site.get("type"))
                .containsEntry("instances", 1L)
                .containsEntry("acquires", acquires)
                .containsEntry("contended", contended)
                .containsEntry("cancelled", cancelled)
                .containsEntry("max_queued", maxQueued);
    }

    private static long count(Map<String, Object> site, String times) {
        Map<String, Object> distribution = Json.object(site.get(times));
        long sum = 0;
        for (Object bucket : (List<?>) distribution.get("buckets")) {
            sum += (Long) ((List<?>) bucket).get(1);
        }
        assertThat(distribution).containsEntry("count", sum);
        return sum;
    }

    @ParameterizedTest
    @CsvSource({
        "mode=cqs, platform",
        "mode=passthrough, platform",
        "'mode=cqs,delivery=append', platform",
        "'mode=passthrough,delivery=append', platform",
        "mode=cqs, virtual",
        "mode=passthrough, virtual"
    })
    void knownWaitsAreCountedAndTimed(String arguments, String threads) throws Exception {
        assumeTrue(!threads.equals("virtual") || Runtime.version().feature() >= 21, "this JDK has no virtual threads");
        Path report = folder.resolve("r.json");
        ForkedJvm.Outcome outcome = ForkedJvm.withAgent(arguments + ",stats=on,report=" + report)
                .option("-Xverify:all")
                .run("fixture.Contended", threads);
        assertThat(outcome.out()).as(outcome.err()).isEqualTo("done\n");
        Map<String, Map<String, Object>> sites = sites(report);
        assertCounts(sites.get("ReentrantLock"), 6, 5, 2, 4);
        assertCounts(sites.get("Semaphore"), 4, 5, 2, 4);
        assertCounts(sites.get("CountDownLatch"), 4, 5, 2, 4);
        assertCounts(sites.get("CyclicBarrier"), 4, 4, 1, 3);
        assertCounts(sites.get("ArrayBlockingQueue"), 6, contendedQueue(sites), 2, 4);
        assertThat(count(sites.get("ReentrantLock"), "wait_ns")).isEqualTo(5);
        assertThat(count(sites.get("ReentrantLock"), "hold_ns")).isEqualTo(6);
        assertThat(count(sites.get("ReentrantLock"), "hand_off_ns")).isEqualTo(3);
        assertThat(count(sites.get("Semaphore"), "wait_ns")).isEqualTo(5);
        assertThat(count(sites.get("Semaphore"), "hand_off_ns")).isEqualTo(3);
        assertThat(count(sites.get("CountDownLatch"), "hand_off_ns")).isEqualTo(3);
        assertThat(count(sites.get("CyclicBarrier"), "wait_ns")).isEqualTo(4);
    }

    /** A put may find the one place taken by the element before it. */
    private static long contendedQueue(Map<String, Map<String, Object>> sites) {
        long contended = (Long) sites.get("ArrayBlockingQueue").get("contended");
        assertThat(contended).isBetween(5L, 7L);
        return contended;
    }

    @Test
    void nothingOfItIsInAReportWithoutStatistics() throws Exception {
        Path report = folder.resolve("r.json");
        assertThat(ForkedJvm.withAgent("report=" + report)
                        .run("fixture.Contended")
                        .out())
                .isEqualTo("done\n");
        assertThat(sites(report).get("ReentrantLock"))
                .containsEntry("instances", 1L)
                .doesNotContainKeys("acquires", "contended", "cancelled", "max_queued", "wait_ns", "hold_ns");
    }

    @Test
    void beansShowTheTotals() {
        ForkedJvm.Outcome own = ForkedJvm.withAgent("stats=on").run("fixture.OwnBeanServer");
        assertThat(own.lines()).as(own.err()).containsExactly("asked true", "registered");
        ForkedJvm.Outcome outcome = ForkedJvm.withAgent("stats=on").run("fixture.Contended", "jmx");
        assertThat(outcome.lines())
                .as(outcome.err())
                .contains("ReentrantLock 1 6 5 2 4 1", "Semaphore 1 4 5 2 4 1", "CyclicBarrier 1 4 4 1 3 1", "done");
        assertThat(outcome.err()).isEmpty();
    }

    @Test
    void recordingsHoldEveryWaitHandOffAndCancellation() throws Exception {
        Path recording = folder.resolve("r.jfr");
        ForkedJvm.Outcome outcome = ForkedJvm.withAgent("stats=on")
                .option("-XX:StartFlightRecording=settings=default,settings=" + settings() + ",filename=" + recording)
                .run("fixture.Contended");
        assertThat(outcome.lines()).as(outcome.err()).contains("done");
        List<String> waits = new ArrayList<>();
        List<String> cancels = new ArrayList<>();
        int handOffs = 0;
        for (RecordedEvent event : RecordingFile.readAllEvents(recording)) {
            String name = event.getEventType().getName();
            if (name.startsWith("cqs.")) {
                assertThat(event.getString("site")).startsWith("fixture.Contended.");
                assertThat(event.getBoolean("virtual")).isFalse();
            }
            if (name.equals("cqs.Wait") && event.getString("type").equals("ReentrantLock")) {
                waits.add(event.getString("outcome"));
            } else if (name.equals("cqs.Cancel") && event.getString("type").equals("Semaphore")) {
                cancels.add(event.getString("reason"));
            } else if (name.equals("cqs.HandOff") && event.getString("type").equals("CountDownLatch")) {
                assertThat(event.getLong("delay")).isNotNegative();
                handOffs++;
            }
        }
        assertThat(waits).containsExactlyInAnyOrder("acquired", "acquired", "acquired", "timed out", "interrupted");
        assertThat(cancels).containsExactlyInAnyOrder("timed out", "interrupted");
        assertThat(handOffs).isEqualTo(3);
    }

    /** The queuing delay with hand-off, without, and of the JDK's classes: each time is in the histogram and is an event. */
    @ParameterizedTest
    @CsvSource({
        "mode=cqs, virtual, on",
        "'mode=cqs,virtual=plain', virtual, off",
        "mode=passthrough, virtual, off",
        "mode=cqs, platform, idle"
    })
    void theDelayAfterAReleaseIsInReportAndRecording(String arguments, String threads, String state) throws Exception {
        boolean virtual = threads.equals("virtual");
        assumeTrue(!virtual || Runtime.version().feature() >= 21, "this JDK has no virtual threads");
        Path report = folder.resolve("r.json");
        Path recording = folder.resolve("r.jfr");
        ForkedJvm.Outcome outcome = ForkedJvm.withAgent(arguments + ",stats=on,report=" + report)
                .option("-XX:StartFlightRecording=settings=" + settings() + ",filename=" + recording)
                .run("fixture.Delays", threads);
        assertThat(outcome.lines()).as(outcome.err()).contains("done");
        Map<String, Object> handOff = Json.object(Json.read(report).get("hand_off"));
        if (Runtime.version().feature() >= 21) {
            assertThat(handOff).as("%s", handOff).containsEntry("state", state);
        } else {
            assertThat(handOff)
                    .containsEntry("state", "off")
                    .containsEntry("reason", "this JDK has no virtual threads");
        }
        if (state.equals("on")) {
            assertThat((Long) handOff.get("hand_offs")).isPositive();
        }
        Map<String, long[]> events = new HashMap<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(recording)) {
            if (event.getEventType().getName().equals("cqs.HandOff")) {
                assertThat(event.getBoolean("virtual")).isEqualTo(virtual);
                long[] sums = events.computeIfAbsent(event.getString("site"), site -> new long[2]);
                sums[0]++;
                sums[1] += event.getLong("delay");
            }
        }
        for (String method : List.of("lock", "semaphore", "signals")) {
            Map<String, Object> site = Json.objects(Json.read(report).get("sites")).stream()
                    .filter(s -> s.get("class").equals("fixture.Delays")
                            && s.get("method").equals(method))
                    .findFirst()
                    .orElseThrow();
            long count = count(site, "hand_off_ns");
            assertThat(count).as(method).isPositive();
            assertThat(events.get("fixture.Delays." + method + ':' + site.get("line")))
                    .as(method)
                    .containsExactly(
                            count, (Long) Json.object(site.get("hand_off_ns")).get("total"));
        }
    }

    private Path settings() throws IOException {
        ForkedJvm.Outcome printed = ForkedJvm.plain().run("-jar " + ForkedJvm.jar(), "jfc");
        assertThat(printed.exitCode()).as(printed.err()).isZero();
        return Files.writeString(folder.resolve("cqs.jfc"), printed.out());
    }

    /** Every field of the report's {@code hand_off} is an attribute, with the same value. */
    @ParameterizedTest
    @CsvSource({"virtual=ces, on", "virtual=plain, off"})
    void aBeanShowsTheHandOffs(String arguments, String state) throws Exception {
        assumeTrue(Runtime.version().feature() >= 21, "this JDK has no virtual threads");
        Path report = folder.resolve("r.json");
        ForkedJvm.Outcome outcome =
                ForkedJvm.withAgent(arguments + ",stats=on,report=" + report).run("fixture.Delays", "virtual", "jmx");
        assertThat(outcome.lines()).as(outcome.err()).contains("done");
        Map<String, Object> told = Json.object(Json.read(report).get("hand_off"));
        assertThat(told).containsEntry("state", state);
        Map<String, String> bean = outcome.lines().stream()
                .filter(line -> line.startsWith("bean "))
                .map(line -> line.substring(5).split("=", 2))
                .collect(java.util.stream.Collectors.toMap(pair -> snake(pair[0]), pair -> pair[1]));
        for (Map.Entry<String, Object> field : told.entrySet()) {
            assertThat(bean).containsEntry(field.getKey(), String.valueOf(field.getValue()));
        }
        if (state.equals("on")) {
            assertThat(bean).hasSameSizeAs(told);
            assertThat((Long) told.get("hand_offs")).isPositive();
        } else {
            assertThat(bean).containsEntry("hand_offs", "0").containsEntry("flushes", "0");
        }
    }

    private static String snake(String attribute) {
        return attribute.replaceAll("(?<=.)(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
    }
}
