package io.github.cqs.bench.startup;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Writes the jars of the programs and of the empty agent. */
final class Jars {
    private static final String EMPTY_AGENT = "empty-agent.jar";

    private final Path folder;

    Jars(Path folder) {
        this.folder = folder;
    }

    Path emptyAgent() {
        return folder.resolve(EMPTY_AGENT);
    }

    Path of(Application application) {
        return folder.resolve(application.jar());
    }

    void writeEmptyAgent() throws IOException {
        try (JarOutputStream jar = open(emptyAgent(), "Premain-Class", EmptyAgent.class)) {
            add(jar, EmptyAgent.class);
        }
    }

    void write(Application application) throws IOException {
        Class<?> main = application.classes() == 0 ? Hello.class : LoadAll.class;
        try (JarOutputStream jar = open(of(application), Attributes.Name.MAIN_CLASS.toString(), main)) {
            add(jar, main);
            if (application.classes() > 0) {
                add(jar, LoadInSteps.class);
            }
            for (int i = 0; i < application.classes(); i++) {
                boolean hit = application.hits() > 0 && i % (application.classes() / application.hits()) == 0;
                add(jar, GeneratedClass.name(i), GeneratedClass.bytes(i, hit));
            }
        }
    }

    private static JarOutputStream open(Path file, String role, Class<?> type) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue(role, type.getName());
        OutputStream out = Files.newOutputStream(file);
        return new JarOutputStream(out, manifest);
    }

    private static void add(JarOutputStream jar, Class<?> type) throws IOException {
        String name = type.getName().replace('.', '/');
        try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
            if (in == null) {
                throw new IOException("no class file of " + name);
            }
            add(jar, name, in.readAllBytes());
        }
    }

    private static void add(JarOutputStream jar, String name, byte[] bytes) throws IOException {
        jar.putNextEntry(new JarEntry(name + ".class"));
        jar.write(bytes);
        jar.closeEntry();
    }
}
