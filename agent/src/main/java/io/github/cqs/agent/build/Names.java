package io.github.cqs.agent.build;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.Remapper;

/** Old names to new ones. */
final class Names extends Remapper {
    private final Map<String, String> names;
    private final Helpers helpers;

    Names(Map<String, String> names, Helpers helpers) {
        super(Opcodes.ASM9);
        this.names = names;
        this.helpers = helpers;
    }

    @Override
    public @Nullable String map(String internalName) {
        String annotation = Annotations.FOR_JVM.get(internalName);
        return annotation != null ? annotation : names.getOrDefault(internalName, internalName);
    }

    @Override
    public String mapMethodName(String owner, String name, String descriptor) {
        return helpers.nameOf(owner, name, descriptor);
    }
}
