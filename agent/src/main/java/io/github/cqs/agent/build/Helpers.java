package io.github.cqs.agent.build;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * The shims' methods that only their own code calls. They get names that no application uses: a method of a superclass, a private one as well, comes before
 * the default method of an interface that an application's subclass inherits, and a call of that fails then.
 */
final class Helpers {
    private static final String PREFIX = "cqs$";

    /** Looked up by name, each class its own. */
    private static final Set<String> SERIALIZATION =
            Set.of("readObject", "readObjectNoData", "writeObject", "writeReplace");

    private final Map<String, Set<String>> methods = new HashMap<>();
    private final Map<String, String> superclasses = new HashMap<>();

    /** Reads a shim, under the name that it was compiled with. */
    void add(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        Set<String> found = new HashSet<>();
        for (DeclaredMethod method : DeclaredMethod.of(reader)) {
            if (!method.is(Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)
                    && method.name().charAt(0) != '<'
                    && !SERIALIZATION.contains(method.name())) {
                found.add(method.name() + method.descriptor());
            }
        }
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
