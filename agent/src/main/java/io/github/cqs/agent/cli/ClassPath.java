package io.github.cqs.agent.cli;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/** The elements of a class path in the order in which a JVM searches them, each once. */
final class ClassPath {
    private final Path folder;
    private final Set<Path> elements = new LinkedHashSet<>();

    /** @param folder what relative elements refer to */
    ClassPath(Path folder) {
        this.folder = folder;
    }

    /** Adds the elements of {@code path} and what their manifests name. */
    void add(@Nullable String path) {
        if (path == null) {
            return;
        }
        for (String element : path.split(File.pathSeparator, -1)) {
            if (element.isEmpty()) {
                continue;
            }
            Path file = folder.resolve(element).normalize();
            for (Path jar : isWildcard(file) ? jars(file) : List.of(file)) {
                addWithManifest(jar);
            }
        }
    }

    Set<Path> elements() {
        return elements;
    }

    /** Whether {@code path} is {@code folder/*}, which stands for the jars of that folder. */
    static boolean isWildcard(Path path) {
        Path name = path.getFileName();
        return name != null && name.toString().equals("*") && !Files.exists(path);
    }

    /** The jars that a wildcard stands for, by name; itself if there is no such folder. */
    static List<Path> jars(Path wildcard) {
        Path parent = wildcard.toAbsolutePath().getParent();
        List<Path> jars = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(parent == null ? wildcard : parent)) {
            for (Path file : files) {
                String name = file.toString();
                if (name.endsWith(".jar") || name.endsWith(".JAR")) {
                    jars.add(file);
                }
            }
        } catch (IOException e) {
            return List.of(wildcard);
        }
        jars.sort(null);
        return jars;
    }

    private void addWithManifest(Path element) {
        if (!elements.add(element) || !Files.isRegularFile(element)) {
            return;
        }
        String more = null;
        try (JarFile jar = new JarFile(element.toFile(), false)) {
            Manifest manifest = jar.getManifest();
            more = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
        } catch (IOException | RuntimeException e) {
            /* Said when its classes are looked at. */
        }
        if (more == null) {
            return;
        }
        for (String link : more.trim().split(" +", -1)) {
            try {
                URI uri = element.toUri().resolve(link);
                Path named = "file".equals(uri.getScheme()) ? Path.of(uri).normalize() : null;
                /* A JVM does not mind names of nothing, and many manifests have them. */
                if (named != null && Files.exists(named)) {
                    addWithManifest(named);
                }
            } catch (IllegalArgumentException e) {
                /* Nor what is no URL of a file. */
            }
        }
    }
}
