package io.github.cqs.agent.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cqs.agent.rewrite.Primitive;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/**
 * Patches copies of the JDK's classes, which live under another name and in a loader that verifies them, and gives them
 * subclasses that stand for shims.
 */
class JdkBodiesTest {
    private static final String SHIM = "copy/Shim";

    /** Loads a JDK class and its nested ones as {@code copy.*}. */
    private static final class Copies extends ClassLoader {
        private final Map<String, byte[]> bytes = new HashMap<>();

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] found = bytes.get(name.replace('.', '/'));
            if (found == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, found, 0, found.length);
        }
    }

    private static String copyOf(Class<?> jdk) {
        return "copy/" + jdk.getSimpleName();
    }

    private static byte[] copy(Class<?> part, Class<?> jdk) throws IOException {
        String from = jdk.getName().replace('.', '/');
        Remapper names = new Remapper(Opcodes.ASM9) {
            @Override
            public String map(String name) {
                return name.startsWith(from) ? copyOf(jdk) + name.substring(from.length()) : name;
            }
        };
        try (InputStream in =
                ClassLoader.getSystemResourceAsStream(part.getName().replace('.', '/') + ".class")) {
            ClassWriter writer = new ClassWriter(0);
            new ClassReader(in).accept(new ClassRemapper(writer, names), 0);
            return writer.toByteArray();
        }
    }

    private static Copies copies(Class<?> jdk, DeliveredClasses.ShimEntry shim) throws IOException {
        Copies copies = new Copies();
        for (Class<?> nested : jdk.getDeclaredClasses()) {
            copies.bytes.put(copyOf(jdk) + '$' + nested.getSimpleName(), copy(nested, jdk));
        }
        copies.bytes.put(copyOf(jdk), new JdkBodies(shim, SHIM, copyOf(jdk)).patch(copy(jdk, jdk)));
        copies.bytes.put(SHIM, shim(copyOf(jdk), shim));
        return copies;
    }

    /** A shim that answers every question with true or 42. */
    private static byte[] shim(String parent, DeliveredClasses.ShimEntry entry) {
        ClassWriter c = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        c.visit(Opcodes.V17, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, SHIM, null, parent, null);
        for (String descriptor : entry.constructors()) {
            MethodVisitor m = c.visitMethod(Opcodes.ACC_PUBLIC, "<init>", descriptor, null, null);
            m.visitCode();
            m.visitVarInsn(Opcodes.ALOAD, 0);
            for (int i = 1; i < descriptor.indexOf(')'); i++) {
                m.visitVarInsn(Opcodes.ILOAD, i);
            }
            m.visitMethodInsn(Opcodes.INVOKESPECIAL, parent, "<init>", descriptor, false);
            m.visitInsn(Opcodes.RETURN);
            m.visitMaxs(0, 0);
            m.visitEnd();
        }
        for (DeliveredClasses.Answer answer : entry.answers()) {
            MethodVisitor m = c.visitMethod(Opcodes.ACC_PUBLIC, answer.shimMethod(), answer.descriptor(), null, null);
            m.visitCode();
            m.visitIntInsn(Opcodes.BIPUSH, answer.descriptor().endsWith("Z") ? 1 : 42);
            m.visitInsn(Opcodes.IRETURN);
            m.visitMaxs(0, 0);
            m.visitEnd();
        }
        c.visitEnd();
        return c.toByteArray();
    }

    private static DeliveredClasses.ShimEntry lockEntry(boolean ownState) {
        return new DeliveredClasses.ShimEntry(
                Primitive.REENTRANT_LOCK,
                ownState,
                List.of("()V", "(Z)V"),
                List.of(
                        new DeliveredClasses.Answer("isFair", "cqsIsFair", "()Z"),
                        new DeliveredClasses.Answer("hasQueuedThreads", "cqsHasQueuedThreads", "()Z"),
                        new DeliveredClasses.Answer("hasQueuedThread", "cqsHasQueuedThread", "(Ljava/lang/Thread;)Z"),
                        new DeliveredClasses.Answer("getQueueLength", "cqsGetQueueLength", "()I")));
    }

    private static DeliveredClasses.ShimEntry semaphoreEntry() {
        return new DeliveredClasses.ShimEntry(
                Primitive.SEMAPHORE,
                true,
                List.of("(I)V", "(IZ)V"),
                List.of(
                        new DeliveredClasses.Answer("hasQueuedThreads", "cqsHasQueuedThreads", "()Z"),
                        new DeliveredClasses.Answer("getQueueLength", "cqsGetQueueLength", "()I")));
    }

    private static Object sync(Object made, Class<?> declaring) throws ReflectiveOperationException {
        Field sync = declaring.getDeclaredField("sync");
        sync.setAccessible(true);
        return sync.get(made);
    }

    private static Object ask(Object made, String method) throws ReflectiveOperationException {
        return made.getClass().getMethod(method).invoke(made);
    }

    @Test
    void finalMethodsOfALockAskTheShimAndOnlyTheShim() throws Exception {
        Copies copies = copies(ReentrantLock.class, lockEntry(false));
        Object shim = copies.loadClass("copy.Shim").getConstructor().newInstance();
        assertThat(ask(shim, "isFair")).isEqualTo(true);
        assertThat(ask(shim, "hasQueuedThreads")).isEqualTo(true);
        assertThat(ask(shim, "getQueueLength")).isEqualTo(42);
        assertThat(shim.getClass().getMethod("hasQueuedThread", Thread.class).invoke(shim, Thread.currentThread()))
                .isEqualTo(true);
        Class<?> jdk = copies.loadClass("copy.ReentrantLock");
        assertThat(sync(shim, jdk)).isNotNull();
        Object plain = jdk.getConstructor().newInstance();
        assertThat(ask(plain, "isFair")).isEqualTo(false);
        assertThat(ask(plain, "getQueueLength")).isEqualTo(0);
    }

    @Test
    void constructorsAllocateNothingForAShimWithItsOwnState() throws Exception {
        Copies copies = copies(ReentrantLock.class, lockEntry(true));
        Class<?> jdk = copies.loadClass("copy.ReentrantLock");
        Class<?> shim = copies.loadClass("copy.Shim");
        assertThat(sync(shim.getConstructor().newInstance(), jdk)).isNull();
        assertThat(sync(shim.getConstructor(boolean.class).newInstance(true), jdk))
                .isNull();
        assertThat(sync(jdk.getConstructor().newInstance(), jdk)).isNotNull();
        Object fair = jdk.getConstructor(boolean.class).newInstance(true);
        assertThat(ask(fair, "isFair")).isEqualTo(true);

        copies = copies(Semaphore.class, semaphoreEntry());
        jdk = copies.loadClass("copy.Semaphore");
        shim = copies.loadClass("copy.Shim");
        Object semaphore = shim.getConstructor(int.class, boolean.class).newInstance(3, true);
        assertThat(sync(semaphore, jdk)).isNull();
        assertThat(ask(semaphore, "getQueueLength")).isEqualTo(42);
        assertThat(ask(jdk.getConstructor(int.class).newInstance(3), "availablePermits"))
                .isEqualTo(3);

        copies = copies(
                CountDownLatch.class,
                new DeliveredClasses.ShimEntry(Primitive.COUNT_DOWN_LATCH, true, List.of("(I)V"), List.of()));
        jdk = copies.loadClass("copy.CountDownLatch");
        shim = copies.loadClass("copy.Shim");
        assertThat(sync(shim.getConstructor(int.class).newInstance(3), jdk)).isNull();
        assertThat(ask(jdk.getConstructor(int.class).newInstance(3), "getCount"))
                .isEqualTo(3L);
    }

    @Test
    void aClassThatIsNotAsExpectedIsNotPatched() throws IOException {
        List<DeliveredClasses.Answer> answers = new ArrayList<>(lockEntry(false).answers());
        answers.add(new DeliveredClasses.Answer("isUnfair", "cqsIsUnfair", "()Z"));
        DeliveredClasses.ShimEntry unknownMethod =
                new DeliveredClasses.ShimEntry(Primitive.REENTRANT_LOCK, false, List.of("()V", "(Z)V"), answers);
        assertThatThrownBy(() -> copies(ReentrantLock.class, unknownMethod))
                .hasMessage("4 of 5 final methods are as expected");
        DeliveredClasses.ShimEntry unknownConstructor =
                new DeliveredClasses.ShimEntry(Primitive.REENTRANT_LOCK, true, List.of("()V", "(I)V"), List.of());
        assertThatThrownBy(() -> copies(ReentrantLock.class, unknownConstructor))
                .hasMessage("1 of 2 constructors are as expected");
        assertThatThrownBy(() -> new JdkBodies(lockEntry(false), SHIM, "java/lang/Other")
                        .patch(copy(ReentrantLock.class, ReentrantLock.class)))
                .hasMessageContaining("is not java/lang/Other");
    }
}
