package io.github.cqs.bench.matrix;

import java.io.IOException;
import java.io.InputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/**
 * Loads an arm's own copy of the loops, under names of its own: so each arm has its own profile and its own machine code, no call site sees two
 * implementations, and the agent, which goes by names, swaps in one copy only.
 */
public final class ArmLoader extends ClassLoader {
    private static final String BENCH = "io/github/cqs/bench/";
    private static final String RUNNER = BENCH + "matrix/";
    private static final String COPIES = BENCH + "arms/";

    /** What the agent is to swap in: the copies of one arm. */
    public static final String SWAPPED = COPIES.replace('/', '.') + Arm.CQS.folder() + ".**";

    private final String prefix;

    public ArmLoader(Arm arm) {
        super(ArmLoader.class.getClassLoader());
        prefix = COPIES + arm.folder() + '/';
    }

    /** Makes the loop of this class name around an object of its own. */
    public Bench make(String loop, Shape shape) throws ReflectiveOperationException {
        return (Bench) loadClass(copyOf(loop.replace('.', '/')).replace('/', '.'))
                .getConstructor(Shape.class)
                .newInstance(shape);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        String internal = name.replace('.', '/');
        if (!internal.startsWith(prefix)) {
            throw new ClassNotFoundException(name);
        }
        String original = BENCH + internal.substring(prefix.length());
        try (InputStream in = getParent().getResourceAsStream(original + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            ClassWriter copy = new ClassWriter(0);
            new ClassReader(in).accept(new ClassRemapper(copy, new Copies()), 0);
            byte[] bytes = copy.toByteArray();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private String copyOf(String internalName) {
        return internalName.startsWith(BENCH) && !internalName.startsWith(RUNNER)
                ? prefix + internalName.substring(BENCH.length())
                : internalName;
    }

    private final class Copies extends Remapper {
        Copies() {
            super(Opcodes.ASM9);
        }

        @Override
        public String map(String internalName) {
            return copyOf(internalName);
        }
    }
}
