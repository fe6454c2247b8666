package io.github.cqs.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.agent.ForkedJvm;
import io.github.cqs.agent.everywhere.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Class files of every version and of unusual shape. */
class ClassFormsAgentIT {
    private static final String LOCK = "java/util/concurrent/locks/ReentrantLock";

    @TempDir
    private Path folder;

    @Environment("class files of every version, 45 to the JDK's own, `jsr` and `ret` included")
    @ParameterizedTest
    @ValueSource(strings = {"", "report=stderr", "mode=passthrough"})
    void everyVersionOfClassFiles(String arguments) throws IOException {
        int newest = Runtime.version().feature() + 44;
        List<String> names = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (int major = 45; major <= newest; major++) {
            for (Shape shape : Shape.values()) {
                String name = "V" + major + shape;
                Files.write(folder.resolve(name + ".class"), generate(name, major, shape));
                names.add(name);
                String prefix = arguments.contains("passthrough") ? "Passthrough" : "Cqs";
                expected.add(name + ' ' + shape.made(prefix, name));
                expected.add(name + ' ' + shape.made(prefix, name));
            }
        }
        ForkedJvm.Outcome outcome = ForkedJvm.withAgent(arguments)
                .option("-Xverify:all")
                .classPath(folder, ForkedJvm.testClasses())
                .run("fixture.Versions", names.toArray(new String[0]));
        assertThat(outcome.lines()).as(outcome.err()).isEqualTo(expected);
    }

    private enum Shape {
        /** One NEW that two constructor calls may complete. */
        SHARED_NEW,
        /** A branch while the new object is not initialised. */
        BRANCH_IN_ARGUMENTS,
        /** A subroutine where the version has them, a try block where not. */
        SUBROUTINE,
        /** A subclass that makes another one while it calls super. */
        SUBCLASS;

        String made(String prefix, String name) {
            return this == SUBCLASS ? name : prefix + "ReentrantLock";
        }
    }

    private static byte[] generate(String name, int major, Shape shape) {
        ClassWriter c = new ClassWriter(major >= 50 ? ClassWriter.COMPUTE_FRAMES : ClassWriter.COMPUTE_MAXS) {
            @Override
            protected String getCommonSuperClass(String one, String other) {
                return one.equals(other) ? one : "java/lang/Object";
            }
        };
        int version = major == 45 ? Opcodes.V1_1 : major;
        String parent = shape == Shape.SUBCLASS ? LOCK : "java/lang/Object";
        c.visit(version, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, name, null, parent, null);
        if (shape == Shape.SUBCLASS) {
            constructor(c);
        }
        MethodVisitor m =
                c.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "make", "(Z)Ljava/lang/Object;", null, null);
        m.visitCode();
        switch (shape) {
            case SHARED_NEW -> sharedNew(m);
            case BRANCH_IN_ARGUMENTS -> branch(m);
            case SUBROUTINE -> subroutine(m, major < 50);
            case SUBCLASS -> {
                m.visitTypeInsn(Opcodes.NEW, name);
                m.visitInsn(Opcodes.DUP);
                m.visitVarInsn(Opcodes.ILOAD, 0);
                m.visitMethodInsn(Opcodes.INVOKESPECIAL, name, "<init>", "(Z)V", false);
            }
        }
        m.visitInsn(Opcodes.ARETURN);
        m.visitMaxs(0, 0);
        m.visitEnd();
        c.visitEnd();
        return c.toByteArray();
    }

    private static void constructor(ClassWriter c) {
        MethodVisitor m = c.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "(Z)V", null, null);
        m.visitCode();
        m.visitVarInsn(Opcodes.ALOAD, 0);
        m.visitTypeInsn(Opcodes.NEW, LOCK);
        m.visitInsn(Opcodes.DUP);
        m.visitVarInsn(Opcodes.ILOAD, 1);
        m.visitMethodInsn(Opcodes.INVOKESPECIAL, LOCK, "<init>", "(Z)V", false);
        m.visitMethodInsn(Opcodes.INVOKEVIRTUAL, LOCK, "isFair", "()Z", false);
        m.visitMethodInsn(Opcodes.INVOKESPECIAL, LOCK, "<init>", "(Z)V", false);
        m.visitVarInsn(Opcodes.ALOAD, 0);
        m.visitMethodInsn(Opcodes.INVOKESPECIAL, LOCK, "lock", "()V", false);
        m.visitInsn(Opcodes.RETURN);
        m.visitMaxs(0, 0);
        m.visitEnd();
    }

    private static void sharedNew(MethodVisitor m) {
        Label other = new Label();
        Label end = new Label();
        m.visitTypeInsn(Opcodes.NEW, LOCK);
        m.visitInsn(Opcodes.DUP);
        m.visitVarInsn(Opcodes.ILOAD, 0);
        m.visitJumpInsn(Opcodes.IFEQ, other);
        m.visitMethodInsn(Opcodes.INVOKESPECIAL, LOCK, "<init>", "()V", false);
        m.visitJumpInsn(Opcodes.GOTO, end);
        m.visitLabel(other);
        m.visitVarInsn(Opcodes.ILOAD, 0);
        m.visitMethodInsn(Opcodes.INVOKESPECIAL, LOCK, "<init>", "(Z)V", false);
        m.visitLabel(end);
    }

    private static void branch(MethodVisitor m) {
        Label other = new Label();
        Label end = new Label();
        m.visitTypeInsn(Opcodes.NEW, LOCK);
        m.visitInsn(Opcodes.DUP);
        m.visitVarInsn(Opcodes.ILOAD, 0);
        m.visitJumpInsn(Opcodes.IFEQ, other);
        m.visitInsn(Opcodes.ICONST_1);
        m.visitJumpInsn(Opcodes.GOTO, end);
        m.visitLabel(other);
        m.visitInsn(Opcodes.ICONST_0);
        m.visitLabel(end);
        m.visitMethodInsn(Opcodes.INVOKESPECIAL, LOCK, "<init>", "(Z)V", false);
    }

    private static void subroutine(MethodVisitor m, boolean jsr) {
        m.visitTypeInsn(Opcodes.NEW, LOCK);
        m.visitInsn(Opcodes.DUP);
        m.visitMethodInsn(Opcodes.INVOKESPECIAL, LOCK, "<init>", "()V", false);
        m.visitVarInsn(Opcodes.ASTORE, 1);
        Label lock = new Label();
        Label end = new Label();
        if (jsr) {
            m.visitJumpInsn(Opcodes.JSR, lock);
            m.visitJumpInsn(Opcodes.JSR, lock);
            m.visitJumpInsn(Opcodes.GOTO, end);
            m.visitLabel(lock);
            m.visitVarInsn(Opcodes.ASTORE, 2);
            m.visitVarInsn(Opcodes.ALOAD, 1);
            m.visitMethodInsn(Opcodes.INVOKEVIRTUAL, LOCK, "lock", "()V", false);
            m.visitVarInsn(Opcodes.RET, 2);
        } else {
            Label handler = new Label();
            m.visitTryCatchBlock(lock, handler, handler, null);
            m.visitLabel(lock);
            m.visitVarInsn(Opcodes.ALOAD, 1);
            m.visitMethodInsn(Opcodes.INVOKEVIRTUAL, LOCK, "lock", "()V", false);
            m.visitJumpInsn(Opcodes.GOTO, end);
            m.visitLabel(handler);
            m.visitInsn(Opcodes.ATHROW);
        }
        m.visitLabel(end);
        m.visitVarInsn(Opcodes.ALOAD, 1);
    }

    /** A handle's type is part of what was written. */
    @ParameterizedTest
    @ValueSource(strings = {"", "report=stderr", "stats=on", "mode=passthrough"})
    void constructorHandlesKeepTheirType(String arguments) throws IOException {
        Handle constructor = new Handle(Opcodes.H_NEWINVOKESPECIAL, LOCK, "<init>", "(Z)V", false);
        ClassWriter c = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        c.visit(Opcodes.V11, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, "Exact", null, "java/lang/Object", null);
        MethodVisitor m = c.visitMethod(
                Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "make", "(Z)Ljava/lang/Object;", null, new String[] {
                    "java/lang/Throwable"
                });
        m.visitCode();
        m.visitLdcInsn(constructor);
        m.visitInsn(Opcodes.ICONST_1);
        m.visitMethodInsn(
                Opcodes.INVOKEVIRTUAL, "java/lang/invoke/MethodHandle", "invokeExact", "(Z)L" + LOCK + ";", false);
        m.visitInsn(Opcodes.POP);
        m.visitInsn(Opcodes.ICONST_0);
        m.visitInvokeDynamicInsn(
                "made",
                "(Z)L" + LOCK + ";",
                new Handle(
                        Opcodes.H_INVOKESTATIC,
                        "Exact",
                        "bootstrap",
                        "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;"
                                + "Ljava/lang/invoke/MethodHandle;)Ljava/lang/invoke/CallSite;",
                        false),
                constructor);
        m.visitInsn(Opcodes.ARETURN);
        m.visitMaxs(0, 0);
        m.visitEnd();
        m = c.visitMethod(
                Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC,
                "bootstrap",
                "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;"
                        + "Ljava/lang/invoke/MethodHandle;)Ljava/lang/invoke/CallSite;",
                null,
                null);
        m.visitCode();
        m.visitTypeInsn(Opcodes.NEW, "java/lang/invoke/ConstantCallSite");
        m.visitInsn(Opcodes.DUP);
        m.visitVarInsn(Opcodes.ALOAD, 3);
        m.visitMethodInsn(
                Opcodes.INVOKESPECIAL,
                "java/lang/invoke/ConstantCallSite",
                "<init>",
                "(Ljava/lang/invoke/MethodHandle;)V",
                false);
        m.visitInsn(Opcodes.ARETURN);
        m.visitMaxs(0, 0);
        m.visitEnd();
        c.visitEnd();
        Files.write(folder.resolve("Exact.class"), c.toByteArray());
        ForkedJvm.Outcome outcome = ForkedJvm.withAgent(arguments)
                .classPath(folder, ForkedJvm.testClasses())
                .run("fixture.Versions", "Exact");
        String made = arguments.startsWith("mode")
                ? "PassthroughReentrantLock"
                : arguments.startsWith("stats") ? "MeteredReentrantLock" : "CqsReentrantLock";
        assertThat(outcome.lines()).as(outcome.err()).containsExactly("Exact " + made, "Exact " + made);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "report=stderr"})
    void constructorsAmongTheConstants(String arguments) throws IOException {
        Handle constructor = new Handle(Opcodes.H_NEWINVOKESPECIAL, LOCK, "<init>", "()V", false);
        ClassWriter c = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        c.visit(Opcodes.V11, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, "Constants", null, "java/lang/Object", null);
        MethodVisitor m = c.visitMethod(
                Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "make", "(Z)Ljava/lang/Object;", null, new String[] {
                    "java/lang/Throwable"
                });
        m.visitCode();
        m.visitLdcInsn(constructor);
        m.visitMethodInsn(
                Opcodes.INVOKEVIRTUAL, "java/lang/invoke/MethodHandle", "invoke", "()Ljava/lang/Object;", false);
        m.visitInsn(Opcodes.POP);
        m.visitLdcInsn(new ConstantDynamic(
                "made",
                "Ljava/lang/Object;",
                new Handle(
                        Opcodes.H_INVOKESTATIC,
                        "java/lang/invoke/ConstantBootstraps",
                        "invoke",
                        "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;"
                                + "Ljava/lang/invoke/MethodHandle;[Ljava/lang/Object;)Ljava/lang/Object;",
                        false),
                constructor));
        m.visitInsn(Opcodes.ARETURN);
        m.visitMaxs(0, 0);
        m.visitEnd();
        c.visitEnd();
        assertThat(Type.getObjectType(LOCK).getSort()).isEqualTo(Type.OBJECT);
        Files.write(folder.resolve("Constants.class"), c.toByteArray());
        ForkedJvm.Outcome outcome = ForkedJvm.withAgent(arguments)
                .classPath(folder, ForkedJvm.testClasses())
                .run("fixture.Versions", "Constants");
        assertThat(outcome.lines())
                .as(outcome.err())
                .containsExactly("Constants CqsReentrantLock", "Constants CqsReentrantLock");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "report=stderr"})
    void unusualPlacesAndLoaders(String arguments) {
        ForkedJvm.Outcome outcome =
                ForkedJvm.withAgent(arguments).option("-Xverify:all").run("fixture.Forms");
        assertThat(outcome.lines())
                .as(outcome.err())
                .containsExactly(
                        "record: CqsReentrantLock",
                        "lambda: CqsCountDownLatch",
                        "boxed reference: CqsReentrantLock",
                        "interface reference: CqsSemaphore",
                        "interface default: CqsReentrantLock",
                        "enum: CqsReentrantLock",
                        "nested: CqsReentrantLock",
                        "nested super: CqsReentrantLock",
                        "array: ReentrantLock[]",
                        "serializable reference: ReentrantLock",
                        "serialized reference: ReentrantLock",
                        "parent-less loader: CqsReentrantLock",
                        "blind loader: ReentrantLock",
                        "reflection: ReentrantLock",
                        "method handle: Semaphore",
                        "negative: count < 0");
        if (!arguments.isEmpty()) {
            assertThat(outcome.err())
                    .contains("skipped new ReentrantLock at fixture.Loaded.get:")
                    .contains("its class loader does not find java.util.concurrent.locks.CqsReentrantLock")
                    .contains("serializable constructor reference");
        }
    }

    @Test
    void namedModule() throws IOException {
        Path sources = Files.createDirectories(folder.resolve("src/app"));
        Path classes = folder.resolve("classes");
        Path module = Files.writeString(folder.resolve("src/module-info.java"), "module sample.app {}");
        Path main = Files.writeString(sources.resolve("Main.java"), """
                package app;

                import java.util.concurrent.*;

                public class Main {
                    public static void main(String[] args) throws Exception {
                        Semaphore semaphore = new Semaphore(1);
                        semaphore.acquire();
                        System.out.println(Main.class.getModule() + " " + semaphore.getClass().getSimpleName());
                    }
                }
                """);
        int compiled = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(System.out, System.err, "-d", classes.toString(), module.toString(), main.toString());
        assertThat(compiled).isZero();
        for (String delivery : List.of("java.base", "append")) {
            ForkedJvm.Outcome outcome = ForkedJvm.withAgent("delivery=" + delivery)
                    .option("-p", classes.toString())
                    .classPath()
                    .run("-m sample.app/app.Main");
            assertThat(outcome.lines()).as(outcome.err()).containsExactly("module sample.app CqsSemaphore");
        }
    }

    @Test
    void aClassFileNewerThanTheAgentIsReportedAndLeftToTheJvm() throws IOException {
        byte[] bytes = generate("Future", 61, Shape.SHARED_NEW);
        bytes[7] = (byte) 200;
        Files.write(folder.resolve("Future.class"), bytes);
        ForkedJvm.Outcome outcome = ForkedJvm.withAgent("report=stderr")
                .classPath(folder, ForkedJvm.testClasses())
                .run("fixture.Versions", "Future");
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err())
                .contains("UnsupportedClassVersionError")
                .contains("class file version 200 is newer than this agent knows");
    }

    @Test
    void anApplicationsOwnClassesNamedLikeOursAreItsOwn() throws IOException {
        Path classes = folder.resolve("named");
        List<String> names = List.of(
                "io.github.cqs.shims.CqsReentrantLock",
                "io.github.cqs.internal.Segment",
                "org.objectweb.asm.ClassReader",
                "picocli.CommandLine");
        List<String> command = new ArrayList<>(List.of("-d", classes.toString()));
        StringBuilder uses = new StringBuilder();
        for (String name : names) {
            int dot = name.lastIndexOf('.');
            String simple = name.substring(dot + 1);
            Path file = folder.resolve(simple + ".java");
            Files.writeString(
                    file,
                    "package " + name.substring(0, dot) + "; public class " + simple
                            + " { public String toString() { return \"the application's " + simple + "\"; } }");
            command.add(file.toString());
            uses.append("System.out.println(new ").append(name).append("());\n");
        }
        Path main = folder.resolve("Main.java");
        Files.writeString(
                main,
                "public class Main { public static void main(String[] args) {\n" + uses
                        + "System.out.println(new java.util.concurrent.Semaphore(1).getClass().getSimpleName()); } }");
        command.add(main.toString());
        assertThat(ToolProvider.findFirst("javac")
                        .orElseThrow()
                        .run(System.out, System.err, command.toArray(new String[0])))
                .isZero();
        ForkedJvm.Outcome outcome =
                ForkedJvm.withAgent("report=stderr").classPath(classes).run("Main");
        assertThat(outcome.lines())
                .as(outcome.err())
                .containsExactly(
                        "the application's CqsReentrantLock",
                        "the application's Segment",
                        "the application's ClassReader",
                        "the application's CommandLine",
                        "CqsSemaphore");
    }
}
