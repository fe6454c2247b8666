package io.github.cqs.agent.everywhere;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.agent.ForkedJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Applications with other versions of what the agent is made of. */
class OwnLibrariesAgentIT {
    @TempDir
    private Path folder;

    private Comparison.Swaps run(String source, Path... libraries) throws IOException {
        Path[] path = Arrays.copyOf(libraries, libraries.length + 2);
        path[libraries.length] = ForkedJvm.testClasses();
        path[libraries.length + 1] = Path.of("");
        path[libraries.length + 1] = Jars.compile(folder, "sample.Main", source, Jars.on(path));
        return new Comparison(folder).classPath(path).run("sample.Main");
    }

    @Environment("application with ASM 5")
    @Test
    void asm5() throws IOException {
        Comparison.Swaps swaps = run("""
                package sample;

                import org.objectweb.asm.*;

                public final class Main {
                    public static final class Made extends ClassLoader {
                        Class<?> define(byte[] bytes) {
                            return defineClass(null, bytes, 0, bytes.length);
                        }
                    }

                    public static void main(String[] args) throws Exception {
                        try {
                            Opcodes.class.getField("ASM9");
                            System.out.println("not ASM 5");
                        } catch (NoSuchFieldException e) {
                            System.out.println("ASM 5");
                        }
                        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
                        String latch = "java/util/concurrent/CountDownLatch";
                        writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC, "sample/Latch", null, latch, null);
                        MethodVisitor made = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
                        made.visitCode();
                        made.visitVarInsn(Opcodes.ALOAD, 0);
                        made.visitInsn(Opcodes.ICONST_2);
                        made.visitMethodInsn(Opcodes.INVOKESPECIAL, latch, "<init>", "(I)V", false);
                        made.visitInsn(Opcodes.RETURN);
                        made.visitMaxs(0, 0);
                        made.visitEnd();
                        Class<?> defined = new Made().define(writer.toByteArray());
                        System.out.println(((java.util.concurrent.CountDownLatch) defined.getConstructor().newInstance()).getCount());
                        System.out.println(fixture.Checks.run());
                        System.exit(3);
                    }
                }
                """, Libraries.jar("asm"));
        assertThat(swaps.outcome().lines()).startsWith("ASM 5", "2");
        assertThat(swaps.in("sample.Latch")).containsExactly("CountDownLatch");
        assertThat(swaps.in("fixture.Checks")).isEqualTo(Comparison.Swaps.ALL);
    }

    @Environment("application with Byte Buddy, which makes subclasses")
    @Test
    void byteBuddy() throws IOException {
        Comparison.Swaps swaps = run("""
                package sample;

                import java.util.concurrent.locks.ReentrantLock;
                import net.bytebuddy.ByteBuddy;
                import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
                import net.bytebuddy.implementation.FixedValue;
                import net.bytebuddy.matcher.ElementMatchers;

                public final class Main {
                    public static void main(String[] args) throws Exception {
                        Class<? extends ReentrantLock> made = new ByteBuddy()
                                .subclass(ReentrantLock.class)
                                .name("sample.Generated")
                                .method(ElementMatchers.named("getHoldCount"))
                                .intercept(FixedValue.value(42))
                                .make()
                                .load(Main.class.getClassLoader(), ClassLoadingStrategy.Default.WRAPPER)
                                .getLoaded();
                        ReentrantLock lock = made.getConstructor(boolean.class).newInstance(true);
                        lock.lock();
                        System.out.println(lock.isHeldByCurrentThread() + " " + lock.isFair() + " " + lock.getHoldCount());
                        System.exit(3);
                    }
                }
                """, Libraries.jar("byte-buddy"));
        assertThat(swaps.outcome().lines()).containsExactly("true true 42");
        assertThat(swaps.in("sample.Generated")).containsExactly("ReentrantLock");
    }

    @Environment("application with older Jackson and picocli")
    @Test
    void jacksonAndPicocli() throws IOException {
        Comparison.Swaps swaps = run("""
                package sample;

                import com.fasterxml.jackson.core.JsonFactory;

                public final class Main {
                    public static void main(String[] args) throws Exception {
                        System.out.println(new JsonFactory().version() + " " + picocli.CommandLine.VERSION);
                        System.out.println(new JsonFactory().createParser("{}").nextToken());
                        System.out.println(fixture.Checks.run());
                        System.exit(3);
                    }
                }
                """, Libraries.jar("jackson-core"), Libraries.jar("picocli"));
        assertThat(swaps.outcome().lines()).startsWith("2.9.10 3.9.6", "START_OBJECT");
        assertThat(swaps.in("fixture.Checks")).isEqualTo(Comparison.Swaps.ALL);
    }

    @Environment("application with the agent's own jar on its class path")
    @Test
    void theAgentItself() throws IOException {
        Path copy = Files.copy(ForkedJvm.jar(), folder.resolve("copy.jar"));
        Comparison.Swaps swaps = run("""
                package sample;

                public final class Main {
                    public static void main(String[] args) throws Exception {
                        System.out.println(Class.forName("io.github.cqs.agent.options.Option").getEnumConstants().length > 9);
                        System.out.println(fixture.Checks.run());
                        System.exit(3);
                    }
                }
                """, copy);
        assertThat(swaps.outcome().lines()).startsWith("true");
        assertThat(swaps.in("fixture.Checks")).isEqualTo(Comparison.Swaps.ALL);
    }

    @Environment("JMH, in forks that inherit the agent")
    @Test
    void jmh() throws IOException {
        Path[] libraries = {
            Libraries.jar("jmh-core"),
            Libraries.jar("jmh-generator-annprocess"),
            Libraries.jar("jopt-simple"),
            Libraries.jar("commons-math3")
        };
        Path main = Jars.compile(
                folder,
                "sample.Main",
                """
                package sample;

                import java.util.concurrent.*;
                import java.util.concurrent.locks.ReentrantLock;
                import org.openjdk.jmh.annotations.*;
                import org.openjdk.jmh.runner.Runner;
                import org.openjdk.jmh.runner.options.*;

                @State(Scope.Benchmark)
                public class Main {
                    private final ReentrantLock lock = new ReentrantLock();
                    private int count;

                    @Benchmark
                    public int counted() {
                        lock.lock();
                        try {
                            return ++count;
                        } finally {
                            lock.unlock();
                        }
                    }

                    public static void main(String[] args) throws Exception {
                        Options options = new OptionsBuilder()
                                .include("counted")
                                .forks(1)
                                .threads(2)
                                .warmupIterations(0)
                                .measurementIterations(1)
                                .measurementTime(TimeValue.milliseconds(50))
                                .verbosity(VerboseMode.SILENT)
                                .build();
                        System.out.println(new Runner(options).run().size() + " result, " + new Main().counted());
                        System.exit(3);
                    }
                }
                """,
                "-processor",
                "org.openjdk.jmh.generators.BenchmarkProcessor",
                "-cp",
                Jars.path(libraries));
        Path[] path = {main, libraries[0], libraries[2], libraries[3]};
        Comparison.Swaps swaps = new Comparison(folder)
                .option("-Djmh.ignoreLock=true")
                .classPath(path)
                .run("sample.Main");
        assertThat(swaps.outcome().lines()).endsWith("1 result, 1");
        assertThat(swaps.in("sample.Main")).containsExactly("ReentrantLock");
    }
}
