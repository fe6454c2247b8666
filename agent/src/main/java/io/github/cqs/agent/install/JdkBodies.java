package io.github.cqs.agent.install;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Patches the body of JDK methods that a shim cannot override, so that they ask the shim.
 *
 * <p>A final method gets {@code if (this instanceof Shim && ready) return ((Shim) this).answer(..)} in front. A constructor that
 * the shim calls gets {@code if (getClass() == Shim.class) return} right behind its own {@code super()}: no JDK synchronizer is
 * allocated only to lie idle. A subclass of the shim, which is serialised with the JDK's state, keeps it.
 */
final class JdkBodies {
    private final String jdkName;
    private final String shimName;
    private final DeliveredClasses.ShimEntry shim;
    private int answered;
    private int shortened;
    private String superName = "";

    /** @param shimName internal name of the delivered class */
    JdkBodies(DeliveredClasses.ShimEntry shim, String shimName) {
        this(shim, shimName, shim.primitive().internalName());
    }

    /** For tests, which patch a copy of the JDK class under another name. */
    JdkBodies(DeliveredClasses.ShimEntry shim, String shimName, String jdkName) {
        this.jdkName = jdkName;
        this.shimName = shimName;
        this.shim = shim;
    }

    /**
     * The patched class.
     *
     * @throws IllegalStateException if the class is not what this agent knows; then nothing of it may be patched
     */
    byte[] patch(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        if (!reader.getClassName().equals(jdkName)) {
            throw new IllegalStateException(reader.getClassName() + " is not " + jdkName);
        }
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new Patcher(writer), 0);
        if (answered != shim.answers().size()) {
            throw new IllegalStateException(
                    answered + " of " + shim.answers().size() + " final methods are as expected");
        }
        int constructors = shim.superConstructors().size();
        if (shortened != constructors) {
            throw new IllegalStateException(shortened + " of " + constructors + " constructors are as expected");
        }
        return writer.toByteArray();
    }

    private DeliveredClasses.@Nullable Answer answer(int access, String method, String descriptor) {
        if ((access & Opcodes.ACC_FINAL) == 0 || (access & Opcodes.ACC_PUBLIC) == 0) {
            return null;
        }
        List<DeliveredClasses.Answer> answers = shim.answers();
        for (int i = 0; i < answers.size(); i++) {
            DeliveredClasses.Answer answer = answers.get(i);
            if (answer.jdkMethod().equals(method) && answer.descriptor().equals(descriptor)) {
                return answer;
            }
        }
        return null;
    }

    private final class Patcher extends ClassVisitor {
        Patcher(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visit(
                int version,
                int access,
                String name,
                @Nullable String signature,
                @Nullable String parent,
                String @Nullable [] interfaces) {
            superName = String.valueOf(parent);
            super.visit(version, access, name, signature, parent, interfaces);
        }

        @Override
        public @Nullable MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            DeliveredClasses.Answer answer = answer(access, name, descriptor);
            if (answer != null) {
                answered++;
                return new AskShim(next, answer);
            }
            if (name.equals("<init>") && shim.superConstructors().contains(descriptor)) {
                return new ReturnEarly(next, descriptor);
            }
            return next;
        }
    }

    private final class AskShim extends MethodVisitor {
        private final DeliveredClasses.Answer answer;
        private int needed = 1;

        AskShim(MethodVisitor next, DeliveredClasses.Answer answer) {
            super(Opcodes.ASM9, next);
            this.answer = answer;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            Label other = new Label();
            super.visitVarInsn(Opcodes.ALOAD, 0);
            super.visitTypeInsn(Opcodes.INSTANCEOF, shimName);
            super.visitJumpInsn(Opcodes.IFEQ, other);
            /* While a shim is being deserialised it has nothing to answer with, and asks the JDK body itself. */
            super.visitVarInsn(Opcodes.ALOAD, 0);
            super.visitTypeInsn(Opcodes.CHECKCAST, shimName);
            super.visitMethodInsn(Opcodes.INVOKEVIRTUAL, shimName, "cqsIsReady", "()Z", false);
            super.visitJumpInsn(Opcodes.IFEQ, other);
            super.visitVarInsn(Opcodes.ALOAD, 0);
            super.visitTypeInsn(Opcodes.CHECKCAST, shimName);
            for (Type argument : Type.getArgumentTypes(answer.descriptor())) {
                super.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), needed);
                needed += argument.getSize();
            }
            super.visitMethodInsn(Opcodes.INVOKEVIRTUAL, shimName, answer.shimMethod(), answer.descriptor(), false);
            super.visitInsn(Type.getReturnType(answer.descriptor()).getOpcode(Opcodes.IRETURN));
            super.visitLabel(other);
            super.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            super.visitMaxs(Math.max(maxStack, needed), maxLocals);
        }
    }

    private final class ReturnEarly extends MethodVisitor {
        private final String descriptor;
        private boolean done;

        ReturnEarly(MethodVisitor next, String descriptor) {
            super(Opcodes.ASM9, next);
            this.descriptor = descriptor;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String called, boolean itf) {
            super.visitMethodInsn(opcode, owner, name, called, itf);
            if (done || opcode != Opcodes.INVOKESPECIAL || !owner.equals(superName) || !name.equals("<init>")) {
                return;
            }
            done = true;
            shortened++;
            Label other = new Label();
            super.visitVarInsn(Opcodes.ALOAD, 0);
            super.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/Object", "getClass", "()Ljava/lang/Class;", false);
            super.visitLdcInsn(Type.getObjectType(shimName));
            super.visitJumpInsn(Opcodes.IF_ACMPNE, other);
            super.visitInsn(Opcodes.RETURN);
            super.visitLabel(other);
            /* Until here `this` was not initialised, so the frame cannot refer to the implicit first one. */
            List<Object> locals = new ArrayList<>(3);
            locals.add(jdkName);
            for (Type argument : Type.getArgumentTypes(descriptor)) {
                locals.add(local(argument));
            }
            super.visitFrame(Opcodes.F_FULL, locals.size(), locals.toArray(), 0, new Object[0]);
        }

        private Object local(Type argument) {
            if (argument.getSort() == Type.INT || argument.getSort() == Type.BOOLEAN) {
                return Opcodes.INTEGER;
            }
            if (argument.getSort() == Type.OBJECT) {
                return argument.getInternalName();
            }
            throw new IllegalStateException("constructor " + descriptor + " is not as expected");
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            super.visitMaxs(Math.max(maxStack, 2), maxLocals);
        }
    }
}
