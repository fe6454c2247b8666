package io.github.cqs.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.agent.rewrite.Primitive;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/** What the build put into the agent for java.base. */
class DeliveredClassesTest {
    private static final String TARGET = "java/util/concurrent/locks/";
    private static final String RESERVED_STACK = "Ljdk/internal/vm/annotation/ReservedStackAccess;";
    private static final String DONT_INLINE = "Ljdk/internal/vm/annotation/DontInline;";

    @Test
    void supertypesComeFirst() throws IOException {
        Set<String> defined = new HashSet<>();
        Set<String> all = new HashSet<>();
        for (DeliveredClasses.ClassEntry entry : DeliveredClasses.read().classes()) {
            all.add(entry.name());
        }
        for (DeliveredClasses.ClassEntry entry : DeliveredClasses.read().classes()) {
            ClassReader reader = new ClassReader(entry.bytes());
            assertThat(reader.getClassName()).isEqualTo(entry.name()).startsWith(TARGET);
            Set<String> parents = new HashSet<>(Set.of(reader.getInterfaces()));
            parents.add(reader.getSuperName());
            parents.retainAll(all);
            assertThat(defined).containsAll(parents);
            defined.add(entry.name());
        }
        for (int i = 0; i < Primitive.count(); i++) {
            String simpleName = Primitive.at(i).simpleName();
            assertThat(defined).contains(TARGET + "Cqs" + simpleName, TARGET + "Passthrough" + simpleName);
        }
    }

    @Test
    void nothingInThemRefersOutsideOfJavaBase() throws IOException {
        List<DeliveredClasses.ClassEntry> all =
                new ArrayList<>(DeliveredClasses.read().classes());
        all.addAll(DeliveredClasses.read().carrier());
        for (DeliveredClasses.ClassEntry entry : all) {
            Remapper names = new Remapper(Opcodes.ASM9) {
                @Override
                public String map(String name) {
                    assertThat(name)
                            .as("in " + entry.name())
                            .doesNotContain("io/github")
                            .doesNotContain("jspecify");
                    return name;
                }
            };
            new ClassReader(entry.bytes()).accept(new ClassRemapper(new ClassWriter(0), names), 0);
        }
    }

    @Test
    void everyReplacementHasTheConstructorsOfItsClass() throws Exception {
        DeliveredClasses delivered = DeliveredClasses.read();
        for (int i = 0; i < Primitive.count(); i++) {
            assertThat(delivered.constructors().get(i))
                    .hasSize(Class.forName(Primitive.at(i).binaryName()).getConstructors().length);
        }
    }

    /** An application's subclass inherits the methods of its interfaces, and calls its own, under whatever name the JDK's class has not taken. */
    @Test
    void replacementsTakeNoNamesThatTheJdksClassLeavesFree() throws Exception {
        Map<String, byte[]> delivered = new TreeMap<>();
        for (DeliveredClasses.ClassEntry entry : DeliveredClasses.read().classes()) {
            delivered.put(entry.name().substring(TARGET.length()), entry.bytes());
        }
        for (int i = 0; i < Primitive.count(); i++) {
            Set<String> taken = new HashSet<>(
                    Set.of("<init>", "<clinit>", "readObject", "readObjectNoData", "writeObject", "writeReplace"));
            for (Class<?> type = Class.forName(Primitive.at(i).binaryName());
                    type != null;
                    type = type.getSuperclass()) {
                for (Method method : type.getDeclaredMethods()) {
                    if ((method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0) {
                        taken.add(method.getName());
                    }
                }
            }
            for (String kind : new String[] {"Cqs", "Passthrough", "Metered", "PassthroughMetered"}) {
                String name = kind + Primitive.at(i).simpleName();
                new ClassReader(delivered.get(name))
                        .accept(
                                new ClassVisitor(Opcodes.ASM9) {
                                    @Override
                                    public MethodVisitor visitMethod(
                                            int access,
                                            String method,
                                            String descriptor,
                                            String signature,
                                            String[] exceptions) {
                                        if (!method.startsWith("cqs")) {
                                            assertThat(taken).as(name).contains(method);
                                        }
                                        return null;
                                    }
                                },
                                ClassReader.SKIP_CODE);
            }
        }
    }

    private static Set<String> methodsWith(String wanted, byte[] bytes) {
        Set<String> methods = new TreeSet<>();
        new ClassReader(bytes)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String descriptor, String signature, String[] exceptions) {
                                return new MethodVisitor(Opcodes.ASM9) {
                                    @Override
                                    public AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
                                        if (visible && annotation.equals(wanted)) {
                                            methods.add(name + descriptor.substring(0, descriptor.indexOf(')') + 1));
                                        }
                                        return null;
                                    }
                                };
                            }
                        },
                        ClassReader.SKIP_CODE);
        return methods;
    }

    @Test
    void whatIsSlowIsNotCompiledIntoItsCallers() throws IOException {
        Map<String, Set<String>> delivered = new TreeMap<>();
        for (DeliveredClasses.ClassEntry entry : DeliveredClasses.read().classes()) {
            Set<String> methods = methodsWith(DONT_INLINE, entry.bytes());
            if (!methods.isEmpty()) {
                delivered.put(entry.name().substring(TARGET.length()), methods);
            }
        }
        assertThat(delivered)
                .containsOnly(
                        Map.entry(
                                "HeirQueue",
                                Set.of(
                                        "acquire(IZZJ)",
                                        "afterAcquisition(I)",
                                        "afterRelease(IZ)",
                                        "unparkOrHandOver(Ljava/lang/Thread;)")),
                        Map.entry(
                                "HandOff",
                                Set.of(
                                        "unparkPlainly(Ljava/lang/Thread;)",
                                        "wake(L" + TARGET + "CarrierScheduler;Ljava/lang/Thread;)")),
                        Map.entry("ReentrantLockSync", Set.of("await(I)", "await(IJ)")),
                        Map.entry("CqsCountDownLatch", Set.of("cqs$pause()")),
                        Map.entry("CqsCyclicBarrier$Generation", Set.of("tryEnd(II)")),
                        Map.entry(
                                "CqsSemaphore", Set.of("cqs$await(I)", "cqs$await(IJ)", "cqs$awaitUninterruptibly(I)")),
                        Map.entry(
                                "CqsArrayBlockingQueue",
                                Set.of(
                                        "cqs$awaitLock()",
                                        "cqs$awaitLockInterruptibly()",
                                        "cqs$unlockAndWake()",
                                        "cqs$cqsUnlockAfterCode(I)",
                                        "cqs$joinTakers()",
                                        "cqs$joinPutters(Ljava/lang/Object;)",
                                        "cqs$await(L" + TARGET + "QueueWaiters;L" + TARGET
                                                + "QueueWaiters$Waiter;ZJJ)")));
    }

    @Test
    void stackIsKeptInReserveWhereTheJdkKeepsIt() throws IOException {
        try (InputStream jdk = ClassLoader.getSystemResourceAsStream(TARGET + "ReentrantLock$Sync.class")) {
            assertThat(methodsWith(RESERVED_STACK, jdk.readAllBytes()))
                    .containsExactly("lock()", "lockInterruptibly()", "tryLock()", "tryLockNanos(J)", "tryRelease(I)");
        }
        Map<String, Set<String>> delivered = new TreeMap<>();
        for (DeliveredClasses.ClassEntry entry : DeliveredClasses.read().classes()) {
            Set<String> methods = methodsWith(RESERVED_STACK, entry.bytes());
            if (!methods.isEmpty()) {
                delivered.put(entry.name().substring(TARGET.length()), methods);
            }
        }
        assertThat(delivered.get("ReentrantLockSync"))
                .containsExactly(
                        "lock()",
                        "lockFair()",
                        "lockInterruptibly()",
                        "lockUnfair()",
                        "releaseAll()",
                        "tryLock()",
                        "tryLock(JLjava/util/concurrent/TimeUnit;)",
                        "unlock(Z)");
        // What can fail without a trace must not be cut after its success: nobody could find out.
        for (String semaphore : new String[] {"CqsSemaphore", "MeteredSemaphore", "PassthroughMeteredSemaphore"}) {
            assertThat(delivered.get(semaphore)).contains("release()").noneMatch(name -> name.contains("cquire"));
        }
        assertThat(delivered).doesNotContainKey("CqsCountDownLatch");
    }
}
