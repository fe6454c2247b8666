package io.github.cqs.agent.everywhere;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.agent.ForkedJvm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Agents that others wrote, before and after ours. */
class RealAgentsAgentIT {
    private static final String CHECKS = "fixture/Checks";

    @TempDir
    private Path folder;

    private static String agent(Path jar, String arguments) {
        return "-javaagent:" + jar + arguments;
    }

    /** JaCoCo's key of a class: the eight bytes before its name. */
    private static long classId(Path executionData) throws IOException {
        byte[] data = Files.readAllBytes(executionData);
        int name = new String(data, StandardCharsets.ISO_8859_1).indexOf(CHECKS);
        assertThat(name).isPositive();
        return ByteBuffer.wrap(data).getLong(name - 10);
    }

    @Environment("JaCoCo's agent before ours")
    @Test
    void jacocoBefore() throws IOException {
        Path jacoco = Libraries.jar("org.jacoco.agent-runtime");
        Path alone = folder.resolve("alone.exec");
        Path both = folder.resolve("both.exec");
        Path report = folder.resolve("report.json");
        ForkedJvm.Running first =
                ForkedJvm.plain().option(agent(jacoco, "=destfile=" + alone)).start("fixture.Application");
        ForkedJvm.Running second = ForkedJvm.plain()
                .option(agent(jacoco, "=destfile=" + both), agent(ForkedJvm.jar(), "=report=" + report))
                .start("fixture.Application");
        Comparison.Swaps swaps = Comparison.compare(ForkedJvm.finish(first), ForkedJvm.finish(second), report);
        assertThat(swaps.in("fixture.Checks")).isEqualTo(Comparison.Swaps.ALL);
        assertThat(classId(both)).isEqualTo(classId(alone));
    }

    @Environment(
            value = "JaCoCo's agent after ours",
            remarks =
                    "the program works; JaCoCo's own report does not recognise rewritten classes, so name JaCoCo first")
    @Test
    void jacocoAfter() throws IOException {
        Path data = folder.resolve("jacoco.exec");
        Comparison.Swaps swaps = new Comparison(folder)
                .option(agent(Libraries.jar("org.jacoco.agent-runtime"), "=append=false,destfile=" + data))
                .run("fixture.Application");
        assertThat(swaps.in("fixture.Checks")).isEqualTo(Comparison.Swaps.ALL);
    }

    private Path byteBuddyAgent() throws IOException {
        Path byteBuddy = Libraries.jar("byte-buddy");
        Path classes = Jars.compile(folder, "other.Agent", """
                package other;

                import java.lang.instrument.Instrumentation;
                import net.bytebuddy.agent.builder.AgentBuilder;
                import net.bytebuddy.asm.Advice;
                import net.bytebuddy.matcher.ElementMatchers;

                public final class Agent {
                    public static final class Counting {
                        @Advice.OnMethodEnter
                        static void enter(@Advice.Origin("#m") String method) {
                            System.out.println("called " + method);
                        }
                    }

                    public static void premain(String arguments, Instrumentation instrumentation) {
                        new AgentBuilder.Default()
                                .disableClassFormatChanges()
                                .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
                                .type(ElementMatchers.nameStartsWith("fixture."))
                                .transform((builder, type, loader, module, domain) -> builder.visit(
                                        Advice.to(Counting.class).on(ElementMatchers.named("sums"))))
                                .installOn(instrumentation);
                    }
                }
                """, Jars.on(byteBuddy));
        return Jars.manifest(
                        "Premain-Class: other.Agent",
                        "Can-Retransform-Classes: true",
                        "Can-Redefine-Classes: true",
                        "Class-Path: " + byteBuddy.toUri().getPath())
                .folder("", classes)
                .write(folder.resolve("other.jar"));
    }

    @Environment("an agent made with Byte Buddy, before and after ours")
    @Test
    void byteBuddy() throws IOException {
        Path other = byteBuddyAgent();
        Path report = folder.resolve("before.json");
        ForkedJvm.Running first = ForkedJvm.plain().option(agent(other, "")).start("fixture.Application");
        ForkedJvm.Running second = ForkedJvm.plain()
                .option(agent(other, ""), agent(ForkedJvm.jar(), "=report=" + report))
                .start("fixture.Application");
        Comparison.Swaps before = Comparison.compare(ForkedJvm.finish(first), ForkedJvm.finish(second), report);
        assertThat(before.outcome().out()).startsWith("called sums");
        assertThat(before.in("fixture.Checks")).isEqualTo(Comparison.Swaps.ALL);

        Comparison.Swaps after = new Comparison(folder).option(agent(other, "")).run("fixture.Application");
        assertThat(after.outcome().out()).startsWith("called sums");
        assertThat(after.in("fixture.Checks")).isEqualTo(Comparison.Swaps.ALL);
    }

    @Environment("an agent made with Byte Buddy that changes subclasses of swapped classes")
    @ParameterizedTest
    @ValueSource(strings = {"", ",delivery=append", ",stats=on", ",mode=passthrough"})
    void byteBuddyOnSubclasses(String arguments) throws IOException {
        Path classes = Jars.compile(folder, "fixture.Subclasses", """
                package fixture;

                import java.util.concurrent.*;
                import java.util.concurrent.locks.ReentrantLock;

                public final class Subclasses {
                    static final class Keyed<K> extends ReentrantLock {
                        String sums(K key) {
                            return key + " " + getHoldCount();
                        }
                    }

                    static final class Names extends ArrayBlockingQueue<String> {
                        Names() {
                            super(2);
                        }

                        int sums() {
                            return remainingCapacity();
                        }
                    }

                    static final class Plain extends Semaphore {
                        Plain() {
                            super(3);
                        }

                        int sums() {
                            return availablePermits();
                        }
                    }

                    public static void main(String[] args) {
                        System.out.println(new Keyed<String>().sums("key"));
                        System.out.println(new Names().sums());
                        System.out.println(new Plain().sums());
                        System.exit(3);
                    }
                }
                """);
        Comparison.Swaps swaps = new Comparison(folder, arguments)
                .option("-Xshare:off", agent(byteBuddyAgent(), ""))
                .classPath(classes)
                .run("fixture.Subclasses");
        assertThat(swaps.outcome().lines())
                .containsExactly("called sums", "key 0", "called sums", "2", "called sums", "3");
        assertThat(swaps.in("fixture.Subclasses$Keyed")).containsExactly("ReentrantLock");
    }
}
