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
        if (internalName.equals(Annotations.RESERVED_STACK)) {
            return "jdk/internal/vm/annotation/ReservedStackAccess";
        }
        if (internalName.equals(Annotations.DONT_INLINE)) {
            return "jdk/internal/vm/annotation/DontInline";
        }
        if (internalName.equals(Annotations.CONTENDED)) {
            return "jdk/internal/vm/annotation/Contended";
        }
        return names.getOrDefault(internalName, internalName);
    }
}
