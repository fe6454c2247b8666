package io.github.cqs.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.cqs.agent.ForkedJvm;
import io.github.cqs.agent.everywhere.Environment;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The agent's jar as a program, and what is in it. */
class CommandLineAgentIT {
    @TempDir
    private Path folder;

    private static ForkedJvm.Outcome run(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        return ForkedJvm.plain().classPath().run("-jar " + ForkedJvm.jar(), all.toArray(new String[0]));
    }

    @Test
    void helpListsCommandsAndTheWholeOptionTable() {
        ForkedJvm.Outcome outcome = run("--help");
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out())
                .contains("scan", "selftest", "attach")
                .contains("mode [cqs]", "primitives [all]", "include [**]", "exclude []", "virtual [ces]")
                .contains("report [none]", "log [warn]", "strict [warn]", "dry-run [false]", "delivery [auto]")
                .contains("stats [off]", "config []");
    }

    @Test
    void versionIsOneLine() {
        ForkedJvm.Outcome outcome = run("--version");
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.lines()).singleElement().asString().startsWith("cqs-agent ");
        for (String command : new String[] {"ab", "scan", "selftest", "attach", "jfc"}) {
            assertThat(run(command, "--version").lines()).isEqualTo(outcome.lines());
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void outputThatCannotBeWrittenIsNoSuccess() {
        for (String[] out : new String[][] {
            {"> /dev/full", "1", "the output cannot be written: No space left on device"}, {"| true", "0", ""}
        }) {
            String script = "set -o pipefail 2> /dev/null; \"$@\" " + out[0];
            ForkedJvm.Outcome outcome = ForkedJvm.plain()
                    .wrapper("bash", "-c", script, "bash")
                    .classPath()
                    .run("-jar " + ForkedJvm.jar(), "--help");
            assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(Integer.parseInt(out[1]));
            assertThat(outcome.err().strip()).isEqualTo(out[2]);
        }
    }

    @Test
    void badUsageExitsWithTwo() {
        assertThat(run("conquer").exitCode()).isEqualTo(2);
        assertThat(run().exitCode()).isEqualTo(2);
        assertThat(run("scan").exitCode()).isEqualTo(2);
        assertThat(run("attach", "abc").exitCode()).isEqualTo(2);
        assertThat(run("attach", "0").exitCode()).isEqualTo(2);
        assertThat(run("selftest", "mode=on").err()).contains("valid: cqs, passthrough, off");
        assertThat(run("selftest", "mode=off").exitCode()).isEqualTo(2);
        assertThat(run("selftest", "dry-run=true").exitCode()).isEqualTo(2);
        assertThat(run("scan", "").err()).contains("an empty PATH");
    }

    @Test
    void selftestChecksThisJvm() {
        for (String arguments : List.of("", "mode=passthrough", "delivery=append", "primitives=Semaphore")) {
            ForkedJvm.Outcome outcome = arguments.isEmpty() ? run("selftest") : run("selftest", arguments);
            assertThat(outcome.exitCode()).as(outcome.err()).isZero();
            assertThat(outcome.out()).startsWith("selftest: fine on JDK ");
        }
        ForkedJvm.Outcome failed = ForkedJvm.plain()
                .classPath()
                .option("-Dcqs.test.fault=selftest")
                .run("-jar " + ForkedJvm.jar(), "selftest");
        assertThat(failed.exitCode()).isEqualTo(1);
        assertThat(failed.err()).contains("selftest: failed");
    }

    @Test
    void scanFindsSitesInFoldersAndInJarsInsideJars() throws IOException {
        Path classes = ForkedJvm.testClasses().resolve("fixture");
        ForkedJvm.Outcome direct =
                run("scan", classes.resolve("EveryKind.class").toString());
        assertThat(direct.exitCode()).as(direct.err()).isZero();
        assertThat(direct.out()).contains("sites: 15 swapped, 0 skipped").contains("constructor-ref CyclicBarrier");

        Path inner = folder.resolve("inner.jar");
        write(inner, "fixture/Kind.class", Files.readAllBytes(classes.resolve("Kind.class")));
        Path outer = folder.resolve("outer.jar");
        write(outer, "BOOT-INF/lib/inner.jar", Files.readAllBytes(inner));
        Path out = folder.resolve("scan.json");
        ForkedJvm.Outcome nested =
                run("scan", "--format", "json", "--out", out.toString(), folder.toString(), "--options", "exclude=a.*");
        assertThat(nested.exitCode()).as(nested.err()).isZero();
        assertThat(out).content().contains("\"class\" : \"fixture.Kind\"").contains("\"sites_swapped\" : 2");
    }

    private static void write(Path jar, String entry, byte[] bytes) throws IOException {
        try (OutputStream raw = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(raw)) {
            out.putNextEntry(new JarEntry(entry));
            out.write(bytes);
            out.closeEntry();
        }
    }

    @Test
    void scanSaysWhatItCannotRead() throws IOException {
        Files.write(folder.resolve("Broken.class"), new byte[] {1, 2, 3});
        ForkedJvm.Outcome outcome = run("scan", folder.toString());
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.out()).contains("Broken.class: no class file that this agent can read");
        assertThat(run("scan", folder.resolve("none").toString()).exitCode()).isEqualTo(1);
    }

    @Test
    void attachReachesARunningJvm() throws IOException {
        ForkedJvm.Running running = ForkedJvm.plain().start("fixture.Attached");
        await().until(() -> Files.readString(running.out()).contains("Semaphore"));
        ForkedJvm.Outcome attached =
                run("attach", Long.toString(running.process().pid()));
        assertThat(attached.exitCode()).as(attached.err()).isZero();
        assertThat(attached.out()).contains("superclasses of classes that were loaded before cannot change");
        await().until(() -> Files.readString(running.out()).contains("CqsReentrantLock"));
        running.process().getOutputStream().close();
        ForkedJvm.Outcome outcome = ForkedJvm.finish(running);
        assertThat(outcome.lines())
                .as(outcome.err())
                .containsExactly("Semaphore", "CqsSemaphore", "late CqsReentrantLock");
        assertThat(run("attach", Long.toString(running.process().pid())).exitCode())
                .isEqualTo(1);
    }

    @Test
    void aJarWithAnEqualsSignInItsPathIsRefusedWithTheReason() throws IOException {
        Path jar = Files.createDirectories(folder.resolve("a=b")).resolve("agent.jar");
        Files.copy(ForkedJvm.jar(), jar);
        for (String command : List.of("attach 1", "ab -- java -version")) {
            ForkedJvm.Outcome outcome = ForkedJvm.plain().classPath().run("-jar " + jar, command.split(" ", -1));
            assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(2);
            assertThat(outcome.err()).contains("a JVM takes what follows '='", "a=b/agent.jar");
        }
    }

    @Environment("a runtime of `java.base` and `java.instrument` alone")
    @Test
    void aRuntimeOfTwoModulesIsEnough() throws IOException {
        String[] small = {"--limit-modules", "java.base,java.instrument"};
        for (String command : List.of("--version", "selftest", "scan " + folder)) {
            ForkedJvm.Outcome outcome =
                    ForkedJvm.plain().option(small).classPath().run("-jar " + ForkedJvm.jar(), command.split(" ", -1));
            assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        }
        ForkedJvm.Outcome attach =
                ForkedJvm.plain().option(small).classPath().run("-jar " + ForkedJvm.jar(), "attach", "1");
        assertThat(attach.exitCode()).isEqualTo(1);
        assertThat(attach.err()).contains("lacks the module jdk.attach");
        for (String ending : List.of("json", "html", "txt")) {
            Path report = folder.resolve("r." + ending);
            ForkedJvm.Outcome outcome =
                    ForkedJvm.withAgent("report=" + report).option(small).run("fixture.Kind");
            assertThat(outcome.lines()).containsExactly("CqsSemaphore");
            assertThat(outcome.err()).isEmpty();
            assertThat(report).content().contains("fixture.Kind");
        }
    }

    @Test
    void theJarHoldsNothingThatAnApplicationCouldMeetByName() throws IOException {
        try (JarFile jar = new JarFile(ForkedJvm.jar().toFile())) {
            assertThat(jar.getManifest().getMainAttributes().keySet().stream().map(Object::toString))
                    .contains("Premain-Class", "Agent-Class", "Launcher-Agent-Class", "Main-Class")
                    .contains("Can-Redefine-Classes", "Can-Retransform-Classes")
                    .doesNotContain("Multi-Release", "Class-Path");
            assertThat(jar.stream().map(JarEntry::getName).filter(name -> !name.endsWith("/")))
                    .allMatch(name -> name.startsWith("io/github/cqs/agent/")
                            || name.startsWith("cqs/")
                            || name.startsWith("META-INF/")
                            || DELIVERED.matcher(name).matches())
                    .noneMatch(name -> name.startsWith("META-INF/versions") || name.contains("module-info"))
                    .noneMatch(name -> name.startsWith("META-INF/services") || name.startsWith("META-INF/maven"))
                    .noneMatch(name -> name.startsWith("io/github/cqs/agent/build"))
                    .noneMatch(CommandLineAgentIT::isOfTheJdk);
        }
    }

    /** Class files that are there to be read: the boot loader has those classes, or no loader may have them. */
    private static final Pattern DELIVERED =
            Pattern.compile("(java/util/concurrent/locks|io/github/cqs/appended)/[\\w$]+\\.class");

    private static boolean isOfTheJdk(String name) {
        try (InputStream found = Object.class.getModule().getResourceAsStream(name)) {
            return found != null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
