package io.github.cqs.agent.everywhere;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.agent.ForkedJvm;
import io.github.cqs.agent.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Runs a program without and with the agent, both at once. The program checks itself, prints nothing that the agent
 * could change, and exits with 3.
 */
final class Comparison {
    private static final int EXIT = 3;

    private final Path report;
    private final ForkedJvm without;
    private final ForkedJvm with;

    /** What the agent's report says. */
    record Swaps(Map<String, Object> json, ForkedJvm.Outcome outcome) {
        static final Set<String> ALL =
                Set.of("ReentrantLock", "Semaphore", "CountDownLatch", "CyclicBarrier", "ArrayBlockingQueue");

        /** The types that were swapped in the class. */
        Set<String> in(String className) {
            Set<String> types = new TreeSet<>();
            for (Map<String, Object> site : Json.objects(json.get("sites"))) {
                if (className.equals(site.get("class")) && "swapped".equals(site.get("outcome"))) {
                    types.add(String.valueOf(site.get("type")));
                }
            }
            return types;
        }

        /** The classes with swapped sites. */
        Set<String> classes() {
            Set<String> names = new TreeSet<>();
            for (Map<String, Object> site : Json.objects(json.get("sites"))) {
                if ("swapped".equals(site.get("outcome"))) {
                    names.add(String.valueOf(site.get("class")));
                }
            }
            return names;
        }

        /** The reasons for those that were not, by type. */
        Map<String, String> leftAloneIn(String className) {
            Map<String, String> reasons = new TreeMap<>();
            for (Map<String, Object> site : Json.objects(json.get("sites"))) {
                if (className.equals(site.get("class")) && "skipped".equals(site.get("outcome"))) {
                    reasons.put(String.valueOf(site.get("type")), String.valueOf(site.get("reason")));
                }
            }
            return reasons;
        }

        /** Whether an instance of the type was made at a site of the class. */
        boolean used(String className, String type) {
            return Json.objects(json.get("sites")).stream()
                    .filter(site -> className.equals(site.get("class")) && type.equals(site.get("type")))
                    .anyMatch(site -> site.get("instances") instanceof Long made && made > 0);
        }
    }

    /** @param folder where the report goes */
    Comparison(Path folder) {
        this(folder, "");
    }

    /** @param arguments further arguments of the agent, each with a comma in front */
    Comparison(Path folder, String arguments) {
        report = folder.resolve("report.json");
        without = ForkedJvm.plain();
        with = ForkedJvm.plain().option("-javaagent:" + ForkedJvm.jar() + "=report=" + report + arguments);
    }

    /** Options of both JVMs; on the second one the agent's comes before them. */
    Comparison option(String... options) {
        without.option(options);
        with.option(options);
        return this;
    }

    Comparison classPath(Path... elements) {
        without.classPath(elements);
        with.classPath(elements);
        return this;
    }

    Comparison javaHome(Path home) {
        without.javaHome(home);
        with.javaHome(home);
        return this;
    }

    Swaps run(String main, String... arguments) throws IOException {
        ForkedJvm.Running first = without.start(main, arguments);
        ForkedJvm.Running second = with.start(main, arguments);
        return compare(ForkedJvm.finish(first), ForkedJvm.finish(second), report);
    }

    /** Compares what ran without the agent to what ran with it and left that report. */
    static Swaps compare(ForkedJvm.Outcome plain, ForkedJvm.Outcome swapped, Path report) throws IOException {
        assertThat(plain.exitCode()).as(plain.toString()).isEqualTo(EXIT);
        assertThat(swapped.exitCode()).as(swapped.toString()).isEqualTo(EXIT);
        assertThat(plain.out()).isNotEmpty();
        assertThat(swapped.out()).as(swapped.err()).isEqualTo(plain.out());
        assertThat(complaints(swapped)).isEqualTo(complaints(plain));
        Swaps swaps = new Swaps(Json.read(report), swapped);
        assertThat(Json.object(swaps.json.get("agent"))).containsEntry("state", "active");
        assertThat(Json.objects(swaps.json.get("errors"))).isEmpty();
        return swaps;
    }

    /** Lines in which the JVM or the agent warns of something. */
    static List<String> complaints(ForkedJvm.Outcome outcome) {
        return outcome.err()
                .lines()
                .filter(line -> line.contains("[cqs]")
                        || line.toLowerCase(Locale.ROOT).contains("warn")
                        || line.toLowerCase(Locale.ROOT).contains("error"))
                .toList();
    }
}
