package io.github.cqs.agent.everywhere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.cqs.agent.ForkedJvm;
import io.github.cqs.agent.Json;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Archives of loaded classes that the JVM starts from. */
class ArchivesAgentIT {
    @TempDir
    private Path folder;

    private Path jar = Path.of("");
    private Path archive = Path.of("");

    @BeforeEach
    void buildTheApplication() throws IOException {
        Path main = Jars.compile(folder, "sample.Main", """
                package sample;

                public final class Main {
                    static final class Own extends java.util.concurrent.Semaphore {
                        private static final long serialVersionUID = 1;

                        Own() {
                            super(4);
                        }
                    }

                    public static void main(String[] args) throws Exception {
                        System.out.println(new Own().drainPermits() + " " + fixture.Checks.run());
                        System.exit(3);
                    }
                }
                """, Jars.on(ForkedJvm.testClasses()));
        jar = Jars.manifest().folder("", main).classes("", "fixture.Checks").write(folder.resolve("app.jar"));
        archive = folder.resolve("app.archive");
    }

    private void dump(ForkedJvm jvm, String option) {
        ForkedJvm.Outcome outcome = jvm.option(option + archive).classPath(jar).run("sample.Main");
        assertThat(outcome.exitCode()).as(outcome.toString()).isEqualTo(3);
        assertThat(outcome.out()).contains("4 turns 400");
        assertThat(archive).exists();
    }

    private Comparison.Swaps runFrom(String... options) throws IOException {
        Comparison.Swaps swaps =
                new Comparison(folder).option(options).classPath(jar).run("sample.Main");
        assertThat(swaps.in("fixture.Checks")).isEqualTo(Comparison.Swaps.ALL);
        assertThat(swaps.used("fixture.Checks", "Semaphore")).isTrue();
        return swaps;
    }

    @Environment(
            value = "AppCDS archive",
            remarks = "on JDK 25 the JVM says, under any agent, that it uses less of the archive")
    @Test
    void archive() throws IOException {
        dump(ForkedJvm.plain(), "-XX:ArchiveClassesAtExit=");
        Comparison.Swaps swaps = runFrom("-XX:SharedArchiveFile=" + archive, "-Xlog:disable");
        assertThat(swaps.in("sample.Main$Own")).containsExactly("Semaphore");
    }

    @Environment(
            value = "AppCDS archive, dumped with the agent",
            outcome = Environment.Outcome.NO_AGENT,
            remarks = "the JVM refuses to dump under any agent and ends with 1")
    @Test
    void archiveWithTheAgent() {
        ForkedJvm.Outcome refused = ForkedJvm.withAgent("")
                .option("-XX:ArchiveClassesAtExit=" + archive)
                .classPath(jar)
                .run("sample.Main");
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.out()).contains("AllowArchivingWithJavaAgent");
    }

    @Environment(
            value = "AOT cache, trained without `java.instrument`",
            since = 25,
            remarks = "the JVM does not use it under any agent, and says so")
    @Test
    void cache() throws IOException {
        assumeTrue(Runtime.version().feature() >= 25, "this JDK has no AOT cache");
        dump(ForkedJvm.plain(), "-XX:AOTCacheOutput=");
        Comparison.Swaps swaps = runFrom("-XX:AOTCache=" + archive, "-Xlog:disable");
        assertThat(swaps.in("sample.Main$Own")).containsExactly("Semaphore");
    }

    @Environment(
            value = "AOT cache, trained with `java.instrument`",
            since = 25,
            remarks =
                    "its classes are loaded before any agent: what they create is swapped, what they extend is not, and"
                            + " reported")
    @Test
    void cacheWithInstrumentation() throws IOException {
        assumeTrue(Runtime.version().feature() >= 25, "this JDK has no AOT cache");
        String[] module = {"--add-modules", "java.instrument"};
        dump(ForkedJvm.plain().option(module), "-XX:AOTCacheOutput=");
        Comparison.Swaps swaps = runFrom("-XX:AOTCache=" + archive, module[0], module[1]);
        assertThat(swaps.leftAloneIn("sample.Main$Own"))
                .containsEntry("Semaphore", "the class was loaded before: its superclass cannot change");
        assertThat(Json.objects(swaps.json().get("preloaded")))
                .extracting(loaded -> loaded.get("class") + " " + loaded.get("outcome"))
                .contains("sample.Main$Own skipped", "fixture.Checks swapped");
    }

    @Environment(
            value = "AOT cache, trained with the agent",
            since = 25,
            remarks = "swapped classes are not in the cache")
    @Test
    void cacheWithTheAgent() throws IOException {
        assumeTrue(Runtime.version().feature() >= 25, "this JDK has no AOT cache");
        dump(ForkedJvm.withAgent(""), "-XX:AOTCacheOutput=");
        ForkedJvm.Outcome loud = ForkedJvm.withAgent("")
                .option("-XX:AOTCache=" + archive)
                .classPath(jar)
                .run("sample.Main");
        assertThat(loud.out()).startsWith("4 turns 400");
        assertThat(loud.err()).isEmpty();
        Comparison.Swaps swaps = runFrom("-XX:AOTCache=" + archive, "-Xlog:disable");
        assertThat(swaps.in("sample.Main$Own")).containsExactly("Semaphore");
    }
}
