package io.github.cqs.agent.build;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.TypePath;

/**
 * Drops what only tools read, and makes visible to the JVM the annotations that it honours inside java.base. Their
 * names change later, with all others.
 */
final class Annotations extends ClassVisitor {
    /** Ours, and the JVM's that they become. */
    static final Map<String, String> FOR_JVM = Map.of(
            "io/github/cqs/internal/ReservedStack", "jdk/internal/vm/annotation/ReservedStackAccess",
            "io/github/cqs/internal/DontInline", "jdk/internal/vm/annotation/DontInline");

    Annotations(ClassVisitor next) {
        super(Opcodes.ASM9, next);
    }

    private static boolean keeps(String descriptor) {
        return forJvm(descriptor) || descriptor.startsWith("Ljava/") || descriptor.startsWith("Ljdk/");
    }

    private static boolean forJvm(String descriptor) {
        return FOR_JVM.containsKey(Type.getType(descriptor).getInternalName());
    }

    @Override
    public @Nullable AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
        return keeps(descriptor) ? super.visitAnnotation(descriptor, visible || forJvm(descriptor)) : null;
    }

    @Override
    public @Nullable AnnotationVisitor visitTypeAnnotation(
            int typeRef, @Nullable TypePath typePath, String descriptor, boolean visible) {
        return null;
    }

    @Override
    public FieldVisitor visitField(
            int access, String name, String descriptor, @Nullable String signature, @Nullable Object value) {
        return new FieldVisitor(Opcodes.ASM9, super.visitField(access, name, descriptor, signature, value)) {
            @Override
            public @Nullable AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
                return keeps(annotation) ? super.visitAnnotation(annotation, visible || forJvm(annotation)) : null;
            }

            @Override
            public @Nullable AnnotationVisitor visitTypeAnnotation(
                    int typeRef, @Nullable TypePath typePath, String annotation, boolean visible) {
                return null;
            }
        };
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        return new MethodVisitor(Opcodes.ASM9, super.visitMethod(access, name, descriptor, signature, exceptions)) {
            @Override
            public @Nullable AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
                return keeps(annotation) ? super.visitAnnotation(annotation, visible || forJvm(annotation)) : null;
            }

            @Override
            public @Nullable AnnotationVisitor visitParameterAnnotation(
                    int parameter, String annotation, boolean visible) {
                return keeps(annotation) ? super.visitParameterAnnotation(parameter, annotation, visible) : null;
            }

            @Override
            public @Nullable AnnotationVisitor visitTypeAnnotation(
                    int typeRef, @Nullable TypePath typePath, String annotation, boolean visible) {
                return null;
            }

            @Override
            public @Nullable AnnotationVisitor visitInsnAnnotation(
                    int typeRef, @Nullable TypePath typePath, String annotation, boolean visible) {
                return null;
            }

            @Override
            public @Nullable AnnotationVisitor visitTryCatchAnnotation(
                    int typeRef, @Nullable TypePath typePath, String annotation, boolean visible) {
                return null;
            }

            @Override
            public @Nullable AnnotationVisitor visitLocalVariableAnnotation(
                    int typeRef,
                    @Nullable TypePath typePath,
                    org.objectweb.asm.Label[] start,
                    org.objectweb.asm.Label[] end,
                    int[] index,
                    String annotation,
                    boolean visible) {
                return null;
            }
        };
    }
}
