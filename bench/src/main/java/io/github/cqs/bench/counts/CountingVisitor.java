package io.github.cqs.bench.counts;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Makes a class report to the {@link Ledger}. What constructors write is not counted: nobody else can see it yet. */
final class CountingVisitor extends ClassVisitor {
    private static final String LEDGER = Type.getInternalName(Ledger.class);
    private static final String VAR_HANDLE = "java/lang/invoke/VarHandle";
    private static final String LOOKUP = "java/lang/invoke/MethodHandles$Lookup";
    private static final String LOCK_SUPPORT = "java/util/concurrent/locks/LockSupport";
    private static final Handle ACCESS = new Handle(
            Opcodes.H_INVOKESTATIC,
            LEDGER,
            "access",
            "(L" + LOOKUP + ";Ljava/lang/String;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;",
            false);

    private final Fields fields;

    CountingVisitor(ClassVisitor next, Fields fields) {
        super(Opcodes.ASM9, next);
        this.fields = fields;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
            int access, String name, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
        return next == null ? null : new Body(next, name.startsWith("<"));
    }

    private final class Body extends MethodVisitor {
        private final boolean constructor;

        Body(MethodVisitor next, boolean constructor) {
            super(Opcodes.ASM9, next);
            this.constructor = constructor;
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            super.visitTypeInsn(opcode, type);
            if (opcode == Opcodes.NEW || opcode == Opcodes.ANEWARRAY) {
                ledger("made", "()V");
            }
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            boolean counted = !constructor && !owner.startsWith("java/lang/");
            if (counted && opcode == Opcodes.PUTFIELD) {
                duplicateTarget(descriptor);
                super.visitLdcInsn(name);
                ledger(
                        fields.isVolatile(owner, name) ? "wroteVolatile" : "wrote",
                        "(Ljava/lang/Object;Ljava/lang/String;)V");
            } else if (counted && opcode == Opcodes.GETFIELD && fields.isVolatile(owner, name)) {
                ledger("read", "()V");
            }
            super.visitFieldInsn(opcode, owner, name, descriptor);
        }

        /** From target, value to target, value, target, or with a value of two words to value, target, value, target. */
        private void duplicateTarget(String descriptor) {
            if (Type.getType(descriptor).getSize() == 1) {
                super.visitInsn(Opcodes.DUP2);
                super.visitInsn(Opcodes.POP);
            } else {
                super.visitInsn(Opcodes.DUP2_X1);
                super.visitInsn(Opcodes.POP2);
                super.visitInsn(Opcodes.DUP_X2);
            }
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == Opcodes.AASTORE && !constructor) {
                ledger("store", "([Ljava/lang/Object;ILjava/lang/Object;)V");
            } else {
                super.visitInsn(opcode);
            }
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (owner.equals(LOOKUP) && name.equals("findVarHandle")) {
                ledger(name, "(L" + LOOKUP + ";" + descriptor.substring(1));
            } else if (owner.equals(VAR_HANDLE) && opcode == Opcodes.INVOKEVIRTUAL && !constructor) {
                super.visitInvokeDynamicInsn(name, "(L" + VAR_HANDLE + ";" + descriptor.substring(1), ACCESS);
            } else if (owner.equals(LOCK_SUPPORT) && isCounted(name)) {
                ledger(name, descriptor);
            } else {
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            }
        }

        private static boolean isCounted(String name) {
            return name.equals("park") || name.equals("parkNanos") || name.equals("unpark");
        }

        private void ledger(String name, String descriptor) {
            super.visitMethodInsn(Opcodes.INVOKESTATIC, LEDGER, name, descriptor, false);
        }
    }
}
