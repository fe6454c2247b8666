package io.github.cqs.agent.build;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A method or constructor as its class file declares it. */
record DeclaredMethod(int access, String name, String descriptor) {
    /** All of a class. */
    static List<DeclaredMethod> of(ClassReader reader) {
        List<DeclaredMethod> found = new ArrayList<>();
        reader.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public @Nullable MethodVisitor visitMethod(
                            int access,
                            String name,
                            String descriptor,
                            @Nullable String signature,
                            String @Nullable [] exceptions) {
                        found.add(new DeclaredMethod(access, name, descriptor));
                        return null;
                    }
                },
                ClassReader.SKIP_CODE);
        return found;
    }

    /** Whether it has one of the flags of {@code mask}. */
    boolean is(int mask) {
        return (access & mask) != 0;
    }
}
