package io.github.cqs.agent.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.cqs.agent.ForkedJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the agent tells nobody, and what others cannot read. */
class PrivacyAgentIT {
    private static final String SECRET = "hunter2-do-not-tell";

    @TempDir
    private Path folder;

    private static List<Path> filesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "html", "txt"})
    void nothingOfTheEnvironmentPropertiesOrCommandLineIsReported(String ending) throws IOException {
        Path report = folder.resolve("r." + ending);
        ForkedJvm.Outcome outcome = ForkedJvm.withAgent("log=debug,report=" + report)
                .environment("PASSWORD", SECRET)
                .environment("CQS_PASSWORD", SECRET)
                .option("-Dpassword=" + SECRET, "-Dcqs.some.tunable=" + SECRET, "-Dcqs.test.fault=rewrite")
                .run("fixture.Exits", "return", "--password=" + SECRET);
        assertThat(outcome.exitCode()).isZero();
        assertThat(report).content().contains("injected fault").doesNotContain(SECRET);
        assertThat(report).content().doesNotContain(System.getProperty("user.home") + "/.");
        assertThat(outcome.err()).contains("CQS_PASSWORD").doesNotContain(SECRET);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void nothingListens() {
        assertThat(ForkedJvm.plain().run("fixture.Listeners", "one").lines())
                .as("listeners are found")
                .containsExactly("1 listen at true");
        for (String arguments : List.of("", "delivery=append", "report=stderr,stats=on")) {
            ForkedJvm.Outcome outcome = ForkedJvm.withAgent(arguments).run("fixture.Listeners");
            assertThat(outcome.lines()).containsExactly("0 listen");
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void filesOfTheAgentArePrivateAndGoneInTheEnd() throws IOException {
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        ForkedJvm.Running running = ForkedJvm.withAgent("delivery=append")
                .option("-Djava.io.tmpdir=" + temporary, "-Xlog:disable", "-Xshare:auto")
                .start("fixture.Exits", "wait");
        await().until(() -> Files.readString(running.out()).contains("ready"));
        List<Path> files = filesIn(temporary);
        assertThat(files).isNotEmpty();
        for (Path file : files) {
            Path top = temporary.resolve(temporary.relativize(file).getName(0));
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(top)))
                    .as(file.toString())
                    .isEqualTo("rwx------");
        }
        running.process().destroy();
        ForkedJvm.finish(running);
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aReportHasThePermissionsOfAnyNewFile() throws IOException {
        Path report = folder.resolve("r.json");
        ForkedJvm.withAgent("report=" + report).run("fixture.Exits", "return");
        Path other = Files.createFile(folder.resolve("other"));
        assertThat(Files.getPosixFilePermissions(report)).isEqualTo(Files.getPosixFilePermissions(other));
    }
}
