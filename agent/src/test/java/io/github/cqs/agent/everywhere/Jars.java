package io.github.cqs.agent.everywhere;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.agent.ForkedJvm;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Builds what applications come in. */
final class Jars {
    private final Map<String, byte[]> entries = new LinkedHashMap<>();

    private Jars() {}

    /**
     * A jar with a manifest.
     *
     * @param attributes lines of the manifest's main section
     */
    static Jars manifest(String... attributes) {
        return new Jars().text(JarFile.MANIFEST_NAME, "Manifest-Version: 1.0\n" + String.join("\n", attributes) + "\n");
    }

    Jars text(String name, String content) {
        entries.put(name, content.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    Jars file(String name, Path content) throws IOException {
        entries.put(name, Files.readAllBytes(content));
        return this;
    }

    /** Classes of the tests, by binary name, below {@code prefix}. */
    Jars classes(String prefix, String... names) throws IOException {
        for (String name : names) {
            String entry = name.replace('.', '/') + ".class";
            file(prefix + entry, ForkedJvm.testClasses().resolve(entry));
        }
        return this;
    }

    /** All files of {@code folder}, below {@code prefix}. */
    Jars folder(String prefix, Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                file(prefix + folder.relativize(file).toString().replace(File.separatorChar, '/'), file);
            }
        }
        return this;
    }

    /** All entries of another jar but for its {@code META-INF}. */
    Jars jar(Path other) throws IOException {
        try (JarFile jar = new JarFile(other.toFile())) {
            for (var entry : jar.stream().toList()) {
                if (!entry.isDirectory() && !entry.getName().startsWith("META-INF/")) {
                    entries.put(entry.getName(), jar.getInputStream(entry).readAllBytes());
                }
            }
        }
        return this;
    }

    /** Writes the jar; not compressed, as loaders of nested jars want it. */
    Path write(Path file) throws IOException {
        try (OutputStream raw = Files.newOutputStream(file);
                ZipOutputStream out = new ZipOutputStream(raw)) {
            Set<String> folders = new TreeSet<>();
            for (String name : entries.keySet()) {
                for (int slash = name.indexOf('/'); slash > 0; slash = name.indexOf('/', slash + 1)) {
                    if (folders.add(name.substring(0, slash + 1))) {
                        out.putNextEntry(stored(name.substring(0, slash + 1), new byte[0]));
                    }
                }
            }
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                out.putNextEntry(stored(entry.getKey(), entry.getValue()));
                out.write(entry.getValue());
                out.closeEntry();
            }
        }
        return file;
    }

    private static ZipEntry stored(String name, byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        ZipEntry entry = new ZipEntry(name);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(bytes.length);
        entry.setCrc(crc.getValue());
        return entry;
    }

    /**
     * Compiles one source.
     *
     * @param name its binary name
     * @param options further options of javac
     * @return the folder of the classes
     */
    static Path compile(Path folder, String name, String source, String... options) throws IOException {
        String simple = name.substring(name.lastIndexOf('.') + 1);
        Path sources = Files.createTempDirectory(folder, "src");
        Path classes = Files.createTempDirectory(folder, "classes");
        Path file = Files.writeString(sources.resolve(simple + ".java"), source);
        List<String> arguments = new ArrayList<>(List.of("-d", classes.toString()));
        arguments.addAll(List.of(options));
        if (!arguments.contains("-processor")) {
            arguments.add("-proc:none");
        }
        arguments.add(file.toString());
        tool("javac", arguments.toArray(new String[0]));
        return classes;
    }

    /** The options that put {@code elements} on the class path. */
    static String[] on(Path... elements) {
        return new String[] {"-cp", path(elements)};
    }

    static String path(Path... elements) {
        return String.join(
                File.pathSeparator, Stream.of(elements).map(Path::toString).toList());
    }

    /** Runs a tool of the JDK. */
    static void tool(String name, String... arguments) {
        int code = ToolProvider.findFirst(name).orElseThrow().run(System.out, System.err, arguments);
        assertThat(code).as(name).isZero();
    }
}
