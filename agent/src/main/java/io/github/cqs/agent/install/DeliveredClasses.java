package io.github.cqs.agent.install;

import io.github.cqs.agent.options.Faults;
import io.github.cqs.agent.rewrite.Primitive;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The classes that the build prepared for java.base, and its table of what they can do. */
public final class DeliveredClasses {
    private static final int MAGIC = 0xC05B0002;

    private final String version;
    private final List<ShimEntry> shims;
    private final byte[] probe;
    private final List<ClassEntry> carrier;
    private final List<ClassEntry> classes;

    /** What the build read from a shim's bytecode. */
    record ShimEntry(
            Primitive primitive, List<String> constructors, List<String> superConstructors, List<Answer> answers) {}

    /** A final method of the JDK class, the shim's method that answers it, and the descriptor of both. */
    record Answer(String jdkMethod, String shimMethod, String descriptor) {}

    /** A class to define; nobody changes the array. */
    @SuppressWarnings("ArrayRecordComponent")
    record ClassEntry(String name, byte[] bytes) {
        String simpleName() {
            return name.substring(name.lastIndexOf('/') + 1);
        }
    }

    private DeliveredClasses(
            String version, List<ShimEntry> shims, byte[] probe, List<ClassEntry> carrier, List<ClassEntry> classes) {
        this.version = version;
        this.shims = shims;
        this.probe = probe;
        this.carrier = carrier;
        this.classes = classes;
    }

    /** Reads them from the agent's jar. */
    public static DeliveredClasses read() throws IOException {
        Faults.check(Faults.Step.JAR);
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(AgentJar.read(AgentJar.BASE)))) {
            if (in.readInt() != MAGIC) {
                throw new IOException(AgentJar.BASE + " is damaged");
            }
            String version = in.readUTF();
            List<ShimEntry> shims = new ArrayList<>();
            for (int i = in.readInt(); i > 0; i--) {
                shims.add(readShim(in, Primitive.at(shims.size())));
            }
            byte[] probe = readClass(in).bytes;
            List<ClassEntry> carrier = readClasses(in);
            return new DeliveredClasses(version, shims, probe, carrier, readClasses(in));
        }
    }

    private static ShimEntry readShim(DataInputStream in, Primitive primitive) throws IOException {
        if (!in.readUTF().equals(primitive.internalName())) {
            throw new IOException(AgentJar.BASE + " is of another version");
        }
        List<String> constructors = readStrings(in);
        List<String> superConstructors = readStrings(in);
        List<Answer> answers = new ArrayList<>(4);
        for (int i = in.readInt(); i > 0; i--) {
            answers.add(new Answer(in.readUTF(), in.readUTF(), in.readUTF()));
        }
        return new ShimEntry(primitive, constructors, superConstructors, answers);
    }

    private static List<String> readStrings(DataInputStream in) throws IOException {
        int count = in.readInt();
        List<String> strings = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            strings.add(in.readUTF());
        }
        return strings;
    }

    private static List<ClassEntry> readClasses(DataInputStream in) throws IOException {
        List<ClassEntry> classes = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) {
            classes.add(readClass(in));
        }
        return classes;
    }

    private static ClassEntry readClass(DataInputStream in) throws IOException {
        String name = in.readUTF();
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return new ClassEntry(name, bytes);
    }

    public String version() {
        return version;
    }

    ShimEntry shim(Primitive primitive) {
        return shims.get(primitive.index());
    }

    /** Descriptors of the constructors that every replacement has, by {@link Primitive#index}. */
    public List<List<String>> constructors() {
        List<List<String>> all = new ArrayList<>(shims.size());
        for (int i = 0; i < shims.size(); i++) {
            all.add(shims.get(i).constructors);
        }
        return all;
    }

    byte[] probe() {
        return probe;
    }

    /** The carrier of virtual threads for {@code jdk.internal.misc}, the superclass first. */
    List<ClassEntry> carrier() {
        return carrier;
    }

    List<ClassEntry> classes() {
        return classes;
    }
}
