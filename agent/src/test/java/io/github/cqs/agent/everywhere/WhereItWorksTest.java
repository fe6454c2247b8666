package io.github.cqs.agent.everywhere;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.agent.ForkedJvm;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** The page of environments is the one that the tests make. */
class WhereItWorksTest {
    private static final Path PAGE = Path.of("..", "docs", "where-it-works.md");
    private static final String REGENERATE =
            "mvn -B test -pl agent -am -Dtest=WhereItWorksTest -Dsurefire.failIfNoSpecifiedTests=false -Dcqs.docs.update=true";

    private static List<Class<?>> integrationTests() throws IOException {
        Path root = ForkedJvm.testClasses();
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(file -> root.relativize(file).toString())
                    .filter(name -> name.endsWith("AgentIT.class"))
                    .map(name -> name.substring(0, name.length() - 6).replace(java.io.File.separatorChar, '.'))
                    .sorted()
                    .<Class<?>>map(WhereItWorksTest::load)
                    .toList();
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, WhereItWorksTest.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static String rows() throws IOException {
        Map<String, String> rows = new TreeMap<>();
        for (Class<?> test : integrationTests()) {
            for (Method method : test.getDeclaredMethods()) {
                Environment environment = method.getAnnotation(Environment.class);
                if (environment == null) {
                    continue;
                }
                assertThat(method.isAnnotationPresent(Test.class)
                                || method.isAnnotationPresent(ParameterizedTest.class))
                        .as(method + " is a test")
                        .isTrue();
                for (String name : environment.value()) {
                    assertThat(name + environment.remarks()).doesNotContain("|");
                    String row = "| " + (name.startsWith("-") ? '`' + name + '`' : name) + " | `"
                            + test.getSimpleName() + '.' + method.getName() + "` | " + on(17, environment) + " | "
                            + on(25, environment) + " |"
                            + (environment.remarks().isEmpty() ? "" : ' ' + environment.remarks()) + " |\n";
                    assertThat(rows.put(test.getSimpleName() + ' ' + name, row))
                            .as(name + " twice")
                            .isNull();
                }
            }
        }
        return String.join("", rows.values());
    }

    private static String on(int jdk, Environment environment) {
        if (jdk < environment.since() || jdk > environment.until()) {
            return "does not have it";
        }
        return environment.outcome().toString();
    }

    private static String page() throws IOException {
        return """
                # Where it works

                Generated from the tests; do not edit. Each row is a test that starts a JVM with the packaged agent, on every JDK that the
                build runs on, and compares the program's output, exit code and warnings with those of a run without the agent; what was
                swapped and what was left alone is read from the agent's report. Programs with virtual threads check themselves, and whether they handed
                carriers over is read from the counters.

                `%s`
                writes this file.

                | environment | test | JDK 17 | JDK 25 | remarks |
                |---|---|---|---|---|
                %s""".formatted(REGENERATE, rows());
    }

    @Test
    void thePageIsUpToDate() throws IOException {
        if (Boolean.getBoolean("cqs.docs.update")) {
            Files.writeString(PAGE, page());
        }
        assertThat(PAGE).as(REGENERATE + " writes it").exists();
        assertThat(Files.readString(PAGE))
                .as("docs/where-it-works.md; %s writes it", REGENERATE)
                .isEqualTo(page());
    }
}
