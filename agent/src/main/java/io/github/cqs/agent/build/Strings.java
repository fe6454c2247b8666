package io.github.cqs.agent.build;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Renames string constants that are exactly the name of a moved class, dotted or slashed. */
final class Strings extends ClassVisitor {
    private final Map<String, String> names;

    Strings(ClassVisitor next, Map<String, String> names) {
        super(Opcodes.ASM9, next);
        this.names = names;
    }

    private Object renamed(Object constant) {
        if (!(constant instanceof String text)) {
            return constant;
        }
        String slashed = names.get(text);
        if (slashed != null) {
            return slashed;
        }
        String dotted = names.get(text.replace('.', '/'));
        return dotted == null || text.indexOf('/') >= 0 ? constant : dotted.replace('/', '.');
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
            int access, String name, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
        return new MethodVisitor(Opcodes.ASM9, next) {
            @Override
            public void visitLdcInsn(Object value) {
                super.visitLdcInsn(renamed(value));
            }
        };
    }
}
