package io.github.cqs.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.agent.ForkedJvm;
import io.github.cqs.agent.everywhere.Environment;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Beside an agent that uses swapped classes itself, retransforms everything and redefines what it likes. */
class OtherAgentsAgentIT {
    @TempDir
    private Path folder;

    private String other = "";

    @BeforeEach
    void buildTheOtherAgent() throws IOException {
        Path jar = folder.resolve("other.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", "fixture.OtherAgent");
        manifest.getMainAttributes().putValue("Can-Retransform-Classes", "true");
        manifest.getMainAttributes().putValue("Can-Redefine-Classes", "true");
        try (OutputStream raw = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(raw, manifest)) {
            for (String name : new String[] {"OtherAgent", "OtherAgent$Early", "OtherAgent$EarlyLock"}) {
                String entry = "fixture/" + name + ".class";
                out.putNextEntry(new JarEntry(entry));
                out.write(Files.readAllBytes(ForkedJvm.testClasses().resolve(entry)));
                out.closeEntry();
            }
        }
        other = "-javaagent:" + jar;
    }

    @Environment(
            value = "an agent before ours that creates and extends swapped classes itself",
            remarks = "what its classes create is swapped, what they extend is not, and reported")
    @Test
    void classesLoadedBeforeAreRewrittenWhereTheJvmAllows() {
        ForkedJvm.Outcome outcome = ForkedJvm.plain()
                .option(other, "-javaagent:" + ForkedJvm.jar() + "=report=stderr")
                .run("fixture.OtherAgent");
        assertThat(outcome.lines())
                .as(outcome.err())
                .containsExactly(
                        "early before CqsSemaphore",
                        "early lock extends ReentrantLock",
                        "fresh CqsReentrantLock",
                        "retransformed all",
                        "redefined as they were",
                        "early again CqsSemaphore",
                        "early again ReentrantLock",
                        "early after CqsSemaphore",
                        "fresh CqsReentrantLock");
        assertThat(outcome.err())
                .contains("loaded before the agent: fixture.OtherAgent$Early swapped new Semaphore\n")
                .containsPattern("swapped new Semaphore at fixture.OtherAgent\\$Early\\.\\S+, [1-9]\\d* instances?")
                .contains("loaded before the agent: fixture.OtherAgent$EarlyLock skipped superclass ReentrantLock:"
                        + " the class was loaded before: its superclass cannot change")
                .doesNotContain("error:");
    }

    @Test
    void whatWasLoadedBeforeIsReportedWhereNothingIsSwapped() {
        for (String[] leftAlone :
                new String[][] {{"dry-run=true", "dry run"}, {"exclude=**Early*", "among the excluded classes"}}) {
            ForkedJvm.Outcome outcome = ForkedJvm.plain()
                    .option(other, "-javaagent:" + ForkedJvm.jar() + "=report=stderr," + leftAlone[0])
                    .run("fixture.OtherAgent");
            assertThat(outcome.lines()).startsWith("early before Semaphore", "early lock extends ReentrantLock");
            assertThat(outcome.err())
                    .contains(
                            "loaded before the agent: fixture.OtherAgent$Early skipped new Semaphore: " + leftAlone[1])
                    .containsPattern("skipped new Semaphore at fixture.OtherAgent\\$Early\\.\\S+.*" + leftAlone[1])
                    .doesNotContain("error:");
        }
    }

    @Environment("an agent after ours that retransforms and redefines everything")
    @Test
    void anAgentThatRetransformsEverythingComesAfter() {
        ForkedJvm.Outcome outcome =
                ForkedJvm.withAgent("report=stderr").option(other).run("fixture.OtherAgent");
        assertThat(outcome.lines())
                .as(outcome.err())
                .containsExactly(
                        "early before CqsSemaphore",
                        "early lock extends CqsReentrantLock",
                        "fresh CqsReentrantLock",
                        "retransformed all",
                        "redefined as they were",
                        "early again CqsSemaphore",
                        "early again CqsReentrantLock",
                        "early after CqsSemaphore",
                        "fresh CqsReentrantLock");
        assertThat(outcome.err()).doesNotContain("error:").doesNotContain("loaded before");
    }
}
