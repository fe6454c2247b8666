package io.github.cqs.bench.startup;

import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A class file of some two and a half kilobytes, as applications have them by the thousands. */
final class GeneratedClass {
    private static final String STRING = "java/lang/String";
    private static final String BUILDER = "java/lang/StringBuilder";
    private static final String MAP = "java/util/concurrent/ConcurrentHashMap";
    private static final int PROPERTIES = 8;

    private static final String[] SWAPPED = {
        "java/util/concurrent/locks/ReentrantLock",
        "java/util/concurrent/Semaphore",
        "java/util/concurrent/CountDownLatch",
        "java/util/concurrent/CyclicBarrier",
        "java/util/concurrent/ArrayBlockingQueue"
    };

    private GeneratedClass() {}

    static String name(int number) {
        return "generated/p" + number / 100 + "/Class" + number;
    }

    /** The class file; with a {@code hit}, its initialiser creates one object of a swapped class. */
    static byte[] bytes(int number, boolean hit) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        String name = name(number);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, name, null, "java/lang/Object", null);
        writer.visitSource("Class" + number + ".java", null);
        writer.visitField(Opcodes.ACC_STATIC, "shared", "Ljava/lang/Object;", null, null)
                .visitEnd();
        initializer(writer, name, hit ? SWAPPED[number / 100 % SWAPPED.length] : MAP);
        constructor(writer);
        for (int i = 0; i < PROPERTIES; i++) {
            property(writer, name, "property" + (number * 7 + i) % 500);
        }
        describe(writer, name, number);
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static void initializer(ClassWriter writer, String name, String created) {
        MethodVisitor m = writer.visitMethod(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
        m.visitCode();
        m.visitTypeInsn(Opcodes.NEW, created);
        m.visitInsn(Opcodes.DUP);
        if (created.endsWith("ReentrantLock")) {
            m.visitMethodInsn(Opcodes.INVOKESPECIAL, created, "<init>", "()V", false);
        } else {
            m.visitInsn(Opcodes.ICONST_1);
            m.visitMethodInsn(Opcodes.INVOKESPECIAL, created, "<init>", "(I)V", false);
        }
        m.visitFieldInsn(Opcodes.PUTSTATIC, name, "shared", "Ljava/lang/Object;");
        end(m, Opcodes.RETURN);
    }

    private static void constructor(ClassWriter writer) {
        MethodVisitor m = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
        m.visitCode();
        m.visitVarInsn(Opcodes.ALOAD, 0);
        m.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        end(m, Opcodes.RETURN);
    }

    private static void property(ClassWriter writer, String name, String property) {
        String type = "L" + STRING + ";";
        writer.visitField(Opcodes.ACC_PRIVATE, property, type, null, null).visitEnd();
        String suffix = Character.toUpperCase(property.charAt(0)) + property.substring(1);
        MethodVisitor get = writer.visitMethod(Opcodes.ACC_PUBLIC, "get" + suffix, "()" + type, null, null);
        get.visitCode();
        get.visitVarInsn(Opcodes.ALOAD, 0);
        get.visitFieldInsn(Opcodes.GETFIELD, name, property, type);
        end(get, Opcodes.ARETURN);
        MethodVisitor set = writer.visitMethod(Opcodes.ACC_PUBLIC, "set" + suffix, "(" + type + ")V", null, null);
        set.visitCode();
        set.visitVarInsn(Opcodes.ALOAD, 0);
        set.visitVarInsn(Opcodes.ALOAD, 1);
        set.visitFieldInsn(Opcodes.PUTFIELD, name, property, type);
        end(set, Opcodes.RETURN);
    }

    private static void describe(ClassWriter writer, String name, int number) {
        MethodVisitor m = writer.visitMethod(Opcodes.ACC_PUBLIC, "toString", "()L" + STRING + ";", null, null);
        m.visitCode();
        m.visitTypeInsn(Opcodes.NEW, BUILDER);
        m.visitInsn(Opcodes.DUP);
        m.visitMethodInsn(Opcodes.INVOKESPECIAL, BUILDER, "<init>", "()V", false);
        for (int i = 0; i < PROPERTIES; i++) {
            String property = "property" + (number * 7 + i) % 500;
            append(m, "the value of " + property + " in class " + number + " is ");
            m.visitVarInsn(Opcodes.ALOAD, 0);
            m.visitFieldInsn(Opcodes.GETFIELD, name, property, "L" + STRING + ";");
            m.visitMethodInsn(Opcodes.INVOKEVIRTUAL, BUILDER, "append", "(L" + STRING + ";)L" + BUILDER + ";", false);
        }
        m.visitMethodInsn(Opcodes.INVOKEVIRTUAL, BUILDER, "toString", "()L" + STRING + ";", false);
        end(m, Opcodes.ARETURN);
    }

    private static void append(MethodVisitor m, String text) {
        m.visitLdcInsn(text);
        m.visitMethodInsn(Opcodes.INVOKEVIRTUAL, BUILDER, "append", "(L" + STRING + ";)L" + BUILDER + ";", false);
    }

    private static void end(MethodVisitor m, int returning) {
        m.visitInsn(returning);
        m.visitMaxs(0, 0);
        m.visitEnd();
    }
}
