package io.github.cqs.agent.build;

import io.github.cqs.agent.rewrite.Primitive;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * What a shim's bytecode says about it: its constructors, which constructors of the JDK class these call, and which final
 * JDK methods it answers itself.
 */
final class ShimFacts extends ClassVisitor {
    private static final String ANSWER_PREFIX = "cqs";
    private static final String READY = "cqsIsReady";

    private final String name;
    private final Primitive primitive;
    private final Set<String> constructors = new TreeSet<>();
    private final Set<String> superConstructors = new TreeSet<>();
    /** Method of the shim to its descriptor. */
    private final Map<String, String> answers = new TreeMap<>();

    private final Set<String> finalMethods = new TreeSet<>();
    private boolean tellsWhetherReady;

    private ShimFacts(String name, Primitive primitive) {
        super(Opcodes.ASM9);
        this.name = name;
        this.primitive = primitive;
    }

    static ShimFacts of(byte[] bytes, String name, Primitive primitive) throws IOException {
        ShimFacts facts = new ShimFacts(name, primitive);
        byte[] jdk = Relocator.jdkClass(primitive.internalName());
        facts.readJdk(jdk);
        new ClassReader(bytes).accept(facts, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        facts.requireConstructors(publicConstructors(jdk));
        if (!facts.answers.isEmpty() && !facts.tellsWhetherReady) {
            throw new IllegalStateException(name + " answers " + facts.answers.keySet() + " but has no " + READY);
        }
        return facts;
    }

    private void readJdk(byte[] jdk) {
        for (DeclaredMethod method : DeclaredMethod.of(new ClassReader(jdk))) {
            if (method.is(Opcodes.ACC_FINAL)) {
                finalMethods.add(method.name() + method.descriptor());
            }
        }
    }

    private static Set<String> publicConstructors(byte[] bytes) {
        Set<String> found = new TreeSet<>();
        for (DeclaredMethod method : DeclaredMethod.of(new ClassReader(bytes))) {
            if (method.name().equals("<init>") && method.is(Opcodes.ACC_PUBLIC)) {
                found.add(method.descriptor());
            }
        }
        return found;
    }

    Set<String> constructors() {
        return constructors;
    }

    void requireConstructors(Set<String> wanted) {
        if (!constructors.equals(wanted)) {
            throw new IllegalStateException(name + " has the constructors " + constructors + ", not " + wanted);
        }
    }

    /** A metered class has each constructor twice: as the JDK's, and with the number of its site as a last argument. */
    static void requireMeteredConstructors(byte[] metered, Set<String> plain) {
        Set<String> wanted = new TreeSet<>(plain);
        for (String descriptor : plain) {
            wanted.add(descriptor.substring(0, descriptor.length() - 2) + "I)V");
        }
        Set<String> found = publicConstructors(metered);
        if (!found.equals(wanted)) {
            throw new IllegalStateException(
                    new ClassReader(metered).getClassName() + " has the constructors " + found + ", not " + wanted);
        }
    }

    void write(DataOutputStream out) throws IOException {
        out.writeUTF(primitive.internalName());
        write(out, constructors);
        write(out, superConstructors);
        List<String> methods = new ArrayList<>(answers.keySet());
        out.writeInt(methods.size());
        for (String method : methods) {
            out.writeUTF(jdkMethod(method));
            out.writeUTF(method);
            out.writeUTF(String.valueOf(answers.get(method)));
        }
    }

    private static void write(DataOutputStream out, Set<String> strings) throws IOException {
        out.writeInt(strings.size());
        for (String string : strings) {
            out.writeUTF(string);
        }
    }

    private static String jdkMethod(String answer) {
        int at = ANSWER_PREFIX.length();
        return Character.toLowerCase(answer.charAt(at)) + answer.substring(at + 1);
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
            int access, String method, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        boolean isPublic = (access & Opcodes.ACC_PUBLIC) != 0;
        if (method.equals("<init>") && isPublic) {
            constructors.add(descriptor);
            return new SuperCalls();
        }
        tellsWhetherReady |= isPublic && method.equals(READY) && descriptor.equals("()Z");
        if (!isPublic
                || !method.startsWith(ANSWER_PREFIX)
                || method.length() == ANSWER_PREFIX.length()
                || !finalMethods.contains(jdkMethod(method) + descriptor)) {
            return null;
        }
        answers.put(method, descriptor);
        return new MethodVisitor(Opcodes.ASM9) {
            /** An answer that asks the JDK's method would never end once that method asks the shim. */
            @Override
            public void visitMethodInsn(int opcode, String owner, String called, String calledDesc, boolean itf) {
                if (called.equals(jdkMethod(method))
                        && calledDesc.equals(descriptor)
                        && (owner.equals(name) || owner.equals(primitive.internalName()))) {
                    answers.remove(method);
                }
            }
        };
    }

    /** Notes which constructors of the JDK class are called. */
    private final class SuperCalls extends MethodVisitor {
        SuperCalls() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String called, String descriptor, boolean itf) {
            if (called.equals("<init>") && owner.equals(primitive.internalName())) {
                superConstructors.add(descriptor);
            }
        }
    }
}
