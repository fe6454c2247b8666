package io.github.cqs.agent.build;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.Remapper;

/** Old names to new ones. */
final class Names extends Remapper {
    private final Map<String, String> names;

    Names(Map<String, String> names) {
        super(Opcodes.ASM9);
        this.names = names;
    }

    @Override
    public @Nullable String map(String internalName) {
        String annotation = Annotations.FOR_JVM.get(internalName);
        return annotation != null ? annotation : names.getOrDefault(internalName, internalName);
    }
}
