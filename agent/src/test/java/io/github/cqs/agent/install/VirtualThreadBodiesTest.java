package io.github.cqs.agent.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class VirtualThreadBodiesTest {
    private static byte[] jdkClass(String name) throws IOException {
        try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
            assumeTrue(in != null, "this JDK has no " + name);
            return in.readAllBytes();
        }
    }

    /** Every call of ours in a class, as {@code method -> ours}. */
    private static List<String> calls(byte[] classFile) {
        List<String> found = new ArrayList<>();
        new ClassReader(classFile)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access,
                                    String method,
                                    String descriptor,
                                    @Nullable String signature,
                                    String @Nullable [] exceptions) {
                                return new MethodVisitor(Opcodes.ASM9) {
                                    @Override
                                    public void visitMethodInsn(
                                            int opcode, String owner, String name, String called, boolean itf) {
                                        if (owner.endsWith("/CesCarrier")) {
                                            found.add(
                                                    (method.startsWith("lambda") ? "lambda" : method) + " -> " + name);
                                        }
                                    }
                                };
                            }
                        },
                        0);
        return found;
    }

    @Test
    void theJdksClassGetsItsSixPatches() throws IOException {
        List<String> calls = calls(VirtualThreadBodies.patch(jdkClass(VirtualThreadBodies.TARGET)));
        assertThat(calls)
                .contains(
                        "lambda -> <init>",
                        "submitRunContinuation -> take",
                        "externalSubmitRunContinuation -> keep",
                        "lazySubmitRunContinuation -> keep",
                        "runContinuation -> drain",
                        "parkOnCarrierThread -> beforePinnedPark");
        assertThat(calls.stream().filter("runContinuation -> drain"::equals)).hasSizeGreaterThan(2);
        assertThat(calls.stream().distinct()).hasSize(6);
    }

    @Test
    void noMethodIsAdded() throws IOException {
        byte[] before = jdkClass(VirtualThreadBodies.TARGET);
        assertThat(methods(VirtualThreadBodies.patch(before))).isEqualTo(methods(before));
    }

    private static List<String> methods(byte[] classFile) {
        List<String> found = new ArrayList<>();
        ClassVisitor names = new ClassVisitor(Opcodes.ASM9) {
            @Override
            public @Nullable MethodVisitor visitMethod(
                    int access,
                    String name,
                    String descriptor,
                    @Nullable String signature,
                    String @Nullable [] exceptions) {
                found.add(access + " " + name + descriptor);
                return null;
            }
        };
        new ClassReader(classFile).accept(names, ClassReader.SKIP_CODE);
        return found;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "submitRunContinuation",
                "externalSubmitRunContinuation",
                "runContinuation",
                "parkOnCarrierThread"
            })
    void aClassWithoutOneOfThemIsRefused(String missing) throws IOException {
        ClassWriter writer = new ClassWriter(0);
        ClassVisitor renaming = new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(
                    int access,
                    String name,
                    String descriptor,
                    @Nullable String signature,
                    String @Nullable [] exceptions) {
                return super.visitMethod(
                        access, name.equals(missing) ? "other" : name, descriptor, signature, exceptions);
            }
        };
        new ClassReader(jdkClass(VirtualThreadBodies.TARGET)).accept(renaming, 0);
        assertThatThrownBy(() -> VirtualThreadBodies.patch(writer.toByteArray()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(missing);
    }

    @Test
    void anyOtherClassIsRefused() throws IOException {
        byte[] other = jdkClass("java/lang/Thread");
        assertThatThrownBy(() -> VirtualThreadBodies.patch(other))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("not as expected");
    }
}
