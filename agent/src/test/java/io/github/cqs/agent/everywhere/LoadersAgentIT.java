package io.github.cqs.agent.everywhere;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Class loaders of applications, and classes that are made at run time. */
class LoadersAgentIT {
    @TempDir
    private Path folder;

    @Environment("class loader without a parent")
    @Test
    void loaderWithoutParent() throws IOException {
        Path jar = Jars.manifest().classes("", "fixture.Checks").write(folder.resolve("checks.jar"));
        Comparison.Swaps swaps = new Comparison(folder).run("fixture.Loaders", "none", jar.toString());
        assertThat(swaps.in("fixture.Checks")).isEqualTo(Comparison.Swaps.ALL);
    }

    @Environment(
            value = "class loader that hides `java.*` classes which it does not know",
            outcome = Environment.Outcome.LEFT_ALONE,
            remarks = "the replacement cannot be seen there; each site is reported")
    @Test
    void loaderWithAListOfClasses() throws IOException {
        Path jar = Jars.manifest().classes("", "fixture.Checks").write(folder.resolve("checks.jar"));
        Comparison.Swaps swaps = new Comparison(folder).run("fixture.Loaders", "list", jar.toString());
        assertThat(swaps.in("fixture.Checks")).isEmpty();
        assertThat(swaps.leftAloneIn("fixture.Checks").keySet()).isEqualTo(Comparison.Swaps.ALL);
        assertThat(swaps.leftAloneIn("fixture.Checks").values()).allMatch(reason -> reason.contains("class loader"));
    }

    @Environment(
            value = "class loader that fails with an error of its own when asked for an unknown class",
            outcome = Environment.Outcome.LEFT_ALONE,
            remarks = "each site is reported")
    @Test
    void loaderThatThrows() throws IOException {
        Path jar = Jars.manifest().classes("", "fixture.Checks").write(folder.resolve("checks.jar"));
        for (String way : new String[] {"assertion", "runtime", "checked", "null"}) {
            Comparison.Swaps swaps = new Comparison(folder).run("fixture.Loaders", way, jar.toString());
            assertThat(swaps.in("fixture.Checks")).isEmpty();
            assertThat(swaps.leftAloneIn("fixture.Checks").keySet()).isEqualTo(Comparison.Swaps.ALL);
        }
    }

    @Environment("class loader, parallel-capable, that finds its own classes first")
    @Test
    void loaderThatLooksAtHomeFirst() throws IOException {
        Path jar = Jars.manifest().classes("", "fixture.Checks").write(folder.resolve("checks.jar"));
        Comparison.Swaps swaps = new Comparison(folder).run("fixture.Loaders", "home", jar.toString());
        assertThat(swaps.in("fixture.Checks")).isEqualTo(Comparison.Swaps.ALL);
    }

    private static final String GREETER = """
            package fixture;

            public final class Greeter implements java.util.function.Supplier<String> {
                public String get() {
                    java.util.concurrent.Semaphore semaphore = new java.util.concurrent.Semaphore(2);
                    semaphore.acquireUninterruptibly();
                    return "left " + semaphore.availablePermits();
                }
            }
            """;

    @Environment("`Lookup.defineClass`")
    @Test
    void definedByLookup() throws IOException {
        Path classes = Jars.compile(folder, "fixture.Greeter", GREETER);
        Comparison.Swaps swaps =
                new Comparison(folder).run("fixture.Defined", "class", classes.resolve("fixture/Greeter.class") + "");
        assertThat(swaps.in("fixture.Greeter")).containsExactly("Semaphore");
        assertThat(swaps.used("fixture.Greeter", "Semaphore")).isTrue();
    }

    @Environment(
            value = "hidden classes, `Lookup.defineHiddenClass`",
            outcome = Environment.Outcome.LEFT_ALONE,
            remarks = "the JVM shows them to no agent, so they are not in the report")
    @Test
    void definedHidden() throws IOException {
        Path classes = Jars.compile(folder, "fixture.Greeter", GREETER);
        Comparison.Swaps swaps =
                new Comparison(folder).run("fixture.Defined", "hidden", classes.resolve("fixture/Greeter.class") + "");
        assertThat(swaps.in("fixture.Greeter")).isEmpty();
    }

    @Environment(
            value = "Groovy, classes compiled at run time",
            remarks =
                    "`@CompileStatic` code is swapped; dynamic code constructs by reflection and gets the JDK's classes")
    @Test
    void groovy() throws IOException {
        Path classes = Jars.compile(folder, "sample.Main", """
                package sample;

                public final class Main {
                    public static void main(String[] args) throws Exception {
                        groovy.lang.GroovyShell shell = new groovy.lang.GroovyShell();
                        System.out.println(shell.evaluate(args[0], "Dynamic.groovy"));
                        System.out.println(shell.evaluate(args[1], "Static.groovy"));
                        System.exit(3);
                    }
                }
                """, Jars.on(Libraries.jar("groovy")));
        String dynamic = """
                import java.util.concurrent.locks.ReentrantLock
                def lock = new ReentrantLock(true)
                lock.lock()
                class Named extends ReentrantLock { }
                def named = new Named()
                named.lock()
                "dynamic ${lock.holdCount} ${lock.fair} ${named.holdCount}"
                """;
        String compiled = """
                import java.util.concurrent.*
                @groovy.transform.CompileStatic
                class Work {
                    static String run() {
                        def semaphore = new Semaphore(3)
                        semaphore.acquire(2)
                        def made = [1, 2].collect { new CountDownLatch(it as int) }
                        "static ${semaphore.availablePermits()} ${made*.count}"
                    }
                }
                Work.run()
                """;
        Comparison.Swaps swaps = new Comparison(folder)
                .classPath(classes, Libraries.jar("groovy"))
                .run("sample.Main", dynamic, compiled);
        assertThat(swaps.outcome().lines()).containsExactly("dynamic 1 true 1", "static 1 [1, 2]");
        assertThat(swaps.in("Dynamic")).isEmpty();
        assertThat(swaps.in("Named")).containsExactly("ReentrantLock");
        assertThat(swaps.in("Work")).containsExactly("Semaphore");
        assertThat(swaps.used("Work", "Semaphore")).isTrue();
    }

    @Environment("classes of the application named like ours or like the JDK's")
    @Test
    void ownClassesOfTheSameNames() throws IOException {
        StringBuilder uses = new StringBuilder();
        List<Path> path = new ArrayList<>();
        for (String name : List.of(
                "io.github.cqs.agent.AgentStart",
                "io.github.cqs.agent.install.Installer",
                "io.github.cqs.agent.options.Options",
                "io.github.cqs.agent.rewrite.CallSiteRewriter",
                "io.github.cqs.agent.report.AgentLog",
                "io.github.cqs.agent.shaded.asm.ClassReader",
                "io.github.cqs.shims.CqsSemaphore",
                "own.util.concurrent.locks.ReentrantLock",
                "own.CqsReentrantLock")) {
            int dot = name.lastIndexOf('.');
            path.add(Jars.compile(
                    folder,
                    name,
                    "package " + name.substring(0, dot) + "; public class " + name.substring(dot + 1) + " {}"));
            uses.append("System.out.println(new ").append(name).append("().getClass().getFields().length);\n");
        }
        Path[] own = path.toArray(new Path[0]);
        path.add(Jars.compile(folder, "Main", """
                public class Main {
                    public static void main(String[] args) throws Exception {
                        %s
                        System.out.println(new java.util.concurrent.Semaphore(2).availablePermits());
                        System.exit(3);
                    }
                }
                """.formatted(uses), Jars.on(own)));
        Comparison.Swaps swaps =
                new Comparison(folder).classPath(path.toArray(new Path[0])).run("Main");
        assertThat(swaps.in("Main")).containsExactly("Semaphore");
        assertThat(swaps.classes()).containsExactly("Main");
    }
}
