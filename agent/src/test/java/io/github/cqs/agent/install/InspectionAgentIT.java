package io.github.cqs.agent.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.cqs.agent.ForkedJvm;
import io.github.cqs.agent.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The final inspection methods answer from the queue that is in use, by whatever route they are called. */
class InspectionAgentIT {
    private static final List<String> LOCK_ROUTES =
            List.of("direct", "library", "reflection", "class", "handle", "unreflected", "bound", "unbound");
    private static final List<String> OPEN_LOCK_ROUTES = List.of("subclass", "own", "super", "special");
    private static final List<String> SEMAPHORE_ROUTES =
            List.of("direct", "library", "reflection", "handle", "reference");
    private static final List<String> OPEN_SEMAPHORE_ROUTES = List.of("subclass", "own", "super", "exposed");

    @TempDir
    private Path folder;

    private Path library() throws IOException {
        Path jar = folder.resolve("library.jar");
        String name = "library/Inspector.class";
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry(name));
            out.write(Files.readAllBytes(ForkedJvm.testClasses().resolve(name)));
            out.closeEntry();
        }
        return jar;
    }

    private static List<String> expected() {
        List<String> lines = new ArrayList<>();
        for (boolean fair : new boolean[] {false, true}) {
            for (String type : new String[] {"lock ", "lock open "}) {
                lock(lines, type + "idle ", fair, "true false false 0", false, 0);
                lock(lines, type + "first ", fair, "true true true 2", true, 2);
                lock(lines, type + "second ", fair, "true true true 2", true, 2);
                lock(lines, type + "stranger ", fair, "true true false 2", false, 2);
                lock(lines, type + "served ", fair, "false false false 0", false, 0);
            }
            for (String type : new String[] {"semaphore ", "semaphore open "}) {
                semaphore(lines, type + "idle ", fair, 0);
                semaphore(lines, type + "waited ", fair, 2);
                semaphore(lines, type + "served ", fair, 0);
            }
        }
        return lines;
    }

    private static void lock(
            List<String> lines, String line, boolean fair, String exposed, boolean queued, int length) {
        List<String> routes = new ArrayList<>(LOCK_ROUTES);
        if (line.startsWith("lock open")) {
            routes.addAll(OPEN_LOCK_ROUTES);
        }
        for (String route : routes) {
            lines.add(line + route + " " + fair + " " + (length > 0) + " " + queued + " " + length);
        }
        if (line.startsWith("lock open")) {
            lines.add(line + "exposed " + exposed);
        }
    }

    private static void semaphore(List<String> lines, String line, boolean fair, int length) {
        List<String> routes = new ArrayList<>(SEMAPHORE_ROUTES);
        if (line.startsWith("semaphore open")) {
            routes.addAll(OPEN_SEMAPHORE_ROUTES);
        }
        for (String route : routes) {
            lines.add(line + route + " " + fair + " " + (length > 0) + " " + length);
        }
    }

    @ParameterizedTest
    @CsvSource({"platform, ''", "platform, delivery=append", "platform, mode=passthrough", "virtual, ''"})
    void everyRouteIsAnsweredAsByTheJdk(String kind, String options) throws IOException {
        assumeTrue(kind.equals("platform") || Runtime.version().feature() >= 21, "this JDK has no virtual threads");
        Path report = folder.resolve("r.json");
        Path library = library();
        String arguments = "exclude=library.**,report=" + report + (options.isEmpty() ? "" : "," + options);
        ForkedJvm.Outcome plain =
                ForkedJvm.plain().classPath(library, ForkedJvm.testClasses()).run("fixture.Inspection", kind);
        ForkedJvm.Outcome agent = ForkedJvm.withAgent(arguments)
                .classPath(library, ForkedJvm.testClasses())
                .run("fixture.Inspection", kind);
        List<String> expected = new ArrayList<>(sorted(expected()));
        assertThat(agent.exitCode()).as(agent.err()).isZero();
        List<String> said = agent.lines();
        assertThat(said.get(said.size() - 1)).endsWith("library.jar");
        assertThat(said).hasSameSizeAs(plain.lines());
        assertThat(differences(plain.lines(), said)).isEmpty();
        assertThat(sorted(said.subList(0, said.size() - 1))).isEqualTo(expected);
        assertThat(Json.object(Json.object(Json.read(report).get("totals")).get("instances")))
                .containsEntry("ReentrantLock", 4L)
                .containsEntry("Semaphore", 4L);
    }

    private static List<String> differences(List<String> expected, List<String> said) {
        return IntStream.range(0, said.size())
                .filter(i -> !said.get(i).equals(expected.get(i)))
                .mapToObj(i -> "'" + said.get(i) + "', not '" + expected.get(i) + "'")
                .toList();
    }

    private static List<String> sorted(List<String> lines) {
        return lines.stream().sorted().toList();
    }
}
