package io.github.cqs.bench.counts;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Opcodes;

/** Which fields are volatile, by their class files. */
final class Fields {
    private final Source source;
    private final Map<String, Set<String>> volatiles = new HashMap<>();

    /** Finds class files. */
    interface Source {
        InputStream open(String internalName) throws IOException;
    }

    Fields(Source source) {
        this.source = source;
    }

    /** Whether the class or one above it has a volatile field of this name. */
    synchronized boolean isVolatile(String owner, String name) {
        return volatiles.computeIfAbsent(owner, this::read).contains(name);
    }

    private Set<String> read(String owner) {
        Set<String> names = new HashSet<>();
        for (@Nullable String at = owner; at != null && !at.equals("java/lang/Object"); ) {
            try (InputStream in = source.open(at)) {
                ClassReader reader = new ClassReader(in);
                reader.accept(new Collector(names), ClassReader.SKIP_CODE);
                at = reader.getSuperName();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return names;
    }

    private static final class Collector extends ClassVisitor {
        private final Set<String> names;

        Collector(Set<String> names) {
            super(Opcodes.ASM9);
            this.names = names;
        }

        @Override
        public @Nullable FieldVisitor visitField(
                int access, String name, String descriptor, @Nullable String signature, @Nullable Object value) {
            if ((access & Opcodes.ACC_VOLATILE) != 0) {
                names.add(name);
            }
            return null;
        }
    }
}
