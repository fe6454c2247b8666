package io.github.cqs.agent.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.cqs.agent.rewrite.Primitive;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/**
 * Patches copies of the JDK's classes, which live under another name and in a loader that verifies them, and gives them
 * subclasses that stand for shims.
 */
class JdkBodiesTest {
    private static final String SHIM = "copy/Shim";
    private static final String SUBCLASS = "copy/Sub";

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
        copies.bytes.put(SHIM, shim(SHIM, copyOf(jdk), shim));
        copies.bytes.put(SUBCLASS, shim(SUBCLASS, SHIM, shim));
        return copies;
    }

    /** A shim that answers every question with true or 42, or a subclass of it. */
    private static byte[] shim(String name, String parent, DeliveredClasses.ShimEntry entry) {
        ClassWriter c = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        c.visit(Opcodes.V17, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, name, null, parent, null);
        for (String descriptor : entry.constructors()) {
            MethodVisitor m = c.visitMethod(Opcodes.ACC_PUBLIC, "<init>", descriptor, null, null);
            m.visitCode();
            m.visitVarInsn(Opcodes.ALOAD, 0);
            Type[] arguments = Type.getArgumentTypes(descriptor);
            for (int i = 0; i < arguments.length; i++) {
                m.visitVarInsn(arguments[i].getOpcode(Opcodes.ILOAD), i + 1);
            }
            m.visitMethodInsn(Opcodes.INVOKESPECIAL, parent, "<init>", descriptor, false);
            m.visitVarInsn(Opcodes.ALOAD, 0);
            m.visitInsn(Opcodes.ICONST_1);
            m.visitFieldInsn(Opcodes.PUTFIELD, name, "ready", "Z");
            m.visitInsn(Opcodes.RETURN);
            m.visitMaxs(0, 0);
            m.visitEnd();
        }
        c.visitField(Opcodes.ACC_PUBLIC, "ready", "Z", null, null).visitEnd();
        MethodVisitor ready = c.visitMethod(Opcodes.ACC_PUBLIC, "cqsIsReady", "()Z", null, null);
        ready.visitCode();
        ready.visitVarInsn(Opcodes.ALOAD, 0);
        ready.visitFieldInsn(Opcodes.GETFIELD, name, "ready", "Z");
        ready.visitInsn(Opcodes.IRETURN);
        ready.visitMaxs(0, 0);
        ready.visitEnd();
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

    private static DeliveredClasses.ShimEntry lockEntry(String... superConstructors) {
        return new DeliveredClasses.ShimEntry(
                Primitive.REENTRANT_LOCK,
                List.of("()V", "(Z)V"),
                List.of(superConstructors),
                List.of(
                        new DeliveredClasses.Answer("isFair", "cqsIsFair", "()Z"),
                        new DeliveredClasses.Answer("hasQueuedThreads", "cqsHasQueuedThreads", "()Z"),
                        new DeliveredClasses.Answer("hasQueuedThread", "cqsHasQueuedThread", "(Ljava/lang/Thread;)Z"),
                        new DeliveredClasses.Answer("getQueueLength", "cqsGetQueueLength", "()I")));
    }

    private static DeliveredClasses.ShimEntry entry(Primitive primitive, String constructor) {
        return new DeliveredClasses.ShimEntry(primitive, List.of(constructor), List.of(constructor), List.of());
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
        Copies copies = copies(ReentrantLock.class, lockEntry());
        Object shim = copies.loadClass("copy.Shim").getConstructor().newInstance();
        assertThat(ask(shim, "isFair")).isEqualTo(true);
        assertThat(ask(shim, "hasQueuedThreads")).isEqualTo(true);
        assertThat(ask(shim, "getQueueLength")).isEqualTo(42);
        assertThat(shim.getClass().getMethod("hasQueuedThread", Thread.class).invoke(shim, Thread.currentThread()))
                .isEqualTo(true);
        shim.getClass().getField("ready").set(shim, false);
        assertThat(ask(shim, "isFair")).isEqualTo(false);
        assertThat(ask(shim, "getQueueLength")).isEqualTo(0);
        Class<?> jdk = copies.loadClass("copy.ReentrantLock");
        assertThat(sync(shim, jdk)).isNotNull();
        Object plain = jdk.getConstructor().newInstance();
        assertThat(ask(plain, "isFair")).isEqualTo(false);
        assertThat(ask(plain, "getQueueLength")).isEqualTo(0);
    }

    /** Values of the object fields of {@code declaring} that are not null. */
    private static List<String> held(Object made, Class<?> declaring) throws ReflectiveOperationException {
        List<String> names = new ArrayList<>();
        for (Field field : declaring.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                field.setAccessible(true);
                if (field.get(made) != null) {
                    names.add(field.getName());
                }
            }
        }
        return names;
    }

    static Stream<Arguments> constructors() {
        return Stream.of(
                arguments(ReentrantLock.class, lockEntry("()V", "(Z)V"), new Object[0]),
                arguments(ReentrantLock.class, lockEntry("()V", "(Z)V"), new Object[] {true}),
                arguments(Semaphore.class, entry(Primitive.SEMAPHORE, "(IZ)V"), new Object[] {3, true}),
                arguments(CountDownLatch.class, entry(Primitive.COUNT_DOWN_LATCH, "(I)V"), new Object[] {3}),
                arguments(
                        CyclicBarrier.class,
                        entry(Primitive.CYCLIC_BARRIER, "(ILjava/lang/Runnable;)V"),
                        new Object[] {3, (Runnable) () -> {}}),
                arguments(
                        ArrayBlockingQueue.class, entry(Primitive.ARRAY_BLOCKING_QUEUE, "(IZ)V"), new Object[] {3, true
                        }));
    }

    @ParameterizedTest
    @MethodSource("constructors")
    void constructorsAllocateNothingForAnExactShim(Class<?> jdk, DeliveredClasses.ShimEntry entry, Object[] arguments)
            throws Exception {
        Copies copies = copies(jdk, entry);
        Class<?> copy = copies.loadClass(copyOf(jdk).replace('/', '.'));
        assertThat(held(make(copies.loadClass("copy.Shim"), arguments), copy)).isEmpty();
        assertThat(held(make(copies.loadClass("copy.Sub"), arguments), copy)).isNotEmpty();
        assertThat(held(make(copy, arguments), copy)).isNotEmpty();
    }

    private static Object make(Class<?> type, Object... arguments) throws ReflectiveOperationException {
        for (Constructor<?> constructor : type.getConstructors()) {
            Class<?>[] wanted = constructor.getParameterTypes();
            boolean fits = wanted.length == arguments.length;
            for (int i = 0; fits && i < wanted.length; i++) {
                fits = MethodType.methodType(wanted[i]).wrap().returnType().isInstance(arguments[i]);
            }
            if (fits) {
                return constructor.newInstance(arguments);
            }
        }
        throw new NoSuchMethodException(type + " with " + List.of(arguments));
    }

    @Test
    void aClassThatIsNotAsExpectedIsNotPatched() {
        List<DeliveredClasses.Answer> answers = new ArrayList<>(lockEntry().answers());
        answers.add(new DeliveredClasses.Answer("isUnfair", "cqsIsUnfair", "()Z"));
        DeliveredClasses.ShimEntry unknownMethod =
                new DeliveredClasses.ShimEntry(Primitive.REENTRANT_LOCK, List.of("()V"), List.of(), answers);
        assertThatThrownBy(() -> copies(ReentrantLock.class, unknownMethod))
                .hasMessage("4 of 5 final methods are as expected");
        assertThatThrownBy(() -> copies(ReentrantLock.class, lockEntry("()V", "(I)V")))
                .hasMessage("1 of 2 constructors are as expected");
        assertThatThrownBy(() -> copies(CyclicBarrier.class, entry(Primitive.CYCLIC_BARRIER, "(I)V")))
                .as("this constructor calls another one of its class")
                .hasMessage("0 of 1 constructors are as expected");
        assertThatThrownBy(() -> new JdkBodies(lockEntry(), SHIM, "java/lang/Other")
                        .patch(copy(ReentrantLock.class, ReentrantLock.class)))
                .hasMessageContaining("is not java/lang/Other");
    }
}
