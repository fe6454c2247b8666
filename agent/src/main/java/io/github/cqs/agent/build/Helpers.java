package io.github.cqs.agent.build;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The shims' methods that only their own code calls. They get names that no application uses: a method of a superclass, private ones included, comes before
 * the default method of an interface that an application's subclass inherits, and the call fails then, as it is not for who calls.
 */
final class Helpers {
    static final String PREFIX = "cqs$";

    /** Looked up by name, each class its own. */
    private static final Set<String> SERIALIZATION =
            Set.of("readObject", "readObjectNoData", "readResolve", "writeObject", "writeReplace");

    private final Map<String, Set<String>> methods = new HashMap<>();
    private final Map<String, String> superclasses = new HashMap<>();

    /** Reads a shim, under the name that it was compiled with. */
    void add(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        Set<String> found = new HashSet<>();
        reader.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public @Nullable MethodVisitor visitMethod(
                            int access,
                            String name,
                            String descriptor,
                            @Nullable String signature,
                            String @Nullable [] exceptions) {
                        if ((access & (Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)) == 0
                                && name.charAt(0) != '<'
                                && !SERIALIZATION.contains(name)) {
                            found.add(name + descriptor);
                        }
                        return null;
                    }
                },
                ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG);
        methods.put(reader.getClassName(), found);
        superclasses.put(reader.getClassName(), reader.getSuperName());
    }

    /** The name of a method of {@code owner}, or of what that inherits from. */
    String nameOf(String owner, String name, String descriptor) {
        for (String type = owner; type != null; type = superclasses.get(type)) {
            if (methods.getOrDefault(type, Set.of()).contains(name + descriptor)) {
                return PREFIX + name;
            }
        }
        return name;
    }
}
