package io.github.cqs.agent.build;

import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/** Lists the classes that a class names anywhere. */
final class References extends Remapper {
    private final Set<String> names = new TreeSet<>();

    private References() {
        super(org.objectweb.asm.Opcodes.ASM9);
    }

    static Set<String> of(byte[] bytes) {
        References references = new References();
        new ClassReader(bytes).accept(new ClassRemapper(new ClassWriter(0), references), 0);
        return references.names;
    }

    @Override
    public String map(String internalName) {
        names.add(internalName);
        return internalName;
    }
}
