package io.github.cqs.agent.build;

import io.github.cqs.agent.rewrite.Primitive;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.SimpleRemapper;

/**
 * Prepares the classes that the agent delivers: everything that the shims are made of, moved flat into the package where
 * they will live, and a table of what the agent must know about them.
 *
 * <p>Output, below the folder of compiled classes: {@code cqs/base.bin} (the table, and the classes for java.base in an
 * order in which they can be defined) and {@code cqs/append.jar} (the same classes for the boot class path). Neither
 * holds an entry that a class loader would find by a class' name. The format is read by {@code DeliveredClasses}.
 *
 * <p>Besides the class files of the public ones once more, under their names: other agents and libraries look at the class file of a superclass as a
 * resource, and where an application extends a swapped class it is one of these. No class loader defines a class from them that the boot loader has.
 */
public final class Relocator {
    static final int MAGIC = 0xC05B0002;
    static final String BASE_PACKAGE = "java/util/concurrent/locks/";
    static final String APPEND_PACKAGE = "io/github/cqs/appended/";

    private static final String OURS = "io/github/cqs/";
    private static final List<String> WHOLE_PACKAGES =
            List.of(OURS, OURS + "internal/", OURS + "ces/", OURS + "shims/");
    private static final String SHIMS = OURS + "shims/";
    private static final List<String> KINDS = List.of("Cqs", "Passthrough", "Metered", "PassthroughMetered");
    private static final String SITES = OURS + "agent/report/CqsSites";
    private static final String PROBE = OURS + "agent/install/SelfTestProbe";
    private static final String CARRIER_PACKAGE = OURS + "agent/build/carrier/";

    /** The carrier's classes, in the order in which the verifier asks for them, and where they and what they are compiled against live. */
    private static final List<String> CARRIER = List.of(
            "CesCarrier$Call",
            "CesCarrier$Yielded",
            "CesCarrier$Taken",
            "CesCarrier$Shared",
            "CesCarrier$Ticket",
            "CesCarrier$Queues",
            "CesCarrier",
            "CesScheduler");

    private static final Map<String, String> CARRIER_NAMES = Map.ofEntries(
            entry("CesCarrier", "jdk/internal/misc/CesCarrier"),
            entry("CesCarrier$Call", "jdk/internal/misc/CesCarrier$Call"),
            entry("CesCarrier$Queues", "jdk/internal/misc/CesCarrier$Queues"),
            entry("CesCarrier$Shared", "jdk/internal/misc/CesCarrier$Shared"),
            entry("CesCarrier$Taken", "jdk/internal/misc/CesCarrier$Taken"),
            entry("CesCarrier$Ticket", "jdk/internal/misc/CesCarrier$Ticket"),
            entry("CesCarrier$Yielded", "jdk/internal/misc/CesCarrier$Yielded"),
            entry("CesScheduler", "jdk/internal/misc/CesScheduler"),
            entry("CarrierThread", "jdk/internal/misc/CarrierThread"),
            entry("Pool", "java/util/concurrent/ForkJoinPool"),
            entry("SharedSecrets", "jdk/internal/access/SharedSecrets"),
            entry("JavaLangAccess", "jdk/internal/access/JavaLangAccess"));

    private static Map.Entry<String, String> entry(String name, String becomes) {
        return Map.entry(CARRIER_PACKAGE + name, becomes);
    }

    /** Names taken by the JDK, 17 to 25, in the package that java.base's classes move into. */
    private static final Set<String> TAKEN = Set.of(
            "AbstractOwnableSynchronizer",
            "AbstractQueuedLongSynchronizer",
            "AbstractQueuedSynchronizer",
            "Condition",
            "Lock",
            "LockSupport",
            "ReadWriteLock",
            "ReentrantLock",
            "ReentrantReadWriteLock",
            "StampedLock");

    private final Map<String, byte[]> available = new TreeMap<>();
    private final Map<String, byte[]> chosen = new TreeMap<>();
    private final Helpers helpers = new Helpers();

    private Relocator() {}

    /**
     * Writes the output.
     *
     * @param args the folder of compiled classes, and the version to note
     */
    public static void main(String[] args) throws IOException {
        Relocator relocator = new Relocator();
        relocator.collect(System.getProperty("java.class.path", ""));
        relocator.deriveMetered();
        relocator.findHelpers();
        relocator.choose();
        Path folder = Files.createDirectories(Path.of(args[0], "cqs"));
        relocator.writeBase(folder.resolve("base.bin"), args[1]);
        relocator.writeResources(Path.of(args[0]));
        relocator.writeAppend(folder.resolve("append.jar"));
    }

    private void collect(String classPath) throws IOException {
        for (String element : classPath.split(File.pathSeparator, -1)) {
            Path path = Path.of(element);
            if (Files.isDirectory(path)) {
                collect(path);
            } else if (element.endsWith(".jar") && path.getFileName().toString().startsWith("cqs-")) {
                try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + path.toUri()), Map.of())) {
                    collect(jar.getPath("/"));
                }
            }
        }
    }

    private void collect(Path root) throws IOException {
        Path ours = root.resolve(OURS);
        if (!Files.isDirectory(ours)) {
            return;
        }
        try (Stream<Path> files = Files.walk(ours)) {
            for (Path file : files.toList()) {
                String name = root.relativize(file).toString().replace(File.separatorChar, '/');
                if (name.endsWith(".class") && !name.endsWith("-info.class")) {
                    available.putIfAbsent(name.substring(0, name.length() - 6), Files.readAllBytes(file));
                }
            }
        }
    }

    /**
     * Makes the metered form of each passthrough class from the metered form of the shim: the two differ in their
     * superclass alone, of which they use what the JDK class has.
     */
    private void deriveMetered() {
        for (int i = 0; i < Primitive.count(); i++) {
            String type = Primitive.at(i).simpleName();
            String metered = SHIMS + "Metered" + type;
            String derived = SHIMS + "PassthroughMetered" + type;
            Map<String, String> names = Map.of(metered, derived, SHIMS + "Cqs" + type, SHIMS + "Passthrough" + type);
            ClassWriter writer = new ClassWriter(0);
            new ClassReader(required(metered))
                    .accept(new ClassRemapper(writer, new SimpleRemapper(Opcodes.ASM9, names)), 0);
            available.put(derived, writer.toByteArray());
        }
    }

    private void findHelpers() {
        for (int i = 0; i < Primitive.count(); i++) {
            for (String prefix : KINDS) {
                helpers.add(shim(prefix, Primitive.at(i)));
            }
        }
    }

    /** The packages that are delivered whole, and whatever of ours they name. */
    private void choose() {
        List<String> open = new ArrayList<>();
        for (String name : available.keySet()) {
            if (WHOLE_PACKAGES.contains(name.substring(0, name.lastIndexOf('/') + 1))) {
                open.add(name);
            }
        }
        open.add(SITES);
        while (!open.isEmpty()) {
            String name = open.remove(open.size() - 1);
            byte[] bytes = available.get(name);
            if (bytes == null || chosen.putIfAbsent(name, bytes) != null) {
                continue;
            }
            for (String referenced : References.of(bytes)) {
                if (referenced.startsWith(OURS) && !Annotations.FOR_JVM.containsKey(referenced)) {
                    if (!available.containsKey(referenced)) {
                        throw new IllegalStateException(name + " needs " + referenced + ", which is not there");
                    }
                    open.add(referenced);
                }
            }
        }
        chosen.keySet().removeAll(Annotations.FOR_JVM.keySet());
    }

    private Map<String, String> names(String targetPackage) {
        Map<String, String> names = new TreeMap<>();
        Set<String> used = new TreeSet<>();
        for (String name : chosen.keySet()) {
            String simple = name.substring(name.lastIndexOf('/') + 1);
            int dollar = simple.indexOf('$');
            String outer = dollar < 0 ? simple : simple.substring(0, dollar);
            if (TAKEN.contains(outer) || !used.add(simple)) {
                throw new IllegalStateException(name + ": the name " + simple + " is taken where it has to move");
            }
            names.put(name, targetPackage + simple);
        }
        return names;
    }

    /** The renamed classes, supertypes first. */
    private Map<String, byte[]> relocate(String targetPackage) {
        Map<String, String> names = names(targetPackage);
        Map<String, byte[]> ordered = new LinkedHashMap<>();
        for (String name : chosen.keySet()) {
            place(name, names, ordered);
        }
        return ordered;
    }

    private void place(String name, Map<String, String> names, Map<String, byte[]> ordered) {
        byte[] bytes = chosen.get(name);
        String target = names.get(name);
        if (bytes == null || target == null || ordered.containsKey(target)) {
            return;
        }
        ClassReader reader = new ClassReader(bytes);
        place(String.valueOf(reader.getSuperName()), names, ordered);
        for (String parent : reader.getInterfaces()) {
            place(parent, names, ordered);
        }
        ordered.put(target, rename(reader, names));
    }

    private byte[] rename(ClassReader reader, Map<String, String> names) {
        ClassWriter writer = new ClassWriter(0);
        ClassVisitor remapper = new ClassRemapper(writer, new Names(names, helpers));
        reader.accept(new Annotations(new Strings(remapper, names)), 0);
        return writer.toByteArray();
    }

    private void writeBase(Path file, String version) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(MAGIC);
            out.writeUTF(version);
            out.writeInt(Primitive.count());
            for (int i = 0; i < Primitive.count(); i++) {
                Primitive primitive = Primitive.at(i);
                ShimFacts facts =
                        ShimFacts.of(shim("Cqs", primitive), SHIMS + "Cqs" + primitive.simpleName(), primitive);
                ShimFacts passthrough = ShimFacts.of(
                        shim("Passthrough", primitive), SHIMS + "Passthrough" + primitive.simpleName(), primitive);
                facts.requireConstructors(passthrough.constructors());
                ShimFacts.requireMeteredConstructors(shim("Metered", primitive), facts.constructors());
                facts.write(out);
            }
            write(out, PROBE, required(PROBE));
            writeCarrier(out);
            Map<String, byte[]> classes = relocate(BASE_PACKAGE);
            out.writeInt(classes.size());
            for (Map.Entry<String, byte[]> entry : classes.entrySet()) {
                write(out, entry.getKey(), entry.getValue());
            }
        }
        Files.write(file, bytes.toByteArray());
    }

    private void writeResources(Path folder) throws IOException {
        for (String targetPackage : List.of(BASE_PACKAGE, APPEND_PACKAGE)) {
            for (Map.Entry<String, byte[]> entry : relocate(targetPackage).entrySet()) {
                if ((new ClassReader(entry.getValue()).getAccess() & Opcodes.ACC_PUBLIC) != 0) {
                    Path file = folder.resolve(entry.getKey() + ".class");
                    Files.createDirectories(file.getParent());
                    Files.write(file, entry.getValue());
                }
            }
        }
    }

    private void writeCarrier(DataOutputStream out) throws IOException {
        Map<String, String> names = names(BASE_PACKAGE);
        names.putAll(CARRIER_NAMES);
        out.writeInt(CARRIER.size());
        for (String simpleName : CARRIER) {
            String name = CARRIER_PACKAGE + simpleName;
            write(out, String.valueOf(names.get(name)), rename(new ClassReader(required(name)), names));
        }
    }

    private static void write(DataOutputStream out, String name, byte[] bytes) throws IOException {
        out.writeUTF(name);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private byte[] shim(String prefix, Primitive primitive) {
        return required(SHIMS + prefix + primitive.simpleName());
    }

    private byte[] required(String name) {
        byte @Nullable [] bytes = available.get(name);
        if (bytes == null) {
            throw new IllegalStateException(name + " is not there");
        }
        return bytes;
    }

    private void writeAppend(Path file) throws IOException {
        try (OutputStream raw = Files.newOutputStream(file);
                ZipOutputStream jar = new ZipOutputStream(raw)) {
            for (Map.Entry<String, byte[]> entry : relocate(APPEND_PACKAGE).entrySet()) {
                ZipEntry zip = new ZipEntry(entry.getKey() + ".class");
                zip.setTime(0);
                jar.putNextEntry(zip);
                jar.write(entry.getValue());
                jar.closeEntry();
            }
        }
    }

    /** Reads a class of the running JDK. */
    static byte[] jdkClass(String name) throws IOException {
        try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
            if (in == null) {
                throw new IOException(name + " is not there");
            }
            return in.readAllBytes();
        }
    }
}
