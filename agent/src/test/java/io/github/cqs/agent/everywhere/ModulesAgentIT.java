package io.github.cqs.agent.everywhere;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.agent.ForkedJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The class path and the module path, run-time images, and jars of every kind. */
class ModulesAgentIT {
    private static final String CALLER = """
            package sample.main;

            public final class Main {
                public static void main(String[] args) throws Exception {
                    System.out.println(Main.class.getModule() + ": " + fixture.Checks.run());
                    System.exit(3);
                }
            }
            """;

    @TempDir
    private Path folder;

    @Environment("class path of folders")
    @Test
    void classPathOfFolders() throws IOException {
        Comparison.Swaps swaps = new Comparison(folder).run("fixture.Application");
        assertThat(swaps.in("fixture.Checks")).isEqualTo(Comparison.Swaps.ALL);
        for (String type : Comparison.Swaps.ALL) {
            assertThat(swaps.used("fixture.Checks", type)).as(type).isTrue();
        }
        assertThat(swaps.outcome().err()).isEmpty();
    }

    @Environment("`java -jar` with `Class-Path` in the manifest")
    @Test
    void executableJar() throws IOException {
        Jars.manifest().classes("", "fixture.Checks").write(folder.resolve("checks.jar"));
        Path jar = Jars.manifest("Main-Class: fixture.Application", "Class-Path: checks.jar")
                .classes("", "fixture.Application")
                .write(folder.resolve("app.jar"));
        Comparison.Swaps swaps = new Comparison(folder).classPath().run("-jar " + jar);
        assertThat(swaps.in("fixture.Checks")).isEqualTo(Comparison.Swaps.ALL);
    }

    @Environment("single-file source code, `java Main.java`")
    @Test
    void sourceFile() throws IOException {
        Path main = Files.writeString(folder.resolve("Main.java"), """
                public class Main {
                    public static void main(String[] args) throws Exception {
                        java.util.concurrent.Semaphore semaphore = new java.util.concurrent.Semaphore(2);
                        semaphore.acquire();
                        System.out.println(semaphore.availablePermits());
                        System.exit(3);
                    }
                }
                """);
        Comparison.Swaps swaps = new Comparison(folder).classPath().run(main.toString());
        assertThat(swaps.in("Main")).containsExactly("Semaphore");
    }

    /** A module that holds the checks and one that calls them. */
    private List<Path> modules() throws IOException {
        Path checks = Files.createDirectory(folder.resolve("sample.checks"));
        Path bytes = Files.createDirectory(checks.resolve("fixture")).resolve("Checks.class");
        Files.copy(ForkedJvm.testClasses().resolve("fixture/Checks.class"), bytes);
        compileModule(checks, "module sample.checks { exports fixture; }");
        Path main = Files.createDirectory(folder.resolve("sample.main"));
        Path source = Files.createDirectories(main.resolve("sample/main")).resolve("Main.java");
        Files.writeString(source, CALLER);
        compileModule(
                main,
                "module sample.main { requires sample.checks; exports sample.main; }",
                "-p",
                checks.toString(),
                source.toString());
        return List.of(checks, main);
    }

    private static void compileModule(Path module, String declaration, String... options) throws IOException {
        Path info = Files.writeString(module.resolve("module-info.java"), declaration);
        List<String> arguments = new ArrayList<>(List.of("-d", module.toString()));
        arguments.addAll(List.of(options));
        arguments.add(info.toString());
        Jars.tool("javac", arguments.toArray(new String[0]));
    }

    @Environment("named modules on the module path")
    @Test
    void modulePath() throws IOException {
        List<Path> modules = modules();
        Comparison.Swaps swaps = new Comparison(folder)
                .classPath()
                .option("-p", Jars.path(modules.get(0), modules.get(1)))
                .run("-m sample.main/sample.main.Main");
        assertThat(swaps.outcome().out()).startsWith("module sample.main: ");
        assertThat(swaps.in("fixture.Checks")).isEqualTo(Comparison.Swaps.ALL);
    }

    @Environment("custom `ModuleLayer`, a loader for each module")
    @Test
    void customLayer() throws IOException {
        modules();
        Comparison.Swaps swaps = new Comparison(folder).run("fixture.Layers", folder.toString());
        assertThat(swaps.outcome().out()).startsWith("module sample.main: ");
        assertThat(swaps.in("fixture.Checks")).isEqualTo(Comparison.Swaps.ALL);
    }

    @Environment("`jlink` image with `java.instrument`")
    @Test
    void imageWithInstrumentation() throws IOException {
        List<Path> modules = modules();
        Path image = folder.resolve("image");
        Jars.tool(
                "jlink",
                "-p",
                Jars.path(modules.get(0), modules.get(1)),
                "--add-modules",
                "sample.main,java.instrument",
                "--output",
                image.toString());
        Comparison.Swaps swaps =
                new Comparison(folder).javaHome(image).classPath().run("-m sample.main/sample.main.Main");
        assertThat(swaps.outcome().out()).startsWith("module sample.main: ");
        assertThat(swaps.in("fixture.Checks")).isEqualTo(Comparison.Swaps.ALL);
    }

    @Environment(
            value = "`jlink` image without `java.instrument`",
            outcome = Environment.Outcome.NO_AGENT,
            remarks = "the JVM knows no agents there and ends with 1 before it loads one")
    @Test
    void imageWithoutInstrumentation() throws IOException {
        Path image = folder.resolve("image");
        Jars.tool("jlink", "--add-modules", "java.base", "--output", image.toString());
        ForkedJvm.Outcome outcome = ForkedJvm.withAgent("").javaHome(image).run("fixture.Application");
        assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(1);
        assertThat(outcome.out() + outcome.err()).contains("java.instrument");
        assertThat(ForkedJvm.plain().javaHome(image).run("fixture.Application").exitCode())
                .isEqualTo(3);
    }

    @Environment("multi-release jar")
    @Test
    void multiReleaseJar() throws IOException {
        Path old = Jars.compile(folder, "sample.Main", """
                package sample;

                public final class Main {
                    public static void main(String[] args) {
                        System.exit(1);
                    }
                }
                """);
        Path versioned = Jars.compile(folder, "sample.Main", """
                package sample;

                public final class Main {
                    public static void main(String[] args) throws Exception {
                        java.util.concurrent.Semaphore semaphore = new java.util.concurrent.Semaphore(2, true);
                        semaphore.acquire();
                        System.out.println(Main.class.getResource("Main.class").getPath().replaceAll(".*!", "")
                                + semaphore.availablePermits());
                        System.exit(3);
                    }
                }
                """);
        Path jar = Jars.manifest("Multi-Release: true")
                .folder("", old)
                .folder("META-INF/versions/11/", versioned)
                .write(folder.resolve("release.jar"));
        Comparison.Swaps swaps = new Comparison(folder).classPath(jar).run("sample.Main");
        assertThat(swaps.outcome().out()).contains("META-INF/versions/11");
        assertThat(swaps.in("sample.Main")).containsExactly("Semaphore");
    }

    @Environment("signed jar")
    @Test
    void signedJar() throws IOException, GeneralSecurityException {
        Path main = Jars.compile(folder, "sample.Main", """
                package sample;

                public final class Main {
                    public static void main(String[] args) throws Exception {
                        System.out.println(fixture.Checks.class.getSigners().length + " signer: " + fixture.Checks.run());
                        System.exit(3);
                    }
                }
                """, Jars.on(ForkedJvm.testClasses()));
        Path unsigned =
                Jars.manifest().folder("", main).classes("", "fixture.Checks").write(folder.resolve("unsigned.jar"));
        Path signed = Signature.sign(unsigned, folder);
        Comparison.Swaps swaps = new Comparison(folder).classPath(signed).run("sample.Main");
        assertThat(swaps.outcome().out()).startsWith("1 signer: ");
        assertThat(swaps.in("fixture.Checks")).isEqualTo(Comparison.Swaps.ALL);
    }
}
