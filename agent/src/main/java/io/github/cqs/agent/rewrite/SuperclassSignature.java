package io.github.cqs.agent.rewrite;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.signature.SignatureReader;
import org.objectweb.asm.signature.SignatureVisitor;
import org.objectweb.asm.signature.SignatureWriter;

/** The generic signature of a class, with another superclass of the same type parameters: libraries compare it with the class's superclass. */
final class SuperclassSignature extends SignatureWriter {
    private final String superclass;
    private boolean isNext;

    private SuperclassSignature(String superclass) {
        this.superclass = superclass;
    }

    /** {@code signature} as that of a subclass of {@code superclass}; as it is if it is none that the JVM's specification knows. */
    static @Nullable String replace(@Nullable String signature, String superclass) {
        if (signature == null) {
            return null;
        }
        SuperclassSignature writer = new SuperclassSignature(superclass);
        try {
            new SignatureReader(signature).accept(writer);
        } catch (RuntimeException malformed) {
            return signature; // the JVM does not look at it, and so neither did we
        }
        return writer.toString();
    }

    @Override
    public SignatureVisitor visitSuperclass() {
        isNext = true;
        return super.visitSuperclass();
    }

    @Override
    public void visitClassType(String name) {
        super.visitClassType(isNext ? superclass : name);
        isNext = false;
    }
}
