package io.github.cqs.agent.install;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Patches {@code java.lang.VirtualThread}, method bodies only:
 *
 * <ul>
 *   <li>{@code new CarrierThread(pool)} makes a {@code CesCarrier};
 *   <li>{@code submitRunContinuation()} returns first if {@code CesCarrier.take} wants the task;
 *   <li>{@code externalSubmitRunContinuation(pool)}, and {@code lazySubmitRunContinuation()} where it is, return first if {@code CesCarrier.keep} has queued the thread;
 *   <li>{@code runContinuation()} calls {@code CesCarrier.drain} on every way out;
 *   <li>{@code parkOnCarrierThread} calls {@code CesCarrier.beforePinnedPark} first.
 * </ul>
 */
final class VirtualThreadBodies {
    static final String TARGET = "java/lang/VirtualThread";

    private static final String CARRIER = "jdk/internal/misc/CarrierThread";
    private static final String OURS = "jdk/internal/misc/CesCarrier";
    private static final String EXECUTOR = "Ljava/util/concurrent/Executor;";
    private static final String RUNNABLE = "Ljava/lang/Runnable;";

    private int fields;
    private int created;
    private int constructed;
    private int submits;
    private int yields;
    private int runs;
    private int parks;

    private VirtualThreadBodies() {}

    /**
     * The patched class.
     *
     * @throws IllegalStateException if the class is not what this agent knows; then nothing of it may be patched
     */
    static byte[] patch(byte[] classFile) {
        return new VirtualThreadBodies().patched(classFile);
    }

    private byte[] patched(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new Patcher(writer), 0);
        require(reader.getClassName().equals(TARGET), "the class");
        require(fields == 2, "its fields");
        require(created == 1 && constructed == 1, "the carriers' factory");
        require(submits == 1, "submitRunContinuation");
        require(yields == 1, "externalSubmitRunContinuation");
        require(runs == 1, "runContinuation");
        require(parks == 1, "parkOnCarrierThread");
        return writer.toByteArray();
    }

    private static void require(boolean asExpected, String what) {
        if (!asExpected) {
            throw new IllegalStateException("java.lang.VirtualThread is not as expected: " + what);
        }
    }

    private final class Patcher extends ClassVisitor {
        Patcher(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public org.objectweb.asm.@Nullable FieldVisitor visitField(
                int access, String name, String descriptor, @Nullable String signature, @Nullable Object value) {
            if ((access & Opcodes.ACC_STATIC) == 0
                    && ((name.equals("scheduler") && descriptor.equals(EXECUTOR))
                            || (name.equals("runContinuation") && descriptor.equals(RUNNABLE)))) {
                fields++;
            }
            return super.visitField(access, name, descriptor, signature, value);
        }

        @Override
        public @Nullable MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            if ((access & (Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0) {
                if (name.equals("submitRunContinuation") && descriptor.equals("()V")) {
                    submits++;
                    return new Submit(next, "take");
                }
                if (name.equals("externalSubmitRunContinuation")
                        && descriptor.equals("(Ljava/util/concurrent/ForkJoinPool;)V")) {
                    yields++;
                    return new Submit(next, "keep");
                }
                if (name.equals("lazySubmitRunContinuation") && descriptor.equals("()V")) {
                    return new Submit(next, "keep"); // who was woken on its way to park, while it has handed over
                }
                if (name.equals("runContinuation") && descriptor.equals("()V")) {
                    runs++;
                    return new Run(next);
                }
                if (name.equals("parkOnCarrierThread") && descriptor.equals("(ZJ)V")) {
                    parks++;
                    return new ParkPinned(next);
                }
            }
            return new Factory(next);
        }
    }

    private static void call(MethodVisitor code, String name, String descriptor) {
        code.visitMethodInsn(Opcodes.INVOKESTATIC, OURS, name, descriptor, false);
    }

    private final class Factory extends MethodVisitor {
        Factory(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            boolean creates = opcode == Opcodes.NEW && type.equals(CARRIER);
            if (creates) {
                created++;
            }
            super.visitTypeInsn(opcode, creates ? OURS : type);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean itf) {
            boolean constructs = opcode == Opcodes.INVOKESPECIAL
                    && owner.equals(CARRIER)
                    && name.equals("<init>")
                    && descriptor.equals("(Ljava/util/concurrent/ForkJoinPool;)V");
            if (constructs) {
                constructed++;
            }
            super.visitMethodInsn(opcode, constructs ? OURS : owner, name, descriptor, itf);
        }
    }

    private static final class Submit extends MethodVisitor {
        private final String first;

        Submit(MethodVisitor next, String first) {
            super(Opcodes.ASM9, next);
            this.first = first;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            Label queue = new Label();
            super.visitVarInsn(Opcodes.ALOAD, 0);
            super.visitFieldInsn(Opcodes.GETFIELD, TARGET, "scheduler", EXECUTOR);
            super.visitVarInsn(Opcodes.ALOAD, 0);
            super.visitFieldInsn(Opcodes.GETFIELD, TARGET, "runContinuation", RUNNABLE);
            call(mv, first, '(' + EXECUTOR + RUNNABLE + ")Z");
            super.visitJumpInsn(Opcodes.IFEQ, queue);
            super.visitInsn(Opcodes.RETURN);
            super.visitLabel(queue);
            super.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            super.visitMaxs(Math.max(maxStack, 2), maxLocals);
        }
    }

    /** A call before each return, and a handler around everything, outside of all others, that calls and throws on. */
    private static final class Run extends MethodVisitor {
        private final Label start = new Label();

        Run(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            super.visitLabel(start);
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == Opcodes.RETURN) {
                call(mv, "drain", "()V");
            }
            super.visitInsn(opcode);
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            Label handler = new Label();
            super.visitLabel(handler);
            super.visitFrame(Opcodes.F_FULL, 1, new Object[] {TARGET}, 1, new Object[] {"java/lang/Throwable"});
            call(mv, "drain", "()V");
            super.visitInsn(Opcodes.ATHROW);
            super.visitTryCatchBlock(start, handler, handler, null);
            super.visitMaxs(Math.max(maxStack, 1), maxLocals);
        }
    }

    private static final class ParkPinned extends MethodVisitor {
        ParkPinned(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            call(mv, "beforePinnedPark", "()V");
        }
    }
}
